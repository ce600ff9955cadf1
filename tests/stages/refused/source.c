// Regions in one another, whose links, subscripts and storage are changed.
union value { double as_double; long as_long; };
struct cell { int n; union value value; };
struct list { struct cell *cells[2]; };

void step(struct list *list, struct cell *other, int i);

void step(struct list *list, struct cell *other, int i)
{
#pragma pointerchain region begin declare(list->cells[i]->n)
    list->cells[i]->n = 1;
#pragma pointerchain region begin declare(list->cells[0]->value.as_double)
    list->cells[0]->value.as_double = 1.0;
    list->cells[0]->value.as_long++;
    i++;
#pragma pointerchain region end
    list->cells[1] = other;
#pragma pointerchain region end
}
