// Files: what is no file, what cannot be read into, and what only the program itself understands.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>
#include <vector>

struct Node { double value; Node *next; };
#pragma pointerchain shape(Node: next[1])
struct Holder { std::vector<double> v; };
struct Deleter { void operator()(int *) const {} };
struct Strange { std::unique_ptr<int, Deleter> p; };
struct Spared { std::vector<double> some[2]; };
#pragma pointerchain policy(Spared: skip(some))
struct Pooled { static void *operator new(std::size_t); static void operator delete(void *); int n; };
struct Pool { std::unique_ptr<Pooled> one; };
struct Tree { Node *const root; Node *other; };
#pragma pointerchain shape(Tree: root[1], other[1])
struct Shape { virtual double area() const { return 0; } double a = 0; };
#pragma pointerchain policy(Shape: skip(virtual))
struct Refers { Node &node; double value; };
#pragma pointerchain policy(Refers: skip(node))
struct Base { virtual ~Base() {} int kind; };
struct Derived : Base { double *x; int n; };
#pragma pointerchain shape(Derived: x[n])
#pragma pointerchain policy(Base: skip(virtual), dynamic(Derived))
struct Event { union { Node *node; void *other; long number; }; int kind; };
#pragma pointerchain shape(Event: node[1])
#pragma pointerchain policy(Event: when(kind == 1, node), skip(other))
struct Worker { std::thread thread; double *x; int n; }; // expected-error[unsupported-member]:29{{a 'std::thread' means something to its own process alone: 'policy(Worker: skip(thread))' leaves it out}}
#pragma pointerchain shape(Worker: x[n])
class Busy { std::thread thread; public: double *x; int n; };
#pragma pointerchain shape(Busy: x[n])
#pragma pointerchain policy(Busy: skip(thread))
class Matrix {
    double *first = nullptr; std::size_t n = 0;
public:
    int rows = 0, columns = 0;
    const double *data() const { return first; }
    std::size_t size() const { return n; }
    void resize(std::size_t);
};
#pragma pointerchain shape(Matrix: data()[size()])
class Counted {
    double *first = nullptr; unsigned long long number = 0; int room = 0;
public:
    const double *data() const { return first; }
    int size() const { return (int)number; }
    void resize(int);
};
#pragma pointerchain policy(Counted: skip(room))
#pragma pointerchain shape(Counted: data()[size()])
struct Grid { Matrix matrix; Counted counted; };
#pragma pointerchain policy(Grid: skip(matrix))
struct Grids { Matrix matrix; };
struct Padded : Counted { int rows; };

struct Logs { std::FILE *log; int n; }; // expected-error[missing-shape]:26{{member 'log' of 'Logs' has no length: what a '_IO_FILE *' leads to means something to its own process alone: leave it out with 'policy(Logs: skip(log))'}}

static void containers(Grid *grid, Grids *grids, Padded *padded, Logs *logs, std::FILE *file)
{
#pragma pointerchain deepcopy write(logs) to(file) // expected-note:37{{'logs' leads there}}
#pragma pointerchain deepcopy write(padded) to(file) // expected-error[unsupported-root]:37{{'rows' of 'Padded' lies in the padding of a 'Counted', which is made anew where it is read}}
#pragma pointerchain deepcopy write(grid) to(file)
#pragma pointerchain deepcopy write(grids) to(file) // expected-error[unsupported-root]:37{{'matrix' of 'Grids' is of the container class 'Matrix', whose 'rows' and 'columns' nothing restores: one that is read is made empty and given its elements by 'resize'. 'policy(Matrix: skip(rows, columns))' says that they are right then}}
}

