// What is wrong in braces is told at its place in them, and what stands before them once.
struct block { double *r; int n; };
struct cells { struct block *block; double *T, *rhs; };
struct cells *get(void);

void f(struct cells *cells)
{
#pragma pointerchain region begin declare(cells->{T, tt, block->{n, m}})
    // expected-error[unresolved-chain]@-1:54{{chain 'cells->tt' cannot be resolved: no member named 'tt'}}
    // expected-error[unresolved-chain]@-2:69{{chain 'cells->block->m' cannot be resolved: no member named 'm'}}
    cells->T[0] = 0;
#pragma pointerchain region end
#pragma pointerchain region begin declare(cells->{rhs, T{:restrct}, block->n{:restrict}})
    // expected-error[unknown-word]@-1:59{{expected the qualifier 'restrict' or 'restrictconst', got 'restrct'}}
    // expected-error[qualifier-mismatch]@-2:79{{'restrict' on chain 'cells->block->n', whose type 'int' is no pointer}}
    cells->rhs[0] = cells->block->n;
#pragma pointerchain region end
#pragma pointerchain declare(cells->{}) // expected-error[empty-entry]:38{{a member between '{' and '}' is empty}}
#pragma pointerchain declare(cells->{T, , rhs}) // expected-error[empty-entry]:46{{a member between '{' and '}' is empty}}
#pragma pointerchain declare(cells->{{T}}) // expected-error[bad-chain]:38{{expected a member's name after '->'}}
#pragma pointerchain declare(cells->{*block}) // expected-error[bad-chain]:38{{expected a member's name after '->'}}
#pragma pointerchain declare(cells->{T, block}->n) // expected-error[bad-chain]:47{{'->' cannot stand behind members in braces: write it behind each of them}}
#pragma pointerchain declare((cells->{T, rhs})[0]) // expected-error[bad-chain]:38{{members in braces stand in no brackets}}
#pragma pointerchain declare({T, rhs}) // expected-error[bad-chain]:30{{expected a chain before '{'}}
#pragma pointerchain declare(cells->{T, rhs}{:restrict}{int}) // expected-error[bad-type]:56{{unexpected '{' after the type}}
#pragma pointerchain declare(cells->{T, rhs) // expected-error[unclosed-bracket]{{'(' of 'declare' is not closed}}
#pragma pointerchain declare(get()->{T, rhs}) // expected-error[call-in-chain]:33{{chain 'get()->T' holds a call}}
}
