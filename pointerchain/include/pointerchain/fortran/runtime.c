/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What translated Fortran calls: type descriptors that are made when the program runs, and the deepcopy
 * directives. 'pointerchain fc' compiles it, with the options of the device, and links it. C99.
 *
 * No dope vector's layout is known here. Three objects of a type, two of them with a component allocated, with other
 * bounds, tell where its descriptor lies: one word is the address of the elements; the other words that differ are its
 * bounds, which travel to the device and never come back. A component that is left out is allocated in one object
 * only, and all words that differ are null on the device.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#define PC_HEADER_ONLY
#include <pointerchain/deepcopy.h>

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What gfortran and LLVM's Flang have in common of a CFI_cdesc_t. */
typedef struct pc_fortran_array {
  void *base;
  size_t element;
  int version;
  signed char rank;
  signed char other[3];
  struct {
    ptrdiff_t lower, extent, stride;
  } dim[15];
} pc_fortran_array;

typedef struct pc_fortran_draft {
  struct pc_fortran_draft *outer; /* that which asked for this one, to embed it */
  const char *name;
  size_t bytes;
  const char *p, *q, *r;
  unsigned char *claimed; /* by word: it belongs to a component that was described */
  pc_pointer *pointers;
  pc_custom *customs;
  size_t npointers, ncustoms;
} pc_fortran_draft;

enum { PC_WORD = sizeof(void *), PC_ROOTS = 8 };

static pthread_mutex_t pc_fortran_lock; /* of all drafts; recursive */
static pthread_once_t pc_fortran_once = PTHREAD_ONCE_INIT;
static pc_fortran_draft *pc_fortran_drafts;

static void pc_fortran_start(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&pc_fortran_lock, &recursive);
  pthread_mutexattr_destroy(&recursive);
}

static void *pc_fortran_memory(void *old, size_t bytes) {
  void *memory = realloc(old, bytes ? bytes : 1);
  if (!memory) {
    fprintf(stderr, "pointerchain: the host has no memory left for type descriptors\n");
    abort();
  }
  return memory;
}

static char *pc_fortran_text(const char *a, const char *b, const char *c) {
  const size_t n = strlen(a) + strlen(b) + strlen(c) + 1;
  char *text = (char *)pc_fortran_memory(NULL, n);
  snprintf(text, n, "%s%s%s", a, b, c);
  return text;
}

static void pc_fortran_wrong(const char *name, const char *what) {
  fprintf(stderr, "pointerchain: type '%s', component '%s': %s\n", pc_fortran_drafts->name, name, what);
  abort();
}

static const char *pc_fortran_word(const char *object, size_t word) {
  const char *value;
  memcpy(&value, object + word * PC_WORD, sizeof value);
  return value;
}

int pc_fortran_begin(void **me, const char *name, size_t bytes, const void *p, const void *q,
                     const void *r);
void pc_fortran_add(const char *name, const void *element, int kind, int direction, pc_type_function target,
                    pc_count_function count);
void pc_fortran_skip(const char *name);
void pc_fortran_fill(void *z);
void pc_fortran_nullified(const char *name, const void *z);
void pc_fortran_embed(const char *name, const void *at, size_t n, const pc_type *of, int skipped);
void pc_fortran_end(void **me);
pc_type_function pc_fortran_scalar(size_t bytes);
long long pc_fortran_extent(const char *name, const pc_fortran_array *a);
long long pc_fortran_loose(const char *name);
void pc_fortran_directive(int verb, int technique, int flags, const char *file, int line);
void pc_fortran_root(const char *text, pc_type_function type, int rank, int form, pc_type_function owner,
                     int owner_form, const char *component);
void pc_fortran_do(void (*what)(void), const pc_fortran_array *a, const pc_fortran_array *b,
                   const pc_fortran_array *c, const pc_fortran_array *d, const pc_fortran_array *e,
                   const pc_fortran_array *f, const pc_fortran_array *g, const pc_fortran_array *h);
void *pc_fortran_device_pointer(const void *host);

