// A universal character name spells a member in another way than the chain does.
struct inner { int é; };
struct outer { struct inner *inner; };

int main(void)
{
    struct inner inner = {1};
    struct outer store = {&inner}, *outer = &store;
#pragma pointerchain region begin declare(outer->inner->é)
    outer->inner->é += 1;
    outer->inner->\u00e9 += 1; // expected-error[unreadable-token]{{a universal character name in a region is not supported}}
#pragma pointerchain region end
    return inner.é;
}
