int main(void)
{
#pragma pointerchain declare // expected-error[bad-directive]{{(}}
    return 0;
}
