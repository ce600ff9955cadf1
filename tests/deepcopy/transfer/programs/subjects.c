/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Single subjects of transfer.h. Without an argument: the names of all.
 */
#define PC_HEADER_ONLY /* it looks into images */
#include "node.h"
#include "own_map.h"

#include <pointerchain/deepcopy_host.h>

#include <time.h>

static int last_status;
static char last_message[800];
static void on_error(int status, const char *message, void *data) {
  (void)data;
  last_status = status;
  snprintf(last_message, sizeof last_message, "%s", message);
}

static pc_root section(const pc_type *type, const void *base, long long count) {
  const pc_root root = {type, base, count, "section", PC_TOFROM, NULL};
  return root;
}

static void *pack(const pc_type *type, const void *base, long long count, size_t *bytes) {
  const pc_root root = section(type, base, count);
  void *image = NULL;
  *bytes = 0;
  if (pc_pack(&root, 1, &image, bytes, HERE) != PC_OK) fprintf(stderr, "%s\n", last_message);
  CHECK(image && *bytes);
  return image;
}

/* Packing has to fail, with that in the message. */
static void refused(const pc_type *type, const void *base, long long count, int status, const char *said) {
  const pc_root root = section(type, base, count);
  void *image = NULL;
  size_t bytes = 77, size = 77;
  last_status = PC_OK;
  CHECK(pc_pack(&root, 1, &image, &bytes, HERE) == status && last_status == status);
  CHECK(!image && bytes == 77);
  if (!strstr(last_message, said)) fprintf(stderr, "%s\n", last_message);
  CHECK(strstr(last_message, said) && strstr(last_message, "subjects.c:"));
  CHECK(pc_image_size(&root, 1, &size, HERE) == status && size == 0);
}

static int unpack(const pc_type *type, void *at, const void *image, size_t bytes, unsigned flags) {
  pc_arrival arrival = {type, at, -1};
  const int status = pc_unpack(&arrival, 1, image, bytes, flags, HERE);
  CHECK((status == PC_OK) == (arrival.count != -1));
  return status;
}

/* There and back. */
static void *copy_of(const pc_type *type, const void *base, long long count) {
  size_t bytes;
  void *image = pack(type, base, count, &bytes), *result = NULL;
  if (unpack(type, &result, image, bytes, 0) != PC_OK) fprintf(stderr, "%s\n", last_message);
  CHECK(result);
  memset(image, 0xa5, bytes); /* nothing of it is used any more */
  free(image);
  return result;
}

/* --- lists and rings, long ones ----------------------------------------------------------------------------
 */

typedef struct Link {
  struct Link *next;
  double *x;
  int n;
} Link;
static long long link_n(const void *o) { return ((const Link *)o)->n; }
static const pc_type *link_type(void);
static const pc_pointer link_pointers[] = {{"next", AT(Link, next), PC_OWNED, link_type, NULL, NULL, PC_TOFROM},
                                           {"x", AT(Link, x), PC_OWNED, double_type, link_n, NULL, PC_TOFROM}};
static const pc_type link_descriptor = {"struct Link", sizeof(Link), sizeof(void *), link_pointers, 2, 0, 0, NULL};
static const pc_type *link_type(void) { return &link_descriptor; }

#ifndef LINKS
#define LINKS 1000000
#endif

static void long_list(int ring) {
  const int n = LINKS;
  Link *links = NEW(Link, n), *copy, *at;
  int i;
  for (i = 0; i < n; ++i) links[i].n = -i, links[i].next = i + 1 < n ? &links[i + 1] : ring ? links : NULL;
  at = copy = (Link *)copy_of(&link_descriptor, links, 1);
  for (i = 0; i < n; ++i, at = at->next) CHECK(at && at->n == -i && !at->x);
  CHECK(at == (ring ? copy : NULL));
  pc_free(copy);
  free(links);
}
static void list(void) { long_list(0); }
static void ring(void) { long_list(1); }

static void owned_twice(void) {
  Link links[3];
  memset(links, 0, sizeof links);
  links[0].next = &links[1], links[1].next = &links[2], links[2].next = &links[1];
  refused(&link_descriptor, links, 1, PC_ERROR_UNSUPPORTED, "'next' of 'struct Link': it is owned, but leads to what");
}

static void wrong_lengths(void) {
  double x[4] = {1, 2, 3, 4};
  Link link, other;
  memset(&link, 0, sizeof link);
  link.x = x, link.n = -1;
  refused(&link_descriptor, &link, 1, PC_ERROR_LENGTH, "'x' of 'struct Link': its length is negative (-1)");
  refused(&link_descriptor, &link, -1, PC_ERROR_LENGTH, "section 'section': its length is negative (-1)");
  refused(&link_descriptor, &link, LLONG_MAX / 8, PC_ERROR_LENGTH, "section 'section': its length is too large");
  link.n = 2000000000;
  link.x = (double *)((uintptr_t)1 << 40 | 4096);
  refused(&link_descriptor, &link, 1, PC_ERROR_RANGE, "'x' of 'struct Link': it leads, with its length, outside");
  other = link, other.x = x, other.n = 4, other.next = NULL;
  link.x = x + 1, link.n = 2, link.next = &other;
  refused(&link_descriptor, &link, 1, PC_ERROR_UNSUPPORTED, "it is owned, but leads to what other pointers lead to");
}

static void nothing(void) {
  Link link, *copy = &link;
  const pc_root sections[2] = {section(&link_descriptor, NULL, 5), section(&link_descriptor, &link, 0)};
  pc_arrival arrivals[2] = {{&link_descriptor, NULL, 3}, {&link_descriptor, NULL, 3}};
  void *image = NULL, *results[2] = {&link, &link};
  size_t bytes = 0;
  arrivals[0].at = &results[0], arrivals[1].at = &results[1];
  CHECK(pc_pack(sections, 2, &image, &bytes, HERE) == PC_OK);
  CHECK(pc_unpack(arrivals, 2, image, bytes, 0, HERE) == PC_OK);
  CHECK(!results[0] && !results[1] && !arrivals[0].count && !arrivals[1].count);
  pc_free(results[0]);
  free(image), image = NULL;
  CHECK(pc_pack(NULL, 0, &image, &bytes, HERE) == PC_OK && pc_unpack(NULL, 0, image, bytes, 0, HERE) == PC_OK);
  free(image);
  memset(&link, 0, sizeof link);
  link.x = (double *)&link; /* leads to no elements: null on the other side */
  copy = (Link *)copy_of(&link_descriptor, &link, 1);
  CHECK(!copy->x);
  pc_free(copy);
}

