// A stream that writes into the program's own memory: what prints may change a chain.
// args: -D_POSIX_C_SOURCE=200809L
// run: no
#include <stdio.h>

struct B { char *text; size_t n; };
struct A { struct B *b; };

static void tell(FILE *out, int i) { fprintf(out, "%d", i); }

static size_t run(struct A *a, int m)
{
    size_t t = 0;
    FILE *out = open_memstream(&a->b->text, &a->b->n);
    setvbuf(out, 0, _IONBF, 0);
#pragma pointerchain region begin declare(a->b->n) // expected-note{{here}} expected-note{{here}} expected-note{{here}}
    for (int i = 0; i < m; i++) {
        fprintf(out, "%d", i); // expected-warning[aliased-call]{{'fprintf' could change 'a->b->n'}}
        tell(out, i); // expected-warning[aliased-call]{{'tell' could change 'a->b->n'}}
        fflush(out); // expected-warning[aliased-call]{{'fflush' could change 'a->b->n'}}
        t += a->b->n;
    }
#pragma pointerchain region end
    fclose(out);
    return t;
}

static int kept(FILE *out, struct A *a, int m)
{
    int t = 0;
    setvbuf(out, (char *)a->b, _IOFBF, sizeof *a->b);
#pragma pointerchain region begin declare(a->b->n) // expected-note{{here}}
    for (int i = 0; i < m; i++) {
        fputs("x", out); // expected-warning[aliased-call]{{'fputs' could change 'a->b->n'}}
        t += (int)a->b->n;
    }
#pragma pointerchain region end
    return t;
}

int main(void)
{
    (void)kept;
    struct B b = {0, 0};
    struct A a = {&b};
    printf("%zu\n", run(&a, 3));
    return 0;
}
