/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * graphs SEED GRAPHS MUTATIONS: random structures, packed, read back in both ways and compared by identity; of each
 * image so many mutations, which are refused or give a structure all of whose pointers lead where they may. Then the
 * same through a file and, built with OVER_MPI, from each of the ranks to the others.
 */
#include "counted.h"

#include "compare.h"
#include "node.h"
#include "own_map.h"

#include <pointerchain/transfer_file.h>
#ifdef OVER_MPI
#include <pointerchain/transfer_mpi.h>
#endif

static uint64_t state;
static unsigned draw(unsigned n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 11) % n;
}

enum { MOST = 400, STRINGS = 8, ROOTS = 3, PARTS = 5 };

typedef struct Graph {
  void *memory[20 * MOST];
  size_t nmemory;
  Node *single[MOST]; /* objects of one node */
  int nsingle, nowned; /* the first of them are owned */
  Node *roots[ROOTS];
  int counts[ROOTS], nroots;
  double *numbers[8 * MOST];
  int lengths[8 * MOST], nnumbers;
  char *strings[STRINGS];
  Node **table, *pool; /* arrays of PARTS, all of which one node leads to, and others to parts */
  Node outside;
  double elsewhere;
} Graph;
static Graph graph;

static void *get(size_t bytes) {
  void *memory = calloc(1, bytes);
  CHECK(memory && graph.nmemory < sizeof graph.memory / sizeof *graph.memory);
  return graph.memory[graph.nmemory++] = memory;
}

static double *new_numbers(int n) {
  double *numbers = (double *)get((size_t)n * sizeof *numbers);
  int i;
  for (i = 0; i < n; ++i) numbers[i] = draw(1000000);
  graph.lengths[graph.nnumbers] = n;
  return graph.numbers[graph.nnumbers++] = numbers;
}

static Node *any_node(void) {
  const int root = (int)draw((unsigned)graph.nroots);
  if (draw(3) && graph.nsingle) return graph.single[draw((unsigned)graph.nsingle)];
  if (draw(6) == 0) return &graph.pool[draw(PARTS)];
  return &graph.roots[root][draw((unsigned)graph.counts[root])];
}

static void fill_node(Node *node) {
  int i;
  node->id = (int)(2 * draw(1u << 29)) + class_of(node);
  node->n = (int)draw(6);
  node->k = (int)draw(5);
  node->tag = (int)draw(4);
  if (graph.nowned < graph.nsingle && draw(3)) node->next = graph.single[graph.nowned++];
  if (draw(2)) node->peer = any_node();
  if (node->n && draw(2)) node->data = new_numbers(node->n);
  if (node->k && draw(4) == 0) node->array = graph.pool + draw((unsigned)(PARTS - node->k + 1));
  if (node->k && draw(3) == 0) { /* some elements of a section */
    const unsigned root = draw((unsigned)graph.nroots);
    if (node->k <= graph.counts[root])
      node->array = &graph.roots[root][draw((unsigned)(graph.counts[root] - node->k + 1))];
  }
  if (draw(2)) node->name = graph.strings[draw(STRINGS)];
  if (draw(4) == 0) node->name = graph.strings[0] + draw((unsigned)strlen(graph.strings[0]) + 1);
  if (node->k && draw(4) == 0) {
    node->names = (char **)get((size_t)node->k * sizeof *node->names);
    for (i = 0; i < node->k; ++i)
      if (draw(4)) {
        node->names[i] = (char *)get(12);
        memset(node->names[i], 'a' + (int)draw(26), draw(12));
      }
  }
  if (node->k && draw(3) == 0) {
    node->rows = (Node **)get((size_t)node->k * sizeof *node->rows);
    for (i = 0; i < node->k; ++i)
      if (draw(4)) node->rows[i] = any_node();
  }
  if (node->k && draw(3) == 0) {
    node->ragged = (double **)get((size_t)node->k * sizeof *node->ragged);
    for (i = 0; i < node->k; ++i)
      if (draw(4)) node->ragged[i] = new_numbers(i + 1);
  }
  if (node->k && draw(3) == 0) node->table = graph.table + draw((unsigned)(PARTS - node->k + 1));
  if (node->k && node->n && draw(6) == 0) {
    node->grid = (double **)get((size_t)node->k * sizeof *node->grid);
    for (i = 0; i < node->k; ++i)
      if (draw(4)) node->grid[i] = i && draw(3) == 0 ? node->grid[0] : new_numbers(node->n);
  }
  if (node->tag == 1 && node->n) node->u.list = new_numbers(node->n);
  if (node->tag == 2 && draw(2)) node->u.node = any_node();
  if (node->tag != 1 && node->tag != 2) node->u.number = (long)draw(1000);
  if (class_of(node) && node->n) ((Wide *)node)->extra = new_numbers(node->n);
}

