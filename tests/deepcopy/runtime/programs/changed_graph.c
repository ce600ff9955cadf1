/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random structures whose pointers and lengths the host and kernels change between the calls: no copy back that succeeds
 * leaves wrong data, and one that fails leaves all as it was.
 *
 *   changed_graph FIRST COUNT       that many graphs, by the number of their random sequence; of one it tells
 *
 * Kernels may change pointers and lengths by a policy, or not, as the number of the graph says. The model keeps what every word
 * was on both sides when it was entered or came last. It does not say whether a call is refused, but for what has to be:
 * whatever succeeds is compared byte by byte with the device, pointers by a table of its own of what lies where there.
 * A third of the graphs has types that a plan in brief may have (detail/brief.h).
 * Ends with 'ok' and how many copies back were done, how many of them moved pointers, how many were refused, and how many
 * plans were brief.
 */
#define PC_HEADER_ONLY /* it looks into them: whether a plan is brief */
#include <pointerchain/deepcopy.h>
#include <pointerchain/deepcopy_host.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Item {
  struct Item *next;
  double x;
  struct Item *mark; /* an observer */
  int n, used;
  double *array;
  double *kept, *end; /* an observer of the array's */
  int nrows, m;
  double **rows;
} Item;

static long long count_n(const void *o) { return ((const Item *)o)->n; }
static long long count_used(const void *o) { return ((const Item *)o)->used; }
static long long count_rows(const void *o) { return ((const Item *)o)->nrows; }
static long long count_m(const void *o) { return ((const Item *)o)->m; }
static const pc_type double_descriptor = {"double", sizeof(double), sizeof(double), NULL, 0, 0, 0, NULL};
static const pc_type *double_type(void) { return &double_descriptor; }
static const pc_type *item_type(void);
#define AT(field) offsetof(Item, field), 1, sizeof(void *), 0, 0
static pc_pointer row_pointer = {"rows[]", 0, 1, sizeof(void *), 0, 0, PC_SHARED, double_type, count_m, NULL, PC_TOFROM, NULL};
static pc_pointer item_pointers[] = {
    {"next", AT(next), PC_SHARED, item_type, NULL, NULL, PC_TOFROM, NULL},
    {"mark", AT(mark), PC_OBSERVER, item_type, NULL, NULL, PC_TOFROM, NULL},
    {"array", AT(array), PC_SHARED, double_type, count_n, NULL, PC_TOFROM, NULL},
    {"kept", AT(kept), PC_OWNED, double_type, count_used, NULL, PC_TOFROM, NULL},
    {"end", AT(end), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL},
    {"rows", AT(rows), PC_OWNED, double_type, count_rows, &row_pointer, PC_TOFROM, NULL}};
enum { POINTERS = sizeof item_pointers / sizeof *item_pointers };
/* Where the other members are data. */
static const pc_pointer plain_pointers[] = {
    {"next", AT(next), PC_SHARED, item_type, NULL, NULL, PC_TOFROM, NULL},
    {"array", AT(array), PC_SHARED, double_type, count_n, NULL, PC_TOFROM, NULL},
    {"kept", AT(kept), PC_OWNED, double_type, count_used, NULL, PC_TOFROM, NULL}};
enum { PLAIN_POINTERS = sizeof plain_pointers / sizeof *plain_pointers };
static pc_type item_descriptor = {"struct Item", sizeof(Item), sizeof(void *), item_pointers, POINTERS, 0, 0, NULL};
static const pc_type *item_type(void) { return &item_descriptor; }

static uint64_t chance_state, graph;
static int plain; /* the graph's items have these pointers alone */
static unsigned chance(unsigned n) {
  uint64_t z = chance_state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (unsigned)((z ^ (z >> 31)) % n);
}

static int telling;
static char said[600];
#define TELL(...) (telling ? (void)(printf(__VA_ARGS__), fflush(stdout)) : (void)0)
#define CHECK(condition, ...)                                                          \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      printf("graph %llu line %d: %s: ", (unsigned long long)graph, __LINE__, #condition); \
      printf(__VA_ARGS__);                                                             \
      printf(" [%s]\n", said);                                                         \
      exit(1);                                                                         \
    }                                                                                  \
  } while (0)
static void on_error(int status, const char *message, void *data) {
  (void)status, (void)data;
  snprintf(said, sizeof said, "%s", message);
}

