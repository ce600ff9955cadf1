int main(void)
{
#pragma pointerchain region // expected-error[bad-directive]{{region}}
    return 0;
}