int pc_fortran_begin(void **me, const char *name, size_t bytes, const void *p, const void *q,
                     const void *r) {
  pc_fortran_draft *draft;
  if (__atomic_load_n(me, __ATOMIC_ACQUIRE)) return 0;
  pthread_once(&pc_fortran_once, pc_fortran_start);
  pthread_mutex_lock(&pc_fortran_lock);
  if (*me) {
    pthread_mutex_unlock(&pc_fortran_lock);
    return 0;
  }
  draft = (pc_fortran_draft *)pc_fortran_memory(NULL, sizeof *draft);
  memset(draft, 0, sizeof *draft);
  draft->outer = pc_fortran_drafts;
  draft->name = pc_fortran_text(name, "", "");
  draft->bytes = bytes;
  draft->p = (const char *)p;
  draft->q = (const char *)q;
  draft->r = (const char *)r;
  draft->claimed = (unsigned char *)pc_fortran_memory(NULL, bytes / PC_WORD);
  memset(draft->claimed, 0, bytes / PC_WORD);
  pc_fortran_drafts = draft;
  return 1;
}

static pc_pointer *pc_fortran_new_pointer(const char *name, size_t offset) {
  pc_fortran_draft *draft = pc_fortran_drafts;
  pc_pointer *pointer;
  draft->pointers =
      (pc_pointer *)pc_fortran_memory(draft->pointers, (draft->npointers + 1) * sizeof *draft->pointers);
  pointer = &draft->pointers[draft->npointers++];
  memset(pointer, 0, sizeof *pointer);
  pointer->name = name;
  pointer->offset = offset;
  pointer->repeat = 1;
  pointer->stride = PC_WORD;
  return pointer;
}

static pc_custom *pc_fortran_new_custom(void) {
  pc_fortran_draft *draft = pc_fortran_drafts;
  draft->customs =
      (pc_custom *)pc_fortran_memory(draft->customs, (draft->ncustoms + 1) * sizeof *draft->customs);
  return &draft->customs[draft->ncustoms++];
}

/* The bounds of a dope vector go to the device as they are; they do not come back. */
static void pc_fortran_as_it_is(void *copy, const void *owner) {
  (void)copy;
  (void)owner;
}

static int pc_fortran_differs(const pc_fortran_draft *draft, size_t word) {
  const size_t at = word * PC_WORD;
  if (draft->claimed[word]) return 0;
  return memcmp(draft->p + at, draft->q + at, PC_WORD) || memcmp(draft->p + at, draft->r + at, PC_WORD);
}

void pc_fortran_add(const char *name, const void *element, int kind, int direction, pc_type_function target,
                    pc_count_function count) {
  pc_fortran_draft *draft = pc_fortran_drafts;
  const char *own = pc_fortran_text(name, "", "");
  const size_t words = draft->bytes / PC_WORD;
  size_t i, found = words;
  pc_pointer *pointer;
  for (i = 0; i < words; ++i) {
    if (draft->claimed[i] || pc_fortran_word(draft->p, i) != (const char *)element) continue;
    if (found != words) pc_fortran_wrong(name, "two words of its descriptor hold the address of its data");
    found = i;
  }
  if (found == words) pc_fortran_wrong(name, "no word of its descriptor holds the address of its data");
  draft->claimed[found] = 1;
  pointer = pc_fortran_new_pointer(own, found * PC_WORD);
  pointer->kind = (pc_kind)kind;
  pointer->target = target;
  pointer->count = count;
  pointer->direction = (pc_direction)direction;
  for (i = 0; i < words; ++i) {
    pc_custom *custom;
    if (!pc_fortran_differs(draft, i)) continue;
    draft->claimed[i] = 1;
    custom = draft->ncustoms ? &draft->customs[draft->ncustoms - 1] : NULL;
    if (custom && custom->name == own && custom->offset + custom->bytes == i * PC_WORD) {
      custom->bytes += PC_WORD;
      custom->stride = custom->bytes;
      continue;
    }
    custom = pc_fortran_new_custom();
    memset(custom, 0, sizeof *custom);
    custom->name = own;
    custom->offset = i * PC_WORD;
    custom->repeat = 1;
    custom->stride = custom->bytes = custom->align = PC_WORD;
    custom->before = pc_fortran_as_it_is;
    custom->functions = "the bounds of a Fortran component";
  }
}

void pc_fortran_skip(const char *name) {
  pc_fortran_draft *draft = pc_fortran_drafts;
  const char *own = pc_fortran_text(name, "", "");
  size_t i, found = 0;
  for (i = 0; i < draft->bytes / PC_WORD; ++i)
    if (pc_fortran_differs(draft, i)) {
      draft->claimed[i] = 1;
      pc_fortran_new_pointer(own, i * PC_WORD)->kind = PC_SKIPPED;
      ++found;
    }
  if (!found) pc_fortran_wrong(name, "no word tells whether it is allocated");
}

