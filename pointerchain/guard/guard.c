/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A memory apart on a machine that has one: loaded in front of a program that offloads OpenMP to clang's device
 * on the host, this keeps what the program allocates in pages that nobody may touch while a kernel runs. A
 * kernel that follows a pointer of the host's faults, as it would on a GPU.
 *
 * Guarded is what code outside of the system's libraries gets from malloc and its likes and from C++'s new.
 * The runtime's own memory, and the device's, which it allocates, are not. The stack and global variables
 * are not either. Kernels are told by OMPT (OpenMP 5.2, chapter 19). At the end, or at the fault, lines go to
 * the file that POINTERCHAIN_GUARD_REPORT names: 'kernels N', 'image FILE', 'touched ADDRESS OFFSET BYTES',
 * and 'in', 'kernel' and 'allocated' with OBJECT and OFFSET.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <omp-tools.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* A block: where it lies, what it has room for, what was asked for, and by which code. Slots never move. */
typedef struct Slot {
  char *memory;
  size_t room, bytes;
  void *site;
  struct Slot *next_free;
} Slot;

typedef struct Range {
  uintptr_t begin, end;
} Range;

static const size_t arena_bytes = (size_t)1 << 38, most_slots = (size_t)1 << 28, step = (size_t)1 << 26;
enum { CLASSES = 64, RANGES = 256, ALIGNMENT = 16 };

static char *arena;
static size_t used, opened; /* bytes that blocks take, and that are readable where no kernel runs */
static Slot *slots;
static size_t nslots;
static Slot *free_slots[CLASSES];
static Range users[RANGES];
static int nusers;
static volatile int lock, running;
static volatile long kernels;
static void *volatile kernel_site;
static const char *report;

static void take(void) {
  while (__sync_lock_test_and_set(&lock, 1)) usleep(0);
}

static void give(void) { __sync_lock_release(&lock); }

/* --- who allocates ------------------------------------------------------------------------------- */

static int is_system(const char *name) {
  static const char *const folders[] = {"/usr/lib", "/lib", "/usr/local/lib", "/opt/", "/tmp/tmpfile_", NULL};
  const char *base = strrchr(name, '/');
  int i;
  for (i = 0; folders[i]; i++)
    if (strncmp(name, folders[i], strlen(folders[i])) == 0) return 1;
  base = base ? base + 1 : name;
  return strncmp(base, "libomp", 6) == 0 || strncmp(base, "linux-vdso", 10) == 0 || strstr(base, "pointerchain-guard");
}

static int note_object(struct dl_phdr_info *info, size_t size, void *data) {
  int i;
  (void)size, (void)data;
  if (*info->dlpi_name && is_system(info->dlpi_name)) return 0;
  for (i = 0; i < info->dlpi_phnum && nusers < RANGES; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X)) {
      users[nusers].begin = (uintptr_t)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      users[nusers].end = users[nusers].begin + info->dlpi_phdr[i].p_memsz;
      nusers++;
    }
  return 0;
}

static int is_user(const void *site) {
  const uintptr_t at = (uintptr_t)site;
  int i;
  for (i = 0; i < nusers; i++)
    if (at >= users[i].begin && at < users[i].end) return 1;
  return 0;
}

/* --- blocks -------------------------------------------------------------------------------------- */

static int is_ours(const void *memory) {
  return arena && (const char *)memory >= arena && (const char *)memory < arena + arena_bytes;
}

static int class_of(size_t room) {
  int class = 0;
  while (((size_t)1 << class) < room) class++;
  return class;
}

/* The block in which 'memory' lies, or the one before it. */
static Slot *slot_of(const void *memory) {
  size_t low = 0, high = nslots;
  while (low + 1 < high) {
    const size_t middle = low + (high - low) / 2;
    if (slots[middle].memory <= (const char *)memory) low = middle;
    else high = middle;
  }
  return nslots ? &slots[low] : NULL;
}

/* A block in the arena, NULL where it is full. */
static void *get(size_t bytes, size_t alignment, void *site) {
  size_t room = ALIGNMENT, start;
  Slot *slot = NULL;
  int class;
  if (bytes > arena_bytes / 4 || alignment > step) return NULL;
  while (room < bytes) room *= 2;
  class = class_of(room);
  take();
  if (alignment <= ALIGNMENT && (slot = free_slots[class])) {
    free_slots[class] = slot->next_free;
  } else if (nslots < most_slots) {
    /* Large blocks get what they ask for: no page is theirs and another's by rounding. */
    if (bytes > (size_t)1 << 20) room = (bytes + 4095) / 4096 * 4096;
    start = (used + alignment - 1) / alignment * alignment;
    if (start + room <= arena_bytes) {
      while (opened < start + room) {
        size_t more = start + room - opened > step ? (start + room - opened + step - 1) / step * step : step;
        if (opened + more > arena_bytes) more = arena_bytes - opened;
        if (mprotect(arena + opened, more, PROT_READ | PROT_WRITE) != 0) break;
        opened += more;
      }
      if (opened >= start + room) {
        slot = &slots[nslots++];
        slot->memory = arena + start;
        slot->room = room;
        used = start + room;
      }
    }
  }
  if (slot) {
    slot->bytes = bytes;
    slot->site = site;
  }
  give();
  return slot ? slot->memory : NULL;
}

