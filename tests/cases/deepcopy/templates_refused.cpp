// Class templates that have no definition, and one that cannot be instantiated.
template <class T> struct Bad { T *data; typename T::no x; };
template <class T> struct Declared;
struct Holder {
    Bad<int> *bad; // expected-error[unsupported-member]:15{{it points at 'Bad<int>', which is incomplete: type 'int' cannot be used prior to '::' because it has no members: 'policy(Holder: skip(bad))' leaves it out}}
    Declared<int> *declared; // expected-error[unsupported-member]:20{{it points at 'Declared<int>', which is incomplete}}
};
#pragma pointerchain shape(Holder: bad[1], declared[1])
#pragma pointerchain shape(Bad<int>: data[1]) // expected-error[bad-shape]:28{{type 'Bad<int>' is incomplete: type 'int' cannot be used prior to '::' because it has no members}}

int send(Holder *holder, Bad<char> *bad)
{
#pragma pointerchain deepcopy enter(holder)
// expected-note@-1:37{{'holder' leads there}}
// expected-note@-2:37{{'holder' leads there}}
#pragma pointerchain deepcopy enter(bad) // expected-error[unsupported-root]:37{{'Bad<char>' is incomplete: type 'char' cannot be used prior to '::' because it has no members}}
    return holder != nullptr;
}
