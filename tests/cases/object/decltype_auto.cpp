// 'decltype(auto)' copies the member, and would take the local for the reference that it is.
#include <string>

struct item { int n = 1; std::string name; void touch() { n++; } };
struct atoms { item one; };

decltype(auto) copied(atoms *a)
{
#pragma pointerchain region begin declare(a->one) // expected-note{{declared here}}
    return a->one; // expected-error[object-needed]{{'decltype(auto)'}}
#pragma pointerchain region end
}

int main()
{
    atoms all, *a = &all;
#pragma pointerchain region begin declare(a->one) // expected-note{{declared here}} expected-note{{declared here}}
    decltype(auto) mine = a->one; // expected-error[object-needed]{{'decltype(auto)'}}
    auto made = [&]() -> decltype(auto) { return a->one; }; // expected-error[object-needed]{{'decltype(auto)'}}
    mine.touch();
    made().touch();
#pragma pointerchain region end
    return copied(a).n - 1;
}
