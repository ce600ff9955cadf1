#pragma omp parallel firstprivate(st) num_threads(1)
