// A chain is evaluated where the region begins: a loop's counter is not there yet.
struct atom { double x; };

int main(void)
{
    struct atom atoms[2] = {{1}, {2}};
#pragma pointerchain region begin declare(atoms[i].x) // expected-error[subscript-not-visible]{{'i' in chain 'atoms[i].x' is not declared where the region begins: begin the region where 'i' is declared}}
    for (int i = 0; i < 2; i++)
        atoms[i].x *= 2;
#pragma pointerchain region end
    return 0;
}