static void files(Node *head, const Node *const fixed, Tree &tree, Holder *h, Strange *strange, Spared *spared, Pool *pool, Shape *shape, Refers *refers, Base *base,
                  Event *event, double *numbers, Worker *worker, Busy *busy, std::FILE *file, int fd, int n)
{
#pragma pointerchain deepcopy read(fixed) from(file) // expected-error[unresolved-chain]:36{{cannot assign to variable 'fixed' with const-qualified type}}
#pragma pointerchain deepcopy read(tree.root) from(file) // expected-error[unresolved-chain]:36{{cannot assign to non-static data member 'root'}}
#pragma pointerchain deepcopy read(tree) from(file) // expected-error[unsupported-root]:36{{'read' makes new objects: name a pointer that is to lead to them}}
#pragma pointerchain deepcopy read(head + 1) from(file) // expected-error[unresolved-chain]:36{{expression is not assignable}}
#pragma pointerchain deepcopy read(numbers) from(file) // expected-error[unsupported-root]:36{{say how many elements, as in 'numbers[0:n]'}}
#pragma pointerchain deepcopy read(numbers[1:n]) from(file) // expected-error[unsupported-root]:36{{the pointer leads to the first of them}}
#pragma pointerchain deepcopy read(head) from(tree) // expected-error[unresolved-chain]:47{{it is of type 'Tree', and a file is a 'FILE *', a descriptor (an integer), an 'MPI_File' or a stream of std}}
#pragma pointerchain deepcopy write(head) to(1.5) // expected-error[unresolved-chain]:46{{it is of type 'double'}}
#pragma pointerchain deepcopy write(head) to(nowhere) // expected-error[unresolved-chain]:46{{use of undeclared identifier 'nowhere'}}
#pragma pointerchain deepcopy read(h) from(file) // expected-error[unsupported-root]:36{{'v' of 'Holder' is a container, which owns memory of its own: add 'separate'}}
#pragma pointerchain deepcopy write(strange) to(file) // expected-error[unsupported-root]:37{{'p' of 'Strange' deletes what it owns in a way of its own}}
#pragma pointerchain deepcopy write(spared) to(file) // expected-error[unsupported-root]:37{{'some[]' of 'Spared' leaves out an array of objects that are more than their bytes}}
#pragma pointerchain deepcopy write(pool) to(file) // expected-error[unsupported-root]:37{{'Pooled' has an 'operator new' of its own, which an image cannot call}}
#pragma pointerchain deepcopy write(shape) to(fd) // expected-error[unsupported-root]:37{{an object of 'Shape', with virtual functions, holds an address or a handle}}
#pragma pointerchain deepcopy write(refers) to(fd) // expected-error[unsupported-root]:37{{'node' of 'Refers' holds an address or a handle}}
#pragma pointerchain deepcopy write(base) to(fd) // expected-error[unsupported-root]:37{{an object of 'Base', with virtual functions, holds an address or a handle}}
#pragma pointerchain deepcopy write(event) to(fd) // expected-error[unsupported-root]:37{{'other' of 'Event' holds an address or a handle}}
#pragma pointerchain deepcopy write(worker) to(fd) // expected-note:37{{'worker' leads there}}
#pragma pointerchain deepcopy write(busy) to(fd) // expected-error[unsupported-root]:37{{'thread' of 'Busy' holds an address or a handle}}
}

struct Own : std::ostream {};
static void streams(Node *head, std::ifstream &in, std::ofstream &out, std::wostream &wide, Own &own)
{
#pragma pointerchain deepcopy write(head) to(in) // expected-error[unresolved-chain]:46{{it is of type 'std::ifstream'}}
#pragma pointerchain deepcopy read(head) from(out) // expected-error[unresolved-chain]:47{{it is of type 'std::ofstream'}}
#pragma pointerchain deepcopy write(head) to(wide) // expected-error[unresolved-chain]:46{{it is of type 'std::wostream'}}
#pragma pointerchain deepcopy write(head) to(own) // expected-error[unresolved-chain]:46{{it is of type 'Own'}}
}

static void words(Node *head, std::FILE *file, int fd)
{
#pragma pointerchain deepcopy read(head) // expected-error[incomplete-directive]:31{{'read' needs a file: 'from(...)' behind the list}}
#pragma pointerchain deepcopy write(head) // expected-error[incomplete-directive]:31{{'write' needs a file: 'to(...)' behind the list}}
#pragma pointerchain deepcopy write(to: head) to(file) // expected-error[bad-entry]:37{{the sections of 'write' have none}}
#pragma pointerchain deepcopy write(head) from(file) // expected-error[unknown-word]:43{{expected 'to' or 'if' after 'write(...)'}}
#pragma pointerchain deepcopy write(head) to(file) separate // expected-error[unknown-word]:52{{expected 'to' or 'if' after 'write(...)'}}
#pragma pointerchain deepcopy write(head) to(file, fd) // expected-error[bad-entry]:52{{'to' takes one expression}}
#pragma pointerchain deepcopy wirte(head) to(fd) // expected-error[unknown-word]:31{{did you mean 'write'?}}
#pragma pointerchain deepcopy write(head) to() // expected-error[empty-entry]:45{{the list of 'to' is empty}}
}

int main() { (void)files; (void)words; (void)streams; }
