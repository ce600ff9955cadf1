// Pointers to numbers of a struct, and structs that are bytes at times, beside arrays that lie elsewhere.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct sim { int n, k; double dt; int *index; double *x; char name[16]; };

static void read_number(const char *text, int *into) { *into = atoi(text); }
static void clamp(double *p) { if (*p < 0) *p = 0; }
static void drop(void *p) { free(p); }

static void *grab(size_t n)
{
    void *p = calloc(1, n);
    if (!p) abort();
    return p;
}

static void up(struct sim *s)
{
    int *index = s->index;
    double *x = s->x;
    char *name = s->name;
    (void)index, (void)x, (void)name;
#pragma omp target enter data map(to: index[0:s->n], x[0:s->n])
#pragma omp target enter data map(to: name[0:16])
}

static void step(struct sim *s)
{
{ int pc_n = s->n; double *pc_x = s->x; double pc_dt = s->dt; int pc_k = s->k; int *pc_index = s->index; _Pragma("omp target teams distribute parallel for")
    for (int i = 0; i < pc_n; i++) {
        pc_x[i] += pc_dt + pc_k;
        pc_index[i]++;
    } }
}

int main(void)
{
    struct sim *s = grab(sizeof *s);
    double *dt = &s->dt;
    read_number("4", &s->n);
    read_number("7", &s->k);
    *dt = 0.5;
    clamp(&s->dt);
    strcpy(s->name, "a");
    s->index = grab(4 * sizeof(int));
    s->x = grab(4 * sizeof(double));
    up(s);
    for (int t = 0; t < 3; t++) {
        step(s);
        *dt *= 2;
        s->k++;
    }
#pragma omp target update from(s->x[0:4], s->index[0:4])
    printf("%g %d\n", s->x[1], s->index[2]);
    drop(s->index);
    drop(s->x);
    drop(s);
    return 0;
}
