// An overloaded operator without a body here that is not const may change something each time.
// run: no
struct A { int n; };
struct S { A *a; int k; };
struct Unseen { S *s; S *operator->(); S &operator*() const; };

int run(Unseen &unseen)
{
    int total = 0;
{ int pc_a_n = unseen->a->n; int pc_k = (*unseen).k; // expected-warning[aliased-call]{{'operator->' in chain 'unseen->a->n' is not const and is called once for its local: it could change something each time}} expected-note{{declared here}}
    total += pc_a_n + pc_k;
}
    return total;
}
