/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Single subjects of transfer_file.h. Without an argument: the names of all.
 */
#ifdef __cplusplus
#include <fstream>
#include <sstream>
#endif

#include "items.h"
/* The counted memory has to come first. */
#include <pointerchain/transfer_file.h>

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* An image of a list in memory. */
static void *packed(const Item *head, size_t *bytes) {
  const pc_root root = section(head);
  void *image = NULL;
  CHECK(pc_pack(&root, 1, &image, bytes, HERE) == PC_OK);
  return image;
}

/* Reading has to fail with that, and to change and leave nothing. */
static void refused(const void *bytes, size_t n, int status, const char *said) {
  Item *const was = (Item *)(void *)&last_status;
  Item *head = was;
  pc_arrival to = arrival(&head, 1);
  FILE *file = tmpfile();
  int i;
  CHECK(file && fwrite(bytes, 1, n, file) == n);
  rewind(file);
  counted_begin();
  last_status = PC_OK;
  i = pc_read_file(&to, 1, file, 0, HERE);
  if (i != status) fprintf(stderr, "%d, not %d: %s\n", i, status, last_message);
  CHECK(i == status && last_status == status);
  if (!strstr(last_message, said)) fprintf(stderr, "%s\n", last_message);
  CHECK(strstr(last_message, said) && strstr(last_message, "files.c:"));
  CHECK(head == was && to.count == 1 && counted_blocks() == 0);
  fclose(file);
}

/* --- the subjects --- */

static void there_and_back(void) {
  Item *head = made(300, 40), *nothing = NULL, *got[3];
  pc_root roots[2] = {section(head), section(nothing)};
  pc_arrival two[2];
  FILE *file = tmpfile();
  size_t bytes, i;
  void *image = packed(head, &bytes), *same = malloc(bytes);
  CHECK(file);
  CHECK(pc_write_file(roots, 1, file, 0, HERE) == PC_OK);
  CHECK(ftell(file) == (long)bytes);
  CHECK(pc_write_file(roots, 2, file, 0, HERE) == PC_OK); /* a second image behind the first */
  CHECK(pc_write_descriptor(roots, 1, fileno(file), 0, HERE) == PC_OK);
  rewind(file);
  CHECK(fread(same, 1, bytes, file) == bytes && memcmp(image, same, bytes) == 0);
  rewind(file);
  two[0] = arrival(&got[0], PC_ANY_COUNT);
  CHECK(pc_read_file(two, 1, file, PC_SEPARATE, HERE) == PC_OK && two[0].count == 1);
  two[0] = arrival(&got[1], 1), two[1] = arrival(&nothing, 1);
  nothing = head;
  CHECK(pc_read_file(two, 2, file, 0, HERE) == PC_OK && two[0].count == 1 && two[1].count == 0 && !nothing);
  CHECK(lseek(fileno(file), ftell(file), SEEK_SET) > 0);
  two[0] = arrival(&got[2], 1);
  CHECK(pc_read_descriptor(two, 1, fileno(file), 0, HERE) == PC_OK);
  for (i = 0; i < 3; ++i) check_same(head, got[i]);
  drop(got[0]);
  pc_free(got[1]);
  pc_free(got[2]);
  fclose(file);
  free(image);
  free(same);
  drop(head);
}

/* A large structure through a pipe, whose reader is another process. */
static void pipes(void) {
  Item *head = made(100, 20000), *got = NULL;
  pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  int ends[2], ended;
  pid_t child;
  CHECK(pipe(ends) == 0);
  child = fork();
  if (child == 0) {
    close(ends[0]);
    _exit(pc_write_descriptor(&root, 1, ends[1], 0, HERE));
  }
  close(ends[1]);
  CHECK(pc_read_descriptor(&to, 1, ends[0], 0, HERE) == PC_OK);
  CHECK(waitpid(child, &ended, 0) == child && ended == 0);
  check_same(head, got);
  pc_free(got);
  close(ends[0]);
  drop(head);
}

