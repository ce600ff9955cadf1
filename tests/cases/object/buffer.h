#ifndef BUFFER_H
#define BUFFER_H
#include <cassert>
#include <cstddef>

template <class T> class buffer {
public:
    T *_data;
    size_t rows, columns;
    buffer(size_t x, size_t y) : _data(new T[x * y]()), rows(x), columns(y) {}
    buffer(const buffer &) = delete;
    ~buffer() { delete[] _data; }
    T &operator[](size_t i)
    {
        assert(i < rows * columns); // while it is tried out
        return _data[i];
    }
    const T &operator[](size_t i) const { return this->_data[i]; }
    size_t size() const { return rows * columns; }
    T *data() { return _data; }
    const T *data() const { return _data; }
    void resize(size_t n) { delete[] _data; _data = new T[n](); rows = n; columns = 1; }
};
#endif
