// An element of a container member is no call of a member function of this.
#include <cstdio>
#include <vector>

struct domain {
    std::vector<double> x, y;
    int rows;
    void operator()() { rows++; }
    void fill(int n)
    {
#pragma pointerchain region begin declare(rows, this->y) // expected-note{{declared here}}
        for (int i = 0; i < n; i++)
            if (rows == 2) {
                x[i] = i;
                this->y[i] = this->x[i] + x.back();
            }
        (*this)(); // expected-warning[aliased-call]{{could change 'rows'}}
#pragma pointerchain region end
    }
};

int main()
{
    domain d = {std::vector<double>(3), std::vector<double>(3), 2};
    d.fill(3);
    std::printf("%g %g %d\n", d.x[2], d.y[2], d.rows);
    return 0;
}