/* The same from another thread: who writes does not keep who reads from the runtime. */
static void *write_pipe(void *data) {
  const int *to = (const int *)data;
  Item *head = made(100, 20000);
  const pc_root root = section(head);
  CHECK(pc_write_descriptor(&root, 1, *to, 0, HERE) == PC_OK);
  close(*to);
  return head;
}

static void threads(void) {
  Item *got = NULL;
  pc_arrival to = arrival(&got, 1);
  pthread_t writer;
  void *head = NULL;
  int ends[2];
  CHECK(pipe(ends) == 0 && pthread_create(&writer, NULL, write_pipe, &ends[1]) == 0);
  CHECK(pc_read_descriptor(&to, 1, ends[0], 0, HERE) == PC_OK);
  CHECK(pthread_join(writer, &head) == 0);
  check_same((Item *)head, got);
  pc_free(got);
  close(ends[0]);
  drop((Item *)head);
}

static void closed_pipe(void) {
  Item *head = made(10, 20000);
  const pc_root root = section(head);
  int ends[2];
  signal(SIGPIPE, SIG_IGN);
  CHECK(pipe(ends) == 0);
  close(ends[0]);
  counted_begin();
  CHECK(pc_write_descriptor(&root, 1, ends[1], 0, HERE) == PC_ERROR_FILE);
  CHECK(strstr(last_message, "write: writing failed at byte 0 of the image: Broken pipe") && counted_blocks() == 0);
  close(ends[1]);
  CHECK(pc_write_descriptor(&root, 1, ends[1], 0, HERE) == PC_ERROR_FILE);
  CHECK(strstr(last_message, "Bad file descriptor"));
  drop(head);
}

/* A disk that fills up after 300,000 bytes, and one on which only the flush finds that there is no room. */
static void full_disk(void) {
  Item *head = made(10, 20000), *small = made(1, 1);
  pc_root root = section(head);
  const struct rlimit most = {300000, 300000};
  FILE *file = fopen("/dev/full", "w");
  char name[] = "/tmp/full_disk_XXXXXX";
  const int descriptor = mkstemp(name);
  CHECK(file && descriptor >= 0 && unlink(name) == 0);
  CHECK(pc_write_file(&root, 1, file, 0, HERE) == PC_ERROR_FILE && strstr(last_message, "No space left on device"));
  fclose(file);
  file = fopen("/dev/full", "w");
  root = section(small);
  CHECK(pc_write_file(&root, 1, file, 0, HERE) == PC_ERROR_FILE && strstr(last_message, "No space left on device"));
  fclose(file);
  CHECK(pc_write_file(&root, 1, NULL, 0, HERE) == PC_ERROR_FILE && strstr(last_message, "Bad file descriptor"));
  {
    Item *got = small;
    pc_arrival to = arrival(&got, 1);
    CHECK(pc_read_file(&to, 1, NULL, 0, HERE) == PC_ERROR_FILE && got == small);
  }
  signal(SIGXFSZ, SIG_IGN);
  CHECK(setrlimit(RLIMIT_FSIZE, &most) == 0);
  root = section(head);
  counted_begin();
  CHECK(pc_write_descriptor(&root, 1, descriptor, 0, HERE) == PC_ERROR_FILE && last_status == PC_ERROR_FILE);
  CHECK(strstr(last_message, "writing failed at byte 300000 of the image: File too large"));
  CHECK(counted_blocks() == 0);
  close(descriptor);
  drop(head);
  drop(small);
}

