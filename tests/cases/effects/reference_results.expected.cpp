// A number to which a call gives a reference is used at once: read, or stored where no chain is.
// run: no
#include <vector>
struct D { int m_numReg; int *m_size; int **m_list; std::vector<double> m_x;
  int &numReg() { return m_numReg; }
  int numC() const { return m_numReg; }
  double &x(int i) { return m_x[i]; }
  void f(); void g(); void h();
};
void D::f() {
{ int **pc_m_list = m_list;
  for (int i = 0; i < numReg(); ++i) pc_m_list[i] = new int[3]; }
}
void D::g() {
{ int *pc_m_size = m_size;
  for (int i = 0; i < numC(); ++i) pc_m_size[i] = 2; }
}
void D::h() {
{ int *pc_m_size = m_size;
  for (int i = 0; i < numC(); ++i) x(i) = pc_m_size[i]; }
}
struct E { double scale; double *v; int n; int m; std::vector<double> m_x; 
  double &x(int i) { return m_x[i]; }
  double &sc() { return scale; }
  int &num() { return n; }
  int bump() { return ++n; }
  int &bumped() { return ++n; }
  void f(); void g(); void h(); void k(); void l(); };
void E::f() {
{ double pc_scale = scale; // expected-note{{here}}
  for (int i = 0; i < 3; ++i) x(i) = pc_scale; } // expected-warning[aliased-call]{{'x' could change 'scale'}}
}
void E::g() {
{ int pc_n = n;
  for (int i = 0; i < num(); ++i) v[i] = pc_n; }
}
void E::h() {
{ int pc_n = n; // expected-note{{here}}
  for (int i = 0; i < bump(); ++i) v[i] = pc_n; } // expected-warning[aliased-call]{{'bump' could change 'n'}}
}
void E::k() {
{ int pc_n = n; // expected-note{{here}}
  for (int i = 0; i < bumped(); ++i) v[i] = pc_n; } // expected-warning[aliased-call]{{'bumped' could change 'n'}}
}
void E::l() {
{ int pc_n = n; // expected-note{{here}}
  { int &r = num(); r = 7; num()++; v[0] = pc_n; } } // expected-warning[aliased-call]{{'num' could change 'n'}}
}

int main() { return 0; }
