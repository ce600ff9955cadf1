/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Members with functions of the user: what travels of them, and what comes back.
 */
#define PC_HEADER_ONLY /* it looks into them: PC_CHUNK_BYTES */
#include "all_techniques.h"

/* A part names its material, which only the host has: on the device it is a number. */
static double densities[] = {2, 3, 5};
typedef struct Part {
  struct Part *next;
  double *material; /* one of the densities */
  double volume;
  int16_t label[3]; /* on the device in another byte order */
  double mass;      /* of what came */
} Part;

static int befores, afters;
static void to_number(void *copy, const void *owner) {
  const intptr_t number = ((const Part *)owner)->material - densities;
  double *material;
  memcpy(&material, copy, sizeof material);
  befores += material == ((const Part *)owner)->material && (uintptr_t)copy % sizeof(void *) == 0;
  memcpy(copy, &number, sizeof number);
}
static void to_material(void *owner, const void *copy) {
  Part *part = (Part *)owner;
  intptr_t number;
  memcpy(&number, copy, sizeof number);
  part->material = densities + number;
  part->mass = part->volume * *part->material; /* of data that came */
  ++afters;
}
static void swap_bytes(void *copy, const void *owner) {
  int16_t *label = (int16_t *)copy;
  int i;
  (void)owner;
  for (i = 0; i < 3; ++i) label[i] = (int16_t)((uint16_t)label[i] << 8 | (uint16_t)label[i] >> 8);
}
static void swap_back(void *owner, const void *copy) {
  memcpy(((Part *)owner)->label, copy, sizeof((Part *)owner)->label);
  swap_bytes(((Part *)owner)->label, NULL);
}
static const pc_type *part_type(void);
static const pc_pointer part_pointers[] = {
    {"next", AT(Part, next), PC_OWNED, part_type, NULL, NULL, PC_TOFROM, NULL}};
#define CUSTOM(member, type, before, after)                                                                  \
  {#member, offsetof(Part, member), 1, 0, 0, 0, sizeof((Part *)0)->member, __alignof__(type), before, after,    \
   #before ", " #after}
static const pc_custom part_customs[] = {
    CUSTOM(material, double *, to_number, to_material),
    CUSTOM(label, int16_t, swap_bytes, swap_back),
};
static const pc_type part_descriptor = {"struct Part", sizeof(Part), sizeof(void *), part_pointers, 1,           0,
                                        0,             NULL,         NULL,           0,             NULL,
                                        part_customs,  2};
static const pc_type *part_type(void) { return &part_descriptor; }

/* The same without pointers, and without `next`. */
static const pc_custom lone_customs[] = {CUSTOM(material, double *, to_number, to_material)};
static const pc_type lone_descriptor = {"struct Part", sizeof(Part), sizeof(void *), NULL, 0,            0,
                                        0,             NULL,         NULL,           0,    NULL,
                                        lone_customs,  1};
/* The same, which knows nothing of them. */
static const pc_pointer bare_pointers[] = {
    {"next", AT(Part, next), PC_OWNED, part_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type bare_descriptor = {"struct Bare",  sizeof(Part), sizeof(void *),
                                        bare_pointers, 1,            0,
                                        0,             NULL};

static Part *new_parts(int n, int linked) {
  Part *parts = (Part *)calloc((size_t)n, sizeof *parts);
  int i;
  for (i = 0; i < n; ++i) {
    parts[i].next = linked && i + 1 < n ? &parts[i + 1] : NULL;
    parts[i].material = &densities[i % 3];
    parts[i].volume = i;
    parts[i].label[0] = (int16_t)i, parts[i].label[1] = 0x0102, parts[i].label[2] = -2;
  }
  return parts;
}

static intptr_t number_of(const Part *part) {
  intptr_t number;
  memcpy(&number, &part->material, sizeof number);
  return number;
}

/* What the kernel does: it sees numbers, and changes them. */
static int advance(Part *device, int i) {
  const intptr_t number = number_of(device), next = (number + 1) % 3;
  uint16_t second;
  memcpy(&second, &device->label[1], sizeof second);
  if (number != i % 3 || second != 0x0201) return 0;
  memcpy(&device->material, &next, sizeof next);
  device->volume += 1;
  device->label[1] = 0x0304;
  return 1;
}

static int has_advanced(const Part *part, int i) {
  return part->material == &densities[(i + 1) % 3] && part->volume == i + 1 && part->label[1] == 0x0403 &&
         part->label[0] == (int16_t)i && part->mass == part->volume * densities[(i + 1) % 3];
}

static int is_as_before(const Part *part, int i) {
  return part->material == &densities[i % 3] && part->volume == i && part->label[1] == 0x0102 &&
         part->mass == 0;
}

enum { PARTS = 50 };

static int lists(void) {
  int technique, i;
  EACH(technique) {
    Part *parts = new_parts(PARTS, 1), *at;
    const pc_root root = root_of(&part_descriptor, parts, 1);
    befores = afters = 0;
    CHECK(enter(root, technique) == PC_OK && befores == PARTS && afters == 0);
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    for (i = 0; i < PARTS; ++i) CHECK(is_as_before(&parts[i], i));
    for (i = 0, at = ON_DEVICE(Part, parts); at; at = at->next) CHECK(advance(at, i++));
    CHECK(i == PARTS);
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && afters == PARTS);
    for (i = 0; i < PARTS; ++i) CHECK(has_advanced(&parts[i], i));
    parts[7].material = &densities[2];
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK && befores == 2 * PARTS);
    CHECK(number_of(ON_DEVICE(Part, &parts[7])) == 2);
    parts[8].next = parts[9].next;
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK && befores == 3 * PARTS - 1);
    CHECK(leave(root) == PC_OK && befores == 3 * PARTS - 1 && afters == 2 * PARTS - 1);
    CHECK(parts[7].material == &densities[2] && parts[7].label[1] == 0x0403);
    free(parts);
    nothing_left();
  }
  return 0;
}