static void cut_off(void) {
  Item *head = made(3, 2);
  size_t bytes, n;
  char *image = (char *)packed(head, &bytes), said[100];
  refused(image, 0, PC_ERROR_FILE, "there is no image: the file ends here");
  for (n = 1; n < bytes; ++n) {
    if (n < sizeof(pc_image_header)) {
      snprintf(said, sizeof said, "the file ends at byte %zu of the image, in its header", n);
    } else {
      snprintf(said, sizeof said, "the file ends at byte %zu of an image of %zu bytes", n, bytes);
    }
    refused(image, n, PC_ERROR_FILE, said);
  }
  for (n = 0; n < bytes; ++n) { /* a byte that has changed; that of version and of the size of pointers */
    image[n] = (char)(image[n] ^ 0x10);
    refused(image, bytes, n / 4 == 2 || n / 4 == 4 ? PC_ERROR_FOREIGN : PC_ERROR_IMAGE, "");
    image[n] = (char)(image[n] ^ 0x10);
  }
  free(image);
  drop(head);
}

/* Headers that lie, with a sum that fits: no more memory is asked for than twice of what is there. */
static void lengths_that_lie(void) {
  const uint64_t lies[] = {0, 1, 87, (uint64_t)1 << 40, (uint64_t)1 << 62, (uint64_t)1 << 63, UINT64_MAX};
  Item *head = made(3, 2);
  size_t bytes, i;
  char *image = (char *)packed(head, &bytes);
  for (i = 0; i < sizeof lies / sizeof *lies; ++i) {
    pc_image_header header;
    const int status = lies[i] > 87 && lies[i] <= PTRDIFF_MAX ? PC_ERROR_FILE : PC_ERROR_IMAGE;
    memcpy(&header, image, sizeof header);
    header.bytes = lies[i];
    header.sum = pc_header_sum(&header);
    memcpy(image, &header, sizeof header);
    refused(image, bytes, status,
            status == PC_ERROR_FILE ? "the file ends at byte" : lies[i] == 87 ? "its checksum is another" : "the header says");
    CHECK(counted_peak <= (size_t)4 << 20);
  }
  free(image);
  drop(head);
}

/* Items without observers, whose objects are not numbered at first. */
static const pc_type *owned_type(void);
static const pc_pointer owned_pointers[] = {
    {"next", offsetof(Item, next), 1, 0, 0, 0, PC_OWNED, owned_type, NULL, NULL, PC_TOFROM, NULL},
    {"before", offsetof(Item, before), 1, 0, 0, 0, PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL},
    {"data", offsetof(Item, data), 1, 0, 0, 0, PC_OWNED, double_type, item_data, NULL, PC_TOFROM, NULL}};
static const pc_type *owned_type(void) {
  static const pc_type type = {"struct Item", sizeof(Item), sizeof(void *), owned_pointers, 3, 0, 0, NULL};
  return &type;
}

