// What shapes and policies say of directions, conditions, strings, void pointers and shapes with a name, wrong.
#include <string.h>

#define LIST 1
struct info { int tag; };
struct node { int n; struct node *next; double *data; };
struct box {
// expected-note@-1:8{{'struct box' is defined here}}
// expected-note@-2:8{{'struct box' is defined here}}
// expected-note@-3:8{{'struct box' is defined here}}
// expected-note@-4:8{{'struct box' is defined here}}
// expected-note@-5:8{{'struct box' is defined here}}
// expected-note@-6:8{{'struct box' is defined here}}
// expected-note@-7:8{{'struct box' is defined here}}
// expected-note@-8:8{{'struct box' is defined here}}
// expected-note@-9:8{{'struct box' is defined here}}
// expected-note@-10:8{{'struct box' is defined here}}
// expected-note@-11:8{{'struct box' is defined here}}
// expected-note@-12:8{{'struct box' is defined here}}
// expected-note@-13:8{{'struct box' is defined here}}
// expected-note@-14:8{{'struct box' is defined here}}
// expected-note@-15:8{{'struct box' is defined here}}
// expected-note@-16:8{{'struct box' is defined here}}
// expected-note@-17:8{{'struct box' is defined here}}
    int tag, n;
    struct info *info;
    union { struct node *list; double *tree; } u;
    struct { int k; double *q; } in;
    char *name, **names, ***deep;
    double *num;
    void *data, **more;
    double *typed, *w, *x, *z;
    struct missing *missing;
};

#pragma pointerchain shape(node: next[1], data[n])
#pragma pointerchain shape(node as brief: next[1])
// expected-note@-1:43{{the first one is here}}
#pragma pointerchain shape(node as: next[1])
// expected-error[bad-entry]@-1:33{{expected the name of a shape after 'as'}}
#pragma pointerchain shape(node as brief more: next[1])
// expected-error[bad-entry]@-1:33{{'as brief' stands at the end: 'node more as brief'}}
#pragma pointerchain shape(node as brief: next[1])
// expected-error[bad-shape]@-1:43{{a second shape of member 'next' of 'struct node as brief'}}
#pragma pointerchain shape(box: name[strlen(name)])
// expected-error[bad-shape]@-1:38{{length 'strlen(name)' of 'struct box': a length holds no call, and 'strlen' stands without parentheses}}
#pragma pointerchain shape(box: names[strlen][strlen], deep[1][1][strlen])
// expected-error[bad-shape]@-1:39{{length 'strlen' of 'struct box': 'strlen' is the length of the string itself, the last one}}
// expected-error[bad-shape]@-2:67{{length 'strlen' of 'struct box': 'strlen' is of a string that the member leads to by at most two pointers}}
#pragma pointerchain shape(box: num[strlen + 1])
// expected-error[bad-shape]@-1:37{{length 'strlen + 1' of 'struct box': 'strlen' is a length of strings, and 'num' leads to 'double'}}
#pragma pointerchain shape(box: data as double, data as [3])
// expected-error[bad-entry]@-1:41{{expected a length in brackets after 'data'}}
// expected-error[bad-entry]@-2:57{{expected a type after 'as'}}
#pragma pointerchain shape(box: data as strange[1], data as void[1])
// expected-error[bad-shape]@-1:41{{type 'strange': unknown type name 'strange'}}
// expected-error[bad-shape]@-2:61{{type 'void': it is no type that has a size}}
#pragma pointerchain shape(box: more as double[1], typed as float[1])
// expected-error[bad-shape]@-1:41{{member 'more' of 'struct box' is of type 'void **': 'as' says what a 'void *' points at}}
// expected-error[bad-shape]@-2:61{{member 'typed' of 'struct box' is of type 'double *': 'as' says what a 'void *' points at}}
#pragma pointerchain shape(box: missing as double(n)[2], data as struct missing[1])
// expected-error[bad-entry]@-1:50{{'(' cannot stand in the name of a type}}
// expected-error[bad-shape]@-2:66{{type 'struct missing': it is incomplete}}
#pragma pointerchain policy(box: when(tag == LIST), when(), when(tag = 3, u.list))
// expected-error[bad-entry]@-1:39{{expected members after the condition 'tag == LIST'}}
// expected-error[empty-entry]@-2:57{{the list of 'when' is empty}}
// expected-error[bad-shape]@-3:70{{condition 'tag = 3' has a side effect}}
#pragma pointerchain policy(box: when(f(tag), u.list), when(tog, u.list))
// expected-error[bad-shape]@-1:39{{condition 'f(tag)' of 'struct box': a condition holds no call}}
// expected-error[bad-shape]@-2:61{{condition 'tog' of 'struct box': use of undeclared identifier 'tog'}}
#pragma pointerchain policy(box: when(info->tag == 1, u.list), when(pc_row, u.tree))
// expected-error[bad-shape]@-1:39{{condition 'info->tag == 1' of 'struct box': it follows 'info', which may be null: a condition guards what it follows}}
// expected-error[bad-shape]@-2:69{{condition 'pc_row' of 'struct box': 'pc_row' stands in lengths only}}
#pragma pointerchain policy(box: when(strlen, u.tree), when(num, u.tree))
// expected-error[bad-shape]@-1:39{{condition 'strlen' of 'struct box': 'strlen' stands in lengths only}}
// expected-error[bad-shape]@-2:61{{condition 'num' of 'struct box': a condition is an integer, not 'double *const'}}
#pragma pointerchain policy(box: when(tag < LIST, u.list), when(tag, n), when(tag, nothing))
// expected-error[bad-shape]@-1:70{{member 'n' of 'struct box' is no pointer and holds none: a policy is about pointers}}
// expected-error[bad-shape]@-2:84{{'struct box' has no member 'nothing'}}
// expected-note@-3:51{{the first one is here}}
#pragma pointerchain policy(box: when(tag == 2, u.list))
// expected-error[bad-shape]@-1:49{{a second condition of member 'u.list' of 'struct box'}}
#pragma pointerchain policy(box: to(n), to(in), observer(w), to(w))
// expected-error[bad-shape]@-1:37{{member 'n' of 'struct box' is no pointer and holds none: a policy is about pointers}}
// expected-error[bad-shape]@-2:44{{member 'in' of 'struct box' is no pointer: 'to' says which way the data that a pointer leads to travel}}
// expected-error[bad-shape]@-3:65{{'to' of member 'w' of 'struct box': nothing is copied through a pointer that is 'observer'}}
// expected-note@-4:58{{'observer' is here}}
#pragma pointerchain policy(box: to(x), from(x), skip(z), from(z), to(virtual), form(typed))
// expected-error[bad-shape]@-1:46{{a second direction for member 'x' of 'struct box'}}
// expected-note@-2:37{{'to' is here}}
// expected-error[bad-shape]@-3:64{{'from' of member 'z' of 'struct box': nothing is copied through a pointer that is 'skip'}}
// expected-note@-4:55{{'skip' is here}}
// expected-error[bad-shape]@-5:71{{'struct box' has no member 'virtual'}}
// expected-error[unknown-word]@-6:81{{unknown word 'form' after 'policy(Type:', did you mean 'from'?}}

int main(void)
{
    return 0;
}
