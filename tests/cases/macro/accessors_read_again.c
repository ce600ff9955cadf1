// Accessors whose names come out of another expansion: of 'args' in ', ##args', and of another name's body.
#include <stdio.h>

typedef struct { int length; } Other;
typedef struct { double *data; int size, k; Other *next; } Vector;
#define LOG(format, ...) printf(format "\n", ##__VA_ARGS__)
#define TELL(format, args...) \
    printf(format "\n" , \
           ## args)
#define AGAIN(format, ...) LOG(format, ##__VA_ARGS__)
#define SAY LOG
#define TWICE(format, ...) LOG(format, __VA_ARGS__), printf(format "\n", ##__VA_ARGS__)
#define Data(v) ((v)->data)
#define Size(v) (v)->size
#define Next(v) ((v)->next)
#define Length(o) (o)->length
#define NextLength(v) Length(Next(v))
#define K (x->k)
#define Count Size
#define Number Count
#define SAME(e) e
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define Ignoring(v, other) ((v)->k)
#define CALL(f, v) f(v)

static void run(Vector *x)
{
    int count = 0;
#pragma pointerchain region begin declare(x->data, x->size, x->k, x->next->length)
    LOG("begins"), LOG("%d %d", Size(x), 2 * K + Size(x)), LOG("%g %g", Data(x)[1], *Data(x));
    TELL("%d %s", Size(x), "Size(x)"), AGAIN("%d %d", K, Size /* ) */ (x)), TWICE("%d", Size(x) + 1);
    LOG("%d %d", NextLength(x), Length(Next(x))), LOG("%d", MAX(K, SAME(Size(x)))), SAME(LOG("%d", Size(x)));
    LOG("%g", Data(x)[Size(x) - 1]), LOG("%d", (K++, Ignoring(x, count++))), LOG("%d", (Size(x) += 2));
    SAY("%d %d", Size(x), -K);
    LOG("%d %d", (int)sizeof(Size(x)), Size(x));
    LOG("%d %d", Number(x), SAME(Count(x))), Count(x)++, SAME(Number
        (x)) -= 1, LOG("%d", SAME(Number(x))), LOG("%d", CALL(Count, x));
#pragma pointerchain region end
    printf("%d\n", count);
}

int main(void)
{
    double one[] = {1, 2, 3};
    Other y = {5};
    Vector x = {one, 3, 4, &y};
    run(&x);
    printf("%d %d %d\n", x.size, x.k, y.length);
    return 0;
}