/* What is larger than the buffer goes in frames. */
static void frames(void) {
  Item *small = made(30000, 3), *large = made(30, 10000), *got, *second, *last;
  pc_root roots[2];
  pc_arrival to[2];
  FILE *file = tmpfile();
  long n, at;
  char *all;
  int i;
  const pc_root one = section(small), other = section(large);
  CHECK(file && pc_write_file(&one, 1, file, 0, HERE) == PC_OK && pc_write_file(&other, 1, file, 0, HERE) == PC_OK);
  rewind(file);
  to[0] = arrival(&got, 1);
  to[1] = arrival(&second, 1);
  CHECK(pc_read_file(to, 1, file, 0, HERE) == PC_OK);
  check_same(small, got);
  pc_free(got);
  n = ftell(file);
  CHECK(pc_read_file(to, 1, file, PC_SEPARATE, HERE) == PC_OK && fgetc(file) == EOF);
  check_same(large, got);
  drop(got);
  /* Each way to end too soon, and changes, those of the words of frames among them. */
  all = (char *)malloc((size_t)n);
  rewind(file);
  CHECK(fread(all, 1, (size_t)n, file) == (size_t)n);
  for (at = 80; at < n / 4; at += at < 120 ? 1 : n / 97) refused(all, (size_t)at, PC_ERROR_FILE, "the file ends at byte");
  for (at = 80; at < n; at += at < 120 || n - at < 120 ? 7 : n / 41) {
    all[at] = (char)(all[at] ^ 0x40);
    fclose(file);
    file = tmpfile();
    CHECK(file && fwrite(all, 1, (size_t)n, file) == (size_t)n);
    rewind(file);
    counted_begin();
    got = second = small;
    i = pc_read_file(to, 1, file, 0, HERE);
    if (i == PC_OK) pc_free(got); /* it is in the second image */
    if (i == PC_OK) CHECK(pc_read_file(&to[1], 1, file, 0, HERE) != PC_OK && second == small);
    else CHECK(got == small);
    CHECK(counted_blocks() == 0);
    all[at] = (char)(all[at] ^ 0x40);
  }
  free(all);
  /* That a second pointer leads to an object is known late: the image begins again, with numbers. */
  fclose(file);
  file = tmpfile();
  for (last = large; last->next; last = last->next) {}
  memset(roots, 0, sizeof roots);
  roots[0].type = roots[1].type = to[0].type = to[1].type = owned_type();
  roots[0].count = roots[1].count = 1;
  roots[0].base = large, roots[1].base = last;
  CHECK(file && pc_write_file(roots, 2, file, 0, HERE) == PC_OK);
  n = ftell(file);
  rewind(file);
  CHECK(pc_read_file(to, 2, file, 0, HERE) == PC_OK && ftell(file) == n && n > 30 * 80000 * 3 / 2);
  for (i = 0, last = got; last->next; last = last->next) ++i;
  CHECK(i == 29 && second == last && second->data[9999] == 9999);
  pc_free(got);
  /* And that it cannot be written. */
  fclose(file);
  file = tmpfile();
  for (last = large; last->next; last = last->next) {}
  last->next = large->next;
  CHECK(file && pc_write_file(&other, 1, file, 0, HERE) == PC_ERROR_UNSUPPORTED && ftell(file) > 29 * 80000);
  last->next = NULL;
  rewind(file);
  got = small;
  to[0] = arrival(&got, 1);
  CHECK(pc_read_file(to, 1, file, 0, HERE) == PC_ERROR_IMAGE && strstr(last_message, "who wrote it could not go on"));
  CHECK(got == small && fgetc(file) == EOF);
  fclose(file);
  drop(small);
  drop(large);
}

static void counts(void) {
  Item *head = made(3, 2), *got = head;
  double numbers[5] = {1, 2, 3, 4, 5}, *back = numbers;
  const pc_root roots[2] = {{double_type(), numbers, 5, "numbers", PC_TOFROM, NULL}, section(NULL)};
  pc_arrival to[2] = {{double_type(), &back, 4}, {item_type(), &got, 1}};
  FILE *file = tmpfile();
  CHECK(file && pc_write_file(roots, 2, file, 0, HERE) == PC_OK);
  rewind(file);
  CHECK(pc_read_file(to, 2, file, 0, HERE) == PC_ERROR_LENGTH && back == numbers && got == head);
  CHECK(strstr(last_message, "read: section 1 has 5 elements, 4 are wanted"));
  rewind(file);
  to[0].count = 5, to[1].count = 2;
  CHECK(pc_read_file(to, 2, file, 0, HERE) == PC_ERROR_LENGTH && back == numbers && got == head);
  CHECK(strstr(last_message, "section 2 is null, 2 elements are wanted"));
  rewind(file);
  to[1].count = 0;
  CHECK(pc_read_file(to, 2, file, 0, HERE) == PC_OK && back != numbers && !got && back[4] == 5);
  pc_free(back);
  rewind(file);
  to[0].type = item_type();
  CHECK(pc_read_file(to, 2, file, 0, HERE) == PC_ERROR_FOREIGN);
  fclose(file);
  drop(head);
}

