// A container whose member function gives no pointer to its elements: said at the member, not of the generated text.
#include <memory>
template <class T> struct offset_pointer {
    T *at = nullptr;
    offset_pointer(std::nullptr_t = nullptr) {}
    T &operator*() const { return *at; }
    explicit operator bool() const { return at; }
    bool operator!=(std::nullptr_t) const { return at; }
};
struct returns { typedef offset_pointer<double> pointer; void operator()(pointer) const {} };
struct fancy { std::unique_ptr<double, returns> one, other[2]; int n; }; // expected-error[unsupported-member]:49{{member 'one' of 'fancy' cannot be deep-copied: 'get()' gives no 'double *': 'policy(fancy: skip(one))' leaves it out}}
struct fine { std::unique_ptr<double, returns> one; std::unique_ptr<double> plain; };
#pragma pointerchain policy(fine: skip(one))

void send(fancy *f, fine *g)
{
#pragma pointerchain deepcopy enter(f)
#pragma pointerchain deepcopy enter(g)
}