/* Observers lead anywhere, also to what is not packed. */
static void let_observe(Node *node) {
  int i;
  if (draw(2)) node->parent = draw(8) ? any_node() : &graph.outside;
  if (draw(3) == 0 && graph.nnumbers) {
    const unsigned which = draw((unsigned)graph.nnumbers);
    node->best = draw(8) ? graph.numbers[which] + draw((unsigned)graph.lengths[which]) : &graph.elsewhere;
  }
  if (draw(4) == 0 && graph.nnumbers) {
    const unsigned which = draw((unsigned)graph.nnumbers);
    const unsigned length = (unsigned)graph.lengths[which], at = draw(length);
    node->view = graph.numbers[which] + at;
    node->span = (long long)draw(length - at + 1);
    if (draw(3) == 0) node->view = &graph.elsewhere, node->span = (long long)draw(1u << 30) << draw(25);
  }
  if (node->data && draw(4) == 0) node->best = node->data + node->n; /* the end */
  if (node->k && draw(4) == 0) {
    node->seen = (Node **)get((size_t)node->k * sizeof *node->seen);
    for (i = 0; i < node->k; ++i) node->seen[i] = draw(3) ? any_node() : NULL;
  }
}

/* A node that a section has leads to all of what others lead to parts of. Its arrays become as long. */
static void lead_to_wholes(Node *node) {
  node->k = PARTS;
  node->names = NULL, node->rows = NULL, node->ragged = NULL, node->seen = NULL, node->grid = NULL;
  node->table = graph.table;
  node->array = graph.pool;
  node->name = graph.strings[0];
}

static int is_part(const Node *root) { return root >= graph.pool && root < graph.pool + PARTS; }

static void new_graph(void) {
  int i, k;
  memset(&graph, 0, sizeof graph);
  for (i = 0; i < STRINGS; ++i) {
    graph.strings[i] = (char *)get(40);
    memset(graph.strings[i], 'A' + i, draw(39));
  }
  graph.nroots = 1 + (int)draw(ROOTS);
  graph.pool = (Node *)get(PARTS * sizeof *graph.pool);
  for (i = 0; i < graph.nroots; ++i) {
    graph.counts[i] = 1 + (int)draw(4);
    graph.roots[i] = (Node *)get((size_t)graph.counts[i] * sizeof(Node));
    if (i && draw(3) == 0) graph.roots[i] = graph.pool + draw((unsigned)(PARTS - graph.counts[i] + 1)); /* a part */
  }
  graph.nsingle = (int)draw(draw(10) ? 20 : MOST);
  for (i = 0; i < graph.nsingle; ++i) {
    const int wide = draw(3) == 0;
    graph.single[i] = (Node *)get(wide ? sizeof(Wide) : sizeof(Node));
    graph.single[i]->id = wide;
  }
  graph.table = (Node **)get(PARTS * sizeof *graph.table);
  for (i = 0; i < PARTS; ++i) {
    graph.table[i] = draw(4) ? any_node() : NULL;
    fill_node(&graph.pool[i]);
  }
  for (i = 0; i < graph.nroots; ++i)
    for (k = 0; k < graph.counts[i] && !is_part(graph.roots[i]); ++k) fill_node(&graph.roots[i][k]);
  for (i = 0; i < graph.nsingle; ++i) fill_node(graph.single[i]);
  for (i = 0; i < graph.nroots; ++i)
    for (k = 0; k < graph.counts[i] && !is_part(graph.roots[i]); ++k) let_observe(&graph.roots[i][k]);
  for (i = 0; i < graph.nsingle; ++i) let_observe(graph.single[i]);
  for (i = 0; i < PARTS; ++i) let_observe(&graph.pool[i]);
  lead_to_wholes(&graph.roots[0][0]);
}

