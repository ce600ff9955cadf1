// Every kind of member: embedded and anonymous structs, arrays, pointers to pointers and to arrays, a flexible
// array, counted_by, observers, what is left out, lengths with macros, constants and bit-fields.
// args: -std=c11 -Wno-attributes -Wno-unknown-attributes -Wno-pedantic -Wno-error=attributes
// compilers: gcc
#include <stdio.h>
#include <stdlib.h>

#define DIMENSIONS 3
#define AT_LEAST(a, b) ((a) > (b) ? (a) : (b))
enum { HALO = 1 };

struct leaf { double *p; unsigned n : 7; char *name __attribute__((__counted_by__(n))); };
typedef struct { double *x; const int n; } traits;
struct tail { int n; struct leaf *leaf; float data[] __attribute__((counted_by(n))); };
typedef struct mesh {
    int n, m;
    struct leaf leaves[4], grid[2][2];
    struct { int inner; struct mesh *child; };
    struct { int count; char *name; } label;
    traits traits;
    struct leaf *cells[8];
    double **rows;
    const double (*matrix)[3];
    struct tail *tail;
    struct mesh *parent;
    double *cursor;
    union { void *any; long number; } tag;
    void (*done)(void);
    FILE *log;
    double *_Atomic latest[2];
} mesh;
#pragma pointerchain shape(struct leaf: p[n])
#pragma pointerchain shape(traits: x[n * DIMENSIONS])
#pragma pointerchain shape(tail: leaf[1])
#pragma pointerchain shape(mesh: child[inner > 0], label.name[label.count + 1], cells[1], \
                                 rows[n + 2 * HALO][AT_LEAST(m, 1)], matrix[n], tail[1])
#pragma pointerchain policy(mesh: observer(parent), interior(cursor), skip(tag, done, log, latest))

static int walk(mesh *all, int count)
{
#pragma pointerchain deepcopy region begin(all[0:count])
    for (int i = 0; i < count; i++)
        all[i].m += all[i].n;
#pragma pointerchain deepcopy region end
    return all->m;
}

int main(void)
{
    mesh one = {.n = 0, .m = 1};
    printf("%d\n", walk(&one, 1));
    return 0;
}
