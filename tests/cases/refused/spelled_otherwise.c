// Two spellings of one chain: in a directive's text nothing is evaluated, and casts to two types are two chains.
struct atoms { int n; };
struct list { struct atoms *rows[4]; void *any; };
enum { FIRST = 1 };

int main(void)
{
    struct atoms atoms = {1};
    struct list store = {{&atoms, &atoms, &atoms, &atoms}, &atoms}, *list = &store;
    int sum = 0;
#pragma pointerchain region begin declare(list->rows[1]->n) // expected-note{{declared here}}
#pragma acc serial copyin(list->rows[FIRST]->n) copy(sum) // expected-error[spelled-otherwise]:27{{chain 'list->rows[1]->n' is used in a directive with a subscript that is spelled otherwise: spell it as in its declare}}
    sum += list->rows[1]->n;
#pragma pointerchain region end
    return sum - 1;
}