static void free_graph(void) {
  size_t i;
  for (i = 0; i < graph.nmemory; ++i) free(graph.memory[i]);
}

/* --- what was read ----------------------------------------------------------------------------------------
 */

/* All that some roots lead to. Every element of every length is touched. */
typedef struct Reached {
  Pairs elements;
  Node **work;
  size_t n, capacity;
} Reached;

static volatile double sink;

static void reach_doubles(const double *x, int n) {
  int i;
  for (i = 0; x && i < n; ++i) sink = x[i];
}

/* Elements of an array, none of which is wide whatever they say. */
static void reach_nodes(Reached *reached, Node *nodes, long long n) {
  long long i;
  for (i = 0; nodes && i < n; ++i) {
    if (note_pair(&reached->elements, nodes + i, nodes + i) != 1) continue;
    if (reached->n == reached->capacity) {
      reached->capacity = 2 * reached->capacity + 64;
      reached->work = (Node **)realloc(reached->work, reached->capacity * sizeof *reached->work);
    }
    reached->work[reached->n++] = nodes + i;
  }
}

static void reach_node(Reached *reached, Node *node) {
  reach_nodes(reached, node, 1);
  if (node && class_of(node)) reach_doubles(((Wide *)node)->extra, node->n);
}

static void reach_string(const char *text) {
  if (text) sink = (double)strlen(text);
}

static void reach_all(Reached *reached) {
  size_t i;
  int k;
  for (i = 0; i < reached->n; ++i) {
    Node *node = reached->work[i];
    reach_node(reached, node->next);
    reach_node(reached, node->peer);
    reach_nodes(reached, node->array, node->k);
    reach_doubles(node->data, node->n);
    if (node->view) reach_doubles(node->view, node->span < 0 ? 0 : (int)node->span);
    reach_string(node->name);
    for (k = 0; node->names && k < node->k; ++k) reach_string(node->names[k]);
    for (k = 0; node->rows && k < node->k; ++k) reach_node(reached, node->rows[k]);
    for (k = 0; node->ragged && k < node->k; ++k) reach_doubles(node->ragged[k], k + 1);
    for (k = 0; node->table && k < node->k; ++k) reach_node(reached, node->table[k]);
    for (k = 0; node->grid && k < node->k; ++k) reach_doubles(node->grid[k], node->n);
    for (k = 0; node->seen && k < node->k; ++k) sink = node->seen[k] != NULL;
    if (node->tag == 1) reach_doubles(node->u.list, node->n);
    if (node->tag == 2) reach_node(reached, node->u.node);
  }
  for (i = 0; i < reached->n; ++i) { /* an observer leads to a node, or to where one ends */
    const uintptr_t parent = (uintptr_t)reached->work[i]->parent;
    CHECK(!parent || has_pair(&reached->elements, parent) || has_pair(&reached->elements, parent - sizeof(Node)) ||
          has_pair(&reached->elements, parent - sizeof(Wide)));
  }
  free(reached->elements.list);
  free(reached->work);
}

/* --- mutations --------------------------------------------------------------------------------------------
 */

