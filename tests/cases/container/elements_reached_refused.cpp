// What leads to a container's elements may not change the container; a device cannot ask the host's object.
#include <iterator>
#include <vector>

struct buffer {
    double *_data;
    int calls;
    buffer();
    ~buffer();
    double &operator[](int i) { return _data[i]; }
    double *data() { _data = _data + calls++; return _data; }
    double *begin() { return data(); }
    double *end() { return _data + 1; }
};
struct fields { std::vector<double> m, w; std::vector<std::vector<double>> rows; buffer u; };
struct sim { fields *f; int n; };

std::vector<double> &grown(std::vector<double> &v);

void run(sim *s, bool which)
{
#pragma pointerchain declare(s->f->m, s->f->u{data: _data}) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    for (auto &value : s->f->m)
        s->f->m.push_back(value); // expected-error{{'push_back' is called on it here}}
    s->f->m.insert(s->f->m.begin(), s->f->m[0]); // expected-error{{'insert' is called on it here}}
    for (auto &value : grown(s->f->m)) // expected-error{{'s->f->m'}}
        value = 0;
    std::fill(std::begin(s->f->m), s->f->m.end(), 0.0); // expected-error{{'s->f->m'}}
    s->f->u[0] = s->f->u.data()[0]; // expected-error{{'data' is called on it here}}
    for (auto &value : s->f->u) // expected-error{{'s->f->u'}}
        value = 1;
    for (auto &value : which ? s->f->m : s->f->w) // expected-error{{'s->f->m'}}
        value = 1;
    s->f->m[0] += (which ? s->f->m : s->f->w).front(); // expected-error{{'front' is called on it here}}
#pragma pointerchain region end
}

void on_a_device(sim *s)
{
#pragma pointerchain declare(s->f->m) // expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
#pragma omp target map(tofrom: s->f->m[0:2])
    {
        s->f->m[0] = s->f->m.front(); // expected-error{{'s->f->m' is hoisted as a pointer, and a device cannot call 'front' on the host's object: write '&s->f->m[0]' for 'data()', 's->f->m[0]' for 'front()'}}
        for (auto &value : s->f->m) // expected-error{{'s->f->m' is hoisted as a pointer, and a device cannot run over the host's object: write the loop with an index}}
            value = 1;
    }
#pragma pointerchain region end
}

void elements_of_elements(sim *s)
{
#pragma pointerchain declare(s->f->rows[0]) // expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    s->f->rows[0][0] = 1;
    s->f->rows.front().clear(); // expected-error[prefix-assigned]{{'s->f->rows', a prefix of chain 's->f->rows[0]', is changed in the region}}
    for (auto &row : s->f->rows) // expected-error[address-taken]{{the address of 's->f->rows' is taken in the region}}
        row.clear();
#pragma pointerchain region end
}
