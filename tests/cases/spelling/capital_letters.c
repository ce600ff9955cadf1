// Directives are case-sensitive, as all of C is.
int main(void)
{
#pragma pointerchain Region Begin // expected-error[unknown-word]{{'Region'}} expected-error[unknown-word]:29{{'Begin'}}
#pragma pointerchain REGION END // expected-error[unknown-word]{{'REGION'}} expected-error[unknown-word]:29{{'END'}}
    return 0;
}
