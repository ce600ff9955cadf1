// Functions of the user that cannot be called with a member; a class that is more than its bytes.
#include <string>
struct node;
namespace keys {
void out(int **copy, const node *object);
void in(node *object, int *const *copy);
} // namespace keys
struct node {
    node *next;
    int *key, *other, *missing;
// expected-error[unsupported-member]@-1:16{{member 'other' of 'node' cannot be deep-copied: 'other' cannot be called as 'other(int * *copy, const node *object)'}}
// expected-error[unsupported-member]@-2:24{{member 'missing' of 'node' cannot be deep-copied: 'keys::nowhere' cannot be called as 'keys::nowhere(node *object, int * const *copy)'}}
    std::string name;
// expected-error[unsupported-member]@-1:17{{member 'name' of 'node' cannot be deep-copied: 'name' cannot be called as 'name(std::basic_string<char> *copy, const node *object)', or 'std::basic_string<char>' is no type whose bytes can be copied}}
    double fine;
};
static void other(long *copy, const node *object) { *copy = object->fine; }
static void name(std::string *copy, const node *) { copy->clear(); }
static void fine(double *copy, const node *) { *copy = 0; }

#pragma pointerchain shape(node: next[1])
#pragma pointerchain policy(node: custom(key, keys::out, ::keys::in), custom(other, other, keys::in))
#pragma pointerchain policy(node: custom(missing, keys::out, keys::nowhere), custom(name, name), custom(fine, fine))

void copy(node *head) {
#pragma pointerchain deepcopy enter(head)
}
int main() {}
