// args: -std=c99
// Digraphs are the same tokens, but those of brackets and braces are not read in directives and around them.
#include <stdio.h>

struct atoms <% int n; %>;
struct sim <% struct atoms *atoms<:2:>; %>;

int main(void)
<%
    struct atoms a = <%1%>, b = <%2%>;
    struct sim store = <%<%&a, &b%>%>, *sim = &store;
%:pragma pointerchain region begin declare(sim->atoms<:1:>->n) // expected-error[misplaced-directive]{{a region stands outside a function}} expected-error[bad-chain]{{'<' cannot stand in a chain}}
    sim->atoms[1]->n += 40;
    sim->atoms<:0:>->n += sim->atoms<:1:>->n;
%:pragma pointerchain region end
    printf("%d %d\n", a.n, b.n);
    return 0;
%>