/* --- several sections -------------------------------------------------------------------------------------
 */

static void sections(void) {
  Node *nodes = NEW(Node, 4), *other = NEW(Node, 1), *results[4];
  pc_root roots[4];
  pc_arrival arrivals[4];
  void *image = NULL;
  size_t bytes = 0;
  int i;
  for (i = 0; i < 4; ++i) nodes[i].id = 2 * i;
  other->id = 8, other->peer = &nodes[3], nodes[1].peer = other;
  roots[0] = section(&node_descriptor, NULL, 0);
  roots[1] = section(&node_descriptor, nodes, 4);
  roots[2] = section(&node_descriptor, &nodes[2], 2); /* a part of it */
  roots[3] = section(&node_descriptor, other, 1);
  for (i = 0; i < 4; ++i) arrivals[i].type = &node_descriptor, arrivals[i].at = &results[i];
  CHECK(pc_pack(roots, 4, &image, &bytes, HERE) == PC_OK);
  CHECK(pc_unpack(arrivals, 4, image, bytes, 0, HERE) == PC_OK);
  CHECK(!results[0] && arrivals[1].count == 4 && arrivals[2].count == 2 && arrivals[3].count == 1);
  CHECK(results[2] == results[1] + 2 && results[3]->id == 8 && results[3]->peer == results[1] + 3);
  CHECK(results[1][1].peer == results[3]);
  pc_free(results[1]);
  CHECK(pc_unpack(arrivals, 3, image, bytes, 0, HERE) == PC_ERROR_FOREIGN && strstr(last_message, "4 sections, 3"));
  free(image);
  roots[0] = section(&node_descriptor, &nodes[2], 1), roots[1] = section(&node_descriptor, nodes, 4), image = NULL;
  CHECK(pc_pack(roots, 2, &image, &bytes, HERE) == PC_ERROR_UNSUPPORTED);
  CHECK(strstr(last_message, "pack: section 'section': a part of what it leads to is met before: by the first section"));
  roots[2] = roots[1], roots[1] = roots[0], roots[0] = section(&node_descriptor, other, 1); /* not by the first */
  CHECK(pc_pack(roots, 3, &image, &bytes, HERE) == PC_OK && pc_unpack(arrivals, 3, image, bytes, 0, HERE) == PC_OK);
  CHECK(arrivals[1].count == 1 && arrivals[2].count == 4 && results[1] == results[2] + 2);
  CHECK(results[0]->peer == results[2] + 3 && results[2][1].peer == results[0]);
  free(image), pc_free(results[0]);
  free(nodes), free(other);
}

/* --- observers --------------------------------------------------------------------------------------------
 */

/* Nodes side by side: where one ends the next begins. */
static void neighbours(void) {
  Node *nodes = NEW(Node, 3), *copy;
  double *pool = NEW(double, 4);
  nodes[0].next = &nodes[2];
  nodes[2].next = &nodes[1];
  nodes[1].parent = &nodes[2]; /* also the end of nodes[1], to which it holds no pointer */
  nodes[2].parent = &nodes[0];
  nodes[0].n = 2, nodes[0].data = pool, nodes[0].best = pool + 2; /* the end of its own data... */
  copy = (Node *)copy_of(&node_descriptor, nodes, 1);
  CHECK(copy->next->next->parent == copy->next && copy->next->parent == copy);
  CHECK(copy->best == copy->data + 2);
  pc_free(copy);
  nodes[1].n = 2, nodes[1].data = pool + 2; /* ...or the beginning of another's */
  refused(&node_descriptor, nodes, 1, PC_ERROR_UNSUPPORTED,
          "'best' of 'struct Node': it leads to where one object ends and another begins");
  nodes[0].best = NULL;
  nodes[1].best = pool + 2; /* its own */
  nodes[2].best = pool + 4; /* the end of what another leads to */
  copy = (Node *)copy_of(&node_descriptor, nodes, 1);
  CHECK(!copy->best && copy->next->next->best == copy->next->next->data && copy->next->best == copy->next->next->data + 2);
  pc_free(copy);
  nodes[2].best = NULL;
  nodes[0].best = (double *)(void *)&nodes[1].u; /* data, but of a union that may hold a pointer */
  refused(&node_descriptor, nodes, 1, PC_ERROR_UNSUPPORTED, "'best' of 'struct Node': it leads into an object of another");
  free(nodes), free(pool);
}

/* Members of embedded structs, and beginnings that are two things. */
typedef struct Part {
  double weight;
  Link link;
} Part;
typedef struct Whole {
  Part part[2];
  Link *inner;
  Part *observed;
  double *weight;
} Whole;
static const pc_type *part_type(void);
static const pc_pointer part_pointers[] = {
    {"link.next", offsetof(Part, link.next), 1, 0, offsetof(Part, link), 0, PC_OWNED, link_type, NULL, NULL, PC_TOFROM},
    {"link.x", offsetof(Part, link.x), 1, 0, offsetof(Part, link), 0, PC_OWNED, double_type, link_n, NULL, PC_TOFROM}};
static const pc_type part_descriptor = {"struct Part", sizeof(Part), sizeof(void *), part_pointers, 2, 0, 0, NULL};
static const pc_type *part_type(void) { return &part_descriptor; }
static const pc_pointer whole_pointers[] = {
    {"part[].link.next", offsetof(Whole, part[0].link.next), 2, sizeof(Part), offsetof(Whole, part[0].link),
     sizeof(Part), PC_OWNED, link_type, NULL, NULL, PC_TOFROM},
    {"part[].link.x", offsetof(Whole, part[0].link.x), 2, sizeof(Part), offsetof(Whole, part[0].link), sizeof(Part),
     PC_OWNED, double_type, link_n, NULL, PC_TOFROM},
    {"inner", AT(Whole, inner), PC_SHARED, link_type, NULL, NULL, PC_TOFROM},
    {"observed", AT(Whole, observed), PC_OBSERVER, part_type, NULL, NULL, PC_TOFROM},
    {"weight", AT(Whole, weight), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM}};
