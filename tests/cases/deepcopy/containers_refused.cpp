// Containers whose elements cannot be found or copied, classes that do not derive, and shapes that do not fit.
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

struct gone;
template <class T> struct two { T *a; int *b; T *data() const; int size() const; };
template <class T> struct many { T *a; T *data() const; int size() const; };
struct own { double *x; double *data() const; };
struct holder { // expected-note:8{{'holder' is defined here}}
    // expected-note@-1:8{{'holder' is defined here}}
    std::vector<bool> bits; // expected-error[unsupported-member]:23{{a 'std::vector<bool>' packs its elements in a way of its own: 'policy(holder: skip(bits))' leaves it out}}
    std::vector<double *> pointers; // expected-error[missing-shape]:27{{its elements are pointers, 'double *': say with 'shape(holder: pointers[1])' how many elements each of them leads to, or leave the member out with 'policy(holder: skip(pointers))'}}
    std::vector<double *> many_lengths; // expected-error[unsupported-member]:27{{its elements take one length, not 2: its own it knows}}
    std::vector<double *> by_member; // expected-error[unsupported-member]:27{{what the elements of a container lead to has a length that reads no member, such as 1}}
    std::vector<void *> nothing; // expected-error[unsupported-member]:25{{its elements lead to 'void': 'policy(holder: skip(nothing))' leaves it out}}
    std::vector<int> numbers;
    int n;
    std::unique_ptr<int[]> array, wide, kept; // expected-error[missing-shape]:28{{member 'array' of 'holder' has no length: say it with 'shape(holder: array[n])', or leave the member out with 'policy(holder: skip(array))'}}
    // expected-error@-1:35{{member 'wide' of 'holder' has no length: it takes one length, not 2}}
    std::vector<std::unique_ptr<int[]>> jagged; // expected-error[unsupported-member]:41{{of its elements 'std::unique_ptr<int[]>' nobody knows how many elements they lead to: 'policy(holder: skip(jagged))' leaves it out}}
    std::shared_ptr<int[]> shared; // expected-error[unsupported-member]:28{{a 'std::shared_ptr<int[]>' is not followed: a 'std::unique_ptr' to an array is: 'policy(holder: skip(shared))' leaves it out}}
    std::optional<double *> perhaps; // expected-error[unsupported-member]:29{{it may hold a 'double *': 'policy(holder: skip(perhaps))' leaves it out}}
    std::optional<std::list<int>> lists; // expected-error[unsupported-member]:35{{'std::list' is not supported in kernels: its elements lie in nodes of the library's own: 'policy(holder: skip(lists))' leaves it out}}
    std::optional<std::unique_ptr<int[]>> nested; // expected-error[missing-shape]:43{{member 'nested' of 'holder' has no length}}
    std::map<int, int> map; // expected-error[unsupported-member]:24{{'std::map' is not supported in kernels: its elements lie in nodes of the library's own}}
    std::list<int> list; // expected-error[unsupported-member]:20{{'std::list' is not supported in kernels}}
    std::tuple<int, double *> tuple; // expected-error[unsupported-member]:31{{in 'std::tuple<int, double *>' the bases}}
    std::function<void()> function; // expected-error[unsupported-member]:27{{in 'std::function<void ()>' the bases}}
    std::tuple<int, double> fine;
    std::optional<int> number;
    two<double> both; // expected-error[unsupported-member]:17{{its member 'b' leads to something else than its elements}}
    many<int> watched; // expected-error[unsupported-member]:15{{a container is no observer: its elements are copied with it}}
};
struct inner { std::vector<int> watched; }; // expected-error[unsupported-member]:33{{member 'in.watched' of 'outer' cannot be deep-copied: a container is no observer}}
struct outer { int n; inner in; };
#pragma pointerchain policy(inner: observer(watched))
struct unknown { std::vector<std::unique_ptr<gone>> them; }; // expected-error[unsupported-member]:53{{of its elements 'std::unique_ptr<gone>' its elements are of type 'gone', which is incomplete}}
#pragma pointerchain shape(two: data()[size()])
#pragma pointerchain shape(many: data()[size()])
#pragma pointerchain shape(many: data()[size()]) // expected-error[bad-shape]:34{{of all instances of the template 'many' it can only say how the elements are found, once, as in 'data()[size()]'}}
#pragma pointerchain shape(own: data()[size()]) // expected-error[bad-shape]:33{{'data()[size()]' of 'own': no member named 'size' in 'own'}}
#pragma pointerchain shape(own: data()[n]) // expected-error[bad-entry]:41{{expected the member functions of a container, as in 'data()[size()]', not ']'}}
#pragma pointerchain shape(own: data(1)[size()]) // expected-error[bad-entry]:38{{expected the member functions of a container, as in 'data()[size()]', not '1'}}
#pragma pointerchain policy(holder: observer(watched))
#pragma pointerchain shape(holder: many_lengths[1][2], by_member[n], nothing[1], wide[1][2], kept[n], numbers[n], shared[n]) // expected-error[bad-shape]:103{{member 'numbers' of 'holder' is a container whose elements are no pointers: it knows its own length}}
// expected-error[bad-shape]@-1:115{{member 'shared' of 'holder' takes no shape: a 'std::shared_ptr<int[]>' is not followed}}

