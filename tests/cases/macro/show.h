#define TEXT_OF(x) #x
#define SHOW(x) (puts(TEXT_OF(x)), (x))
