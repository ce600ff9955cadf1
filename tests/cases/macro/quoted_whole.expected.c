// A message quotes all of a macro's use of which an argument ends, or begins, what is written.
#include <stdio.h>

struct vector { int row[2], n; };
#define OTHER(part) w->part
#define ROW(v) v->row

static void run(struct vector *v, struct vector *w)
{
{ int *pc_row = v->row; int pc_n = v->n; // expected-note{{declared here}}
    pc_row[0] += pc_n;
    OTHER(n) = 3; // expected-warning[aliased-write]{{'OTHER(n)' writes}}
    printf("%d\n", pc_row[0]);
}
}

int main(void)
{
    struct vector v = {{1, 2}, 4}, w = v;
    run(&v, &w);
    return 0;
}
