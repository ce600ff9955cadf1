/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which way the data travel, as members and roots say, and to which device.
 */
#include "all_techniques.h"

static void use_field(const Field *host, int to) {
  Field *f = ON_DEVICE(Field, host);
  CHECK(f->n == N && f->both != host->both);
  if (to) CHECK(is_filled(f->both, N, 0) && is_filled(f->in, N, 1000));
  f->n = N;
  fill(f->both, N, 5000), fill(f->in, N, 6000), fill(f->out, N, 7000), fill(f->scratch, N, 8000);
}

static int directions_of_members(void) {
  int technique;
  EACH(technique) {
    Field second, first;
    long long bytes = 4 * N * (long long)sizeof(double);
    new_field(&second, NULL), new_field(&first, &second);
    pc_reset_stats();
    CHECK(enter(root_of(&field_descriptor, &first, 1), technique) == PC_OK);
    CHECK(pc_get_stats().bytes_to >= bytes && pc_get_stats().bytes_to < bytes + bytes / 2);
    use_field(&first, 1), use_field(&second, 1);
    pc_reset_stats();
    CHECK(leave(root_of(&field_descriptor, &first, 1)) == PC_OK);
    CHECK(pc_get_stats().bytes_from >= bytes && pc_get_stats().bytes_from < bytes + bytes / 2);
    CHECK(is_filled(second.both, N, 5000) && is_filled(second.in, N, 1000));
    CHECK(is_filled(second.out, N, 7000) && is_filled(second.scratch, N, 3000));
    CHECK(first.next == &second && first.n == N);
    free_field(&first), free_field(&second);
    nothing_left();
  }
  return 0;
}

/* What a root says holds for all that it leads to, together with what the members say. */
static int directions_of_roots(void) {
  int technique, direction;
  EACH(technique)
  for (direction = PC_TOFROM; direction <= PC_ALLOC; ++direction) {
    const int to = direction == PC_TOFROM || direction == PC_TO;
    const int from = direction == PC_TOFROM || direction == PC_FROM;
    Field second, first;
    pc_root root = root_of(&field_descriptor, &first, 1);
    root.direction = (pc_direction)direction;
    new_field(&second, NULL), new_field(&first, &second);
    CHECK(enter(root, technique) == PC_OK);
    use_field(&first, to), use_field(&second, to);
    CHECK(leave(root) == PC_OK);
    CHECK(is_filled(second.both, N, from ? 5000 : 0) && is_filled(second.in, N, 1000));
    CHECK(is_filled(second.out, N, from ? 7000 : 2000) && is_filled(second.scratch, N, 3000));
    free_field(&first), free_field(&second);
    nothing_left();
  }
  return 0;
}

/* Two roots that say different things and share a part: there its data travel if one of them says so. */
static int directions_that_differ(void) {
  int technique, first_exit;
  EACH(technique)
  for (first_exit = 0; first_exit < 2; ++first_exit) {
    Field shared, a, b;
    pc_root roots[2] = {root_of(&field_descriptor, &a, 1), root_of(&field_descriptor, &b, 1)};
    roots[0].direction = PC_ALLOC;
    roots[1].direction = PC_TO;
    new_field(&shared, NULL), new_field(&a, &shared), new_field(&b, &shared);
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    use_field(&a, 0), use_field(&b, 1), use_field(&shared, 1);
    CHECK(pc_deepcopy_exit(&roots[first_exit], 1, 0, HERE) == PC_OK);
    CHECK(pc_deepcopy_exit(&roots[!first_exit], 1, 0, HERE) == PC_OK);
    CHECK(is_filled(a.both, N, 0) && is_filled(b.both, N, 0) && is_filled(shared.both, N, 0));
    free_field(&a), free_field(&b), free_field(&shared);
    nothing_left();
  }
  return 0;
}