static const pc_type whole_descriptor = {"struct Whole", sizeof(Whole), sizeof(void *), whole_pointers, 5, 0, 0, NULL};

static void embedded(void) {
  double x[3] = {5, 6, 7};
  Whole whole, *copy;
  memset(&whole, 0, sizeof whole);
  whole.part[1].link.x = x, whole.part[1].link.n = 3, whole.part[1].weight = 2.5;
  whole.inner = &whole.part[1].link;
  whole.observed = &whole.part[1];
  whole.weight = &whole.part[1].weight;
  copy = (Whole *)copy_of(&whole_descriptor, &whole, 1);
  CHECK(copy->inner == &copy->part[1].link && copy->observed == &copy->part[1] && copy->inner->x[2] == 7);
  CHECK(copy->weight == &copy->part[1].weight && *copy->weight == 2.5 && copy->inner->x != x);
  pc_free(copy);
  whole.inner = (Link *)(void *)((char *)&whole.part[1].link - sizeof(double)); /* not where one is */
  refused(&whole_descriptor, &whole, 1, PC_ERROR_UNSUPPORTED, "'inner' of 'struct Whole': it leads into an object");
}

/* --- lengths that are read through pointers ----------------------------------------------------------------
 */

typedef struct Sparse { /* offsets: n + 1; values: as many as the last of them; rows: lengths[row] each */
  int n;
  int *offsets;
  double *values;
  double **rows;
  int *lengths;
} Sparse;
static long long sparse_n(const void *o) { return ((const Sparse *)o)->n; }
static long long sparse_offsets(const void *o) { return ((const Sparse *)o)->n + 1LL; }
static long long sparse_values(const void *o) {
  const Sparse *sparse = (const Sparse *)o;
  return sparse->offsets ? sparse->offsets[sparse->n] : PC_LENGTH_UNREADABLE;
}
static long long sparse_rows(const void *o) {
  const pc_row_owner *row = (const pc_row_owner *)o;
  const Sparse *sparse = (const Sparse *)row->owner;
  return sparse->lengths ? sparse->lengths[row->row] : PC_LENGTH_UNREADABLE;
}
static const pc_type int_descriptor = {"int", sizeof(int), sizeof(int), NULL, 0, 0, 0, NULL};
static const pc_type *int_type(void) { return &int_descriptor; }
static const pc_pointer sparse_inner = {"rows[]", 0, 1, 0, 0, 1, PC_OWNED, double_type, sparse_rows, NULL, PC_TOFROM};
static const pc_pointer sparse_pointers[] = {
    {"offsets", AT(Sparse, offsets), PC_OWNED, int_type, sparse_offsets, NULL, PC_TOFROM},
    {"values", AT(Sparse, values), PC_OWNED, double_type, sparse_values, NULL, PC_TOFROM},
    {"rows", AT(Sparse, rows), PC_OWNED, pointer_type, sparse_n, &sparse_inner, PC_TOFROM},
    {"lengths", AT(Sparse, lengths), PC_OWNED, int_type, sparse_n, NULL, PC_TOFROM}};
static const pc_type sparse_descriptor = {"struct Sparse", sizeof(Sparse), sizeof(void *), sparse_pointers, 4, 0, 0,
                                          NULL};

static void told_lengths(void) {
  int offsets[3] = {0, 1, 4}, lengths[2] = {3, 0};
  double values[4] = {1, 2, 3, 4}, row[3] = {5, 6, 7}, *rows[2] = {row, NULL};
  Sparse sparse = {2, offsets, values, rows, lengths}, *copy = NULL;
  size_t bytes, i;
  char *image = (char *)pack(&sparse_descriptor, &sparse, 1, &bytes);
  CHECK(unpack(&sparse_descriptor, &copy, image, bytes, 0) == PC_ERROR_IMAGE);
  CHECK(!copy && strstr(last_message, "its length is read through a pointer; only a trusted image may tell it"));
  CHECK(unpack(&sparse_descriptor, &copy, image, bytes, PC_TRUSTED) == PC_OK);
  CHECK(copy->offsets[2] == 4 && copy->values[3] == 4 && copy->rows[0][2] == 7 && !copy->rows[1]);
  pc_free(copy), copy = NULL;
  /* A length that is told wrong is found out: 4 values become 3 of them, and a hole. */
  for (i = 0; i + 8 <= bytes; i += 8) {
    uintptr_t token = (uintptr_t)4 << 2 | PC_TOKEN_NEXT;
    pc_image_header header;
    pc_checksum sum;
    if (memcmp(image + i, &token, sizeof token)) continue;
    token = (uintptr_t)3 << 2 | PC_TOKEN_NEXT;
    memcpy(image + i, &token, sizeof token);
    memcpy(&header, image, sizeof header);
    pc_start_checksum(&sum);
    pc_add_checksum(&sum, image + sizeof header, bytes - sizeof header);
    header.checksum = pc_end_checksum(&sum);
    header.sum = pc_header_sum(&header);
    memcpy(image, &header, sizeof header);
  }
  CHECK(unpack(&sparse_descriptor, &copy, image, bytes, PC_TRUSTED) == PC_ERROR_IMAGE && !copy);
  free(image);
}

static long long maybe(const void *o) { return ((const Link *)o)->next ? 2 : 1; }
static long long bare_string(const void *o) { return pc_string_length(((const Node *)o)->name); }

static void lengths_that_are_refused(void) {
  const pc_pointer maybe_pointers[] = {{"next", AT(Link, next), PC_OWNED, link_type, NULL, NULL, PC_TOFROM},
                                       {"x", AT(Link, x), PC_OWNED, double_type, maybe, NULL, PC_TOFROM}};
  const pc_pointer string_pointers[] = {{"name", AT(Node, name), PC_OWNED, char_type, bare_string, NULL, PC_TOFROM}};
  pc_type type = link_descriptor;
  double x[2] = {1, 2};
  Link link = {NULL, x, 2}, other = {NULL, NULL, 0};
  Node node;
  type.pointers = maybe_pointers;
  pc_free(copy_of(&type, &link, 1));
  link.next = &other;
  refused(&type, &link, 1, PC_ERROR_UNSUPPORTED, "'x' of 'struct Link': its length depends on whether a pointer is null");
  memset(&node, 0, sizeof node);
  type = node_descriptor, type.pointers = string_pointers, type.npointers = 1;
  refused(&type, &node, 1, PC_ERROR_UNSUPPORTED, "the length of 'name' of 'struct Node' is that of a string without the zero");
}