/* The host's memory: items, arrays of numbers, arrays of pointers. */
enum { WORD = 8, WORDS = 1024, BYTES = WORD * WORDS, ITEMS = 6, ARRAYS = 8, TABLES = 3, ROOM = 6 };
static union {
  unsigned char bytes[BYTES];
  uintptr_t words[WORDS];
} arena;
static Item *items[ITEMS];
static double *arrays[ARRAYS];
static double **tables[TABLES];
static int room[ARRAYS], rows_of[TABLES];

/* What entered, by word. */
typedef enum Sort { NOTHING, DATA, OWNED, OBSERVES } Sort;
typedef struct Word {
  Sort sort;
  const pc_pointer *pointer;
  uintptr_t host, device; /* what it was when it entered, or came */
} Word;
static Word words[WORDS];
typedef struct Piece {
  size_t at, bytes; /* in the arena */
  uintptr_t device;
  int led, freed; /* a pointer leads there; the host has freed it, and has something else there */
} Piece;
static Piece pieces[ITEMS + ARRAYS + TABLES];
static int npieces, nfreed;
static int length_was[ITEMS][3]; /* n, used, m when they entered; 0 where no pointer leads to so many */
static int number_was[ITEMS][3]; /* n, used and m, whatever leads there */
static int entered_with[ITEMS][3];
static unsigned char before[BYTES], on_device[BYTES];
static long long done, moved, refused, brief;

static size_t offset_of(const void *host) { return (size_t)((const unsigned char *)host - arena.bytes); }

static const Piece *piece_of(size_t at) {
  int i;
  for (i = 0; i < npieces; ++i)
    if (at - pieces[i].at < pieces[i].bytes) return &pieces[i];
  return NULL;
}

/* Whether so many numbers from there on entered, as one: pieces that touch on both sides are. */
static int is_covered(const double *numbers, int n) {
  size_t at = offset_of(numbers);
  const Piece *piece = at < BYTES ? piece_of(at) : NULL;
  const size_t end = at + (size_t)(n > 0 ? n : 0) * sizeof(double);
  while (piece && piece->at + piece->bytes < end) {
    const Piece *next = piece_of(piece->at + piece->bytes);
    if (next && next->device != piece->device + piece->bytes) return 0;
    piece = next;
  }
  return piece != NULL;
}

/* Whether so many elements entered where the k-th pointer with a length led before the call, for instance since others lead there. */
static int is_covered_by(const Item *item, size_t k, int n) {
  int r;
  if (k < 2) return is_covered(k ? item->kept : item->array, n);
  for (r = 0; r < item->nrows; ++r) {
    double *row;
    memcpy(&row, before + offset_of(&item->rows[r]), sizeof row);
    if (row && !is_covered(row, n)) return 0;
  }
  return 1;
}

static void add_piece(const void *host, size_t bytes) {
  const size_t at = offset_of(host);
  int i;
  for (i = 0; i < npieces && pieces[i].at != at; ++i) continue;
  if (i == npieces) pieces[npieces].at = at, pieces[npieces].freed = 0, pieces[npieces++].bytes = 0;
  if (bytes > pieces[i].bytes) pieces[i].bytes = bytes;
}

static void reach(const Item *item) {
  int i;
  for (; item; item = item->next) {
    if (piece_of(offset_of(item))) return;
    add_piece(item, sizeof *item);
    if (item->array && item->n) add_piece(item->array, (size_t)item->n * sizeof(double));
    if (item->kept && item->used) add_piece(item->kept, (size_t)item->used * sizeof(double));
    if (plain || !item->rows || !item->nrows) continue;
    add_piece(item->rows, (size_t)item->nrows * sizeof(double *));
    for (i = 0; i < item->nrows; ++i)
      if (item->rows[i] && item->m) add_piece(item->rows[i], (size_t)item->m * sizeof(double));
  }
}

static void note_pointer(const void *at, const pc_pointer *pointer) {
  Word *word = &words[offset_of(at) / WORD];
  word->sort = pointer->kind == PC_OBSERVER ? OBSERVES : OWNED;
  word->pointer = pointer;
}