void pc_fortran_fill(void *z) { memset(z, 0xff, pc_fortran_drafts->bytes); }

void pc_fortran_nullified(const char *name, const void *z) {
  pc_fortran_draft *draft = pc_fortran_drafts;
  const char *own = pc_fortran_text(name, "", "");
  size_t i, found = 0;
  for (i = 0; i < draft->bytes / PC_WORD; ++i)
    if (!pc_fortran_word((const char *)z, i)) {
      if (draft->claimed[i]) pc_fortran_wrong(name, "it shares a word with another component");
      draft->claimed[i] = 1;
      pc_fortran_new_pointer(own, i * PC_WORD)->kind = PC_SKIPPED;
      ++found;
    }
  if (!found) pc_fortran_wrong(name, "no word tells whether it is associated");
}

void pc_fortran_embed(const char *name, const void *at, size_t n, const pc_type *of, int skipped) {
  pc_fortran_draft *draft = pc_fortran_drafts;
  const size_t offset = (size_t)((const char *)at - draft->p);
  size_t i, k;
  if (!n) return;
  if (offset > draft->bytes || n > (draft->bytes - offset) / of->size)
    pc_fortran_wrong(name, "its objects do not lie in the type's");
  for (k = 0; k < n; ++k) {
    const size_t here = offset + k * of->size;
    for (i = 0; i < of->npointers; ++i) {
      pc_pointer *pointer;
      pointer = pc_fortran_new_pointer(pc_fortran_text(name, "%", of->pointers[i].name), 0);
      *pointer = of->pointers[i];
      pointer->name = pc_fortran_text(name, "%", of->pointers[i].name);
      pointer->offset += here;
      pointer->owner += here;
      if (skipped) {
        pointer->kind = PC_SKIPPED;
        pointer->target = NULL;
        pointer->count = NULL;
        pointer->direction = PC_TOFROM;
      }
    }
    for (i = 0; i < of->ncustoms; ++i) {
      size_t word;
      if (skipped) { /* nothing of the descriptor means anything there */
        for (word = 0; word < of->customs[i].bytes / PC_WORD; ++word)
          pc_fortran_new_pointer(pc_fortran_text(name, "%", of->customs[i].name),
                                 here + of->customs[i].offset + word * PC_WORD)
              ->kind = PC_SKIPPED;
        continue;
      }
      *pc_fortran_new_custom() = of->customs[i];
      draft->customs[draft->ncustoms - 1].name = pc_fortran_text(name, "%", of->customs[i].name);
      draft->customs[draft->ncustoms - 1].offset += here;
      draft->customs[draft->ncustoms - 1].owner += here;
    }
  }
}

static int pc_fortran_by_offset(const void *left, const void *right) {
  const pc_pointer *a = (const pc_pointer *)left, *b = (const pc_pointer *)right;
  return (a->offset > b->offset) - (a->offset < b->offset);
}

static int pc_fortran_custom_by_offset(const void *left, const void *right) {
  const pc_custom *a = (const pc_custom *)left, *b = (const pc_custom *)right;
  return (a->offset > b->offset) - (a->offset < b->offset);
}

void pc_fortran_end(void **me) {
  pc_fortran_draft *draft = pc_fortran_drafts;
  pc_type *type = (pc_type *)pc_fortran_memory(NULL, sizeof *type);
  memset(type, 0, sizeof *type);
  if (draft->npointers > 1)
    qsort(draft->pointers, draft->npointers, sizeof *draft->pointers, pc_fortran_by_offset);
  if (draft->ncustoms > 1)
    qsort(draft->customs, draft->ncustoms, sizeof *draft->customs, pc_fortran_custom_by_offset);
  type->name = draft->name;
  type->size = draft->bytes;
  type->align = 1; /* what the compiler aligns to is not known; on the device it is 16 */
  type->pointers = draft->pointers;
  type->npointers = draft->npointers;
  type->customs = draft->customs;
  type->ncustoms = draft->ncustoms;
  pc_fortran_drafts = draft->outer;
  free(draft->claimed);
  free(draft);
  __atomic_store_n(me, (void *)type, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&pc_fortran_lock);
}

