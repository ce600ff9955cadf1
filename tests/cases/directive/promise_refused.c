// What a promise cannot say: nothing, other words than its own, and anything but names.
int n;
#pragma pointerchain promise // expected-error[incomplete-directive]{{expected '(' after 'promise'}}
#pragma pointerchain promise(reads // expected-error[unclosed-bracket]{{'(' of 'promise' is not closed}}
#pragma pointerchain promise() // expected-error[empty-entry]{{the list of 'promise' is empty}}
#pragma pointerchain promise(reads()) // expected-error[empty-entry]{{the list of 'reads' is empty}}
#pragma pointerchain promise(reads(f,)) // expected-error[empty-entry]{{an entry of 'reads' is empty}}
#pragma pointerchain promise(reads) // expected-error[incomplete-directive]{{expected '(' after 'reads'}}
#pragma pointerchain promise(read(f)) // expected-error[unknown-word]{{did you mean 'reads'?}}
#pragma pointerchain promise(writes(f)) // expected-error[unknown-word]{{expected 'reads' or 'unaliased' after 'promise('}}
#pragma pointerchain promise(reads(a::b)) // expected-error[unknown-word]{{expected a name alone after 'reads(', got '::'}}
#pragma pointerchain promise(unaliased(s->a)) // expected-error[unknown-word]{{got '->'}}
#pragma pointerchain promise(unaliased(*)) // expected-error[unknown-word]{{got '*'}}
#pragma pointerchain promise(reads(f) g) // expected-error[trailing-text]{{unexpected 'g'}}
#pragma pointerchain promise(reads(f)) g // expected-error[trailing-text]{{unexpected 'g'}}
#pragma pointerchain promis(reads(f)) // expected-error[unknown-word]{{did you mean 'promise'?}}
