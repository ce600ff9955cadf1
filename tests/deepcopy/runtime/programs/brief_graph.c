/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random structures that can be entered in brief, mostly, and what becomes of them; the host and kernels change them, too.
 * Some graphs have what plans in brief cannot know: pointers that one of several types has (tags), rows that several
 * nodes share, members with functions of the user, objects of several classes, and pointers and lengths that kernels may change.
 *
 *   brief_graph FIRST HOW_MANY
 *
 * Prints what every call says and a sum of all that the host has, without addresses: the same whether plans may be brief or not
 * (PC_BRIEF of detail/brief.h is 0, 1 or 2). The last line says how many calls were made, and after how many a plan, or
 * two, were brief.
 */
#define PC_HEADER_ONLY /* it looks into them: whether a plan is brief */
#include <pointerchain/deepcopy.h>

#include <pointerchain/deepcopy_host.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HERE __FILE__, __LINE__

typedef struct Leaf {
  short value;
  char text[5];
} Leaf;

typedef struct Node {
  double x;
  struct Node *next, *other;
  long n, m;
  double *data;  /* n */
  Leaf *leaf;    /* one */
  Leaf *leaves;  /* m */
  void *hidden;  /* left out */
  struct Node *kids; /* nkids */
  int nkids, tag;
  void *held;        /* n numbers where tag is 1, m leaves where it is 2; else bytes */
  double **rows;     /* nrows, each of `width` numbers */
  int nrows, width;
} Node;

typedef struct Shape {
  int kind;
  float x;
} Shape;

typedef struct Circle { /* a Shape of kind 1 */
  Shape base;
  double radius;
  double *points; /* one */
} Circle;

typedef struct Link {
  double x[2];
  struct Link *next;
} Link;

enum { MOST = 24, LONGEST = 4, ROOM = 8, TABLES = 3, WIDEST = 3, STAYING = 16 }; /* lengths grow up to ROOM */

/* What the nodes of a graph have that no plan in brief knows. */
typedef enum Feature { NONE, TAGS, ROWS, FUNCTIONS, CLASSES, MUTABLE_POINTERS, MUTABLE_LENGTHS, FEATURES } Feature;

static const pc_type double_described = {"double", sizeof(double), sizeof(double)};
static const pc_type *double_type(void) { return &double_described; }
static const pc_type leaf_described = {"Leaf", sizeof(Leaf), sizeof(short)};
static const pc_type *leaf_type(void) { return &leaf_described; }
static const pc_type *node_type(void);
static const pc_type *link_type(void);
static long long data_length(const void *node) { return ((const Node *)node)->n; }
static long long leaves_length(const void *node) { return ((const Node *)node)->m; }
static long long kids_length(const void *node) { return ((const Node *)node)->nkids; }
static long long rows_length(const void *node) { return ((const Node *)node)->nrows; }
static long long row_length(const void *node) { return ((const Node *)node)->width; }
static int holds_numbers(const void *node) { return ((const Node *)node)->tag == 1; }
static int holds_leaves(const void *node) { return ((const Node *)node)->tag == 2; }
static const pc_pointer row_pointer = {"rows[]", 0, 1, sizeof(void *), 0, 0, PC_SHARED, double_type, row_length};
static const pc_pointer tagged_pointers[] = {
    {"held", offsetof(Node, held), 1, sizeof(void *), 0, 0, PC_SHARED, double_type, data_length, NULL, PC_TOFROM, holds_numbers},
    {"held", offsetof(Node, held), 1, sizeof(void *), 0, 0, PC_SHARED, leaf_type, leaves_length, NULL, PC_TOFROM, holds_leaves}};
