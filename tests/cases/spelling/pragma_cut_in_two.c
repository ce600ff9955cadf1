// A continuation in the word 'pragma': compilers see a directive there.
struct leaf { int n; };
struct sim { struct leaf *a; };

void change(struct sim *s)
{
// expected-error[unreadable-token]@+1{{a continuation inside a word}}
#pra\
gma omp parallel
    {
#pragma pointerchain region begin declare(s->a->n)
        s->a->n++;
#pragma pointerchain region end
    }
}
