// Members of one union share memory: a change of one changes the other.
union word { int i; float f; struct { short low, high; }; unsigned char bytes[4]; };
struct cell { union word *word; union { int a; unsigned b; }; int c; };

int main(void)
{
    union word word = {5};
    struct cell store = {&word, {1}, 2}, *cell = &store;
    int sum = 0;
#pragma pointerchain region begin declare(cell->word->i) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += cell->word->i;
    cell->word->f = 1.0f; // expected-error[unsupported-use]{{chain 'cell->word->i' is used while 'cell->word->f' names another member of its union, and one of them changes}}
    cell->word->bytes[2] = 1; // expected-error[unsupported-use]{{chain 'cell->word->i' is used while 'cell->word->bytes[2]' names another member of its union, and one of them changes}}
    cell->word->low = 3; // expected-error[unsupported-use]{{chain 'cell->word->i' is used while 'cell->word->low' names another member of its union, and one of them changes}}
    sum += cell->word->i;
#pragma pointerchain region end
#pragma pointerchain region begin declare(cell->a, cell->c) // expected-note{{declared here}}
    cell->a = 7;
    cell->c = 8;
    sum += (int)cell->b; // expected-error[unsupported-use]{{chain 'cell->a' is used while 'cell->b' names another member of its union, and one of them changes}}
#pragma pointerchain region end
    return sum;
}
