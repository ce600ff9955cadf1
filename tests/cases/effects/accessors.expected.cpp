// Member functions that a header defines in their class: what they do is seen, as in the source.
// run: no
#include "accessors.h"

void Domain::fill() {
{ double *pc_m_e = m_e; int pc_m_count = m_count;
  for (int i = 0; i < count(); ++i) x(i) = pc_m_e[i] * pc_m_count; }
}

void Domain::grow() {
{ int pc_m_count = m_count; // expected-note{{here}}
  for (int i = 0; i < more(); ++i) // expected-warning[aliased-call]{{'more' could change 'm_count'}}
    x(i) = pc_m_count; }
}

int main() { return 0; }