/* A stream of one's own, that fails after some bytes. */
typedef struct Slow {
  size_t left, calls, flushes;
} Slow;
static int slow_put(void *data, const void *bytes, size_t n, size_t *done) {
  Slow *slow = (Slow *)data;
  (void)bytes;
  ++slow->calls;
  *done = n < slow->left ? n : slow->left;
  slow->left -= *done;
  return *done < n ? EIO : 0;
}
static int slow_flush(void *data) {
  ++((Slow *)data)->flushes;
  return 0;
}
static int slow_get(void *data, void *bytes, size_t n, size_t *got) {
  (void)data, (void)bytes, (void)n;
  *got = 0;
  return EIO;
}

static void streams(void) {
  Item *head = made(20, 10000), *got = head;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  Slow slow = {500000, 0, 0};
  const pc_stream stream = {slow_put, slow_flush, slow_get, &slow};
  size_t bytes;
  free(packed(head, &bytes));
  counted_begin();
  CHECK(pc_write(&root, 1, &stream, 0, HERE) == PC_ERROR_FILE && slow.flushes == 0);
  CHECK(strstr(last_message, "write: writing failed at byte 500000 of the image: Input/output error"));
  CHECK(counted_blocks() == 0);
  slow.left = 2 * bytes;
  CHECK(pc_write(&root, 1, &stream, 0, HERE) == PC_OK && slow.flushes == 1);
  CHECK(slow.left < bytes && bytes - slow.left < 1000); /* beside the image: the words of frames, and a header */
  CHECK(pc_read(&to, 1, &stream, 0, HERE) == PC_ERROR_FILE && got == head);
  CHECK(strstr(last_message, "reading failed at byte 0 of the image: Input/output error"));
  drop(head);
}

/* Streams of C++: there and back, a full disk, a buffer that throws, an end that comes too soon. */
#ifdef __cplusplus
struct Throws : std::streambuf {
  std::streamsize xsputn(const char *, std::streamsize) override { throw 1; }
  std::streamsize xsgetn(char *, std::streamsize) override { throw 1; }
};

static void cpp_streams(void) {
  Item *head = made(20, 10000), *got = head;
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  std::stringstream text;
  std::ofstream full("/dev/full", std::ios::binary);
  Throws buffer;
  std::iostream throws(&buffer);
  CHECK(pc_write_stream(&root, 1, text, 0, HERE) == PC_OK && pc_write_stream(&root, 1, text, 0, HERE) == PC_OK);
  CHECK(pc_read_stream(&to, 1, text, 0, HERE) == PC_OK && text.good());
  check_same(head, got);
  pc_free(got);
  CHECK(pc_read_stream(&to, 1, text, PC_SEPARATE, HERE) == PC_OK && text.good());
  check_same(head, got);
  drop(got);
  got = head;
  text.exceptions(std::ios::failbit | std::ios::badbit | std::ios::eofbit);
  counted_begin();
  CHECK(pc_read_stream(&to, 1, text, 0, HERE) == PC_ERROR_FILE && got == head && text.eof());
  CHECK(strstr(last_message, "there is no image: the file ends here"));
  CHECK(pc_write_stream(&root, 1, full, 0, HERE) == PC_ERROR_FILE && full.bad());
  CHECK(strstr(last_message, "of the image: No space left on device"));
  CHECK(pc_write_stream(&root, 1, throws, 0, HERE) == PC_ERROR_FILE && throws.bad());
  throws.clear();
  CHECK(pc_read_stream(&to, 1, throws, 0, HERE) == PC_ERROR_FILE && throws.bad() && got == head);
  CHECK(strstr(last_message, "reading failed at byte 0 of the image: Input/output error"));
  CHECK(counted_blocks() == 0);
  drop(head);
}
#endif

