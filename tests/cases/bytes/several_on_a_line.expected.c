// Many occurrences and statements on one line, and a very long one.
#include <stdio.h>
struct a { int n; }; struct s { struct a *a; };
int main(void) { struct a a = {1}; struct s t = {&a}, *s = &t; int x = 0;
{ int pc_a_n = s->a->n;
x+=pc_a_n+pc_a_n*pc_a_n-(pc_a_n);pc_a_n++;x+=pc_a_n?pc_a_n:-pc_a_n;{x-=pc_a_n>>1;}if(pc_a_n)x++;else x--;for(;pc_a_n<5;)pc_a_n++;
s->a->n = pc_a_n; }
printf("%d %d\n", x, a.n); return 0; }
