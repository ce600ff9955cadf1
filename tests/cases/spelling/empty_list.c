int main(void)
{
#pragma pointerchain declare() // expected-error[bad-directive]{{empty}}
    return 0;
}