/* --- other sorts of types ---------------------------------------------------------------------------------
 */

typedef struct Tail {
  Link *link;
  long long n;
  double x[1];
} Tail;
static long long tail_n(const void *o) { return ((const Tail *)o)->n; }
static const pc_pointer tail_pointers[] = {{"link", AT(Tail, link), PC_SHARED, link_type, NULL, NULL, PC_TOFROM}};
static const pc_type tail_descriptor = {"struct Tail", sizeof(Tail), sizeof(void *), tail_pointers, 1,
                                        offsetof(Tail, x), sizeof(double), tail_n};

static void tails(void) {
  Tail *tail = (Tail *)calloc(1, sizeof *tail + 9 * sizeof(double)), *copy;
  Link link = {NULL, NULL, 3};
  tail->n = 10, tail->x[9] = 4.5, tail->link = &link;
  copy = (Tail *)copy_of(&tail_descriptor, tail, 1);
  CHECK(copy->n == 10 && copy->x[9] == 4.5 && copy->link->n == 3);
  pc_free(copy);
  refused(&tail_descriptor, tail, 2, PC_ERROR_LENGTH, "several objects with a flexible array member");
  tail->n = -1;
  refused(&tail_descriptor, tail, 1, PC_ERROR_LENGTH, "whose flexible array member has no length");
  free(tail);
}

/* Observers of what is larger than the image, which has none of it. */
typedef struct Looks {
  long long n;
  double *view;        /* n */
  Tail *tails;         /* n, though these have a flexible array */
  double **views;      /* owned: 2, to n each */
  struct Looks *whole; /* n */
} Looks;
static const pc_type *looks_type(void);
static const pc_type *tail_type(void) { return &tail_descriptor; }
static long long looks_n(const void *o) { return ((const Looks *)o)->n; }
static long long two(const void *o) { return (void)o, 2; }
static const pc_pointer looks_row[] = {{"views[]", 0, 1, sizeof(void *), 0, 0, PC_OBSERVER, double_type, looks_n, NULL, PC_TOFROM}};
static const pc_pointer looks_pointers[] = {
    {"view", AT(Looks, view), PC_OBSERVER, double_type, looks_n, NULL, PC_TOFROM},
    {"tails", AT(Looks, tails), PC_OBSERVER, tail_type, looks_n, NULL, PC_TOFROM},
    {"views", AT(Looks, views), PC_OWNED, double_type, two, looks_row, PC_TOFROM},
    {"whole", AT(Looks, whole), PC_OBSERVER, looks_type, looks_n, NULL, PC_TOFROM}};
static const pc_type looks_descriptor = {"struct Looks", sizeof(Looks), sizeof(void *), looks_pointers, 4, 0, 0, NULL};
static const pc_type *looks_type(void) { return &looks_descriptor; }

static void observed_outside(void) {
  static const long long lengths[] = {1, 1000000, LLONG_MAX / 64};
  double *outside = NEW(double, 9), *views[2];
  Looks looks, *copy;
  size_t i;
  for (i = 0; i < 3; ++i) {
    looks.n = lengths[i];
    looks.view = views[0] = outside, views[1] = NULL;
    looks.views = views;
    looks.tails = (Tail *)(void *)outside;
    looks.whole = (Looks *)(void *)outside;
    copy = (Looks *)copy_of(&looks_descriptor, &looks, 1);
    CHECK(copy->n == looks.n && !copy->view && !copy->tails && !copy->whole && !copy->views[0] && !copy->views[1]);
    pc_free(copy);
  }
  looks.n = 1;
  looks.whole = &looks;
  copy = (Looks *)copy_of(&looks_descriptor, &looks, 1);
  CHECK(copy->whole == copy);
  pc_free(copy);
  looks.n = 2; /* of which one is in the image */
  refused(&looks_descriptor, &looks, 1, PC_ERROR_UNSUPPORTED, "'whole' of 'struct Looks': it leads into an object of another");
  free(outside);
}

static void alignments(void) {
  const pc_type wide = {"struct Wide", 64, 64, NULL, 0, 0, 0, NULL};
  char *memory = (char *)calloc(1, 192), *x = (char *)(((uintptr_t)memory + 63) & ~(uintptr_t)63), *copy;
  size_t bytes;
  void *image = pack(&wide, x, 1, &bytes), *separate = NULL;
  copy = (char *)copy_of(&wide, x, 1);
  CHECK((uintptr_t)copy % 64 == 0);
  pc_free(copy);
  CHECK(unpack(&wide, &separate, image, bytes, PC_SEPARATE) == PC_ERROR_UNSUPPORTED && !separate);
  free(image), free(memory);
}

static const void *first_of(const void *o) { return o; }

static int one_kind(const void *o) {
  (void)o;
  return 0;
}
static pc_type of_own_kind;
static const pc_type *own_type(void) { return &of_own_kind; }

