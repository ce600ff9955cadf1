/* Runs the steps that its arguments name, on one array: see test_stale_steps.py, which knows what each reads. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 12 };
static double value;

__attribute__((noinline)) static double host_reads(const double *a, int i, int n) {
  double all = 0;
  for (int k = i; k < i + n; k++) all += a[k];
  return all;
}

__attribute__((noinline)) static void host_stores(double *a, int i, int n) {
  for (int k = i; k < i + n; k++) a[k] = value += 1;
}

int main(int argc, char **argv) {
  double *a = (double *)malloc(N * sizeof *a), all = 0;
  for (int at = 1; at + 2 < argc; at += 3) {
    const int i = atoi(argv[at + 1]), n = atoi(argv[at + 2]);
    const double next = value += 100;
    switch (*argv[at]) {
      case 'h': host_stores(a, i, n); break;
      case 'H': all += host_reads(a, i, n); break;
      case 'k': /* of memory that is there */
#pragma omp target
        for (int k = i; k < i + n; k++) a[k] = next + k;
        break;
      case 'K':
#pragma omp target map(tofrom : all)
        for (int k = i; k < i + n; k++) all += a[k];
        break;
      case 'b': /* both ways, at the construct */
#pragma omp target map(tofrom : a[i : n])
        for (int k = i; k < i + n; k++) a[k] = a[k] / 2 + next;
        break;
      case 'o': /* out, all but the first one stored */
#pragma omp target map(from : a[i : n])
        for (int k = i + 1; k < i + n; k++) a[k] = next - k;
        break;
      case 'e': {
#pragma omp target enter data map(to : a[i : n])
      } break;
      case 'a': {
#pragma omp target enter data map(alloc : a[i : n])
      } break;
      case 'x': {
#pragma omp target exit data map(from : a[i : n])
      } break;
      case 'r': {
#pragma omp target exit data map(release : a[i : n])
      } break;
      case 't': {
#pragma omp target update to(a[i : n])
      } break;
      case 'f': {
#pragma omp target update from(a[i : n])
      } break;
      default: return 2;
    }
  }
  printf("%g\n", all);
  return 0;
}
