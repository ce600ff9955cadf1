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
#pragma pointerchain region declare(m_list)
  for (int i = 0; i < numReg(); ++i) m_list[i] = new int[3];
}
void D::g() {
#pragma pointerchain region declare(m_size)
  for (int i = 0; i < numC(); ++i) m_size[i] = 2;
}
void D::h() {
#pragma pointerchain region declare(m_size)
  for (int i = 0; i < numC(); ++i) x(i) = m_size[i];
}
struct E { double scale; double *v; int n; int m; std::vector<double> m_x; 
  double &x(int i) { return m_x[i]; }
  double &sc() { return scale; }
  int &num() { return n; }
  int bump() { return ++n; }
  int &bumped() { return ++n; }
  void f(); void g(); void h(); void k(); void l(); };
void E::f() {
#pragma pointerchain region declare(scale) // expected-note{{here}}
  for (int i = 0; i < 3; ++i) x(i) = scale; // expected-warning[aliased-call]{{'x' could change 'scale'}}
}
void E::g() {
#pragma pointerchain region declare(n)
  for (int i = 0; i < num(); ++i) v[i] = n;
}
void E::h() {
#pragma pointerchain region declare(n) // expected-note{{here}}
  for (int i = 0; i < bump(); ++i) v[i] = n; // expected-warning[aliased-call]{{'bump' could change 'n'}}
}
void E::k() {
#pragma pointerchain region declare(n) // expected-note{{here}}
  for (int i = 0; i < bumped(); ++i) v[i] = n; // expected-warning[aliased-call]{{'bumped' could change 'n'}}
}
void E::l() {
#pragma pointerchain region declare(n) // expected-note{{here}}
  { int &r = num(); r = 7; num()++; v[0] = n; } // expected-warning[aliased-call]{{'num' could change 'n'}}
}

int main() { return 0; }