/* Objects of classes that derive from the type of the pointer to them, and such as cannot be. */
static void classes(void) {
  const pc_type_function kinds[] = {own_type}, links[] = {link_type};
  Wide wide;
  Node node, *copy;
  double extra[2] = {7, 8};
  pc_type type;
  memset(&wide, 0, sizeof wide), memset(&node, 0, sizeof node);
  wide.node.id = 1, wide.node.n = 2, wide.extra = extra;
  wide.node.peer = &node, node.peer = node.parent = &wide.node, node.id = 2;
  copy = (Node *)copy_of(&any_descriptor, &wide, 1);
  CHECK(copy->id == 1 && ((Wide *)copy)->extra[1] == 8 && copy->peer->id == 2);
  CHECK(copy->peer->peer == copy && copy->peer->parent == copy);
  pc_free(copy);
  copy = (Node *)copy_of(&node_descriptor, &node, 1);
  CHECK(copy->id == 2 && ((Wide *)copy->peer)->extra[0] == 7 && copy->peer->peer == copy);
  pc_free(copy);
  refused(&any_descriptor, &wide, 2, PC_ERROR_UNSUPPORTED, "section 'section': it leads to several objects of a class from which");
  node.peer = (Node *)(uintptr_t)4096;
  refused(&node_descriptor, &node, 1, PC_ERROR_RANGE, "'peer' of 'struct Node': it leads, with its length, outside");
  node.peer = (Node *)(UINTPTR_MAX - 16);
  refused(&node_descriptor, &node, 1, PC_ERROR_RANGE, "'peer' of 'struct Node': it leads, with its length, outside");
  type = any_descriptor, type.nkinds = 1;
  refused(&type, &wide, 1, PC_ERROR_TYPE, "section 'section': it leads to an object whose class is not known");
  type = link_descriptor, type.kinds = links, type.nkinds = 1, type.kind = one_kind; /* one class, and no other */
  {
    Link link = {NULL, NULL, 3}, *same = (Link *)copy_of(&type, &link, 1);
    CHECK(same->n == 3);
    pc_free(same);
  }
  of_own_kind = link_descriptor, of_own_kind.kinds = kinds, of_own_kind.nkinds = 1, of_own_kind.kind = one_kind;
  refused(&of_own_kind, &wide, 1, PC_ERROR_UNSUPPORTED, "'struct Link' tells its class by its virtual functions");
}

/* --- members with functions of the user --------------------------------------------------------------------
 */

typedef struct Priced {
  struct Priced *next;
  int n;
  const char *in[2]; /* of currencies */
  double *prices;    /* n */
} Priced;

static const char *const currencies[] = {"mark", "franc", "lira"};
static void to_index(void *copy, const void *owner) {
  const Priced *priced = (const Priced *)owner;
  uintptr_t index[2] = {9, 9};
  size_t i, k;
  for (i = 0; i < 2; ++i)
    for (k = 0; k < 3; ++k)
      if (priced->in[i] == currencies[k]) index[i] = k;
  memcpy(copy, index, sizeof index);
}
static void from_index(void *owner, const void *copy) {
  Priced *priced = (Priced *)owner;
  uintptr_t index[2];
  size_t i;
  memcpy(index, copy, sizeof index);
  CHECK(priced->n == 0 || priced->prices[priced->n - 1] == 7); /* what its pointers lead to is there */
  for (i = 0; i < 2; ++i) priced->in[i] = index[i] < 3 ? currencies[index[i]] : NULL;
}

static const pc_type *priced_type(void);
static long long priced_n(const void *o) { return ((const Priced *)o)->n; }
static const pc_pointer priced_pointers[] = {
    {"next", AT(Priced, next), PC_OWNED, priced_type, NULL, NULL, PC_TOFROM, NULL, NULL, NULL},
    {"prices", AT(Priced, prices), PC_OWNED, double_type, priced_n, NULL, PC_TOFROM, NULL, NULL, NULL}};
static pc_custom priced_custom = {"in", offsetof(Priced, in), 1, 0, 0, 0, sizeof currencies[0] * 2,
                                  sizeof currencies[0], to_index, from_index, "to_index, from_index"};
static const pc_type *priced_type(void) {
  static const pc_type type = {"struct Priced", sizeof(Priced), sizeof(void *), priced_pointers, 2, 0, 0, NULL, NULL, 0, NULL,
                               &priced_custom, 1};
  return &type;
}

static void customs(void) {
  double prices[2] = {6, 7};
  Priced second = {NULL, 2, {NULL, NULL}, NULL}, first = {NULL, 0, {NULL, NULL}, NULL}, *copy;
  size_t bytes, i;
  char *image;
  second.in[0] = currencies[2], second.prices = prices;
  first.in[0] = currencies[0], first.in[1] = currencies[1], first.next = &second;
  copy = (Priced *)copy_of(priced_type(), &first, 1);
  CHECK(copy->in[0] == currencies[0] && copy->in[1] == currencies[1] && copy->n == 0);
  CHECK(copy->next->in[0] == currencies[2] && !copy->next->in[1] && copy->next->prices[0] == 6);
  pc_free(copy);
  /* No address of this program is in the image. */
  image = (char *)pack(priced_type(), &first, 1, &bytes);
  for (i = 0; i + sizeof(void *) <= bytes; ++i) {
    uintptr_t word;
    memcpy(&word, image + i, sizeof word);
    CHECK(word != (uintptr_t)currencies[0] && word != (uintptr_t)currencies[1] && word != (uintptr_t)&second);
  }
  free(image);
  priced_custom.after = NULL; /* it holds what came */
  copy = (Priced *)copy_of(priced_type(), &first, 1);
  CHECK((uintptr_t)copy->in[0] == 0 && (uintptr_t)copy->in[1] == 1 && (uintptr_t)copy->next->in[1] == 9);
  pc_free(copy);
}

static void types_that_are_refused(void) {
  pc_pointer pointers[2];
  pc_type type = link_descriptor;
  Link link = {NULL, NULL, 0};
  memcpy(pointers, link_pointers, sizeof pointers);
  type = link_descriptor, type.pointers = pointers, pointers[1].data = first_of;
  refused(&type, &link, 1, PC_ERROR_UNSUPPORTED, "'x' of 'struct Link' is a container that nobody knows how");
  pointers[1] = link_pointers[1], pointers[1].kind = PC_SKIPPED;
  link.x = (double *)1, link.n = 4;
  {
    Link *copy = (Link *)copy_of(&type, &link, 1);
    CHECK(!copy->x && copy->n == 4);
    pc_free(copy);
  }
}

/* --- images that are none ---------------------------------------------------------------------------------
 */

static void set_word(char *image, size_t at, uint64_t value, size_t bytes) { memcpy(image + at, &value, bytes); }

typedef struct Named { /* shared: n characters; a string */
  long long n;
  char *all, *text;
} Named;
static long long named_n(const void *o) { return ((const Named *)o)->n; }
static long long named_text(const void *o) { return string_bytes(((const Named *)o)->text); }
static const pc_pointer named_pointers[] = {{"all", AT(Named, all), PC_SHARED, char_type, named_n, NULL, PC_TOFROM},
                                            {"text", AT(Named, text), PC_SHARED, char_type, named_text, NULL, PC_TOFROM}};
