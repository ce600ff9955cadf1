/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * marks SEED CLAIMS: random claims of memory, of all sizes and alignments, beside a map of bytes.
 */
#define PC_HEADER_ONLY /* it looks into images */
#include "node.h"


enum { BYTES = 5 * PC_REGION_BYTES };
static unsigned char taken[BYTES];
static uint64_t state;

static unsigned draw(unsigned n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 11) % n;
}

static int any_taken(size_t from, size_t bytes) {
  while (bytes--)
    if (taken[from++]) return 1;
  return 0;
}

int main(int argc, char **argv) {
  static const unsigned sizes[] = {9, 64, 600, 3 * PC_REGION_BYTES}, aligns[] = {1, 1, 4, 8, 16, PC_REGION_BYTES};
  const uintptr_t base = (uintptr_t)7 * PC_REGION_BYTES;
  long long i, claims, claimed = 0;
  pc_marks marks;
  CHECK(argc == 3);
  state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
  claims = atoll(argv[2]);
  memset(&marks, 0, sizeof marks);
  for (i = 0; i < claims; ++i) {
    const unsigned align = aligns[draw(6)];
    size_t from, bytes = draw(sizes[draw(8) ? draw(3) : 3]) + 1;
    int free_there, got;
    if (align > 1 && draw(2)) bytes = (bytes + align - 1) / align * align;
    if (bytes > BYTES) bytes = BYTES;
    from = draw((unsigned)(BYTES - bytes + 1)) / align * align;
    free_there = !any_taken(from, bytes);
    CHECK(pc_any_marked(&marks, base + from, bytes) == !free_there);
    got = pc_claim_bytes(&marks, base + from, bytes);
    CHECK(got == free_there);
    if (got) memset(taken + from, 1, bytes);
    claimed += got;
    if (draw(2000) == 0) {
      pc_free_marks(&marks);
      memset(taken, 0, sizeof taken);
    }
  }
  pc_free_marks(&marks);
  CHECK(claimed > claims / 20);
  printf("%lld of %lld\n", claimed, claims);
  return 0;
}
