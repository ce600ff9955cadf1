struct inside { int n, m, k; };
static inline int peek(struct inside *at) { return at->n + at->m; }
static inline void poke(struct inside *at) { at->m = at->n; }