#define PC_SCALAR(BYTES, ALIGN)                                                                         \
  static const pc_type *pc_fortran_scalar_##BYTES(void) {                                               \
    static const pc_type type = {#BYTES " bytes", BYTES, ALIGN, NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0}; \
    return &type;                                                                                       \
  }
PC_SCALAR(1, 1)
PC_SCALAR(2, 2)
PC_SCALAR(4, 4)
PC_SCALAR(8, 8)
PC_SCALAR(16, 16)
PC_SCALAR(32, 16)

pc_type_function pc_fortran_scalar(size_t bytes) {
  switch (bytes) {
  case 1: return pc_fortran_scalar_1;
  case 2: return pc_fortran_scalar_2;
  case 4: return pc_fortran_scalar_4;
  case 8: return pc_fortran_scalar_8;
  case 16: return pc_fortran_scalar_16;
  case 32: return pc_fortran_scalar_32;
  default:
    fprintf(stderr, "pointerchain: there is no number of %zu bytes\n", bytes);
    abort();
  }
}

/* From the first element to behind the last one, in elements; -1 and a reason where that means nothing. */
static long long pc_fortran_span(const pc_fortran_array *a, int whole, const char **why) {
  ptrdiff_t last = 0, packed = (ptrdiff_t)a->element;
  int i;
  *why = NULL;
  for (i = 0; i < a->rank; ++i)
    if (a->dim[i].extent <= 0) return 0;
  for (i = 0; i < a->rank; ++i) {
    const ptrdiff_t extent = a->dim[i].extent, stride = a->dim[i].stride;
    if (extent > 1 && stride < 0) *why = "it has a negative stride";
    else if (extent > 1 && whole && stride != packed) *why = "it is not contiguous";
    else if (extent > 1 && a->element && stride % (ptrdiff_t)a->element)
      *why = "its stride is no multiple of its element's size";
    if (*why) return -1;
    last += (extent - 1) * (extent > 1 ? stride : 0);
    packed *= extent;
  }
  return (long long)(a->element ? last / (ptrdiff_t)a->element : 0) + 1;
}

long long pc_fortran_loose(const char *name) {
  fprintf(stderr, "pointerchain: '%s' cannot be copied: it is not contiguous\n", name);
  return -1;
}

long long pc_fortran_extent(const char *name, const pc_fortran_array *a) {
  const char *why;
  long long n;
  if (!a || !a->base) return 0;
  n = pc_fortran_span(a, 0, &why);
  if (why) fprintf(stderr, "pointerchain: '%s' cannot be copied: %s\n", name, why);
  return n;
}

/* --- directives --- */

enum { PC_VERB_ENTER, PC_VERB_EXIT, PC_VERB_HOST, PC_VERB_DEVICE, PC_VERB_STRUCTURE, PC_VERB_BEGIN, PC_VERB_END };
static const char *const pc_fortran_verbs[] = {
    "enter", "exit", "update host", "update device", "update structure", "region begin", "region end"};

typedef struct pc_fortran_call {
  void (*what)(void);
  struct pc_fortran_call *next;
  int verb, technique, flags, line, nroots;
  const char *file;
  struct {
    const char *text, *component;
    pc_type_function type, owner; /* no type: numbers or characters */
    int rank, form, owner_form; /* a form that is not 0: its address and its size in bits are given */
  } roots[PC_ROOTS];
} pc_fortran_call;

enum { PC_BUCKETS = 256 };

static pc_fortran_call *pc_fortran_calls[PC_BUCKETS]; /* each directive that was reached, once */
static pc_fortran_call *pc_fortran_now;               /* that which is being described, under the lock */

void pc_fortran_directive(int verb, int technique, int flags, const char *file, int line) {
  pc_fortran_now->verb = verb;
  pc_fortran_now->technique = technique;
  pc_fortran_now->flags = flags;
  pc_fortran_now->file = pc_fortran_text(file, "", "");
  pc_fortran_now->line = line;
}

