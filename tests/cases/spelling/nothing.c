int main(void)
{
#pragma pointerchain // expected-error[bad-directive]{{expected 'declare' or 'region' after 'pointerchain'}}
    return 0;
}
