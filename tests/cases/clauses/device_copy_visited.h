// A function of a header that calls one of the source.
struct sim { int n; };
void push(struct sim *sim);
static inline void visit(struct sim *sim) { push(sim); }
