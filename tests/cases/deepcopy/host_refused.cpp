// Members that the host cannot own alone.
struct plain { double seconds; };
union either { plain whole; long number; };
struct node {
// expected-note@-1:8{{'node' is defined here}}
    node *next;
// expected-error[unsupported-member]@-1:11{{member 'next' of 'node' cannot be deep-copied: 'host' is of a member without pointers: 'skip' or 'to' say what becomes of a target}}
    int flags : 3;
// expected-error[unsupported-member]@-1:9{{member 'flags' of 'node' cannot be deep-copied: a bit-field shares its bytes with others, and they come back together}}
    volatile int clock;
// expected-error[unsupported-member]@-1:18{{member 'clock' of 'node' cannot be deep-copied: 'volatile' data change while they are copied}}
    either tagged;
    plain *other;
    double when;
};
#pragma pointerchain shape(node: next[1], other[1])
#pragma pointerchain policy(node: host(next), host(flags), host(clock), host(when), to(when))
// expected-error[bad-shape]@-1:88{{member 'when' of 'node' is no pointer and holds none: a policy is about pointers, and 'policy(node: host(when))' keeps a number from coming back}}
struct held { node *first; either tagged; };
#pragma pointerchain shape(held: first[1])
#pragma pointerchain policy(held: host(tagged.whole.seconds))
// expected-error[unsupported-member]@-1:40{{member 'tagged.whole.seconds' of 'held' cannot be deep-copied: 'host' does nothing for it: it lies in a union, or in what another policy covers}}
struct twice { int *a; double t; };
// expected-note@-1:8{{'twice' is defined here}}
#pragma pointerchain shape(twice: a[1])
#pragma pointerchain policy(twice: host(t), custom(t, out), host(a.b))
// expected-note@-1:41{{'host' is here}}
// expected-error[bad-shape]@-2:52{{a second policy for member 't' of 'twice'}}
// expected-error[bad-shape]@-3:66{{member 'a' of 'twice' is a pointer: what it points at is of type 'int', which has shapes and policies of its own}}

void copy(node *head, held *h) {
#pragma pointerchain deepcopy enter(head, h)
// expected-note@-1:37{{'head' leads there}}
// expected-note@-2:37{{'head' leads there}}
// expected-note@-3:37{{'head' leads there}}
// expected-note@-4:43{{'h' leads there}}
#pragma pointerchain deepcopy exit(head, h)
}
