// A message quotes all of a macro's use of which an argument ends, or begins, what is written.
#include <stdio.h>

struct vector { int row[2], n; };
#define OTHER(part) w->part
#define ROW(v) v->row

static void run(struct vector *v, struct vector *w)
{
#pragma pointerchain region begin declare(v->row, v->n) // expected-note{{declared here}}
    v->row[0] += v->n;
    OTHER(n) = 3; // expected-warning[aliased-write]{{'OTHER(n)' writes}}
    printf("%d\n", v->row[0]);
#pragma pointerchain region end
}

int main(void)
{
    struct vector v = {{1, 2}, 4}, w = v;
    run(&v, &w);
    return 0;
}