static const pc_pointer rows_pointer = {"rows", offsetof(Node, rows), 1, sizeof(void *), 0, 0, PC_SHARED, double_type, rows_length, &row_pointer};
static int kind_of_shape(const void *shape) { return ((const Shape *)shape)->kind & 1; }
static const pc_type *shape_type(void);
static const pc_type *circle_type(void);
static const pc_type_function shape_kinds[] = {shape_type, circle_type};
static const pc_pointer circle_pointer = {"points", offsetof(Circle, points), 1, sizeof(void *), 0, 0, PC_SHARED, double_type};
static const pc_type shape_described = {"Shape", sizeof(Shape), sizeof(int), NULL, 0, 0, 0, NULL, shape_kinds, 2, kind_of_shape};
static const pc_type *shape_type(void) { return &shape_described; }
static const pc_type circle_described = {"Circle", sizeof(Circle), sizeof(double), &circle_pointer, 1};
static const pc_type *circle_type(void) { return &circle_described; }
static const pc_pointer shape_pointer = {"held", offsetof(Node, held), 1, sizeof(void *), 0, 0, PC_SHARED, shape_type};
static void hide_width(void *copy, const void *node) {
  const int width = ~((const Node *)node)->width;
  memcpy(copy, &width, sizeof width);
}
static void show_width(void *node, const void *copy) {
  int width;
  memcpy(&width, copy, sizeof width);
  ((Node *)node)->width = ~width;
}
static const pc_custom width_custom = {"width", offsetof(Node, width), 1, sizeof(int), 0, 0, sizeof(int), sizeof(int), hide_width, show_width, "hide_width, show_width"};
enum { PLAIN_POINTERS = 7, MOST_POINTERS = PLAIN_POINTERS + 2 };
/* In order of offset; the last ones are those of a graph's feature. */
static pc_pointer node_pointers[MOST_POINTERS] = {
    {"next", offsetof(Node, next), 1, sizeof(void *), 0, 0, PC_OWNED, node_type},
    {"other", offsetof(Node, other), 1, sizeof(void *), 0, 0, PC_SHARED, node_type},
    {"data", offsetof(Node, data), 1, sizeof(void *), 0, 0, PC_OWNED, double_type, data_length},
    {"leaf", offsetof(Node, leaf), 1, sizeof(void *), 0, 0, PC_OWNED, leaf_type},
    {"leaves", offsetof(Node, leaves), 1, sizeof(void *), 0, 0, PC_OWNED, leaf_type, leaves_length},
    {"hidden", offsetof(Node, hidden), 1, sizeof(void *), 0, 0, PC_SKIPPED},
    {"kids", offsetof(Node, kids), 1, sizeof(void *), 0, 0, PC_OWNED, node_type, kids_length}};
static pc_type node_described = {"Node", sizeof(Node), sizeof(double), node_pointers, PLAIN_POINTERS};
static const pc_type *node_type(void) { return &node_described; }
static const pc_pointer link_pointers[] = {
    {"next", offsetof(Link, next), 1, sizeof(void *), 0, 0, PC_OWNED, link_type}};
static const pc_type link_described = {"Link", sizeof(Link), sizeof(double), link_pointers, 1};
static const pc_type *link_type(void) { return &link_described; }
/* An array of pointers, for sums alone. */
static const pc_pointer element_pointer = {"", 0, 1, sizeof(void *), 0, 0, PC_SHARED, double_type};
static const pc_type table_described = {"rows", sizeof(double *), sizeof(double *), &element_pointer, 1};

/* All memory of one structure. */
static char *blocks[16 * MOST];
static size_t sizes[16 * MOST];
static int nblocks;
static Node *nodes[MOST];
static Link *links[MOST];
static double **tables[TABLES];
static Feature feature;
static int nnodes, nlinks, ncalls, nbrief, ntwo;
static unsigned long long state;

static unsigned draw(unsigned most) { /* below it */
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(state >> 33) % most;
}

static void *take(size_t bytes) {
  char *memory = (char *)malloc(bytes ? bytes : 1);
  size_t i;
  if (!memory) exit(2);
  for (i = 0; i < bytes; ++i) memory[i] = (char)draw(100);
  blocks[nblocks] = memory;
  sizes[nblocks++] = bytes;
  return memory;
}

/* Pointers as numbers of blocks, so that runs can be compared. */
static unsigned long long number_of(const void *address) {
  int i;
  if (!address) return 0;
  for (i = 0; i < nblocks; ++i)
    if ((const char *)address >= blocks[i] && (const char *)address < blocks[i] + sizes[i])
      return (unsigned long long)(i + 1) * 100003 + (unsigned long long)((const char *)address - blocks[i]);
  return 7;
}

/* Also where those that the graph has do not say so: it may lie there as bytes. */
static int is_pointer(size_t offset, const pc_type *type) {
  size_t i;
  if (type == &node_described && (offset == offsetof(Node, held) || offset == offsetof(Node, rows))) return 1;
  for (i = 0; i < type->npointers; ++i)
    if (offset == type->pointers[i].offset) return 1;
  return 0;
}

