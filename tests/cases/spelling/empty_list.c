int main(void)
{
#pragma pointerchain declare() // expected-error[empty-entry]{{empty}}
    return 0;
}