/* Whether an address of the device, in a piece or at its end, is that one of the host. */
static int may_be_home(uintptr_t device, uintptr_t home) {
  int i;
  for (i = 0; i < npieces; ++i)
    if (device - pieces[i].device <= pieces[i].bytes &&
        home == (uintptr_t)arena.bytes + pieces[i].at + (device - pieces[i].device))
      return 1;
  return 0;
}

/* What both sides have now is what counts. */
static void take_down(void) {
  int i, k;
  size_t at;
  for (i = 0; i < npieces; ++i)
    for (at = pieces[i].at; at < pieces[i].at + pieces[i].bytes && !pieces[i].freed; at += WORD) {
      Word *word = &words[at / WORD];
      const Word was = *word;
      if (!word->sort) word->sort = DATA;
      memcpy(&word->host, arena.bytes + at, WORD);
      memcpy(&word->device, (const void *)(pieces[i].device + (at - pieces[i].at)), WORD);
      /* What leads to nothing that entered is attached by other means, as often as they like. */
      if (word->pointer && word->host && !piece_of((size_t)(word->host - (uintptr_t)arena.bytes)) &&
          (!(word->pointer->flags & PC_MUTABLE) ||
           (was.sort == OBSERVES && was.host == word->host && was.device != word->device)))
        word->device = 0;
    }
  for (i = 0; i < ITEMS; ++i) {
    const Item *item = items[i];
    for (k = 0; k < 3; ++k) length_was[i][k] = 0;
    number_was[i][0] = item->n, number_was[i][1] = item->used, number_was[i][2] = item->m;
    if (!piece_of(offset_of(item))) continue;
    if (item->array && is_covered(item->array, item->n)) length_was[i][0] = item->n;
    if (item->kept && is_covered(item->kept, item->used)) length_was[i][1] = item->used;
    for (k = 0; !plain && item->rows && piece_of(offset_of(item->rows)) && k < item->nrows; ++k)
      if (item->rows[k] && is_covered(item->rows[k], item->m)) length_was[i][2] = item->m;
  }
}

static void find_entered(const Item *root, int n) {
  int i, k;
  memset(words, 0, sizeof words);
  npieces = nfreed = 0;
  for (i = 0; i < n; ++i) reach(root + i);
  for (i = 0; i < ITEMS; ++i) {
    if (!piece_of(offset_of(items[i]))) continue;
    for (k = 0; k < (int)item_descriptor.npointers; ++k)
      note_pointer((const char *)items[i] + item_descriptor.pointers[k].offset, &item_descriptor.pointers[k]);
    for (k = 0; !plain && items[i]->rows && k < items[i]->nrows; ++k) note_pointer(&items[i]->rows[k], &row_pointer);
  }
  for (i = 0; i < npieces; ++i) {
    pieces[i].device = (uintptr_t)pc_deepcopy_device_pointer(arena.bytes + pieces[i].at);
    CHECK(pieces[i].device, "what is at %zu did not enter", pieces[i].at);
  }
  take_down();
  for (i = 0; i < ITEMS; ++i)
    entered_with[i][0] = items[i]->n, entered_with[i][1] = items[i]->used, entered_with[i][2] = items[i]->m;
}

static int is_length(const char *message) { return strstr(message, "a kernel made the length of ") != NULL; }