/* Data come back as the root says that is the last to leave them; an update moves them in any case. */
static int the_last_to_leave_decides(void) {
  int technique, order;
  EACH(technique)
  for (order = 0; order < 2; ++order) {
    Field field;
    pc_root both = root_of(&field_descriptor, &field, 1), none = both;
    none.direction = PC_ALLOC;
    new_field(&field, NULL);
    CHECK(enter(order ? none : both, technique) == PC_OK);
    CHECK(enter(order ? both : none, technique) == PC_OK);
    use_field(&field, !order);
    CHECK(pc_deepcopy_update_host(&both, 1, HERE) == PC_OK);
    CHECK(is_filled(field.scratch, N, 8000) && is_filled(field.in, N, 6000));
    fill(field.both, N, 1);
    /* The latest enter of a root is the first to leave. */
    CHECK(leave(both) == PC_OK && is_filled(field.both, N, 1));
    CHECK(leave(both) == PC_OK && is_filled(field.both, N, order ? 1 : 5000));
    free_field(&field);
    nothing_left();
  }
  return 0;
}

/* Overlapping arrays of two directions. */
static int directions_that_overlap(void) {
  int technique;
  EACH(technique) {
    double x[2 * N];
    Field field = {N, NULL, NULL, NULL, NULL, NULL};
    field.in = x, field.out = x + N / 2;
    fill(x, 2 * N, 0);
    CHECK(enter(root_of(&field_descriptor, &field, 1), technique) == PC_OK);
    CHECK(is_filled(ON_DEVICE(double, x), N, 0) && is_filled(ON_DEVICE(double, x + N), N / 2, N));
    fill(ON_DEVICE(double, x), N + N / 2, 500);
    CHECK(leave(root_of(&field_descriptor, &field, 1)) == PC_OK);
    CHECK(is_filled(x + N / 2, N, 500 + N / 2)); /* the other half lies in the same extent, and came, too */
    nothing_left();
  }
  return 0;
}

/* Rows: the pointers go with them. */
typedef struct Table {
  int n;
  double **rows;
} Table;
static long long table_n(const void *o) { return ((const Table *)o)->n; }
static const pc_pointer table_row = {"rows[]", 0,           1,       sizeof(void *), 0,        0,
                                     PC_OWNED, double_type, table_n, NULL,           PC_ALLOC, NULL};
static const pc_pointer table_pointers[] = {
    {"rows", AT(Table, rows), PC_OWNED, double_type, table_n, &table_row, PC_ALLOC, NULL}};
static const pc_type table_descriptor = {
    "struct Table", sizeof(Table), sizeof(void *), table_pointers, 1, 0, 0, NULL};

static int directions_of_rows(void) {
  int technique, i;
  EACH(technique) {
    double x[4][4], *rows[4];
    Table table = {4, rows};
    for (i = 0; i < 4; ++i) rows[i] = x[i], fill(x[i], 4, i);
    CHECK(enter(root_of(&table_descriptor, &table, 1), technique) == PC_OK);
    for (i = 0; i < 4; ++i) {
      CHECK(ON_DEVICE(Table, &table)->rows[i] == ON_DEVICE(double, x[i]));
      fill(ON_DEVICE(Table, &table)->rows[i], 4, 100);
    }
    CHECK(leave(root_of(&table_descriptor, &table, 1)) == PC_OK);
    for (i = 0; i < 4; ++i) CHECK(rows[i] == x[i] && is_filled(x[i], 4, i));
    nothing_left();
  }
  return 0;
}

static int devices_by_number(void) {
  double x[N];
  const pc_root root = root_of(&double_descriptor, x, N);
  fill(x, N, 0);
  pc_host_device_model()->devices = 3;
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 2, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 2, HERE) == PC_OK);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 1, HERE) == PC_ERROR_TECHNIQUE);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, -1, HERE) == PC_ERROR_DEVICE);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, -2, HERE) == PC_ERROR_DEVICE);
  CHECK(pc_deepcopy_enter_on(&root, 1, PC_AUTO, 3, HERE) == PC_ERROR_DEVICE);
  CHECK(leave(root) == PC_OK && leave(root) == PC_OK);
  pc_host_device_model()->devices = 0;
  nothing_left();
  return 0;
}

static const single_case cases[] = {
    CASE(directions_of_members),
    CASE(directions_of_roots),
    CASE(directions_that_differ),
    CASE(the_last_to_leave_decides),
    CASE(directions_that_overlap),
    CASE(directions_of_rows),
    CASE(devices_by_number),
};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
