// Where a macro makes a construct's statement, the text does not show where that ends.
typedef struct node { int n; struct node *next; } node;
#pragma pointerchain shape(node: next[1])
#define COUNT for (node *at = head; at; at = at->next) sum++;

static int count(node *head)
{
    int sum = 0;
#pragma pointerchain deepcopy enter(head)
#pragma omp target map(tofrom: sum) // expected-note{{the construct begins here}}
    COUNT
#pragma pointerchain deepcopy exit(head)
// expected-error[misplaced-directive]@-1:31{{a 'deepcopy' directive stands where the statement of 'omp target' has begun with 'COUNT' and not ended: if 'COUNT' is a macro, put braces around it}}
    return sum;
}

int main(void)
{
    (void)count;
    return 0;
}
