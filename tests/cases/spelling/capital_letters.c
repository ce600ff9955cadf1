// Directives are case-sensitive, as all of C is.
int main(void)
{
#pragma pointerchain Region Begin // expected-error[bad-directive]{{'Region'}} expected-error[bad-directive]:29{{'Begin'}}
#pragma pointerchain REGION END // expected-error[bad-directive]{{'REGION'}} expected-error[bad-directive]:29{{'END'}}
    return 0;
}
