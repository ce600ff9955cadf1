struct atoms { int n; };
struct sim { struct atoms *atoms; };

#define PC(x) _Pragma(#x)
#define END PC(pointerchain region end) // expected-error{{macro 'PC' would make a directive of its argument}}
#define TEXT(x) #x

int count(struct sim *sim)
{
    int t = 0;
#if 0
    PC(pointerchain region begin declare(sim->atoms->n))
#endif
    PC(pointerchain region begin declare(sim->atoms->n)) // expected-error{{macro 'PC' would make a directive of its argument}}
    t += sim->atoms->n;
    END
    PC(acc parallel loop pointerchain(sim->atoms->n)) // expected-error{{macro 'PC' would make a directive of its argument}}
    for (int i = 0; i < 3; i++)
        t += sim->atoms->n;
    return t + sizeof TEXT(pointerchain);
}