static void correct_sums(char *image, size_t bytes) {
  pc_image_header header;
  pc_checksum sum;
  if (bytes < sizeof header) return;
  memcpy(&header, image, sizeof header);
  pc_start_checksum(&sum);
  pc_add_checksum(&sum, image + sizeof header, bytes - sizeof header);
  header.checksum = pc_end_checksum(&sum);
  if (draw(50)) header.bytes = bytes;
  header.sum = pc_header_sum(&header);
  memcpy(image, &header, sizeof header);
}

/* Changes a few words of an image; mostly those that may be tokens and lengths become others that may be. */
static size_t mutate(char *image, size_t bytes) {
  unsigned times = 1 + draw(4);
  while (times--) {
    const size_t word = draw((unsigned)(bytes / 8)) * 8;
    uint64_t value;
    uint32_t half;
    memcpy(&value, image + word, 8);
    memcpy(&half, image + word + 4 * draw(2), 4);
    switch (draw(9)) {
    case 0: image[draw((unsigned)bytes)] ^= (char)(1u << draw(8)); break;
    case 1: value = draw(4); break;
    case 2: value = (uint64_t)draw(40) << 2 | PC_TOKEN_MET; break;
    case 3: value = (uint64_t)draw(60) << 2 | PC_TOKEN_NEXT; break;
    case 4: value += draw(9) - 4u; break;
    case 5: value = ~UINT64_C(0) >> draw(64); break;
    case 6: memcpy(&value, image + draw((unsigned)(bytes / 8)) * 8, 8); break;
    case 7:
      half = draw(3) ? draw(8) : ~UINT32_C(0) >> draw(32);
      memcpy((char *)&value + 4 * draw(2), &half, 4);
      break;
    default:
      if (draw(4) == 0) bytes = draw((unsigned)bytes) + 1;
      if (bytes < 8) return bytes;
    }
    if (word + 8 <= bytes) memcpy(image + word, &value, 8);
  }
  return bytes;
}

static long long accepted, refused, forgetful;

/* What was read is what the walk that writes accepts. In one block objects touch, so that it may not be known which of
 * them an observer means. */
static void pack_again(Node **roots, const pc_arrival *arrivals, unsigned separate) {
  pc_root sections[ROOTS];
  size_t bytes;
  int i, status;
  memset(sections, 0, sizeof sections);
  for (i = 0; i < graph.nroots; ++i) {
    sections[i].type = &node_descriptor;
    sections[i].base = roots[i];
    sections[i].count = arrivals[i].count;
  }
  status = pc_image_size(sections, (size_t)graph.nroots, &bytes, HERE);
  CHECK(status == PC_OK || (!separate && status == PC_ERROR_UNSUPPORTED));
}

static void try_mutation(const char *honest, size_t bytes) {
  static const unsigned flags[] = {0, PC_SEPARATE};
  pc_arrival arrivals[ROOTS];
  Node *roots[ROOTS];
  char *image = (char *)malloc(bytes), *exact;
  unsigned how = draw(2);
  int i, status;
  memcpy(image, honest, bytes);
  bytes = mutate(image, bytes);
  if (draw(20)) correct_sums(image, bytes);
  exact = (char *)malloc(bytes);
  memcpy(exact, image, bytes);
  free(image);
  for (i = 0; i < graph.nroots; ++i) {
    roots[i] = &graph.outside;
    arrivals[i].type = &node_descriptor;
    arrivals[i].at = &roots[i];
    arrivals[i].count = -7;
  }
  counted_begin();
  status = pc_unpack(arrivals, (size_t)graph.nroots, exact, bytes, flags[how], HERE);
  CHECK(counted_peak <= 64 * bytes + 65536); /* no memory for what the image only says */
  free(exact);
  if (status == PC_OK) {
    Reached reached;
    memset(&reached, 0, sizeof reached);
    for (i = 0; i < graph.nroots; ++i) reach_nodes(&reached, roots[i], arrivals[i].count);
    reach_all(&reached);
    pack_again(roots, arrivals, how);
    for (i = 0; i < graph.nroots && !roots[i]; ++i) continue;
    if (!how && i < graph.nroots) {
      pc_free(roots[i]); /* that is all of it */
      CHECK(counted_blocks() == 0);
    }
    ++accepted;
  } else {
    CHECK(status == PC_ERROR_IMAGE || status == PC_ERROR_FOREIGN);
    for (i = 0; i < graph.nroots; ++i) CHECK(roots[i] == &graph.outside && arrivals[i].count == -7);
    CHECK(counted_blocks() == 0);
    ++refused;
  }
  counted_free_all();
}