/* Arrays that take several transfers, with members that lie across where these end. */
static int arrays(void) {
  const int n = 3 * (int)(PC_CHUNK_BYTES / sizeof(Part)) + 1;
  int technique, i, linked;
  for (linked = 0; linked < 2; ++linked)
    EACH(technique) {
      Part *parts = new_parts(n, linked), *device;
      const pc_root root = root_of(linked ? &part_descriptor : &lone_descriptor, parts, n);
      CHECK(enter(root, technique) == PC_OK);
      device = ON_DEVICE(Part, parts);
      for (i = 0; i < n; ++i) {
        CHECK(number_of(&device[i]) == i % 3 && device[i].label[1] == (linked ? 0x0201 : 0x0102));
        device[i].volume = 1;
      }
      CHECK(leave(root) == PC_OK);
      for (i = 0; i < n; ++i)
        CHECK(parts[i].material == &densities[i % 3] && parts[i].mass == densities[i % 3]);
      free(parts);
      nothing_left();
    }
  return 0;
}

/* A part of an array is updated; a part of a member cannot be. */
static int parts_of_arrays(void) {
  int technique;
  EACH(technique) {
    Part *parts = new_parts(PARTS, 0);
    const pc_root root = root_of(&part_descriptor, parts, PARTS), part = root_of(&part_descriptor, parts + 3, 2);
    pc_root cut = root_of(&double_descriptor, &parts[3].material, 1);
    CHECK(enter(root, technique) == PC_OK);
    advance(ON_DEVICE(Part, parts + 3), 3), advance(ON_DEVICE(Part, parts + 5), 5);
    befores = afters = 0;
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK && afters == 2);
    CHECK(has_advanced(&parts[3], 3) && is_as_before(&parts[5], 5));
    CHECK(pc_deepcopy_update_host(&cut, 1, HERE) == PC_ERROR_TYPE);
    CHECK(pc_deepcopy_update_device(&part, 1, HERE) == PC_OK && befores == 2);
    CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK && afters == 2);
    CHECK(is_as_before(&parts[5], 5));
    free(parts);
    nothing_left();
  }
  return 0;
}

