// A loop's counter in the chains of the region around the loop, in a member function.
struct cell { int x, y; };
struct sim {
    cell *c;
    int n;
    int sum()
    {
        int sum = 0;
#pragma pointerchain region begin declare(this->c[k].x, this->c[k].y) // expected-error[subscript-not-visible]:43{{declare 'this->c' and leave '[k]' to the loop}} expected-note:57{{chain 'this->c[k].y' names 'k', too}}
        for (int k = 0; k < n; k++)
            sum += this->c[k].x + this->c[k].y;
#pragma pointerchain region end
        return sum;
    }
};

int main()
{
    cell cells[2] = {{1, 2}, {3, 4}};
    sim s{cells, 2};
    return s.sum() - 10;
}
