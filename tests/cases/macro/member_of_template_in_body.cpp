// A template's argument decides what the macro's member is: its text is all that tells.
template <class T> struct Vec { T *data; int count; };
#define COUNT(v) ((v).count) // expected-note{{macro 'COUNT' is defined here}}

template <class T> void drop(Vec<T> &v)
{
#pragma pointerchain region begin declare(v.count) // expected-note{{declared here}}
    COUNT(v) -= 1; // expected-error[chain-in-macro]{{v.count}}
#pragma pointerchain region end
}
