// Accessor macros in C++: 'this', references, member functions, templates, containers.
#include <cstdio>
#include <vector>

#define DATA(v) ((v).data)
#define COUNT(v) (v).count
#define OWN(name) (this->name)
#define STORE(h) ((h)->store)

template <class T> struct Vec { T *data; int count; };
struct Holder { std::vector<double> store; Vec<double> *in; };

struct Box {
    Vec<int> *vec;
    int run()
    {
        int out = 0;
{ int pc_count = vec->count; int *pc_data = this->vec->data;
        for (int i = 0; i < pc_count; i++) out += pc_data[i], pc_data[i]++;
}
        return out;
    }
};

int main()
{
    double d[] = {1, 2, 3};
    int n[] = {4, 5};
    Vec<double> v = {d, 3};
    Vec<int> w = {n, 2};
    Box box = {&w};
    Holder holder = {{1, 2}, &v}, *h = &holder;
{ auto *pc_store = h->store.data(); double *pc_in_data = h->in->data;
    for (int i = 0; i < 2; i++) pc_store[i] += pc_in_data[i];
}
    std::printf("%g %d %d %g\n", DATA(v)[0], COUNT(v), box.run(), holder.store[1]);
}
