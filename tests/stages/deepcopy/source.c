// A deep copy around a region.
struct node { int n; double *x; struct node *next; };
#pragma pointerchain shape(struct node: x[n], next[1])

void scale(struct node *head);

void scale(struct node *head)
{
#pragma pointerchain deepcopy enter(head)
#pragma pointerchain region begin declare(head->x{double*}, head->n)
#pragma acc parallel loop present(head->x[0:head->n])
    for (int i = 0; i < head->n; i++)
        head->x[i] *= 2;
#pragma pointerchain region end
#pragma pointerchain deepcopy exit(head)
}
