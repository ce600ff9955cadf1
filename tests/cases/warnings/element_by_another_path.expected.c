// A chain that ends at an element is stored by another path to the same element, as a member is.
// run: no
struct s { double f[4], *x; int g[2][2]; };

double fixed(struct s *s, struct s *t)
{
    double r;
{ double pc_f_1 = s->f[1]; // expected-note{{declared here}} expected-note{{declared here}}
    t->f[1] += 5; // expected-warning[aliased-write]{{'s->f[1]'}}
    t->f[2] = 1;
    r = pc_f_1 + t->f[1];
    *t->f = 3;
    t->f[(int)r] = 4; // expected-warning[aliased-write]{{'s->f[1]'}}
}
    return r;
}

double pointed(struct s *s, struct s *t)
{
    double r;
{ double pc_x_1 = s->x[1]; // expected-note{{declared here}}
    t->x[1] = 5; // expected-warning[aliased-write]{{'s->x[1]'}}
    r = pc_x_1 + t->f[1];
    t->f[1] = 2;
}
    return r;
}

int of_two(struct s *s, struct s *t)
{
    int r;
{ int pc_g_1_0 = s->g[1][0]; // expected-note{{declared here}}
    t->g[0][0] = 5;
    t->g[1][0]++; // expected-warning[aliased-write]{{'s->g[1][0]'}}
    r = pc_g_1_0;
}
    return r;
}

int main(void)
{
    double x[2] = {1, 2};
    struct s a = {{1, 2, 3, 4}, x, {{1, 2}, {3, 4}}}, b = a;
    return fixed(&a, &b) + pointed(&a, &b) + of_two(&a, &b) > 1000;
}
