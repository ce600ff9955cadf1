// Member functions that a header defines in their class: what they do is seen, as in the source.
// run: no
#include "accessors.h"

void Domain::fill() {
#pragma pointerchain region declare(m_e, m_count)
  for (int i = 0; i < count(); ++i) x(i) = m_e[i] * m_count;
}

void Domain::grow() {
#pragma pointerchain region declare(m_count) // expected-note{{here}}
  for (int i = 0; i < more(); ++i) // expected-warning[aliased-call]{{'more' could change 'm_count'}}
    x(i) = m_count;
}

int main() { return 0; }
