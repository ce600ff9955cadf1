/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What of an extent comes back where roots hold parts of it, and lengths that the host changes between the calls.
 */
#include "all_techniques.h"

static int a_part_stays(void) {
  int technique;
  EACH(technique) {
    double x[6];
    const pc_root whole = root_of(&double_descriptor, x, 6), part = root_of(&double_descriptor, x + 4, 2);
    fill(x, 6, 0);
    CHECK(enter(whole, technique) == PC_OK && enter(part, technique) == PC_OK);
    fill(ON_DEVICE(double, x), 6, 100);
    CHECK(leave(whole) == PC_OK && is_filled(x, 4, 100) && is_filled(x + 4, 2, 4));
    x[0] = 7;
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK && x[0] == 7 && x[4] == 104);
    /* What nobody held goes to the device again, and what was held does not. */
    x[1] = 8, x[4] = 9;
    CHECK(enter(whole, technique) == PC_OK);
    CHECK(ON_DEVICE(double, x)[0] == 7 && ON_DEVICE(double, x)[1] == 8 && ON_DEVICE(double, x)[4] == 104);
    CHECK(leave(part) == PC_OK && x[0] == 7 && x[4] == 9);
    fill(ON_DEVICE(double, x), 6, 200);
    CHECK(enter(part, technique) == PC_OK && pc_deepcopy_exit(&whole, 1, PC_DELETE, HERE) == PC_OK);
    CHECK(x[0] == 7 && x[1] == 8 && x[4] == 9);
    CHECK(leave(part) == PC_OK && x[0] == 7 && x[1] == 8 && is_filled(x + 4, 2, 204));
    nothing_left();
  }
  return 0;
}

static int a_part_of_records_stays(void) {
  int technique;
  EACH(technique) {
    Link links[4] = {{NULL, {0}}, {NULL, {1}}, {NULL, {2}}, {NULL, {3}}}, tail = {NULL, {4}};
    const pc_root all = root_of(&link_descriptor, links, 4), one = root_of(&link_descriptor, &links[2], 1);
    int i;
    links[0].next = &tail;
    CHECK(enter(all, technique) == PC_OK && enter(one, technique) == PC_OK);
    for (i = 0; i < 4; ++i) ON_DEVICE(Link, links)[i].v[0] += 100;
    ON_DEVICE(Link, &tail)->v[0] = 104;
    CHECK(leave(all) == PC_OK && links[0].v[0] == 100 && links[2].v[0] == 2 && links[3].v[0] == 103 && tail.v[0] == 104);
    CHECK(!ON_DEVICE(Link, links)->next && links[0].next == &tail);
    links[0].next = NULL, links[0].v[0] = 7;
    CHECK(leave(one) == PC_OK && links[0].v[0] == 7 && links[2].v[0] == 102);
    nothing_left();
  }
  return 0;
}

static int shrunk_between_enters(void) {
  int technique;
  EACH(technique) {
    Field field;
    const pc_root root = root_of(&field_descriptor, &field, 1);
    new_field(&field, NULL);
    CHECK(enter(root, technique) == PC_OK);
    field.n = N / 2;
    CHECK(enter(root, technique) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED && leave(root) == PC_ERROR_CHANGED);
    CHECK(field.n == N / 2 && pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
    free_field(&field);
    nothing_left();
  }
  return 0;
}

/* The tail is another's: it is not read. */
static int shrunk_before_an_update(void) {
  int technique;
  EACH(technique) {
    Field field;
    const pc_root root = root_of(&field_descriptor, &field, 1);
    new_field(&field, NULL);
    CHECK(enter(root, technique) == PC_OK);
    field.n = N / 2;
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED && ON_DEVICE(Field, &field)->n == N);
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK && ON_DEVICE(Field, &field)->n == N / 2);
    CHECK(leave(root) == PC_OK);
    free_field(&field);
    nothing_left();
  }
  return 0;
}

static int shrunk_behind_a_part(void) {
  int technique;
  EACH(technique) {
    Field field;
    const pc_root root = root_of(&field_descriptor, &field, 1);
    pc_root part;
    new_field(&field, NULL);
    part = root_of(&double_descriptor, field.both, 2);
    CHECK(enter(root, technique) == PC_OK && enter(part, technique) == PC_OK);
    fill(ON_DEVICE(double, field.both), N, 500);
    field.n = 3;
    CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
    field.both[3] = 77; /* another's */
    CHECK(leave(part) == PC_OK && is_filled(field.both, 2, 500) && field.both[2] == 2 && field.both[3] == 77);
    free_field(&field);
    nothing_left();
  }
  return 0;
}

/* Two arrays overlap, of which one is only read. */
static int directions_in_one_call(void) {
  int technique, order;
  EACH(technique)
  for (order = 0; order < 2; ++order) {
    double x[6];
    pc_root roots[2] = {root_of(&double_descriptor, x + 2, 4), root_of(&double_descriptor, x, 4)}, turned[2];
    roots[1].direction = PC_TO;
    turned[0] = roots[order], turned[1] = roots[!order];
    fill(x, 6, 0);
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    fill(ON_DEVICE(double, x), 6, 100);
    x[0] = 7;
    CHECK(pc_deepcopy_exit(turned, 2, 0, HERE) == PC_OK);
    CHECK(x[0] == 7 && x[1] == 1 && is_filled(x + 2, 4, 102));
    /* The same array, in two enters that one exit undoes. */
    roots[0] = roots[1];
    roots[0].direction = PC_TOFROM;
    CHECK(enter(roots[order], technique) == PC_OK && enter(roots[!order], technique) == PC_OK);
    fill(ON_DEVICE(double, x), 4, 200);
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK && is_filled(x, 4, 200));
    nothing_left();
  }
  return 0;
}

/* Each exit is that of its own source's enter. */
static int policies_of_two_sources(void) {
  static pc_pointer pointers[5];
  static const pc_type reader = {"struct Field", sizeof(Field), sizeof(void *), pointers, 5, 0, 0, NULL};
  int technique;
  memcpy(pointers, field_pointers, sizeof pointers);
  pointers[1].direction = PC_TO;
  EACH(technique) {
    Field field;
    const pc_root root = root_of(&field_descriptor, &field, 1), reads = root_of(&reader, &field, 1);
    new_field(&field, NULL);
    CHECK(enter(reads, technique) == PC_OK && enter(root, technique) == PC_OK);
    fill(ON_DEVICE(double, field.both), N, 500);
    CHECK(leave(reads) == PC_OK && leave(root) == PC_OK && is_filled(field.both, N, 500));
    free_field(&field);
    nothing_left();
  }
  return 0;
}

static const single_case cases[] = {
    CASE(a_part_stays),          CASE(a_part_of_records_stays), CASE(shrunk_between_enters), CASE(shrunk_before_an_update),
    CASE(shrunk_behind_a_part), CASE(directions_in_one_call), CASE(policies_of_two_sources),
};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
