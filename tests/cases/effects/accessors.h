#ifndef ACCESSORS_H
#define ACCESSORS_H
#include <vector>
class Domain {
public:
  int &count() { return m_count; }
  double &x(int i) { return m_x[i]; }
  int more() { return ++m_count; }
  void fill();
  void grow();

private:
  std::vector<double> m_x;
  double *m_e;
  int m_count;
};
#endif