static void compare_graph(Node **roots, const pc_arrival *arrivals) {
  Compare compare;
  int i;
  memset(&compare, 0, sizeof compare);
  for (i = 0; i < graph.nroots; ++i) {
    CHECK(arrivals[i].count == graph.counts[i]);
    same_nodes(&compare, graph.roots[i], roots[i], graph.counts[i]);
  }
  same_structures(&compare);
}

static void round_trip(int mutations) {
  pc_root sections[ROOTS];
  pc_arrival arrivals[ROOTS];
  Node *roots[ROOTS];
  void *image = NULL;
  char *first;
  size_t bytes = 0, size = 0;
  int i;
  for (i = 0; i < graph.nroots; ++i) {
    memset(&sections[i], 0, sizeof sections[i]);
    sections[i].type = &node_descriptor;
    sections[i].base = graph.roots[i];
    sections[i].count = graph.counts[i];
    arrivals[i].type = &node_descriptor;
    arrivals[i].at = &roots[i];
  }
  CHECK(pc_image_size(sections, (size_t)graph.nroots, &size, HERE) == PC_OK);
  CHECK(pc_pack(sections, (size_t)graph.nroots, &image, &bytes, HERE) == PC_OK && bytes == size);
  /* The bytes do not depend on where they are written, and one byte less is too little. */
  first = (char *)malloc(bytes + 1);
  {
    void *into = first + 1;
    size_t room = bytes;
    CHECK(pc_pack(sections, (size_t)graph.nroots, &into, &room, HERE) == PC_OK && room == bytes);
    CHECK(memcmp(image, into, bytes) == 0);
    for (room = bytes - 1; room > bytes - 3; --room) {
      size_t less = room;
      CHECK(pc_pack(sections, (size_t)graph.nroots, &into, &less, HERE) == PC_ERROR_IMAGE && less == room);
    }
  }
  memcpy(first + 1, image, bytes);
  CHECK(pc_unpack(arrivals, (size_t)graph.nroots, first + 1, bytes, 0, HERE) == PC_OK); /* not aligned */
  free(first);
  compare_graph(roots, arrivals);
  pc_free(roots[0]);
  counted_begin();
  CHECK(pc_unpack(arrivals, (size_t)graph.nroots, image, bytes, PC_SEPARATE, HERE) == PC_OK);
  compare_graph(roots, arrivals);
  CHECK(counted_blocks() == ((const pc_image_header *)image)->objects); /* each for itself */
  counted_free_all();
  for (i = 0; i < mutations; ++i) try_mutation((const char *)image, bytes);
  free(image);
}

/* What the roots lead to, and where it goes. */
static void ends_of_graph(pc_root *sections, pc_arrival *arrivals, Node **roots) {
  int i;
  memset(sections, 0, ROOTS * sizeof *sections);
  for (i = 0; i < graph.nroots; ++i) {
    sections[i].type = arrivals[i].type = &node_descriptor;
    sections[i].base = graph.roots[i];
    sections[i].count = arrivals[i].count = graph.counts[i];
    arrivals[i].at = &roots[i];
  }
}

/* What arrived is the graph: one block, or objects each for itself. */
static void check_arrived(Node **roots, const pc_arrival *arrivals, unsigned flags) {
  compare_graph(roots, arrivals);
  if (flags & PC_SEPARATE) {
    counted_free_all();
  } else {
    pc_free(roots[0]);
  }
  CHECK(counted_blocks() == 0);
}