void pc_fortran_root(const char *text, pc_type_function type, int rank, int form, pc_type_function owner,
                     int owner_form, const char *component) {
  const int n = pc_fortran_now->nroots++;
  pc_fortran_now->roots[n].text = pc_fortran_text(text, "", "");
  pc_fortran_now->roots[n].type = type;
  pc_fortran_now->roots[n].rank = rank;
  pc_fortran_now->roots[n].form = form;
  pc_fortran_now->roots[n].owner = owner;
  pc_fortran_now->roots[n].owner_form = owner_form;
  pc_fortran_now->roots[n].component = pc_fortran_text(component, "", "");
}

/* What a directive says of itself, which it is asked once. */
static const pc_fortran_call *pc_fortran_said(void (*what)(void)) {
  pc_fortran_call **bucket = &pc_fortran_calls[((uintptr_t)what >> 4) % PC_BUCKETS], *call;
  pthread_once(&pc_fortran_once, pc_fortran_start);
  pthread_mutex_lock(&pc_fortran_lock);
  for (call = *bucket; call && call->what != what;) call = call->next;
  if (!call) {
    call = (pc_fortran_call *)pc_fortran_memory(NULL, sizeof *call);
    memset(call, 0, sizeof *call);
    call->what = what;
    pc_fortran_now = call;
    what();
    call->next = *bucket;
    *bucket = call;
  }
  pthread_mutex_unlock(&pc_fortran_lock);
  return call;
}

static void pc_fortran_refuse(const pc_fortran_call *call, int root, const char *what) {
  fprintf(stderr, "%s:%d: error: deepcopy %s: '%s': %s\n", call->file, call->line, pc_fortran_verbs[call->verb],
          call->roots[root].text, what);
  abort();
}

static pc_root pc_fortran_rooted(const pc_fortran_call *call, int n, const pc_fortran_array *a) {
  pc_root root;
  const char *why;
  memset(&root, 0, sizeof root);
  root.text = call->roots[n].text;
  root.type = call->roots[n].type ? call->roots[n].type() : NULL;
  if (!a || !a->base) {
    if (!root.type) root.type = pc_fortran_scalar_1();
    return root;
  }
  if (a->rank != call->roots[n].rank)
    pc_fortran_refuse(call, n, "it has another rank than its text: a subscript is a vector");
  root.base = a->base;
  root.count = pc_fortran_span(a, 1, &why);
  if (why) pc_fortran_refuse(call, n, why);
  if (!root.type) { /* numbers of any kind, characters of any length */
    root.type = pc_fortran_scalar_1();
    if (a->element <= 32 && (a->element & (a->element - 1)) == 0 && a->element) {
      root.type = pc_fortran_scalar(a->element)();
    } else {
      root.count *= (long long)a->element;
    }
  } else if (root.type->size != a->element && root.count) {
    pc_fortran_refuse(call, n, "its elements have another size than its type: it was declared otherwise");
  }
  return root;
}

/* The next argument, which takes the place of two where it comes as an address and a size. 0: it is absent. */
static int pc_fortran_given(const pc_fortran_array *const *given, int *at, int form, pc_fortran_array *out) {
  const pc_fortran_array *a = given[(*at)++];
  memset(out, 0, sizeof *out);
  if (form) {
    const pc_fortran_array *size = given[(*at)++];
    int bits;
    memcpy(&out->base, a->base, sizeof out->base);
    memcpy(&bits, size->base, sizeof bits);
    out->element = (size_t)bits / 8;
    return out->base != NULL;
  }
  if (!a) return 0;
  memcpy(out, a, offsetof(pc_fortran_array, dim) + (size_t)a->rank * sizeof a->dim[0]);
  return 1;
}

typedef struct pc_fortran_bounds {
  struct pc_fortran_bounds *next;
  pc_type type;
  pc_custom custom;
} pc_fortran_bounds;

/* A type of so many bytes, all of which are bounds. */
static const pc_type *pc_fortran_bounds_type(const pc_custom *like) {
  static pc_fortran_bounds *known;
  pc_fortran_bounds *at;
  pthread_mutex_lock(&pc_fortran_lock);
  for (at = known; at && at->custom.bytes != like->bytes;) at = at->next;
  if (!at) {
    at = (pc_fortran_bounds *)pc_fortran_memory(NULL, sizeof *at);
    memset(at, 0, sizeof *at);
    at->custom = *like;
    at->custom.offset = at->custom.owner = at->custom.owner_stride = 0;
    at->custom.repeat = 1;
    at->type.name = "bounds";
    at->type.size = like->bytes;
    at->type.align = 1;
    at->type.customs = &at->custom;
    at->type.ncustoms = 1;
    at->next = known;
    known = at;
  }
  pthread_mutex_unlock(&pc_fortran_lock);
  return &at->type;
}

