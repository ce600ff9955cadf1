// A function that is another's second name runs that other's body.
// run: no
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *a; };
static struct sim *all;
void grown(void) { all->a->n++; }
void second(void) __attribute__((alias("grown")));
void labelled(void) __asm__("grown");
#pragma redefine_extname renamed grown
void renamed(void);
static void (*choose(void))(void) { return grown; }
void chosen(void) __attribute__((ifunc("choose")));
static void referred(void) __attribute__((weakref("grown")));
void third(void) __attribute__((alias("second")));
void body(void) __asm__("named");
void body(void) { all->a->n++; }
void named(void);
typedef void function(void);
static function *const choices[] = {grown};
static function *choose_one(void) { return choices[0]; }
void one_of(void) __attribute__((ifunc("choose_one")));
void calm(void) {}
void calmer(void) __attribute__((alias("calm")));

static int run(struct sim *s)
{
    int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += pc_a_n;
    second(); // expected-warning[aliased-call]{{'second' could change 's->a->n'}}
    labelled(); // expected-warning[aliased-call]{{'labelled' could change 's->a->n'}}
    renamed(); // expected-warning[aliased-call]{{'renamed' could change 's->a->n'}}
    chosen(); // expected-warning[aliased-call]{{'chosen' could change 's->a->n'}}
    referred(); // expected-warning[aliased-call]{{'referred' could change 's->a->n'}}
    third(); // expected-warning[aliased-call]{{'third' could change 's->a->n'}}
    named(); // expected-warning[aliased-call]{{'named' could change 's->a->n'}}
    one_of(); // expected-warning[aliased-call]{{'one_of' could change 's->a->n'}}
    calmer();
    t += pc_a_n;
}
    return t;
}

int main(void)
{
    struct atoms one = {1};
    struct sim s = {&one};
    all = &s;
    printf("%d\n", run(&s));
    return 0;
}