/* Compares what a copy back did. */
static void judge(int status) {
  size_t at, k;
  int i, moves = 0;
  ++*(status == PC_OK ? &done : &refused);
  TELL("    -> %d %s\n", status, status ? said : "");
  CHECK(status != PC_OK || !nfreed, "a copy over memory that is another's");
  for (at = 0; at < BYTES; at += WORD) {
    const Word *word = &words[at / WORD];
    uintptr_t was, now, device;
    memcpy(&was, before + at, WORD), memcpy(&now, arena.bytes + at, WORD), memcpy(&device, on_device + at, WORD);
    if (!word->sort || (status != PC_OK && !is_length(said))) {
      CHECK(was == now, "word %zu has changed", at);
    } else if (word->sort == DATA) {
      CHECK(now == device, "word %zu is not the device's ", at);
    } else if (device == word->device) {
      CHECK(now == was, "pointer %zu has changed", at);
      CHECK(was == word->host || word->sort == OBSERVES, "pointer %zu is not what entered", at);
    } else if (now != was || !was || word->device) { /* else to nothing that entered: attached by other means */
      CHECK(word->pointer->flags & PC_MUTABLE, "a kernel's pointer %zu is dropped", at);
      CHECK(device ? may_be_home(device, now) : !now, "pointer %zu is not home", at);
      moves = 1;
    }
  }
  moved += moves && status == PC_OK;
  for (i = 0; i < ITEMS && status == PC_OK; ++i) {
    const Item *item = items[i], *old = (const Item *)(const void *)(before + offset_of(item));
    const int lengths[3] = {old->n, old->used, old->m};
    const unsigned flags[3] = {item_pointers[2].flags, item_pointers[3].flags, row_pointer.flags};
    const double *led[3] = {item->array, item->kept, NULL}, *led_before[2] = {old->array, old->kept};
    if (!piece_of(offset_of(item))) continue;
    for (k = 0; k < 3; ++k)
      CHECK(!length_was[i][k] || lengths[k] == length_was[i][k] || lengths[k] == entered_with[i][k] ||
                (flags[k] & PC_MUTABLE_LENGTH && lengths[k] < length_was[i][k]) ||
                (lengths[k] > length_was[i][k] && is_covered_by(old, k, lengths[k])),
            "length %d of item %d, %d on the host, was %d", (int)k, i, lengths[k], length_was[i][k]);
    for (k = 0; k < 2; ++k) /* what the host has added to one is on the device */
      CHECK(!led_before[k] || lengths[k] <= number_was[i][k] || is_covered(led_before[k], lengths[k]),
            "%d elements of item %d's pointer %d were not there, the host's", lengths[k], i, (int)k);
    for (k = 0; k < 2; ++k) { /* what a kernel has added to a length was on the device */
      const int now = k ? item->used : item->n;
      if (number_was[i][k] && !length_was[i][k]) continue; /* a kernel's pointer to less than its length says */
      CHECK(!led[k] || now <= lengths[k] || now <= number_was[i][k] || is_covered(led[k], now),
            "%d elements of item %d's pointer %d to %zu were not there", now, i, (int)k, offset_of(led[k]));
    }
  }
}

static void remember(void) {
  int i;
  memcpy(before, arena.bytes, BYTES);
  for (i = 0; i < npieces; ++i) memcpy(on_device + pieces[i].at, (const void *)pieces[i].device, pieces[i].bytes);
}

/* An address of the device, mostly one of what entered. */
static uintptr_t some_address(size_t size) {
  const Piece *piece = &pieces[chance((unsigned)npieces)];
  int i;
  for (i = 0; i < 20 && size && (piece->bytes == sizeof(Item)) != (size == sizeof(Item)); ++i)
    piece = &pieces[chance((unsigned)npieces)];
  switch (chance(12)) {
  case 0: return 0;
  case 1: return piece->device + piece->bytes;
  case 2: return piece->device + WORD * chance((unsigned)(piece->bytes / WORD));
  case 3: return chance(8) ? 0 : (uintptr_t)arena.bytes + piece->at;
  case 4: return chance(8) ? piece->device : piece->device + piece->bytes + 4096;
  default: return piece->device;
  }
}

static void kernel(void) {
  int i, n = 1 + (int)chance(3);
  while (n--) {
    const Piece *piece = &pieces[chance((unsigned)npieces)];
    const size_t word = chance((unsigned)(piece->bytes / WORD));
    const Word *what = &words[piece->at / WORD + word];
    char *device = (char *)piece->device + word * WORD;
    if (what->sort == DATA) {
      const size_t within = piece->bytes == sizeof(Item) ? word * WORD : sizeof(Item);
      int numbers[2];
      if (within == offsetof(Item, n) || within == offsetof(Item, nrows)) { /* lengths */
        memcpy(numbers, device, sizeof numbers);
        i = (int)chance(2);
        if (within == offsetof(Item, nrows)) i = 1;
        if (numbers[i] > 0 && chance(4)) --numbers[i];
        else if (chance(3) == 0) ++numbers[i];
        memcpy(device, numbers, sizeof numbers);
        TELL("  kernel: a length at %zu becomes %d\n", piece->at + word * WORD, numbers[i]);
      } else {
        const double number = chance(1000);
        memcpy(device, &number, sizeof number);
      }
    } else if (what->pointer && chance(3) == 0) {
      const int item = what->pointer->target == item_type;
      const uintptr_t address = some_address(item ? sizeof(Item) : what->pointer->inner ? 0 : 1);
      memcpy(device, &address, sizeof address);
      TELL("  kernel: '%s' at %zu becomes %#zx\n", what->pointer->name, piece->at + word * WORD, (size_t)address);
    }
  }
}

