/* A header whose shapes a source takes over. */
#ifndef OTHER_FILE_H
#define OTHER_FILE_H
struct node { struct node *next; int *data; int n; };
#pragma pointerchain shape(node: next[1], data[n])
#ifdef NEVER_DEFINED
#pragma pointerchain shape(node: missing[n])
#endif
#endif