/* The bounds of a component that enters after its object have to follow it to the device. */
static void pc_fortran_send_bounds(const pc_fortran_call *call, int n, const pc_type *owner, const char *object) {
  size_t i;
  for (i = 0; i < owner->ncustoms; ++i)
    if (strcmp(owner->customs[i].name, call->roots[n].component) == 0) {
      pc_root bounds;
      memset(&bounds, 0, sizeof bounds);
      bounds.type = pc_fortran_bounds_type(&owner->customs[i]);
      bounds.base = object + owner->customs[i].offset;
      bounds.count = 1;
      bounds.text = call->roots[n].text;
      pc_deepcopy_update_device(&bounds, 1, call->file, call->line);
    }
}

void pc_fortran_do(void (*what)(void), const pc_fortran_array *a, const pc_fortran_array *b,
                   const pc_fortran_array *c, const pc_fortran_array *d, const pc_fortran_array *e,
                   const pc_fortran_array *f, const pc_fortran_array *g, const pc_fortran_array *h) {
  const pc_fortran_array *given[PC_ROOTS];
  const pc_type *owners[PC_ROOTS] = {0};
  const char *objects[PC_ROOTS] = {0};
  pc_root roots[PC_ROOTS];
  const pc_fortran_call *call = pc_fortran_said(what);
  int i, at = 0, status = PC_OK;
  given[0] = a, given[1] = b, given[2] = c, given[3] = d;
  given[4] = e, given[5] = f, given[6] = g, given[7] = h;
  for (i = 0; i < call->nroots; ++i) {
    pc_fortran_array here;
    const int there = pc_fortran_given(given, &at, call->roots[i].form, &here);
    roots[i] = pc_fortran_rooted(call, i, there ? &here : NULL);
    if (!call->roots[i].owner) continue;
    size_t k;
    pc_fortran_array other, *owner = &other;
    if (!pc_fortran_given(given, &at, call->roots[i].owner_form, owner)) owner = NULL;
    if (!owner || !owner->base || !roots[i].base) continue;
    owners[i] = call->roots[i].owner();
    objects[i] = (const char *)owner->base;
    if (owners[i]->size != owner->element)
      pc_fortran_refuse(call, i, "its object has another size than its type: it was declared otherwise");
    for (k = 0; k < owners[i]->npointers; ++k)
      if (strcmp(owners[i]->pointers[k].name, call->roots[i].component) == 0 &&
          owners[i]->pointers[k].kind != PC_SKIPPED)
        roots[i].at = objects[i] + owners[i]->pointers[k].offset;
    if (call->verb == PC_VERB_BEGIN) roots[i].at = NULL;
  }
  switch (call->verb) {
  case PC_VERB_ENTER:
    status = pc_deepcopy_enter(roots, (size_t)call->nroots, (pc_technique)call->technique, call->file, call->line);
    for (i = 0; i < call->nroots && status == PC_OK; ++i) {
      const void *there = roots[i].at ? pc_deepcopy_device_pointer(objects[i]) : NULL;
      if (there && there != (const void *)objects[i]) pc_fortran_send_bounds(call, i, owners[i], objects[i]);
    }
    break;
  case PC_VERB_EXIT:
    pc_deepcopy_exit(roots, (size_t)call->nroots, (unsigned)call->flags, call->file, call->line);
    break;
  case PC_VERB_HOST: pc_deepcopy_update_host(roots, (size_t)call->nroots, call->file, call->line); break;
  case PC_VERB_DEVICE: pc_deepcopy_update_device(roots, (size_t)call->nroots, call->file, call->line); break;
  case PC_VERB_STRUCTURE:
    pc_deepcopy_update_structure(roots, (size_t)call->nroots, call->file, call->line);
    break;
  case PC_VERB_BEGIN:
    pc_deepcopy_begin(roots, (size_t)call->nroots, (pc_technique)call->technique, call->file, call->line);
    break;
  case PC_VERB_END: pc_deepcopy_end((unsigned)call->flags, call->file, call->line); break;
  default: abort();
  }
}

void *pc_fortran_device_pointer(const void *host) { return pc_deepcopy_device_pointer(host); }
