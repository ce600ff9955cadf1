// An included directive before the region's block may govern that.
struct leaf { int n; };
struct sim { struct leaf *a; };

void change(struct sim *s)
{
#include "directive_around.inc" // expected-error[included-text]{{a directive stands in included text, in or around the region that changes 's->a->n'}} // expected-note@*{{the directive is here}}
    {
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
        s->a->n++;
#pragma pointerchain region end
    }
}

int read(struct sim *s)
{
    int n = 0;
#include "directive_around.inc"
    {
#pragma pointerchain region begin declare(s->a->n)
        n += s->a->n;
#pragma pointerchain region end
    }
    return n;
}