static void host(void) {
  const int i = (int)chance(ITEMS);
  const unsigned what = chance(12);
  Item *item = items[i];
  const Piece *piece = piece_of(offset_of(item));
  if (piece && piece->freed) return;
  switch (what) {
  case 6: if (item->n < ROOM) ++item->n; break;
  case 7: if (item->used < ROOM) ++item->used; break;
  case 8: if (item->m < ROOM) ++item->m; break;
  case 0: if (item->n > 0) --item->n; break;
  case 1: if (item->used > 0) --item->used; break;
  case 2: if (item->m > 0) --item->m; break;
  case 3: item->next = chance(3) ? items[chance(ITEMS)] : NULL; break;
  case 4: item->mark = items[chance(ITEMS)]; break;
  case 5: if (!plain && item->rows && item->nrows) item->rows[chance((unsigned)item->nrows)] = arrays[0]; break;
  default: item->x = chance(100); /* which comes to nothing */
  }
  TELL("  host: %u of item %d: n %d, used %d, m %d\n", what, i, item->n, item->used, item->m);
}

/* What pointers lead to from a piece on. */
static void follow(Piece *piece) {
  size_t at;
  int i;
  if (piece->led) return;
  piece->led = 1;
  for (at = piece->at; at < piece->at + piece->bytes; at += WORD) {
    const uintptr_t value = arena.words[at / WORD] - (uintptr_t)arena.bytes;
    if (words[at / WORD].sort != OWNED && words[at / WORD].sort != OBSERVES) continue;
    for (i = 0; i < npieces; ++i)
      if (value - pieces[i].at <= pieces[i].bytes) follow(&pieces[i]);
  }
}

/* The host frees what a kernel has cut out: somebody else has that memory. */
static void free_cut_out(void) {
  size_t at;
  int i;
  for (i = 0; i < npieces; ++i) pieces[i].led = 0;
  for (i = 0; i < npieces; ++i)
    if (pieces[i].at == offset_of(items[0])) follow(&pieces[i]);
  for (i = 0; i < npieces; ++i) {
    if (pieces[i].led || pieces[i].freed || chance(4)) continue;
    TELL("  host: frees what is at %zu\n", pieces[i].at);
    memset(arena.bytes + pieces[i].at, 0xA5, pieces[i].bytes);
    for (at = pieces[i].at; at < pieces[i].at + pieces[i].bytes; at += WORD) words[at / WORD].sort = NOTHING;
    pieces[i].freed = 1;
    ++nfreed;
  }
}

/* Host memory in which pieces lie apart, or one behind the other. */
static size_t gap;
static void new_graph(void) {
  size_t at = 64;
  int i, k;
  gap = chance(2) ? 0 : WORD * (1 + chance(4));
  memset(arena.bytes, 0, BYTES);
  for (i = 0; i < ITEMS; ++i, at += sizeof(Item) + gap) items[i] = (Item *)(void *)(arena.bytes + at);
  for (i = 0; i < ARRAYS; ++i, at += (size_t)room[i - 1] * WORD + gap) {
    room[i] = 1 + (int)chance(ROOM);
    arrays[i] = (double *)(void *)(arena.bytes + at);
  }
  for (i = 0; i < TABLES; ++i, at += (size_t)rows_of[i - 1] * WORD + gap) {
    rows_of[i] = 1 + (int)chance(3);
    tables[i] = (double **)(void *)(arena.bytes + at);
  }
  for (i = 0; i < ITEMS; ++i) {
    Item *item = items[i];
    const unsigned array = chance(ARRAYS), kept = chance(ARRAYS);
    item->next = chance(5) ? items[chance(ITEMS)] : NULL;
    item->mark = chance(3) ? items[chance(ITEMS)] : NULL;
    item->n = (int)chance((unsigned)room[array] + 1), item->used = (int)chance((unsigned)room[kept] + 1);
    if (chance(4)) item->array = arrays[array], item->end = item->array + item->n;
    if (chance(4)) item->kept = arrays[kept];
    item->m = ROOM;
    if (plain && chance(3)) item->n = room[array], item->used = room[kept];
    if (plain || !chance(3)) continue;
    k = (int)chance(TABLES); /* which several may share */
    item->rows = tables[k], item->nrows = 1 + (int)chance((unsigned)rows_of[k]);
  }
  for (i = 0; i < TABLES; ++i)
    for (k = 0; k < rows_of[i]; ++k) tables[i][k] = chance(4) ? arrays[chance(ARRAYS)] : NULL;
  for (i = 0; i < ITEMS; ++i)
    for (k = 0; items[i]->rows && k < items[i]->nrows; ++k) {
      int j;
      for (j = 0; j < ARRAYS; ++j)
        if (items[i]->rows[k] == arrays[j] && items[i]->m > room[j]) items[i]->m = room[j];
    }
}