struct base { int kind; };
// expected-note@-1{{'base' is defined here}}
// expected-note@-2{{'base' is defined here}}
// expected-note@-3{{'base' is defined here}}
// expected-note@-4{{'base' is defined here}}

struct first : base { int *p; };
struct second { int n; base b; };
#pragma pointerchain shape(first: p[1])
#pragma pointerchain policy(base: dynamic(second: kind == 1), dynamic(int: kind == 2)) // expected-error[bad-shape]:43{{type 'second': its objects do not begin with one of 'base'}}
// expected-error[bad-shape]@-1:71{{type 'int': its objects do not begin with one of 'base'}}
#pragma pointerchain policy(base: dynamic(first)) // expected-error[bad-shape]:43{{'base' has no virtual functions: say how it is told, as in 'dynamic(first: kind == 1)'}}
#pragma pointerchain policy(base: dynamic(first:)) // expected-error[bad-entry]:48{{expected after 'first:' a condition that tells when an object is one}}
#pragma pointerchain policy(base: dynamic(first: none == 1)) // expected-error[bad-shape]:50{{condition 'none == 1' of 'base': use of undeclared identifier 'none'}}

void send(holder *h, unknown *u, base *b, outer *o)
{
#pragma pointerchain deepcopy enter(o)
// expected-note@-1{{'o' leads there}}
#pragma pointerchain deepcopy enter(h)
// expected-note@-1{{'h' leads there}}
// expected-note@-2{{'h' leads there}}
// expected-note@-3{{'h' leads there}}
// expected-note@-4{{'h' leads there}}
// expected-note@-5{{'h' leads there}}
// expected-note@-6{{'h' leads there}}
// expected-note@-7{{'h' leads there}}
// expected-note@-8{{'h' leads there}}
// expected-note@-9{{'h' leads there}}
// expected-note@-10{{'h' leads there}}
// expected-note@-11{{'h' leads there}}
// expected-note@-12{{'h' leads there}}
// expected-note@-13{{'h' leads there}}
// expected-note@-14{{'h' leads there}}
// expected-note@-15{{'h' leads there}}
// expected-note@-16{{'h' leads there}}
// expected-note@-17{{'h' leads there}}
// expected-note@-18{{'h' leads there}}
#pragma pointerchain deepcopy enter(u)
// expected-note@-1{{'u' leads there}}
#pragma pointerchain deepcopy enter(b)
}
struct grows { base b; base &operator[](int); };
void chains(std::map<int, base> &m, grows &g, std::vector<base> &v, std::unique_ptr<base> &u)
{
#pragma pointerchain deepcopy enter(m[3]) // expected-error[call-in-chain]:37{{chain 'm[3]' calls 'operator[]', which may change something: name the object by a variable}}
#pragma pointerchain deepcopy enter(g[3]) // expected-error[call-in-chain]:37{{chain 'g[3]' calls 'operator[]'}}
#pragma pointerchain deepcopy enter(v[2], *u)
}
