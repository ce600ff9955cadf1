// Structs of which a copy is not the same: volatile members, and arrays at the end that may be longer.
struct flags { volatile int ready; int x; };
struct text { int size; char chars[]; };
struct old { int size; char chars[1]; };
struct box { struct flags flags; struct text *text; struct old *old; };

int main(void)
{
    struct box store = {{1, 2}, 0, 0}, *box = &store;
    int sum = 0;
#pragma pointerchain region begin declare(box->flags, box->text[0], box->old[0]) // expected-error[unsupported-type]{{chain 'box->flags' of type 'struct flags' cannot be hoisted: its member 'ready' is volatile or atomic}} expected-error[unsupported-type]{{chain 'box->text[0]' of type 'struct text' cannot be hoisted: its last member is an array without a length, which a copy does not hold}} expected-error[unsupported-type]{{chain 'box->old[0]' of type 'struct old' cannot be hoisted: its last member is an array that may be longer than a copy of it}}
    sum += box->flags.ready + box->text[0].chars[2] + box->old[0].chars[2];
#pragma pointerchain region end
    return sum;
}
