// What shapes, policies and directives say beyond lengths: directions, conditions, strings, what a void pointer
// leads to, shapes with a name, unions with tags, a device by its number.
#include <stdio.h>

enum kind { LIST = 1, TREE, TEXT };
struct inner { int n; double *v; char *label; };
struct node { int n; struct node *next; double *data; };
#pragma pointerchain shape(node: next[1], data[n])
#pragma pointerchain shape(node as brief: next[1])
#pragma pointerchain policy(node as brief: skip(data))
#pragma pointerchain shape(inner: v[n], label[strlen + 1])
struct box {
    enum kind tag;
    int n, strlen;
    union { struct node *list; double **tree; char *text; struct inner in; long number; } u;
    union { int small; double *large; };
    char *name, **names, *many[2];
    unsigned char *raw;
    void *data, *next, *slots[2];
    double *a, *b, **c;
};
#pragma pointerchain shape(box: u.list[1], u.tree[n][n], u.text[n], large[1], name[strlen])
#pragma pointerchain shape(struct box: names[n][n], many[n], raw[n], data as double[n], next as node[1])
#pragma pointerchain shape(box: slots as double *[n][n], a[n], b[n], c[n][2])
#pragma pointerchain policy(box: when(tag == LIST, u.list), when(tag == TREE, u.tree), when(tag == TEXT, u.text))
#pragma pointerchain policy(box: when(tag > TEXT, u.in), when(tag < LIST, large), to(a), from(b), shared(a), alloc(c))
struct words { int n; char *one, **all, *two[2]; char rest[]; };
#pragma pointerchain shape(words: one[strlen + 1], all[n][strlen + 1], two[strlen + 1], rest[strlen + 1])

static double send(struct box *p, struct node *head, struct words *words, int n, double *q)
{
    double sum = n * q[0] + head->n + words->n;
#pragma pointerchain deepcopy enter(to: p, head as brief, alloc: q[0:n], words) if(n > 2) device(n - 1) technique(base)
#pragma pointerchain deepcopy update structure(p, head as brief) host(p->a[1:1]) if(n > 2)
#pragma pointerchain deepcopy exit(p, head as brief, q[0:n], words) if (n > 2) delete
    for (int i = 0; i < 3; i++) {
#pragma pointerchain deepcopy region begin(from: p, p->c[0:2][0:2]) if(i == 1) device(0)
        if (i == 1)
            continue;
        sum += p->a[0];
#pragma pointerchain deepcopy region end
    }
    return sum;
}

int main(void)
{
    double two[2] = {1, 2}, *rows[2] = {two, two};
    struct node last = {2, NULL, two}, first = {2, &last, two};
    char *texts[2] = {"ab", "c"};
    struct words words = {2, "one", texts, {NULL, "two"}};
    struct box box = {LIST, 2, 2, {&first}, {7}, "ab", texts, {"ab", "cd"}, (unsigned char *)"ab",
                      two, &first, {rows, NULL}, two, two, rows};
    printf("%g\n", send(&box, &first, &words, 2, two));
    return 0;
}
