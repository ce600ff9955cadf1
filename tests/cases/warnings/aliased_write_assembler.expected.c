// Assembler that changes memory gets the root or a link, by name or in a macro. A barrier gets nothing.
// run: no
struct A { int n; };
struct S { struct A *a; };
#define CLEAN(p) __asm__ volatile("" : : "r"(p) : "memory")
#define BARRIER() __asm__ volatile("" : : : "memory")

int first(struct S *s, int k) {
{ int pc_a_n = s->a->n; // expected-note{{declared here}} expected-note{{declared here}}
  k += pc_a_n;
  __asm__ volatile("incl (%0)" : : "r"(s->a) : "memory"); // expected-warning[aliased-write]{{assembler that changes memory is given 's->a', and may write member 'n' of chain 's->a->n'}}
  CLEAN(s); // expected-warning[aliased-write]{{assembler that changes memory is given 's', and may write member 'n'}}
  __asm__ volatile("" : : "r"(s->a));
  BARRIER();
  return k + pc_a_n;
}
}

int main(void) { return 0; }
