int main(void)
{
#pragma pointerchain // expected-error[incomplete-directive]{{expected 'declare' or 'region' after 'pointerchain'}}
    return 0;
}
