// Structures that are written to files and read from them: several roots, rows, strings, a condition, as one block
// and as objects of their own, by a FILE * and by a descriptor.
// args: -D_GNU_SOURCE
// compilers: gcc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node { double value; struct Node *next, *before; int n; double *data; char *name; } Node;
#pragma pointerchain shape(Node: next[1], data[n], name[strlen + 1])
#pragma pointerchain policy(Node: observer(before))

static Node *made(int n)
{
    Node *head = NULL;
    for (int i = 0; i < n; i++) {
        Node *one = (Node *)calloc(1, sizeof *one);
        one->value = i;
        one->n = i;
        one->data = (double *)calloc((size_t)i + 1, sizeof *one->data);
        one->name = strdup("node");
        for (int k = 0; k < i; k++) one->data[k] = k + i;
        one->next = head;
        if (head) head->before = one;
        head = one;
    }
    return head;
}

static void show(const Node *head)
{
    for (const Node *p = head; p; p = p->next) {
        printf("%g %s %d", p->value, p->name, !p->next || p->next->before == p);
        for (int k = 0; k < p->n; k++) printf(" %g", p->data[k]);
        printf("\n");
    }
}

static void drop(Node *head)
{
    while (head) {
        Node *next = head->next;
        free(head->data);
        free(head->name);
        free(head);
        head = next;
    }
}

int main(void)
{
    Node *head = made(4), *same = made(4), *const old = same;
    double matrix[2][3] = {{1, 2, 3}, {4, 5, 6}}, *rows[2] = {matrix[0], matrix[1]}, **back = rows;
    int n = 2, m = 3;
    FILE *file = tmpfile();
    if (!file) return 1;
#pragma pointerchain deepcopy enter(head)
#pragma pointerchain deepcopy write(head, back[0:n][0:m]) to(file) if (n > 1)
#pragma pointerchain deepcopy write(head) to(file) if (n > 2)
#pragma pointerchain deepcopy exit(head)
    fflush(file);
    rewind(file);
#pragma pointerchain deepcopy read(same, back[0:n][0:m]) from(fileno(file)) separate
    show(same);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) printf("%g\n", back[i][k]);
    if (back != rows) {
        for (int i = 0; i < n; i++) free(back[i]);
        free(back);
    }
    drop(same);
    if (same != old) drop(old);
    drop(head);
    fclose(file);
    return 0;
}
