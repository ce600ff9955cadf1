// Functions of the user for a member, where they cannot hold.
struct key { int number; };
struct inner { struct key *key; };
// expected-error[unsupported-member]@-1:28{{member 'many[].key' of 'struct node' cannot be deep-copied: its object is an element of an array: say it of 'struct inner'}}
union either { struct key *key; long number; };
struct node {
// expected-note@-1:8{{'struct node' is defined here}}
// expected-note@-2:8{{'struct node' is defined here}}
    struct node *next;
    struct key *key, *other, *both, *alive;
// expected-error[unsupported-member]@-1:38{{member 'alive' of 'struct node' cannot be deep-copied: 'custom' is of a member that is always there, and this one has a condition}}
    int flags : 3;
// expected-error[unsupported-member]@-1:9{{member 'flags' of 'struct node' cannot be deep-copied: a bit-field has no address that a function could be given}}
    int tag;
    volatile int clock;
// expected-error[unsupported-member]@-1:18{{member 'clock' of 'struct node' cannot be deep-copied: 'volatile' data change while they are copied}}
    union either either;
// expected-error[unsupported-member]@-1:18{{member 'either' of 'struct node' cannot be deep-copied: which pointer of a union is alive is not known: 'policy(struct node: when(condition, either.key))' says it, and 'policy(struct node: skip(either))' copies its bytes as they are}}
    struct inner many[2];
    struct { struct key *key; } unnamed;
// expected-error[unsupported-member]@-1:33{{member 'unnamed' of 'struct node' cannot be deep-copied: its type has no name that a function could be declared with}}
    double tail[];
// expected-error[unsupported-member]@-1:12{{member 'tail' of 'struct node' cannot be deep-copied: 'custom' is of a member with a size, and 'double[]' has none of its own}}
};
static void out(struct key **copy, const struct node *object) { *copy = object->key; }
static void in(struct node *object, struct key *const *copy) { object->key = *copy; }

#pragma pointerchain shape(node: next[1], tail[1])
#pragma pointerchain policy(node: custom(key, out, in), custom(next.key, out, in), custom(none, out, in))
// expected-note@-1:42{{'custom' is here}}
// expected-note@-2:42{{'custom' is here}}
// expected-note@-3:42{{the first one is here}}
// expected-error[bad-shape]@-4:64{{member 'next' of 'struct node' is a pointer: what it points at is of type 'struct node', which has shapes and policies of its own}}
// expected-error[bad-shape]@-5:91{{'struct node' has no member 'none'}}
#pragma pointerchain policy(node: custom(key, out, in), skip(key), to(key))
// expected-error[bad-shape]@-1:42{{a second 'custom' for member 'key' of 'struct node'}}
// expected-error[bad-shape]@-2:62{{a second policy for member 'key' of 'struct node'}}
// expected-error[bad-shape]@-3:71{{'to' of member 'key' of 'struct node': nothing is copied through a pointer that is 'custom'}}
#pragma pointerchain policy(node: custom(other), custom(other, out, in, in), custom(other, out(1), in), custom(other, 0, in))
// expected-error[bad-entry]@-1:42{{'custom' takes a member and the functions for both ways, as in 'custom(member, before, after)', not 'other'}}
// expected-error[bad-entry]@-2:57{{'custom' takes a member and the functions for both ways, as in 'custom(member, before, after)', not 'other, out, in, in'}}
// expected-error[bad-entry]@-3:95{{'custom' takes a member and the functions for both ways, as in 'custom(member, before, after)', not '('}}
// expected-error[bad-entry]@-4:119{{'custom' takes a member and the functions for both ways, as in 'custom(member, before, after)', not '0'}}
#pragma pointerchain policy(node: custom(other, out, in))
#pragma pointerchain policy(node: custom(flags, out, in), custom(clock, out, in), custom(either.key, out, in))
#pragma pointerchain policy(node: custom(many.key, out, in), custom(unnamed, out, in), custom(tail, out, in))
#pragma pointerchain policy(node: custom(alive, out, in), when(tag == 1, alive), custom(both, out, in), custm(tag, plain))
// expected-error[unknown-word]@-1:105{{unknown word 'custm' after 'policy(Type:', did you mean 'custom'?}}

void copy(struct node *head) {
#pragma pointerchain deepcopy enter(head)
// expected-note@-1:37{{'head' leads there}}
// expected-note@-2:37{{'head' leads there}}
// expected-note@-3:37{{'head' leads there}}
// expected-note@-4:37{{'head' leads there}}
// expected-note@-5:37{{'head' leads there}}
// expected-note@-6:37{{'head' leads there}}
// expected-note@-7:37{{'head' leads there}}
#pragma pointerchain deepcopy exit(head)
}
int main(void) { return 0; }