/* Large arrays are written from where they lie, and read to where they stay. */
static void memory(void) {
  Item *head = made(8, 1 << 20), *got = NULL; /* 64 MiB */
  const pc_root root = section(head);
  pc_arrival to = arrival(&got, 1);
  FILE *file = tmpfile();
  CHECK(file);
  counted_begin();
  CHECK(pc_write_file(&root, 1, file, 0, HERE) == PC_OK);
  CHECK(counted_peak <= (size_t)3 << 20);
  rewind(file);
  counted_begin();
  CHECK(pc_read_file(&to, 1, file, 0, HERE) == PC_OK);
  CHECK(counted_peak <= (size_t)130 << 20); /* the block grows; this realloc has old and new */
  CHECK(counted_now <= (size_t)65 << 20);
  check_same(head, got);
  pc_free(got);
  fclose(file);
  drop(head);
}

/* Nobody is told: the program ends. */
static void must(void) {
  Item *head = NULL;
  pc_arrival to = arrival(&head, 1);
  pc_set_error_handler(NULL, NULL);
  CHECK(pc_read_file(&to, 1, fopen("/dev/null", "r"), 0, HERE) == PC_ERROR_FILE);
  pc_read_file(&to, 1, fopen("/dev/null", "r"), PC_MUST, HERE);
}

/* Bytes of headers and images by chance, with sums that fit: each is refused or is a structure. */
static void mutated(void) {
  Item *head = made(4, 3), *got = NULL;
  size_t bytes, i;
  char *image = (char *)packed(head, &bytes), *other = (char *)malloc(bytes);
  uint64_t seed = 88172645463325252u;
  const char *const rounds = getenv("ROUNDS");
  long left = rounds ? atol(rounds) : 2000, taken = 0;
  for (; left; --left) {
    pc_arrival to = arrival(&got, PC_ANY_COUNT);
    pc_image_header header;
    pc_checksum sum;
    FILE *file;
    size_t n = bytes, changes = 1 + (size_t)left % 3;
    memcpy(other, image, bytes);
    for (i = 0; i < changes; ++i) {
      seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
      other[seed % bytes] = (char)(seed >> 32);
    }
    if (left % 7 == 0) n = (size_t)(seed >> 20) % bytes;
    memcpy(&header, other, sizeof header);
    pc_start_checksum(&sum);
    pc_add_checksum(&sum, other + sizeof header, bytes - sizeof header);
    header.checksum = pc_end_checksum(&sum);
    header.sum = pc_header_sum(&header);
    memcpy(other, &header, sizeof header);
    file = fmemopen(other, n ? n : 1, "r");
    got = NULL;
    counted_begin();
    if (pc_read_file(&to, 1, file, left % 2 ? PC_SEPARATE : 0, HERE) == PC_OK) {
      ++taken;
      CHECK((to.count == 0) == !got);
    } else {
      CHECK(!got && counted_blocks() == 0);
    }
    CHECK(counted_peak <= (size_t)4 << 20);
    counted_free_all();
    fclose(file);
  }
  CHECK(taken > 0);
  free(other);
  free(image);
  drop(head);
}

static const struct {
  const char *name;
  void (*run)(void);
} subjects[] = {{"there_and_back", there_and_back}, {"pipes", pipes}, {"threads", threads}, {"closed_pipe", closed_pipe},
                {"full_disk", full_disk}, {"cut_off", cut_off}, {"lengths_that_lie", lengths_that_lie}, {"frames", frames},
                {"counts", counts}, {"streams", streams}, {"memory", memory}, {"mutated", mutated},
#ifdef __cplusplus
                {"cpp_streams", cpp_streams},
#endif
                {"must", must}};

int main(int argc, char **argv) {
  size_t i;
  pc_set_error_handler(on_error, NULL);
  for (i = 0; i < sizeof subjects / sizeof *subjects; ++i) {
    if (argc < 2) puts(subjects[i].name);
    if (argc > 1 && strcmp(argv[1], subjects[i].name) == 0) return subjects[i].run(), 0;
  }
  return argc > 1;
}
