// Members that are named as a directive's words are: no word of a directive is one of them.
// also: openmp
#include <cstdio>

struct grid {
    int *map, n, single, critical, to, schedule, dynamic, guided, max, lock, source;
    void fill(int *count)
    {
        int top = 0;
#pragma pointerchain region begin declare(map, n, single, critical, to, schedule, dynamic, guided, max, lock, source)
#pragma omp parallel num_threads(single)
        {
#pragma omp single
            {
                for (int i = 0; i < n; i++)
                    ++*count;
            }
#pragma omp critical(lock)
            top = lock;
        }
#pragma omp target teams distribute parallel for map(to: map[0:n]) map(tofrom: count[0:1]) reduction(max: top)
        for (int i = 0; i < n; i++)
            top = map[i] > top ? map[i] : top;
#pragma omp parallel for schedule(dynamic, guided) reduction(+: top)
        for (int i = 0; i < n; i++)
            top += to + critical + schedule + dynamic + max + source;
#pragma pointerchain region end
        *count += top;
    }
};

int main()
{
    int map[3] = {1, 7, 3}, count = 0;
    grid g = {map, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8};
    g.fill(&count);
    std::printf("%d\n", count);
    return 0;
}