/* The same image with a map of one's own; with one that loses something, the same structure, or it is refused. */
static void with_own_map(void) {
  pc_root sections[ROOTS];
  pc_arrival arrivals[ROOTS];
  Node *roots[ROOTS];
  void *plain = NULL, *image = NULL;
  size_t bytes, length;
  int status;
  ends_of_graph(sections, arrivals, roots);
  CHECK(pc_pack(sections, (size_t)graph.nroots, &plain, &bytes, HERE) == PC_OK);
  CHECK(pc_set_sharing(&own_map) == PC_OK);
  own_map_inserted = 0;
  CHECK(pc_pack(sections, (size_t)graph.nroots, &image, &length, HERE) == PC_OK);
  CHECK(length == bytes && memcmp(image, plain, bytes) == 0 && own_maps == 0);
  CHECK(own_map_inserted >= (long long)((const pc_image_header *)image)->objects);
  free(image);
  image = NULL;
  own_map_forgets = (int)draw(4);
  own_map_confuses = own_map_forgets ? 0 : 1 + (int)draw(3);
  status = pc_pack(sections, (size_t)graph.nroots, &image, &length, HERE);
  CHECK(own_maps == 0 && (status == PC_OK || status == PC_ERROR_UNSUPPORTED));
  own_map_forgets = own_map_confuses = 0;
  CHECK(pc_set_sharing(NULL) == PC_OK);
  if (status == PC_OK) {
    counted_begin();
    CHECK(pc_unpack(arrivals, (size_t)graph.nroots, image, length, 0, HERE) == PC_OK);
    check_arrived(roots, arrivals, 0);
    ++forgetful;
  }
  free(image);
  free(plain);
}

static void through_file(void) {
  const unsigned flags = draw(2) ? PC_SEPARATE : 0;
  pc_root sections[ROOTS];
  pc_arrival arrivals[ROOTS];
  Node *roots[ROOTS];
  FILE *file = tmpfile();
  ends_of_graph(sections, arrivals, roots);
  CHECK(file && pc_write_file(sections, (size_t)graph.nroots, file, 0, HERE) == PC_OK);
  rewind(file);
  counted_begin();
  CHECK(pc_read_file(arrivals, (size_t)graph.nroots, file, flags, HERE) == PC_OK);
  check_arrived(roots, arrivals, flags);
  fclose(file);
}

#ifdef OVER_MPI
/* All ranks draw the same numbers, and have the same graph. */
static void through_ranks(void) {
  static const unsigned ways[] = {0, PC_BUFFERED, PC_UNBUFFERED};
  const unsigned flags = draw(2) ? PC_SEPARATE : 0, way = ways[draw(3)];
  const size_t n = (size_t)graph.nroots;
  pc_root sections[ROOTS];
  pc_arrival arrivals[ROOTS];
  Node *roots[ROOTS];
  pc_request request = PC_REQUEST_NULL;
  int rank, ranks, from, i;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  from = (int)draw((unsigned)ranks);
  ends_of_graph(sections, arrivals, roots);
  counted_begin();
  for (i = 0; i < ranks; ++i)
    if (rank == from && i != rank) CHECK(pc_send(sections, n, i, 1, MPI_COMM_WORLD, 0, way, HERE) == PC_OK);
  if (rank != from) {
    CHECK(pc_recv(arrivals, n, from, 1, MPI_COMM_WORLD, flags, HERE) == PC_OK);
    check_arrived(roots, arrivals, flags);
  }
  if (rank == from) memcpy(roots, graph.roots, sizeof roots);
  CHECK(pc_bcast(arrivals, n, from, MPI_COMM_WORLD, flags | way, HERE) == PC_OK);
  if (rank != from) check_arrived(roots, arrivals, flags);
  from = (from + 1) % ranks;
  ends_of_graph(sections, arrivals, roots);
  if (rank == from) memcpy(roots, graph.roots, sizeof roots);
  CHECK(pc_ibcast(arrivals, n, from, MPI_COMM_WORLD, flags, &request, HERE) == PC_OK && pc_wait(&request) == PC_OK);
  if (rank != from) check_arrived(roots, arrivals, flags);
  CHECK(counted_blocks() == 0);
}
#endif

