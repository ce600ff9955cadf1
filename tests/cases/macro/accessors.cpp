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
#pragma pointerchain region begin declare(this->vec->data, vec->count)
        for (int i = 0; i < COUNT(*OWN(vec)); i++) out += DATA(*vec)[i], DATA(*OWN(vec))[i]++;
#pragma pointerchain region end
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
#pragma pointerchain region begin declare(h->store, h->in->data)
    for (int i = 0; i < 2; i++) STORE(h)[i] += DATA(*h->in)[i];
#pragma pointerchain region end
    std::printf("%g %d %d %g\n", DATA(v)[0], COUNT(v), box.run(), holder.store[1]);
}