static void release(void *memory) {
  Slot *slot;
  take();
  slot = slot_of(memory);
  if (slot && slot->memory == memory) {
    const int class = class_of(slot->room);
    /* A block of another size than its class's is never given out again. */
    if (slot->room == (size_t)1 << class) {
      slot->next_free = free_slots[class];
      free_slots[class] = slot;
    } else {
      madvise(slot->memory, slot->room, MADV_DONTNEED);
    }
    slot->bytes = 0;
  }
  give();
}

#define SITE __builtin_return_address(0)
#define GUARDED(site) (arena && !running && is_user(site))
#define EXPORT __attribute__((visibility("default")))

EXPORT void *malloc(size_t bytes) {
  void *memory = GUARDED(SITE) ? get(bytes, ALIGNMENT, SITE) : NULL;
  return memory ? memory : __libc_malloc(bytes);
}

EXPORT void free(void *memory) {
  if (is_ours(memory)) release(memory);
  else __libc_free(memory);
}

EXPORT void *calloc(size_t count, size_t size) {
  void *memory = NULL;
  if (GUARDED(SITE) && (!size || count <= SIZE_MAX / size)) memory = get(count * size, ALIGNMENT, SITE);
  return memory ? memset(memory, 0, count * size) : __libc_calloc(count, size);
}

EXPORT void *realloc(void *old, size_t bytes) {
  size_t had;
  Slot *slot;
  void *memory;
  if (old && !is_ours(old)) return __libc_realloc(old, bytes);
  if (!old) {
    memory = GUARDED(SITE) ? get(bytes, ALIGNMENT, SITE) : NULL;
    return memory ? memory : __libc_malloc(bytes);
  }
  take();
  slot = slot_of(old);
  had = slot->bytes;
  give();
  memory = get(bytes, ALIGNMENT, SITE);
  if (!memory) memory = __libc_malloc(bytes);
  if (!memory) return NULL;
  memcpy(memory, old, had < bytes ? had : bytes);
  release(old);
  return memory;
}

EXPORT void *memalign(size_t alignment, size_t bytes) {
  void *memory = GUARDED(SITE) ? get(bytes, alignment, SITE) : NULL;
  return memory ? memory : __libc_memalign(alignment, bytes);
}

EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
  void *memory = GUARDED(SITE) ? get(bytes, alignment, SITE) : NULL;
  return memory ? memory : __libc_memalign(alignment, bytes);
}

