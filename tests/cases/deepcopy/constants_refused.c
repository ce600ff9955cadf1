// Constants of several characters, strings, and what a quoted pragma spells in two ways.
struct value { char tag; int n; double *x, *y, *z; };
#pragma pointerchain shape(struct value: x[tag == 'ab' ? 1 : n]) // expected-error[bad-entry]:51{{''' cannot stand in an expression}}
#pragma pointerchain shape(struct value: y[tag == "a"[0] ? 1 : n]) // expected-error[bad-entry]:51{{'"' cannot stand in an expression}}
_Pragma("pointerchain shape(struct value: z[tag == '\\n' ? 1 : n])") // expected-error[bad-entry]:52{{''' cannot stand in an expression}}

static void send(struct value *value)
{
#pragma pointerchain deepcopy enter((&value)['a']) // expected-error[bad-entry]:46{{''a'' cannot stand in an expression}}
}

int main(void)
{
    (void)send;
    return 0;
}
