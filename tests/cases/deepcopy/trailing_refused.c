// Arrays of one pointer at the end of a record, of which objects may have more; elsewhere, longer or left out they are fine.
#include <stdio.h>

struct node { int level; struct node *next[1]; }; // expected-error[unsupported-member]:39{{member 'next' of 'struct node' cannot be deep-copied: an array of one pointer at a record's end may be the first of more, which are not copied: 'shape(struct node: next[n][1])' says how many there are; where it is one, move it from there, or 'policy(struct node: skip(next))' leaves it out}}
#pragma pointerchain shape(struct node: next[1])
struct first { struct first *next[1]; int level; };
#pragma pointerchain shape(struct first: next[1])
struct pair { int level; struct pair *next[2]; };
#pragma pointerchain shape(struct pair: next[1])
struct left { int level; struct left *next[1]; };
#pragma pointerchain policy(struct left: skip(next))

int main(void)
{
    struct node node = {0}, *a = &node;
    struct first first = {0}, *b = &first;
    struct pair pair = {0}, *c = &pair;
    struct left left = {0}, *d = &left;
#pragma pointerchain deepcopy enter(a, b, c, d) // expected-note:37{{'a' leads there}}
#pragma pointerchain deepcopy exit(a, b, c, d)
    printf("%d\n", a->level + b->level + c->level + d->level);
    return 0;
}