/* Directions hold for such members as for all data. */
static int directions(void) {
  int technique;
  EACH(technique) {
    Part *parts = new_parts(PARTS, 0);
    pc_root root = root_of(&lone_descriptor, parts, PARTS);
    root.direction = PC_TO;
    befores = afters = 0;
    CHECK(enter(root, technique) == PC_OK && befores == PARTS);
    CHECK(leave(root) == PC_OK && afters == 0 && is_as_before(&parts[5], 5));
    root.direction = PC_FROM;
    CHECK(enter(root, technique) == PC_OK && befores == PARTS);
    memcpy(ON_DEVICE(Part, parts), parts, PARTS * sizeof *parts);
    memset(&ON_DEVICE(Part, parts)[5].material, 0, sizeof(void *));
    CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
    free(parts);
    nothing_left();
  }
  return 0;
}

/* Objects that overlap have to say the same of each byte. */
static int overlaps(void) {
  int technique;
  EACH(technique) {
    Part *parts = new_parts(PARTS, 0);
    const pc_root all = root_of(&part_descriptor, parts, PARTS), some = root_of(&part_descriptor, parts + 3, 2);
    pc_root two[2];
    two[0] = some, two[1] = all;
    befores = 0;
    CHECK(pc_deepcopy_enter(two, 2, (pc_technique)technique, HERE) == PC_OK && befores == PARTS);
    CHECK(pc_deepcopy_exit(two, 2, PC_DELETE, HERE) == PC_OK);
    two[0] = root_of(&bare_descriptor, parts + 3, 1);
    CHECK(pc_deepcopy_enter(two, 2, (pc_technique)technique, HERE) == PC_ERROR_TYPE);
    nothing_left();
    two[0] = root_of(&double_descriptor, &parts[3].material, 1);
    CHECK(pc_deepcopy_enter(two, 2, (pc_technique)technique, HERE) == PC_ERROR_TYPE);
    nothing_left();
    two[0] = root_of(&double_descriptor, &parts[3].volume, 1);
    CHECK(pc_deepcopy_enter(two, 2, (pc_technique)technique, HERE) == PC_OK);
    CHECK(pc_deepcopy_exit(two, 2, PC_DELETE, HERE) == PC_OK);
    CHECK(enter(all, technique) == PC_OK);
    CHECK(enter(root_of(&bare_descriptor, parts + 3, 1), technique) == PC_ERROR_TYPE);
    CHECK(enter(root_of(&lone_descriptor, parts + 3, 1), technique) == PC_ERROR_TYPE);
    CHECK(enter(root_of(&double_descriptor, &parts[3].label, 1), technique) == PC_ERROR_TYPE);
    CHECK(enter(some, technique) == PC_OK && leave(some) == PC_OK);
    CHECK(pc_deepcopy_exit(&all, 1, PC_DELETE, HERE) == PC_OK);
    free(parts);
    nothing_left();
  }
  return 0;
}

/* A copy back that fails gives nothing to the functions. */
static int failures(void) {
  int technique;
  EACH(technique) {
    Part *parts = new_parts(PARTS, 1);
    const pc_root root = root_of(&part_descriptor, parts, 1);
    CHECK(enter(root, technique) == PC_OK);
    advance(ON_DEVICE(Part, parts), 0);
    afters = 0;
    pc_host_device_model()->fail_after = 1;
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_DEVICE && afters == 0);
    pc_host_device_model()->fail_after = 0;
    CHECK(is_as_before(&parts[0], 0));
    CHECK(leave(root) == PC_OK && has_advanced(&parts[0], 0));
    free(parts);
    nothing_left();
  }
  return 0;
}

static const single_case cases[] = {
    CASE(lists), CASE(arrays), CASE(parts_of_arrays), CASE(directions), CASE(overlaps), CASE(failures),
};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