static const pc_type named_descriptor = {"struct Named", sizeof(Named), sizeof(void *), named_pointers, 2, 0, 0, NULL};

/* A part that is met before the whole, which is met by another way, or by none. */
static void wholes(void) {
  Named *copied;
  Node *nodes = NEW(Node, 2), *pool = NEW(Node, 4), *copy;
  char text[] = "whole";
  size_t bytes, room;
  void *image, *into;
  nodes[1].peer = pool + 1, nodes[1].name = text + 2;
  nodes[0].k = 4, nodes[0].array = pool, nodes[0].name = text;
  pool[1].peer = pool + 3;
  copy = (Node *)copy_of(&node_descriptor, nodes, 2);
  CHECK(copy[1].peer == copy[0].array + 1 && copy[1].peer->peer == copy[0].array + 3);
  CHECK(copy[1].name == copy[0].name + 2 && strcmp(copy[0].name, text) == 0);
  pc_free(copy);
  /* The first walk needs more bytes than the image. */
  image = pack(&node_descriptor, nodes, 2, &bytes);
  into = malloc(bytes);
  room = bytes;
  {
    const pc_root root = section(&node_descriptor, nodes, 2);
    CHECK(pc_pack(&root, 1, &into, &room, HERE) == PC_OK && room == bytes && memcmp(image, into, bytes) == 0);
    --room;
    CHECK(pc_pack(&root, 1, &into, &room, HERE) == PC_ERROR_IMAGE);
  }
  free(image), free(into);
  nodes[0].array = NULL, pool[1].k = 4, pool[1].array = pool; /* the whole is known from a part only */
  refused(&node_descriptor, nodes, 2, PC_ERROR_UNSUPPORTED, "on the only way to the rest");
  nodes[1].peer = NULL, pool[1].array = NULL;
  pool[0].next = pool + 2, nodes[0].peer = pool, nodes[0].k = 3, nodes[0].array = pool + 1; /* owned, in a shared whole */
  refused(&node_descriptor, nodes, 2, PC_ERROR_UNSUPPORTED, "'next' of 'struct Node': it is owned");
  { /* a string in an array that goes on behind its zero: who reads could not tell where it may end */
    char buffer[] = "abc\0de";
    Named named = {6, buffer, buffer};
    refused(&named_descriptor, &named, 1, PC_ERROR_UNSUPPORTED, "'text' of 'struct Named': it leads to a string in an array whose last");
    buffer[5] = 0;
    named.text = buffer + 1;
    copied = (Named *)copy_of(&named_descriptor, &named, 1);
    CHECK(copied->text == copied->all + 1 && strcmp(copied->text, "bc") == 0);
    pc_free(copied);
  }
  free(nodes), free(pool);
}

/* With sums that are right. */
static void correct_sums(char *image, size_t bytes) {
  pc_image_header header;
  pc_checksum sum;
  memcpy(&header, image, sizeof header);
  pc_start_checksum(&sum);
  pc_add_checksum(&sum, image + sizeof header, bytes - sizeof header);
  header.checksum = pc_end_checksum(&sum);
  header.sum = pc_header_sum(&header);
  memcpy(image, &header, sizeof header);
}

/* Arrays of pointers to which several lead: one that is the same for all of them, and none that lengths or policies make another. */
static void shared_tables(void) {
  Node *nodes = NEW(Node, 2), *copy = NULL;
  double *rows[2], one[1] = {1}, two[2] = {1, 2}, many[2][50];
  Node *table[2];
  char *image;
  size_t bytes;
  const size_t second = pc_image_align(sizeof(pc_image_header) + 16, sizeof(void *)) + sizeof(Node);
  memset(many, 0, sizeof many);
  table[0] = &nodes[1], table[1] = NULL;
  nodes[0].k = 2, nodes[1].k = 1; /* the last element is the first to be followed: a part is met before the whole */
  nodes[0].table = nodes[1].table = table;
  copy = (Node *)copy_of(&node_descriptor, nodes, 2);
  CHECK(copy[0].table == copy[1].table && copy[0].table[0] == copy + 1 && !copy[0].table[1]);
  pc_free(copy);
  nodes[0].k = 1, nodes[1].k = 2;
  copy = (Node *)copy_of(&node_descriptor, nodes, 2);
  CHECK(copy[0].table == copy[1].table && copy[0].table[0] == copy + 1 && !copy[0].table[1]);
  pc_free(copy);
  nodes[0].table = table + 1; /* a part of it */
  copy = (Node *)copy_of(&node_descriptor, nodes, 2);
  CHECK(copy[0].table == copy[1].table + 1);
  pc_free(copy);
  nodes[0].k = 2, nodes[1].n = 50, nodes[0].n = 1;
  nodes[0].table = NULL, nodes[1].table = table, nodes[0].seen = table; /* observers in what was shared ones */
  refused(&node_descriptor, nodes, 2, PC_ERROR_UNSUPPORTED, "'seen' of 'struct Node': it leads to an array of pointers that another");
  nodes[0].seen = nodes[1].table = NULL;
  rows[0] = many[0], rows[1] = many[1];
  nodes[0].grid = nodes[1].grid = rows;
  refused(&node_descriptor, nodes, 2, PC_ERROR_UNSUPPORTED, "'grid' of 'struct Node': it leads to an array of pointers that another");
  nodes[0].grid = nodes[1].grid = NULL;
  /* An image that lets one lead to the rows of another, which are shorter. */
  rows[0] = one, rows[1] = two;
  nodes[0].ragged = rows, nodes[1].best = many[0];
  image = (char *)pack(&node_descriptor, nodes, 2, &bytes);
  set_word(image, second + offsetof(Node, grid), PC_TOKEN_ELSEWHERE, 8);
  set_word(image, second + offsetof(Node, best), PC_TOKEN_NULL, 8);
  set_word(image, bytes - 16, 2, 8);
  correct_sums(image, bytes);
  CHECK(unpack(&node_descriptor, &copy, image, bytes, 0) == PC_ERROR_IMAGE);
  CHECK(strstr(last_message, "'grid' of 'struct Node'") && strstr(last_message, "an object of another type or length"));
  free(image), free(nodes);
}

