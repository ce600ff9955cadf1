// A loop's counter in the chains of the region around the loop: it is said once, at the first chain.
struct cell { int x, y, n; };
struct sim { struct cell *c; int n; };
struct cell own[2];

int main(void)
{
    struct cell cells[2] = {{1, 2, 3}, {4, 5, 6}};
    struct sim store = {cells, 2}, *s = &store;
#pragma pointerchain region begin declare(s->c[c].x, s->n, s->c[c + 1].y) // expected-error[subscript-not-visible]:43{{'c' in chain 's->c[c].x' is not declared where the region begins: declare 's->c' and leave '[c]' to the loop}} expected-note:60{{chain 's->c[c+1].y' names 'c', too}}
    for (int c = 0; c + 1 < s->n; c++)
        s->c[c].x += s->c[c + 1].y;
#pragma pointerchain region end
#pragma pointerchain declare(s->c[k].x, s->c[k].n) // expected-error[subscript-not-visible]:30{{declare 's->c' and leave '[k]' to the loop}} expected-note:41{{chain 's->c[k].n' names 'k', too}}
#pragma pointerchain region begin // expected-note:22{{the chain is evaluated where this region begins}}
    for (int k = 0; k < 2; k++)
        s->c[k].x += s->c[k].n;
#pragma pointerchain region end
#pragma acc parallel loop pointerchain(s->c[i].x, s->c[i].y) // expected-error[subscript-not-visible]:40{{declare 's->c' and leave '[i]' to the loop}} expected-note{{chain 's->c[i].y' names 'i', too}}
    for (int i = 0; i < 2; i++)
        s->c[i].x += s->c[i].y;
#pragma pointerchain region begin declare(own[j].x) // expected-error[subscript-not-visible]{{'j' in chain 'own[j].x' is not declared where the region begins: begin the region where 'j' is declared}}
    for (int j = 0; j < 2; j++)
        own[j].x += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(t->c, t->n) // expected-error[root-not-visible]:43{{the root 't' of chain 't->c' is not visible at the region}} expected-note:49{{chain 't->n' names 't', too}}
    struct sim *t = s;
    t->c[0].x += t->n;
#pragma pointerchain region end
    return cells[0].x - 1;
}