static void tell_graph(void) {
  int i;
  for (i = 0; i < ITEMS && telling; ++i)
    printf("  item %d at %zu: next %d, array %d of %d, kept %d of %d, rows %d of %d with %d\n", i, offset_of(items[i]),
           items[i]->next ? (int)offset_of(items[i]->next) : -1, items[i]->array ? (int)offset_of(items[i]->array) : -1,
           items[i]->n, items[i]->kept ? (int)offset_of(items[i]->kept) : -1, items[i]->used,
           items[i]->rows ? (int)offset_of(items[i]->rows) : -1, items[i]->nrows, items[i]->m);
}

static void run_graph(void) {
  pc_root root = {&item_descriptor, NULL, 1, "root", PC_TOFROM, NULL};
  int i, steps, wrong = 0;
  chance_state = graph * UINT64_C(1000003);
  for (i = 0; i < POINTERS; ++i) item_pointers[i].flags = chance(2) ? PC_MUTABLE : 0;
  row_pointer.flags = chance(2) ? PC_MUTABLE : 0;
  if (chance(2)) item_pointers[2].flags |= PC_MUTABLE_LENGTH;
  if (chance(2)) item_pointers[3].flags |= PC_MUTABLE_LENGTH;
  plain = graph % 3 == 2;
  if (plain) item_pointers[2].flags = item_pointers[3].flags = row_pointer.flags = 0;
  item_descriptor.pointers = plain ? plain_pointers : item_pointers;
  item_descriptor.npointers = plain ? PLAIN_POINTERS : POINTERS;
  pc_host_device_model()->background = (int)chance(2);
  new_graph();
  tell_graph();
  root.base = items[0];
  said[0] = 0;
  if (pc_deepcopy_enter(&root, 1, plain ? PC_AUTO : (pc_technique)(graph % 6), __FILE__, __LINE__) != PC_OK) {
    TELL("  not entered: %s\n", said);
    return;
  }
  brief += PC_STATE->brief != NULL;
  find_entered(items[0], 1);
  steps = 1 + (plain && chance(4) ? 0 : (int)chance(6)); /* an update ends that a plan is brief */
  while (steps--) {
    int status;
    if (chance(4)) kernel();
    if (chance(plain ? 2 : 5) == 0) host();
    remember();
    said[0] = 0;
    if (!steps) break;
    status = pc_deepcopy_update_host(&root, 1, __FILE__, __LINE__);
#ifdef DROPPING
    if (status == PC_OK) memcpy(arena.bytes, before, BYTES);
#endif
    judge(status);
    wrong = status == PC_ERROR_CHANGED; /* which stays so: the exit has to say it, too */
    if (status != PC_OK) break;
    take_down();
    if (gap && chance(3)) free_cut_out();
  }
  {
    int status;
    remember();
    status = pc_deepcopy_exit(&root, 1, 0, __FILE__, __LINE__);
    CHECK(!wrong || status != PC_OK, "an exit of what an update refused");
    judge(status);
    if (status != PC_OK) CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, __FILE__, __LINE__) == PC_OK, "exit with 'delete'");
  }
  CHECK(pc_host_device_model()->blocks == 0, "device memory leaks");
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  telling = count == 1;
  pc_set_error_handler(on_error, NULL);
  pc_set_device(pc_host_device());
  for (graph = first; graph < first + count; ++graph) run_graph();
  printf("ok %lld %lld %lld %lld\n", done, moved, refused, brief);
  return 0;
}
