// What a clause lists is an access path: a reference's is what it is bound to, a member's begins at 'this'.
struct part { int n, m; double box[3]; };
struct two { part inner; };
#pragma omp declare reduction(add: part: omp_out.n += omp_in.n) initializer(omp_priv = part{})

static void references(part *p, two &t)
{
    part st{};
    part &rs = st, &of_pointer = *p, &of_member = t.inner;
#pragma pointerchain region begin declare(rs.box) // expected-note{{declared here}}
#pragma omp parallel firstprivate(rs) num_threads(1) // expected-note{{'omp parallel' begins here}}
    rs.box[0] += 1; // expected-error[copied-object]{{'firstprivate' of 'omp parallel' makes a copy of 'rs', which chain 'rs.box' is a part of: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(of_pointer.n) // expected-note{{declared here}}
#pragma omp parallel private(of_pointer) num_threads(1) // expected-note{{'omp parallel' begins here}}
    of_pointer.n = 1; // expected-error[copied-object]{{'private' of 'omp parallel' makes a copy of 'of_pointer', which chain 'of_pointer.n' is a part of: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(t.inner.box) // expected-note{{declared here}}
#pragma omp parallel lastprivate(of_member) num_threads(1) // expected-note{{'omp parallel' begins here}}
    t.inner.box[0] += 1; // expected-error[private-root]{{'lastprivate' of 'omp parallel' changes 'of_member', on which chain 't.inner.box' depends: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(st.n) // expected-note{{declared here}}
#pragma omp parallel reduction(add: st) num_threads(1) // expected-error[private-root]{{'reduction' of 'omp parallel' changes 'st', on which chain 'st.n' depends: begin the region inside the construct}} expected-note{{'omp parallel' begins here}}
    st.m += 2;
    st.m += st.n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(p->n) // expected-note{{declared here}}
#pragma omp parallel reduction(add: p[0:1]) num_threads(1) // expected-error[private-root]{{'reduction' of 'omp parallel' changes 'p', on which chain 'p->n' depends: begin the region inside the construct}} expected-note{{'omp parallel' begins here}}
    p->m += 2;
    p->m += p->n;
#pragma pointerchain region end
}

struct whole {
    part own;
    part *list;
    int i, n;
    int members()
    {
        int k = 0;
#pragma pointerchain region begin declare(own.box) // expected-note{{declared here}}
#pragma omp parallel firstprivate(own) num_threads(1) // expected-note{{'omp parallel' begins here}}
        own.box[0] += 1; // expected-error[copied-object]{{'firstprivate' of 'omp parallel' makes a copy of 'own', which chain 'own.box' is a part of: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(list[i].n) // expected-note{{declared here}}
#pragma omp parallel for linear(i: 1) num_threads(2) // expected-error[private-root]{{'linear' of 'omp parallel for' changes 'i', on which chain 'list[i].n' depends: begin the region inside the construct}} expected-note{{'omp parallel for' begins here}}
        for (int j = 0; j < 2; j++)
            ;
        k = list[i].n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(n) // expected-note{{declared here}}
#pragma omp parallel firstprivate(n) num_threads(1) reduction(+: k) // expected-note{{'omp parallel' begins here}}
        {
            n = 5; // expected-error[copied-object]{{'firstprivate' of 'omp parallel' makes a copy of 'n', which chain 'n' is a part of: begin the region inside the construct}}
            k += this->n;
        }
#pragma pointerchain region end
        return k;
    }
};

static int variants(part st, part *list, int i)
{
#pragma pointerchain region begin declare(st.box) // expected-note{{declared here}}
#pragma omp metadirective when(user={condition(1)}: parallel firstprivate(st) num_threads(1)) default() // expected-note{{'omp metadirective' begins here}}
    st.box[0] += 1; // expected-error[copied-object]{{'firstprivate' of 'omp metadirective' makes a copy of 'st', which chain 'st.box' is a part of: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(st.box) // expected-note{{declared here}}
#pragma omp metadirective when(user={condition(1)}: parallel default(firstprivate) num_threads(1)) default() // expected-note{{'omp metadirective' begins here}}
    st.box[0] += 1; // expected-error[copied-object]{{'default' of 'omp metadirective' makes a copy of 'st', which chain 'st.box' is a part of: begin the region inside the construct}}
#pragma pointerchain region end
    int k = 0;
#pragma pointerchain region begin declare(list[i].n) // expected-note{{declared here}}
#pragma omp metadirective when(user={condition(1)}: parallel for linear(i: 1)) default() // expected-error[private-root]{{'linear' of 'omp metadirective' changes 'i', on which chain 'list[i].n' depends: begin the region inside the construct}} expected-note{{'omp metadirective' begins here}}
    for (int j = 0; j < 2; j++)
        ;
    k = list[i].n;
#pragma pointerchain region end
    return k;
}

int main()
{
    part p{}, list[3]{};
    two t{};
    whole w{{}, list, 0, 0};
    references(&p, t);
    return w.members() + variants(p, list, 0);
}
