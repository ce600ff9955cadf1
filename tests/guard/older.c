/* Programs of one function each, chosen by its name. Where one reads an older copy, 'reads' stands at the line that
   does, 'stores' at that which stores the newer value, and 'copies' at a construct that puts the older value over it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 16 };

static double *numbers(void) {
  double *a = (double *)malloc(N * sizeof *a);
  for (int i = 0; i < N; i++) a[i] = i;
  return a;
}

static double sum(const double *a) {
  double all = 0;
  for (int i = 0; i < N; i++) all += a[i];
  return all;
}

/* --- right ----------------------------------------------------------------------------------------------- */

static double both_ways(void) {
  double *a = numbers();
#pragma omp target teams distribute parallel for map(tofrom : a[0:N])
  for (int i = 0; i < N; i++) a[i] *= 2;
  return sum(a);
}

static double updated(void) {
  double *a = numbers();
#pragma omp target enter data map(to : a[0:N])
  for (int step = 0; step < 3; step++) {
#pragma omp target
    for (int i = 0; i < N; i++) a[i] += 1;
#pragma omp target update from(a[0:N])
    for (int i = 0; i < N; i++) a[i] += 1;
#pragma omp target update to(a[0:N])
  }
#pragma omp target exit data map(from : a[0:N])
  return sum(a);
}

static double scratch(void) {
  double *a = numbers(), *b = (double *)malloc(N * sizeof *b);
#pragma omp target map(tofrom : a[0:N]) map(alloc : b[0:N])
  {
    for (int i = 0; i < N; i++) b[i] = a[i];
    for (int i = 0; i < N; i++) a[i] += b[N - 1 - i];
  }
  for (int i = 0; i < N; i++) b[i] = 1;
  return sum(a) + sum(b);
}

static double filled(void) {
  double *b = (double *)malloc(N * sizeof *b);
#pragma omp target map(from : b[0:N])
  for (int i = 0; i < N; i++) b[i] = i;
  return sum(b);
}

static double again(void) { /* the memory of one loop's allocation is the next one's */
  double all = 0;
  for (int step = 0; step < 4; step++) {
    double *a = numbers();
#pragma omp target enter data map(to : a[0:N])
#pragma omp target
    for (int i = 0; i < N; i++) a[i] += step;
#pragma omp target exit data map(delete : a[0:N])
    free(a);
    a = (double *)malloc(N * sizeof *a);
    memset(a, 0, N * sizeof *a);
    all += sum(a);
    free(a);
  }
  return all;
}

struct inner {
  double *x;
  int n;
};

static double attached(void) {
  struct inner s = {numbers(), N}, *p = &s;
  double all = 0;
#pragma omp target enter data map(to : p[0:1])
#pragma omp target enter data map(to : p->x[0:N])
#pragma omp target
  for (int i = 0; i < p->n; i++) p->x[i] += 1;
#pragma omp target update from(p->x[0:N])
#pragma omp target map(tofrom : all)
  for (int i = 0; i < p->n; i++) all += p->x[i];
#pragma omp target exit data map(release : p->x[0:N])
#pragma omp target exit data map(from : p[0:1])
  return sum(s.x) + s.n + all;
}

static double reduced(void) {
  double *a = numbers(), all = 0;
#pragma omp target teams distribute parallel for map(to : a[0:N]) map(tofrom : all) reduction(+ : all)
  for (int i = 0; i < N; i++) all += a[i];
  return all;
}

static double by_call(void) {
  double *a = numbers(), all = 0;
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  double *d = (double *)omp_target_alloc(N * sizeof *d, device);
  omp_target_memcpy(d, a, N * sizeof *d, 0, 0, device, host);
#pragma omp target is_device_ptr(d)
  for (int i = 0; i < N; i++) d[i] += 1;
  omp_target_memcpy(a, d, N * sizeof *d, 0, 0, host, device);
  all = sum(a);
#pragma omp target is_device_ptr(d) map(tofrom : all)
  for (int i = 0; i < N; i++) all += d[i];
  omp_target_free(d, device);
  return all;
}

#pragma omp declare target
double table[N], scale;
#pragma omp end declare target

static double declared(void) {
  double all = 0;
  for (int i = 0; i < N; i++) table[i] = i;
  scale = 2;
#pragma omp target update to(table, scale)
#pragma omp target map(tofrom : all)
  for (int i = 0; i < N; i++) all += table[i] *= scale;
#pragma omp target update from(table)
  return all + sum(table);
}

static double a_part(void) {
  double *a = numbers();
#pragma omp target enter data map(to : a[0:N])
#pragma omp target
  for (int i = 0; i < N / 2; i++) a[i] = 1;
  for (int i = N / 2; i < N; i++) a[i] = 2;
#pragma omp target update from(a[0:N / 2])
#pragma omp target exit data map(release : a[0:N])
  return sum(a);
}

static double later(void) {
  double *a = numbers();
#pragma omp target enter data map(to : a[0:N]) nowait depend(out : a[0])
#pragma omp target nowait depend(inout : a[0])
  for (int i = 0; i < N; i++) a[i] += 1;
#pragma omp target exit data map(from : a[0:N]) nowait depend(inout : a[0])
#pragma omp taskwait
  return sum(a);
}

