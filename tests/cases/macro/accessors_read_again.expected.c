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
{ int pc_size = x->size; int pc_k = x->k; double *pc_data = x->data; int pc_next_length = x->next->length;
    LOG("begins"), LOG("%d %d", pc_size, 2 * pc_k + pc_size), LOG("%g %g", pc_data[1], *pc_data);
    TELL("%d %s", pc_size, "Size(x)"), AGAIN("%d %d", pc_k, pc_size), TWICE("%d", pc_size + 1);
    LOG("%d %d", pc_next_length, pc_next_length), LOG("%d", MAX(pc_k, SAME(pc_size))), SAME(LOG("%d", pc_size));
    LOG("%g", pc_data[pc_size - 1]), LOG("%d", (pc_k++, pc_k)), LOG("%d", (pc_size += 2));
    SAY("%d %d", pc_size, -pc_k);
    LOG("%d %d", (int)sizeof(Size(x)), pc_size);
    LOG("%d %d", pc_size, SAME(pc_size)), pc_size++, SAME(pc_size
) -= 1, LOG("%d", SAME(pc_size)), LOG("%d", pc_size);
x->size = pc_size; x->k = pc_k; }
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
