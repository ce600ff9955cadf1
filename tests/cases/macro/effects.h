#define NEXT_ROOT s++
#define NEXT_INDEX i++
