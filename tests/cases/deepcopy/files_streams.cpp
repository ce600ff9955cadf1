// Structures that are written to streams of C++ and read from them.
// compilers: gcc
#include <fstream>
#include <iostream>
#include <sstream>

struct Node { double value; Node *next; int n; int *data; };
#pragma pointerchain shape(Node: next[1], data[n])

static void show(const Node *head)
{
    for (const Node *p = head; p; p = p->next) {
        std::cout << p->value;
        for (int k = 0; k < p->n; k++) std::cout << ' ' << p->data[k];
        std::cout << '\n';
    }
}

static void put(Node *head, std::ostream &to)
{
    if (!head) to << "nothing";
#pragma pointerchain deepcopy write(head) to(to)
}

int main()
{
    int numbers[3] = {4, 5, 6};
    Node second{2.5, nullptr, 3, numbers}, first{1.5, &second, 0, nullptr};
    Node *head = &first, *const kept = head;
    std::stringstream text;
    put(head, text);
    put(kept, text);
#pragma pointerchain deepcopy read(head) from(text)
    show(head);
#pragma pointerchain deepcopy read(head) from(text)
    show(head);
    show(kept);
    std::cout << (text ? "" : "failed\n");
    return 0;
}
