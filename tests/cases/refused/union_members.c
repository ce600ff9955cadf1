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
    cell->word->f = 1.0f; // expected-error[union-member]{{'cell->word->f' is another member of the union of chain 'cell->word->i', and one of them changes: keep this use out of the region}}
    cell->word->bytes[2] = 1; // expected-error[union-member]{{'cell->word->bytes[2]' is another member of the union of chain 'cell->word->i', and one of them changes: keep this use out of the region}}
    cell->word->low = 3; // expected-error[union-member]{{'cell->word->low' is another member of the union of chain 'cell->word->i', and one of them changes: keep this use out of the region}}
    sum += cell->word->i;
#pragma pointerchain region end
#pragma pointerchain region begin declare(cell->a, cell->c) // expected-note{{declared here}}
    cell->a = 7;
    cell->c = 8;
    sum += (int)cell->b; // expected-error[union-member]{{'cell->b' is another member of the union of chain 'cell->a', and one of them changes: keep this use out of the region}}
#pragma pointerchain region end
    return sum;
}