/* A version of the format whose hash says nothing of members: a warning, which the test has, says so once. */
static void former_images(void) {
  double x[2] = {1, 2};
  Link link = {NULL, x, 2}, *result = NULL;
  const pc_pointer leading[1] = {link_pointers[1]}; /* to no type that is described anew here */
  pc_type one = link_descriptor, other;
  pc_image_types types;
  pc_image_header header;
  pc_call call;
  size_t bytes;
  int again;
  char *image;
  one.pointers = leading, one.npointers = 1;
  other = one;
  image = (char *)pack(&one, &link, 1, &bytes);
  memset(&types, 0, sizeof types);
  memset(&call, 0, sizeof call);
  CHECK(pc_number_image_type(&types, &one) && pc_finish_image_types(&call, &types) == PC_OK);
  memcpy(&header, image, sizeof header);
  CHECK(header.hash == types.hash.now && header.hash != types.hash.former);
  header.version = PC_IMAGE_WITHOUT_MEMBERS;
  header.sum = pc_header_sum(&header);
  memcpy(image, &header, sizeof header);
  CHECK(unpack(&one, &result, image, bytes, 0) == PC_ERROR_FOREIGN);
  header.hash = types.hash.former;
  header.sum = pc_header_sum(&header);
  memcpy(image, &header, sizeof header);
  other.members = "other pointer @0";
  for (again = 0; again < 2; ++again) {
    CHECK(unpack(&other, &result, image, bytes, 0) == PC_OK && result->n == 2 && result->x[1] == 2);
    pc_free(result);
  }
  other.size += 8;
  CHECK(unpack(&other, &result, image, bytes, 0) == PC_ERROR_FOREIGN);
  pc_free_image_types(&types);
  free(image);
}

static void foreign_images(void) {
  static const struct {
    size_t at, bytes;
    uint64_t value;
    int status, sums;
    const char *said;
  } changes[] = {
      {0, 1, 'x', PC_ERROR_IMAGE, 0, "it is no image"},
      {offsetof(pc_image_header, version), 4, 4, PC_ERROR_FOREIGN, 1, "version 4 of the format, this program reads"},
      {offsetof(pc_image_header, order), 4, 0x04030201, PC_ERROR_FOREIGN, 1, "another byte order"},
      {offsetof(pc_image_header, pointer_bytes), 4, 4, PC_ERROR_FOREIGN, 1, "pointers of 4 bytes"},
      {offsetof(pc_image_header, hash), 8, 1, PC_ERROR_FOREIGN, 1, "other types than those"},
      {offsetof(pc_image_header, flags), 4, 8, PC_ERROR_FOREIGN, 1, "flags that this program does not know"},
      {offsetof(pc_image_header, hash), 8, 1, PC_ERROR_IMAGE, 0, "the header of the image is damaged"},
      {offsetof(pc_image_header, objects), 8, 1, PC_ERROR_IMAGE, 1, "not as many as the image says"},
      {offsetof(pc_image_header, bytes), 8, UINT64_MAX, PC_ERROR_IMAGE, 1, "the image is of 18446744073709551615"},
      {offsetof(pc_image_header, elsewhere), 8, UINT64_MAX, PC_ERROR_IMAGE, 1, "has no room for the pointers"},
      {offsetof(pc_image_header, elsewhere), 8, 1, PC_ERROR_IMAGE, 1, "does not fit into the image"},
      {offsetof(pc_image_header, checksum), 8, 5, PC_ERROR_IMAGE, 1, "its checksum is another"},
      {sizeof(pc_image_header) + 8, 8, UINT64_C(1) << 61, PC_ERROR_IMAGE, 2, "larger than the image"},
      {sizeof(pc_image_header), 8, PC_TOKEN_OF(0), PC_ERROR_IMAGE, 2, "it is the first, but leads to"},
      {sizeof(pc_image_header), 8, PC_TOKEN_ELSEWHERE, PC_ERROR_IMAGE, 2, "it is the first, but leads to"},
      {sizeof(pc_image_header), 8, 5, PC_ERROR_IMAGE, 2, "it is no token"}};
  double x[4] = {1, 2, 3, 4};
  Link links[2] = {{NULL, x, 4}, {NULL, NULL, 0}}, *result = links;
  size_t bytes, i;
  char *honest, *image;
  links[0].next = &links[1];
  honest = (char *)pack(&link_descriptor, links, 1, &bytes);
  image = (char *)malloc(bytes);
  for (i = 0; i < sizeof changes / sizeof *changes; ++i) {
    pc_image_header header;
    memcpy(image, honest, bytes);
    set_word(image, changes[i].at, changes[i].value, changes[i].bytes);
    memcpy(&header, image, sizeof header);
    if (changes[i].sums == 2) {
      pc_checksum sum;
      pc_start_checksum(&sum);
      pc_add_checksum(&sum, image + sizeof header, bytes - sizeof header);
      header.checksum = pc_end_checksum(&sum);
    }
    if (changes[i].sums) header.sum = pc_header_sum(&header);
    memcpy(image, &header, sizeof header);
    CHECK(unpack(&link_descriptor, &result, image, bytes, 0) == changes[i].status && result == links);
    if (!strstr(last_message, changes[i].said)) fprintf(stderr, "%zu: %s\n", i, last_message);
    CHECK(strstr(last_message, changes[i].said));
  }
  for (i = 0; i < bytes; ++i) { /* cut off, and each byte damaged */
    char *cut = (char *)malloc(i + 1);
    memcpy(cut, honest, i);
    CHECK(unpack(&link_descriptor, &result, cut, i, 0) == PC_ERROR_IMAGE && result == links);
    free(cut);
    memcpy(image, honest, bytes);
    image[i] ^= 0x40;
    CHECK(unpack(&link_descriptor, &result, image, bytes, 0) != PC_OK && result == links);
  }
  CHECK(unpack(&node_descriptor, &result, honest, bytes, 0) == PC_ERROR_FOREIGN);
  {
    pc_type other = link_descriptor; /* another size, kind, length */
    pc_pointer pointers[2];
    memcpy(pointers, link_pointers, sizeof pointers);
    other.size += 8;
    CHECK(unpack(&other, &result, honest, bytes, 0) == PC_ERROR_FOREIGN);
    other = link_descriptor, other.pointers = pointers, pointers[1].kind = PC_SHARED;
    CHECK(unpack(&other, &result, honest, bytes, 0) == PC_ERROR_FOREIGN);
    pointers[1] = link_pointers[1], pointers[1].count = NULL;
    CHECK(unpack(&other, &result, honest, bytes, 0) == PC_ERROR_FOREIGN);
    other = link_descriptor, other.members = "next pointer @0;x pointer @8;n i8 @16";
    CHECK(unpack(&other, &result, honest, bytes, 0) == PC_ERROR_FOREIGN);
    CHECK(strstr(last_message, "or other members"));
  }
  free(image), free(honest);
  { /* objects that have to have numbers */
    Node *node = NEW(Node, 1), *got = node;
    pc_image_header header;
    image = (char *)pack(&node_descriptor, node, 1, &bytes);
    memcpy(&header, image, sizeof header);
    header.flags = 0, header.sum = pc_header_sum(&header);
    memcpy(image, &header, sizeof header);
    CHECK(unpack(&node_descriptor, &got, image, bytes, 0) == PC_ERROR_IMAGE && got == node);
    CHECK(strstr(last_message, "its objects have no numbers"));
    free(node), free(image);
  }
}

