int main(void)
{
#pragma pointerchain declare // expected-error[incomplete-directive]{{(}}
    return 0;
}
