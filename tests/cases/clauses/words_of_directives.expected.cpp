// Members that are named as a directive's words are: no word of a directive is one of them.
// also: openmp
#include <cstdio>

struct grid {
    int *map, n, single, critical, to, schedule, dynamic, guided, max, lock, source;
    void fill(int *count)
    {
        int top = 0;
{ int pc_n = n; int pc_lock = lock; int *pc_map = map; int pc_to = to; int pc_critical = critical; int pc_schedule = schedule; int pc_dynamic = dynamic; int pc_max = max; int pc_source = source; int pc_single = single; int pc_guided = guided; (void)pc_single; (void)pc_guided;
#pragma omp parallel num_threads(pc_single)
        {
#pragma omp single
            {
                for (int i = 0; i < pc_n; i++)
                    ++*count;
            }
#pragma omp critical(lock)
            top = pc_lock;
        }
#pragma omp target teams distribute parallel for map(to: pc_map[0:pc_n]) map(tofrom: count[0:1]) reduction(max: top)
        for (int i = 0; i < pc_n; i++)
            top = pc_map[i] > top ? pc_map[i] : top;
#pragma omp parallel for schedule(dynamic, pc_guided) reduction(+: top)
        for (int i = 0; i < pc_n; i++)
            top += pc_to + pc_critical + pc_schedule + pc_dynamic + pc_max + pc_source;
}
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