/* --- calls in the background -------------------------------------------------------------------------------
 */

static int slow_to_host(pc_device *device, int where, void *to, const void *from, size_t bytes) {
  const struct timespec nap = {0, 100000000};
  nanosleep(&nap, NULL);
  return pc_host_transfer(device, where, to, from, bytes);
}

/* What is still being copied back is waited for. */
static void background(void) {
  pc_device slow = *pc_host_device();
  double x[2] = {1, 2}, seven = 7;
  Link link = {NULL, x, 2}, *copy;
  const pc_root root = section(&link_descriptor, &link, 1);
  slow.to_host = slow_to_host;
  CHECK(pc_set_device(&slow) == PC_OK && pc_deepcopy_enter(&root, 1, PC_AUTO, HERE) == PC_OK);
  memcpy((double *)pc_deepcopy_device_pointer(x) + 1, &seven, sizeof seven);
  CHECK(pc_deepcopy_exit_async(&root, 1, 0, PC_NO_QUEUE, HERE) == PC_OK);
  copy = (Link *)copy_of(&link_descriptor, &link, 1);
  CHECK(copy->x[1] == 7 && pc_deepcopy_wait(PC_ALL_QUEUES) == PC_OK);
  pc_free(copy);
}

/* Without a handler a failure is but a status. */
/* A map of one's own: it sees each object once, with its type, and is asked for what is shared. */
static void own_sharing(void) {
  Node *nodes = NEW(Node, 2), *one = NEW(Node, 1), *copy;
  pc_sharing half = own_map;
  half.end = NULL;
  nodes[0].peer = nodes[1].peer = one;
  one->next = NEW(Node, 1);
  one->next->parent = nodes + 1;
  nodes[0].n = 3, nodes[0].data = NEW(double, 3), nodes[0].best = nodes[0].data + 3;
  CHECK(pc_set_sharing(&half) == PC_ERROR_UNSUPPORTED);
  pc_free(copy_of(&node_descriptor, nodes, 2));
  CHECK(own_map_inserted == 0);
  CHECK(pc_set_sharing(&own_map) == PC_OK);
  copy = (Node *)copy_of(&node_descriptor, nodes, 2);
  CHECK(own_maps == 0 && own_map_inserted > 0 && own_map_found > 0 && own_map_inserted % 4 == 0);
  CHECK(copy[0].peer == copy[1].peer && copy[0].peer->next->parent == copy + 1 && copy[0].best == copy[0].data + 3);
  pc_free(copy);
  own_map_inserted = 0;
  CHECK(pc_set_sharing(NULL) == PC_OK);
  pc_free(copy_of(&node_descriptor, nodes, 2));
  CHECK(own_map_inserted == 0);
  free(nodes[0].data), free(nodes), free(one->next), free(one);
}

static void without_a_handler(void) {
  Link *result = NULL;
  pc_set_error_handler(NULL, NULL);
  CHECK(unpack(&link_descriptor, &result, "x", 1, 0) == PC_ERROR_IMAGE);
}

/* More than 2 GiB: elements, and one array of them. By hand: it takes 7 GB. */
static void gigabytes(void) {
  const long long n = 3LL << 27;
  Link link = {NULL, NULL, (int)n}, *copy;
  size_t bytes;
  void *image, *result = NULL;
  link.x = (double *)malloc((size_t)n * sizeof(double));
  memset(link.x, 1, (size_t)n * sizeof(double));
  link.x[n - 1] = 7;
  image = pack(&link_descriptor, &link, 1, &bytes);
  CHECK(bytes > (size_t)n * sizeof(double));
  free(link.x);
  CHECK(unpack(&link_descriptor, &result, image, bytes, 0) == PC_OK);
  copy = (Link *)result;
  CHECK(copy->n == n && copy->x[n - 1] == 7 && copy->x[0] == copy->x[n - 2]);
  free(image);
  pc_free(copy);
}

#define SUBJECT(name)                                                                                        \
  { #name, name }
int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } subjects[] = {SUBJECT(list),         SUBJECT(ring),         SUBJECT(owned_twice),
                  SUBJECT(wrong_lengths), SUBJECT(nothing),      SUBJECT(sections),
                  SUBJECT(neighbours),   SUBJECT(embedded),     SUBJECT(told_lengths),
                  SUBJECT(lengths_that_are_refused), SUBJECT(tails), SUBJECT(observed_outside), SUBJECT(alignments),
                  SUBJECT(classes), SUBJECT(customs), SUBJECT(types_that_are_refused), SUBJECT(foreign_images), SUBJECT(former_images), SUBJECT(shared_tables), SUBJECT(wholes), SUBJECT(background), SUBJECT(own_sharing), SUBJECT(without_a_handler),
                  SUBJECT(gigabytes)};
  size_t i;
  pc_set_error_handler(on_error, NULL);
  for (i = 0; i < sizeof subjects / sizeof *subjects; ++i) {
    if (argc < 2) puts(subjects[i].name);
    if (argc > 1 && strcmp(argv[1], subjects[i].name) == 0) return subjects[i].run(), 0;
  }
  return argc > 1 ? 2 : 0;
}