static unsigned long long sum_of(const char *memory, size_t bytes, const pc_type *type) {
  unsigned long long sum = 0;
  size_t i;
  for (i = 0; i < bytes; i += is_pointer(i % type->size, type) ? sizeof(void *) : 1) {
    const void *pointer;
    if (is_pointer(i % type->size, type)) {
      memcpy(&pointer, memory + i, sizeof pointer);
      sum = sum * 31 + number_of(pointer);
    } else {
      sum = sum * 31 + (unsigned char)memory[i];
    }
  }
  return sum;
}

static const pc_type *types[16 * MOST];

static unsigned long long sum_of_all(void) {
  unsigned long long sum = 0;
  int i;
  for (i = 0; i < nblocks; ++i) sum = sum * 1009 + sum_of(blocks[i], sizes[i], types[i]);
  return sum;
}

static void *take_of(const pc_type *type, size_t n) {
  void *memory = take(n * type->size);
  types[nblocks - 1] = type;
  return memory;
}

/* What pointers nodes have. */
static void choose_feature(void) {
  feature = draw(2) ? NONE : (Feature)draw(FEATURES);
  node_described.npointers = PLAIN_POINTERS;
  if (feature == TAGS) {
    memcpy(&node_pointers[PLAIN_POINTERS], tagged_pointers, sizeof tagged_pointers);
    node_described.npointers += 1 + draw(2); /* else it is bytes where the tag is 2 */
  } else if (feature == ROWS || feature == CLASSES) {
    node_pointers[PLAIN_POINTERS] = feature == ROWS ? rows_pointer : shape_pointer;
    node_described.npointers += 1;
  }
  node_described.customs = feature == FUNCTIONS ? &width_custom : NULL;
  node_described.ncustoms = feature == FUNCTIONS;
  node_pointers[0].flags = feature == MUTABLE_POINTERS ? PC_MUTABLE : 0;
  node_pointers[2].flags = feature == MUTABLE_LENGTHS ? PC_MUTABLE_LENGTH : 0;
}

static Node *a_node(void) { return draw(4) ? nodes[draw((unsigned)nnodes)] : NULL; }

/* Overlaps, and pointers to no elements, are seldom. */
static void fill_node(Node *node) {
  const unsigned odd = draw(60);
  node->next = a_node();
  node->other = feature == MUTABLE_POINTERS && draw(4) ? NULL : a_node();
  node->n = 1 + (long)draw(LONGEST);
  node->data = draw(3) ? (double *)take_of(&double_described, ROOM) : NULL;
  node->leaf = draw(3) ? NULL : (Leaf *)take_of(&leaf_described, 1);
  node->m = 1 + (long)draw(LONGEST);
  node->leaves = draw(3) ? NULL : (Leaf *)take_of(&leaf_described, (size_t)node->m);
  node->hidden = draw(2) ? NULL : (void *)node;
  node->kids = NULL;
  node->nkids = 0;
  node->tag = (int)draw(3);
  node->held = !draw(3) ? NULL : draw(4) || node->tag == 2 ? take_of(&double_described, ROOM) : (void *)node->data;
  if (feature == CLASSES && node->held) {
    Circle *circle = (Circle *)take_of(&circle_described, 1);
    circle->points = draw(2) ? NULL : (double *)take_of(&double_described, 1);
    node->held = circle;
  }
  node->rows = draw(3) ? tables[draw(TABLES)] : NULL;
  node->nrows = 1 + (int)draw(2);
  node->width = (int)draw(WIDEST) + 1;
  if (odd == 0 && node->data) node->n = 0;
  if (odd == 1) node->data = a_node() ? &nodes[0]->x : NULL, node->n = 1;
  if (odd == 2) node->leaf = node->leaves;
  if (odd == 3 && node->data) node->data = (double *)(void *)((char *)node->data + 4);
  if (odd == 4) node->n = -1;
  if (odd == 5) node->leaf = (Leaf *)(void *)&node->n;
}

