// What the host changes in other functions is on the device again, or was never there, or is no such struct.
#include <stdio.h>
#include <stdlib.h>

struct first { int n; };
struct pushed { int n; };
struct sends { int n; };
struct copied { int n; };
struct gone { int n; };
struct global { int n; };

static struct global global = {7};

static void first(struct first *first)
{
    first->n = 3;
#pragma omp target enter data map(to: first[0:1])
}

static void set(struct pushed *pushed, int n) { pushed->n = n; }

static void push(struct pushed *given)
{
    (void)given;
#pragma omp target update to(given[0:1])
}

static void pushes(struct pushed *pushed) { push(pushed); }

static void sends(struct sends *sends, int n)
{
    sends->n = n;
#pragma omp target update to(sends->n)
}

static void upload(struct pushed *pushed, struct sends *sends, struct copied *copied, struct gone *gone)
{
    (void)pushed, (void)sends, (void)copied, (void)gone;
#pragma omp target enter data map(to: pushed[0:1], sends[0:1], copied[0:1], gone[0:1], global)
}

static void leave(struct gone *gone)
{
    (void)gone;
#pragma omp target exit data map(release: gone[0:1])
}

static void show(struct copied *copied)
{
    struct copied twice = *copied;
    twice.n *= 2;
    printf("%d\n", twice.n);
    struct copied *apart = malloc(sizeof *apart);
    if (!apart) abort();
    *apart = *copied;
    apart->n = 5;
    printf("%d\n", apart->n);
    free(apart);
}

static void renew(struct sends *sends) { sends->n = 6; }

static void renews(struct sends *sends)
{
    renew(sends);
#pragma omp target update to(sends->n)
}

static void globally(int n)
{
    global.n = n;
#pragma omp target update to(global.n)
}

static int step(struct first *first, struct pushed *pushed, struct sends *sends, struct copied *copied, struct gone *gone)
{
    int r = 0;
#pragma omp target map(tofrom: r) pointerchain(first->n)
    r += first->n;
#pragma omp target map(tofrom: r) pointerchain(pushed->n)
    r = 10 * r + pushed->n;
#pragma omp target map(tofrom: r) pointerchain(sends->n)
    r = 10 * r + sends->n;
#pragma omp target map(tofrom: r) pointerchain(copied->n)
    r = 10 * r + copied->n;
#pragma omp target map(tofrom: r) pointerchain(gone->n)
    r = 10 * r + gone->n;
#pragma omp target map(tofrom: r) pointerchain(global.n)
    r = 10 * r + global.n;
    return r;
}

int main(void)
{
    struct first one = {1};
    struct pushed two = {2};
    struct sends three = {3};
    struct copied four = {4};
    struct gone five = {5};
    first(&one);
    set(&two, 1);
    for (int i = 0; i < 2; i++) {
        upload(&two, &three, &four, &five);
        printf("%d\n", step(&one, &two, &three, &four, &five));
        if (i) {
            set(&two, 8);
            pushes(&two);
        }
        sends(&three, 9);
        show(&four);
        renews(&three);
        globally(i);
        printf("%d\n", step(&one, &two, &three, &four, &five));
        leave(&five);
        five.n++;
    }
    return 0;
}
