// What is tested for null is named as any place names it, also where a macro's body follows the pointer.
#include <cstdio>

namespace n {
struct limits { int n; };
static limits *global;
#define MOST n::global->n
struct data { limits *own; double *a, *b, *c; };
#pragma pointerchain shape(data: own[1], a[global->n], b[MOST], c[(*static_cast<limits *>(own)).n])
}

static int walk(n::data *all)
{
#pragma pointerchain deepcopy enter(all)
#pragma pointerchain deepcopy exit(all)
    return all->a != nullptr;
}

int main()
{
    static n::data one;
    std::printf("%d %d\n", walk(&one), n::global != nullptr);
    return 0;
}