/* Each request for memory fails once: a status, and nothing is left or changed. */
static void exhaust(void) {
  static const unsigned flags[] = {0, PC_SEPARATE};
  pc_root sections[ROOTS];
  pc_arrival arrivals[ROOTS];
  Node *roots[ROOTS];
  void *honest = NULL;
  size_t bytes = 0, how;
  long long k, failed = 0;
  int i;
  ends_of_graph(sections, arrivals, roots);
  CHECK(pc_pack(sections, (size_t)graph.nroots, &honest, &bytes, HERE) == PC_OK);
  for (k = 1;; ++k) {
    void *image = NULL;
    size_t length = 5;
    int status;
    counted_begin();
    counted_fails = k;
    status = pc_pack(sections, (size_t)graph.nroots, &image, &length, HERE);
    if (status == PC_OK) {
      CHECK(length == bytes && memcmp(image, honest, bytes) == 0);
    } else {
      CHECK(status == PC_ERROR_HOST_FULL && !image && length == 5 && counted_blocks() == 0);
      ++failed;
    }
    free(image);
    if (counted_requests < k) break;
  }
  CHECK(failed > 5);
  pc_set_sharing(&own_map);
  for (k = 1;; ++k) {
    void *image = NULL;
    int status;
    counted_begin();
    counted_fails = k;
    status = pc_pack(sections, (size_t)graph.nroots, &image, &bytes, HERE);
    CHECK(own_maps == 0 && (status == PC_OK || (status == PC_ERROR_HOST_FULL && counted_blocks() == 0)));
    free(image);
    if (counted_requests < k) break;
  }
  pc_set_sharing(NULL);
  for (how = 0; how < 2; ++how)
    for (k = 1;; ++k) {
      int status;
      for (i = 0; i < graph.nroots; ++i) roots[i] = &graph.outside, arrivals[i].count = -7;
      counted_begin();
      counted_fails = k;
      status = pc_unpack(arrivals, (size_t)graph.nroots, honest, bytes, flags[how], HERE);
      if (status == PC_OK) {
        counted_free_all();
        CHECK(counted_requests < k);
        break;
      }
      CHECK(status == PC_ERROR_HOST_FULL && counted_blocks() == 0);
      for (i = 0; i < graph.nroots; ++i) CHECK(roots[i] == &graph.outside && arrivals[i].count == -7);
    }
  free(honest);
  counted_begin();
}

static long long errors;
static void on_error(int status, const char *message, void *data) {
  (void)data;
  CHECK(status != PC_OK && strstr(message, "graphs.c:"));
  ++errors;
  if (getenv("SHOW")) fprintf(stderr, "%d %s\n", status, message);
}

int main(int argc, char **argv) {
  long long graphs, i;
  int mutations;
  CHECK(argc == 4);
  state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
  graphs = atoll(argv[2]);
  mutations = atoi(argv[3]);
#ifdef OVER_MPI
  MPI_Init(NULL, NULL);
#endif
  pc_set_error_handler(on_error, NULL);
  for (i = 0; i < graphs; ++i) {
    new_graph();
    round_trip(mutations);
    with_own_map();
    through_file();
#ifdef OVER_MPI
    through_ranks();
#endif
    if (i < 5) exhaust();
    free_graph();
  }
  CHECK(!mutations || (accepted > graphs * mutations / 100 && refused > graphs * mutations / 10 && errors > refused));
  CHECK(graphs < 50 || forgetful > graphs / 10);
  printf("%lld graphs, %lld mutations refused, %lld accepted\n", graphs, refused, accepted);
#ifdef OVER_MPI
  MPI_Finalize();
#endif
  return 0;
}