EXPORT int posix_memalign(void **result, size_t alignment, size_t bytes) {
  void *memory;
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  memory = GUARDED(SITE) ? get(bytes, alignment, SITE) : NULL;
  if (!memory) memory = __libc_memalign(alignment, bytes);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

/* C++'s new, by the names of the Itanium ABI: what the library's own would call malloc for is the program's
 * where the program calls it. Where the arena is full the library's own is called, which throws. */
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

EXPORT void *_Znwm(size_t bytes) {
  void *memory = GUARDED(SITE) ? get(bytes, ALIGNMENT, SITE) : NULL;
  return memory ? memory : NEXT(void *(*)(size_t), "_Znwm")(bytes);
}

EXPORT void *_Znam(size_t bytes) {
  void *memory = GUARDED(SITE) ? get(bytes, ALIGNMENT, SITE) : NULL;
  return memory ? memory : NEXT(void *(*)(size_t), "_Znam")(bytes);
}

EXPORT void *_ZnwmSt11align_val_t(size_t bytes, size_t alignment) {
  void *memory = GUARDED(SITE) ? get(bytes, alignment, SITE) : NULL;
  return memory ? memory : NEXT(void *(*)(size_t, size_t), "_ZnwmSt11align_val_t")(bytes, alignment);
}

EXPORT void *_ZnamSt11align_val_t(size_t bytes, size_t alignment) {
  void *memory = GUARDED(SITE) ? get(bytes, alignment, SITE) : NULL;
  return memory ? memory : NEXT(void *(*)(size_t, size_t), "_ZnamSt11align_val_t")(bytes, alignment);
}

/* --- kernels, and what they must not touch ------------------------------------------------------- */

/* Appends a line to the report: 'word object offset', or the text alone where 'address' is NULL. */
static void tell(const char *word, const void *address) {
  char line[4096];
  Dl_info info;
  int file, length;
  if (!report || (file = open(report, O_WRONLY | O_APPEND | O_CLOEXEC)) < 0) return;
  if (address && dladdr(address, &info) && info.dli_fname)
    length = snprintf(line, sizeof line, "%s %#lx %s\n", word, (long)((const char *)address - (const char *)info.dli_fbase),
                      info.dli_fname);
  else
    length = snprintf(line, sizeof line, "%s\n", word);
  if (length > 0 && write(file, line, (size_t)length) < 0) length = 0;
  close(file);
}

static void on_fault(int number, siginfo_t *info, void *context) {
  const char *at = (const char *)info->si_addr;
  if (running) {
    static const char touched[] = "guard: a kernel touched the host's memory\n";
    static const char failed[] = "guard: a kernel touched what is no memory\n";
    const int ours = is_ours(at);
    char line[128];
    const Slot *slot = ours ? slot_of(at) : NULL;
    const ucontext_t *where = (const ucontext_t *)context;
#if defined __x86_64__
    const void *code = (const void *)where->uc_mcontext.gregs[REG_RIP];
#else
    const void *code = (const void *)where->uc_mcontext.pc;
#endif
    if (write(2, ours ? touched : failed, ours ? sizeof touched - 1 : sizeof failed - 1) < 0) _exit(3);
    if (ours)
      snprintf(line, sizeof line, "touched %p %zu %zu", (const void *)at, slot ? (size_t)(at - slot->memory) : 0,
               slot ? slot->bytes : 0);
    else
      snprintf(line, sizeof line, "failed %p", (const void *)at);
    tell(line, NULL);
    tell("in", code);
    tell("kernel", kernel_site);
    if (slot) tell("allocated", slot->site);
  }
  signal(number, SIG_DFL);
}

static void set_pages(int protection) {
  if (opened && mprotect(arena, opened, protection) != 0) {
    static const char text[] = "guard: the pages cannot be protected\n";
    if (write(2, text, sizeof text - 1) >= 0) _exit(3);
  }
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *operation, unsigned teams) {
  (void)target, (void)operation, (void)teams;
  if (endpoint == ompt_scope_begin) {
    __sync_fetch_and_add(&kernels, 1);
    if (__sync_fetch_and_add(&running, 1) == 0) set_pages(PROT_NONE);
  } else if (__sync_sub_and_fetch(&running, 1) == 0) {
    set_pages(PROT_READ | PROT_WRITE);
  }
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
                      ompt_data_t *target_task, ompt_data_t *target, const void *code) {
  (void)kind, (void)device, (void)task, (void)target_task, (void)target;
  if (endpoint == ompt_scope_begin) kernel_site = (void *)(uintptr_t)code;
}

static int start(ompt_function_lookup_t look_up, int device, ompt_data_t *data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)look_up("ompt_set_callback");
  (void)device, (void)data;
  if (set) {
    set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit);
    set(ompt_callback_target_emi, (ompt_callback_t)on_target);
  }
  return 1;
}

static void finish(ompt_data_t *data) { (void)data; }

EXPORT ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {start, finish, {0}};
  (void)version, (void)runtime;
  return &result;
}

/* LLVM's plugin for the host writes the device's code to /tmp/tmpfile_XXXXXX and leaves it there. */
EXPORT int mkstemp(char *name) {
  const int file = mkostemp(name, 0);
  if (file >= 0 && strncmp(name, "/tmp/tmpfile_", 13) == 0) {
    char line[512];
    snprintf(line, sizeof line, "image %s", name);
    tell(line, NULL);
  }
  return file;
}

__attribute__((constructor)) static void begin(void) {
  struct sigaction action;
  void *memory, *table;
  report = getenv("POINTERCHAIN_GUARD_REPORT");
  dl_iterate_phdr(note_object, NULL);
  if (is_user(dlsym(RTLD_DEFAULT, "_Znwm")) || is_user(dlsym(RTLD_DEFAULT, "_Znam"))) {
    fputs("guard: the program has its own 'operator new', of itself or of a static C++ library: memory of the runtime comes "
          "from there, too, so it cannot be guarded\n", stderr);
    _exit(3);
  }
  memory = mmap(NULL, arena_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  table = mmap(NULL, most_slots * sizeof *slots, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || table == MAP_FAILED) {
    fputs("guard: no address space for the guarded memory\n", stderr);
    _exit(3);
  }
  slots = (Slot *)table;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, NULL);
  arena = (char *)memory;
}

__attribute__((destructor)) static void end(void) {
  char line[64];
  snprintf(line, sizeof line, "kernels %ld", kernels);
  tell(line, NULL);
}
