// A chain is evaluated where the region begins: a loop's counter is not there yet.
struct atom { double x; };

int main(void)
{
    struct atom atoms[2] = {{1}, {2}};
#pragma pointerchain region begin declare(atoms[i].x) // expected-error[unresolved-chain]{{chain 'atoms[i].x' cannot be resolved: use of undeclared identifier 'i'}} expected-note@7{{chains are evaluated here, where 'i' is not declared yet}}
    for (int i = 0; i < 2; i++)
        atoms[i].x *= 2;
#pragma pointerchain region end
    return 0;
}