static void make_structure(void) {
  int i, k, order[MOST];
  nblocks = 0;
  for (i = 0; i < TABLES; ++i) {
    tables[i] = (double **)take_of(&table_described, 2);
    for (k = 0; k < 2; ++k) tables[i][k] = draw(4) ? (double *)take_of(&double_described, WIDEST) : NULL;
  }
  nnodes = 1 + (int)draw(8);
  nlinks = (int)draw(12);
  for (i = 0; i < nlinks; ++i) links[i] = (Link *)take_of(&link_described, 1);
  for (i = 0; i < nnodes; ++i) nodes[i] = (Node *)take_of(&node_described, 1);
  for (i = 0; i < nnodes; ++i) fill_node(nodes[i]);
  for (i = 0; i < nnodes; ++i) {
    if (draw(5)) continue;
    nodes[i]->nkids = 1 + (int)draw(3);
    nodes[i]->kids = (Node *)take_of(&node_described, (size_t)nodes[i]->nkids);
    for (k = 0; k < nodes[i]->nkids; ++k) fill_node(&nodes[i]->kids[k]);
    if (!draw(6)) nodes[0]->other = &nodes[i]->kids[draw((unsigned)nodes[i]->nkids)];
  }
  for (i = 0; i < nlinks; ++i) order[i] = i;
  for (i = nlinks - 1; i > 0 && draw(2); --i) {
    const int j = (int)draw((unsigned)i + 1), swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  for (i = 0; i < nlinks; ++i) links[order[i]]->next = i + 1 < nlinks ? links[order[i + 1]] : draw(3) ? NULL : links[0];
}

static char said[800];

static void listen(int status, const char *message, void *data) {
  const char *from = strstr(message, "error: ");
  char *to = said;
  (void)status, (void)data;
  for (from = from ? from : message; *from; ++from) {
    if (from[0] == '0' && from[1] == 'x')
      for (; from[1] && strchr("x0123456789abcdef", from[1]);) ++from;
    *to++ = *from;
  }
  *to = 0;
}

static void told(const char *what, unsigned which, int status) {
  ++ncalls;
  printf("%s %u: %d %s %016llx\n", what, which, status, status ? said : "", sum_of_all());
  nbrief += PC_STATE->brief != NULL;
  ntwo += PC_STATE->brief && PC_STATE->brief->next_brief;
}

/* What a kernel does to what is on the device: data, sometimes a pointer or a length. */
static void run_kernel(void) {
  int i;
#ifdef IDLE
  return;
#endif
  for (i = 0; i < nnodes; ++i) {
    Node *there = (Node *)pc_deepcopy_device_pointer(nodes[i]);
    if (!there || pc_deepcopy_device_pointer(&nodes[i]->nkids) != (void *)&there->nkids) continue; /* all of it is */
    there->x += 1;
    if (there->data && there->n > 0 && there->n <= 1 && nodes[i]->data && !((size_t)there->data & 7)) there->data[there->n - 1] *= 2;
    if (there->leaf) there->leaf->value += 1;
    switch (draw(40)) {
    case 0: there->next = there->next ? NULL : there; break;
    case 1: there->n += there->n < ROOM; break;
    case 2: there->hidden = there; break;
    case 3: there->m -= 1; break;
    case 4: there->tag = (int)draw(3); break;
    case 5: there->width -= there->width > 1; break;
    case 6: there->held = there; break;
    default: break;
    }
    if (feature == MUTABLE_POINTERS && !draw(3)) {
      Node *other = (Node *)pc_deepcopy_device_pointer(nodes[draw((unsigned)nnodes)]);
      there->next = other && draw(4) ? other : NULL;
    }
    if (feature == CLASSES && there->held && !((size_t)there->held & 7) && there->held != (void *)there) {
      ((Shape *)there->held)->x += 1;
      if (!draw(20)) ++((Shape *)there->held)->kind;
    }
    if (feature == MUTABLE_LENGTHS && !draw(3)) there->n -= there->n > 1;
  }
  for (i = 0; i < nlinks; ++i) {
    Link *there = (Link *)pc_deepcopy_device_pointer(links[i]);
    if (!there) continue;
    there->x[1] += i;
    if (!draw(60)) there->next = there;
  }
}

/* What the host changes; sometimes it is changed back. */
static Node before, *changed;
static Link *cut, *cut_from;

static void change_host(void) {
  Node *node = nodes[draw(2) ? draw((unsigned)nnodes) : 0];
  if (changed && draw(2)) {
    *changed = before;
    changed = NULL;
    return;
  }
  if (cut && draw(2)) {
    cut->next = cut_from;
    cut = NULL;
    return;
  }
  if (nlinks && !cut && draw(3) == 0) {
    cut = links[draw((unsigned)nlinks)];
    cut_from = cut->next;
    cut->next = draw(2) ? NULL : links[draw((unsigned)nlinks)];
    return;
  }
  if (feature == MUTABLE_POINTERS && draw(2)) { /* it may have been cut out, and be another's memory */
    node->x += 1;
    return;
  }
  changed = node;
  before = *node;
  switch (draw(14)) {
  case 10: node->tag = (int)draw(3); break;
  case 11: node->width = (int)draw(WIDEST) + 1; break;
  case 12: node->nrows = 1 + (int)draw(2); break;
  case 13:
    if (feature != CLASSES) node->held = node->data;
    else if (node->held) ++((Shape *)node->held)->kind;
    break;
  case 0:
  case 9: node->next = a_node(); break;
  case 1:
  case 7:
  case 8: node->n -= node->n > 1; break;
  case 2: node->n += node->n < ROOM; break;
  case 3: node->hidden = node->next; break;
  case 4: node->leaf = NULL; break;
  case 5: node->m = -2; break;
  default: node->x = 5; changed = NULL; break;
  }
}

static void play(unsigned long long seed) {
  pc_root roots[3];
  pc_root staying[STAYING];
  int entered[3] = {0, 0, 0}, calls, i, nstay = 0;
  state = seed * 7919 + 1;
  changed = NULL;
  cut = NULL;
  pc_host_device_model()->background = (int)draw(2);
  if (pc_set_device(pc_host_device()) != PC_OK) exit(2);
  calls = 3 + (int)draw(9);
  choose_feature();
  make_structure();
  memset(roots, 0, sizeof roots);
  for (i = 0; i < 3; ++i) {
    const int link = nlinks && draw(3) == 0;
    roots[i].type = link ? &link_described : &node_described;
    roots[i].base = link ? (void *)links[draw((unsigned)nlinks)] : (void *)nodes[draw((unsigned)nnodes)];
    roots[i].count = 1;
    roots[i].text = "root";
    roots[i].at = draw(8) ? NULL : (const void *)&nodes[0]->hidden;
  }
  printf("graph %llu\n", seed);
  for (i = 0; i < calls; ++i) {
    const unsigned r = draw(3) ? 0 : draw(3);
    const pc_technique technique = draw(5) ? PC_AUTO : (pc_technique)draw(6);
    int status;
    switch (draw(10)) {
    case 0:
    case 1:
    case 2:
      status = pc_deepcopy_enter(&roots[r], 1, technique, HERE);
      entered[r] += status == PC_OK;
      told("enter", r, status);
      break;
    case 3:
    case 4:
      status = pc_deepcopy_exit(&roots[r], 1, draw(8) ? 0 : PC_DELETE, HERE);
      entered[r] -= status == PC_OK;
      told("exit", r, status);
      break;
    case 5: told("host", r, pc_deepcopy_update_host(&roots[r], 1, HERE)); break;
    case 6: told(draw(2) ? "device" : "structure", r, draw(2) ? pc_deepcopy_update_device(&roots[r], 1, HERE) : pc_deepcopy_verify(&roots[r], 1, HERE)); break;
    case 7:
      run_kernel();
      break;
    default: change_host();
    }
    if (!i) run_kernel();
  }
  for (i = 0; i < 3 && feature == MUTABLE_POINTERS; ++i) { /* what kernels have cut out before the roots leave */
    run_kernel();
    told("host", 0, pc_deepcopy_update_host(&roots[0], 1, HERE));
    change_host();
  }
  for (i = 0; i < 3; ++i)
    for (; entered[i] > 0; --entered[i]) {
      int status = pc_deepcopy_exit(&roots[i], 1, 0, HERE);
      told("exit", (unsigned)i, status);
      if (status != PC_OK) status = pc_deepcopy_exit(&roots[i], 1, PC_DELETE, HERE);
      if (status == PC_ERROR_CHANGED && nstay < STAYING) staying[nstay++] = roots[i]; /* others, which stay, lead there on the device */
    }
  if (nstay && pc_deepcopy_exit(staying, (size_t)nstay, PC_DELETE, HERE) != PC_OK) printf("which cannot be deleted: %s\n", said);
  if (PC_STATE->live_plans || pc_host_device_model()->blocks) {
    printf("%zu plans and %zu blocks are left\n", PC_STATE->live_plans, pc_host_device_model()->blocks);
    exit(1);
  }
  if (draw(20) == 0) pc_trim();
  for (i = 0; i < nblocks; ++i) free(blocks[i]);
}

int main(int argc, char **argv) {
  const unsigned long long first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, n = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  unsigned long long seed;
  size_t i;
  pc_set_error_handler(listen, NULL);
  for (seed = first; seed < first + n; ++seed) play(seed);
  pc_trim();
  for (i = 0; i < PC_KEPT_BLOCKS; ++i)
    if (PC_STATE->kept[i].memory || PC_STATE->staging[i & 1]) return 1;
  printf("calls %d, brief after %d, two after %d\n", ncalls, nbrief, ntwo);
  return 0;
}
