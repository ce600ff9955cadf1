/* What device_copy_unfollowed.c includes. */
#ifndef DEVICE_COPY_UNFOLLOWED_H
#define DEVICE_COPY_UNFOLLOWED_H
#define DO(x) _Pragma(#x)
#define UP(p) DO(omp target enter data map(to: p[0:1]))
#define AROUND(p) DO(omp target data map(to: p[0:1]))
#define KERNEL DO(omp target)
#define NUMBERS(p, n) DO(omp target enter data map(to: p[0:n]))
struct upped { int n; };
struct poked { int n, m; };
struct pulled { int n; };
struct balanced { int n; };
struct unused { int n; };
static inline void up(struct upped *p)
{
#pragma omp target enter data map(to: p[0:1])
}
static inline void poke_on_device(struct poked *p)
{
#pragma omp target
    p->m = 7;
}
static inline void pull(struct pulled *p)
{
#pragma omp target update from(p[0:1])
}
static inline void balance(struct balanced *p)
{
#pragma omp target enter data map(to: p[0:1])
#pragma omp target exit data map(from: p[0:1])
}
static inline void never(struct unused *p)
{
#pragma omp target enter data map(to: p[0:1])
}
#endif
