int main(void)
{
    _Pragma("pointerchain") // expected-error[bad-directive]{{expected 'declare' or 'region' after 'pointerchain'}}
    return 0;
}