/* --- wrong ----------------------------------------------------------------------------------------------- */

static double not_back(void) {
  double *a = numbers(), all = 0;
#pragma omp target enter data map(to : a[0:N])
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; i++) a[i] *= 2; /* stores */
  for (int i = 0; i < N; i++)
    all += a[i]; /* reads */
#pragma omp target exit data map(from : a[0:N])
  return all;
}

static double not_there(void) {
  double *a = numbers(), all = 0;
#pragma omp target enter data map(to : a[0:N])
  a[3] = 7; /* stores */
#pragma omp target map(tofrom : all)
  for (int i = 0; i < N; i++)
    all += a[i]; /* reads */
  return all;
}

static double only_allocated(void) {
  double *a = (double *)malloc(N * sizeof *a), all = 0;
  for (int i = 0; i < N; i++)
    a[i] = i; /* stores */
#pragma omp target map(alloc : a[0:N]) map(tofrom : all)
  for (int i = 0; i < N; i++)
    all += a[i]; /* reads */
  return all;
}

static double its_ends(void) {
  double *a = (double *)malloc(N * sizeof *a), all = 0;
  for (int i = 0; i < N; i++)
    a[i] = i; /* stores */
#pragma omp target map(from : a[0:N])
  for (int i = 1; i < N - 1; i++) a[i] = 2;
  for (int i = 0; i < N; i++)
    all += a[i]; /* reads */
  return all;
}

static double put_over(void) {
  double *a = numbers(), all = 0;
#pragma omp target enter data map(to : a[0:N])
#pragma omp target
  for (int i = 0; i < N / 2; i++)
    a[i] = 1; /* stores */
#pragma omp target update to(a[0 : N]) /* copies */
#pragma omp target map(tofrom : all)
  for (int i = 0; i < N; i++)
    all += a[i]; /* reads */
  return all;
}

static double deleted(void) {
  double *a = numbers(), all = 0;
#pragma omp target enter data map(to : a[0:N])
#pragma omp target
  for (int i = 0; i < N; i++)
    a[i] = 1; /* stores */
#pragma omp target exit data map(delete : a[0:N])
  for (int i = 0; i < N; i++)
    all += a[i]; /* reads */
  return all;
}

static double of_a_file(void) {
  double all = 0;
  table[5] = 4; /* stores */
#pragma omp target map(tofrom : all)
  for (int i = 0; i < N; i++)
    all += table[i]; /* reads */
  return all;
}

static double swapped(void) {
  struct inner s = {numbers(), N}, *p = &s;
  double *other = numbers(), all = 0;
#pragma omp target enter data map(to : p[0:1])
#pragma omp target enter data map(to : p->x[0:N])
  p->x = other; /* stores */
#pragma omp target map(tofrom : all) /* reads */
  for (int i = 0; i < N; i++) all += p->x[i];
  return all;
}

static int descending(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return left < right ? 1 : left > right ? -1 : 0;
}

static double sorted(void) { /* by code without instrumentation */
  double *a = numbers(), all = 0;
#pragma omp target enter data map(to : a[0:N])
  qsort(a, N, sizeof *a, descending);
#pragma omp target map(tofrom : all)
  for (int i = 0; i < N / 2; i++)
    all += a[i]; /* reads */
  return all;
}

static double atomically(void) { /* an addition that the compiler does not instrument */
  double *a = numbers(), all = 0;
#pragma omp target enter data map(to : a[0:N])
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    a[0] += i;
  }
  for (int i = 0; i < N; i++)
    all += a[i]; /* reads */
  return all;
}

static double by_copy(void) {
  double *a = numbers(), *b = numbers(), all = 0;
#pragma omp target enter data map(to : a[0:N])
#pragma omp target
  for (int i = 0; i < N; i++)
    a[i] = 1; /* stores */
  memcpy(b, a, N * sizeof *b);
  for (int i = 0; i < N; i++)
    all += b[i]; /* reads */
  return all;
}

static double written(void) {
  double *a = numbers();
  FILE *file = fopen("/dev/null", "w");
#pragma omp target enter data map(to : a[0:N])
#pragma omp target
  for (int i = 0; i < N; i++)
    a[i] = 1; /* stores */
  fwrite(a, sizeof *a, N, file); /* reads */
  fclose(file);
  return 0;
}

#define PROGRAM(name) {#name, name}
static const struct {
  const char *name;
  double (*run)(void);
} programs[] = {
    PROGRAM(both_ways), PROGRAM(updated),    PROGRAM(scratch),   PROGRAM(filled),   PROGRAM(again),
    PROGRAM(attached),  PROGRAM(reduced),    PROGRAM(by_call),   PROGRAM(declared), PROGRAM(a_part),
    PROGRAM(later),     PROGRAM(not_back),   PROGRAM(not_there), PROGRAM(its_ends), PROGRAM(only_allocated),
    PROGRAM(put_over),  PROGRAM(deleted),    PROGRAM(of_a_file), PROGRAM(swapped),  PROGRAM(sorted),
    PROGRAM(by_copy),   PROGRAM(atomically), PROGRAM(written),
};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (argc > 1 && strcmp(programs[i].name, argv[1]) == 0) printf("%g\n", programs[i].run());
  return 0;
}
