// Many occurrences and statements on one line, and a very long one.
#include <stdio.h>
struct a { int n; }; struct s { struct a *a; };
int main(void) { struct a a = {1}; struct s t = {&a}, *s = &t; int x = 0;
#pragma pointerchain region begin declare(s->a->n)
x+=s->a->n+s->a->n*s->a->n-(s->a->n);s->a->n++;x+=s->a->n?s->a->n:-s->a->n;{x-=s->a->n>>1;}if(s->a->n)x++;else x--;for(;s->a->n<5;)s->a->n++;
#pragma pointerchain region end
printf("%d %d\n", x, a.n); return 0; }
