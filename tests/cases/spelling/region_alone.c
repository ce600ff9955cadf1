int main(void)
{
#pragma pointerchain region // expected-error[incomplete-directive]{{region}}
    return 0;
}
