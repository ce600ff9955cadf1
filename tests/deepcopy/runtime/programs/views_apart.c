/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Several roots that see one object as different types, or with different pointers: what enters and leaves
 * beside the others.
 */
#include "all_techniques.h"

/* An embedded record whose pointer its owner only observes. */
typedef struct Own {
  long n;
  double *d;
} Own;
typedef struct Both {
  Own own;
  double w, *begin;
} Both;
static long long own_n(const void *o) { return ((const Own *)o)->n; }
static const pc_pointer own_pointers[] = {
    {"d", AT(Own, d), PC_OWNED, double_type, own_n, NULL, PC_TOFROM, NULL}};
static const pc_type own_descriptor = {"struct Own", sizeof(Own), sizeof(void *), own_pointers, 1, 0, 0,
                                       NULL};
static const pc_pointer both_pointers[] = {
    {"own.d", AT(Both, own.d), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL},
    {"begin", AT(Both, begin), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type both_descriptor = {"struct Both", sizeof(Both), sizeof(void *), both_pointers, 2, 0, 0,
                                        NULL};

/* A pointer to no elements reaches nothing, also where its target enters in the same call. */
static int no_elements_reach_nothing(void) {
  int technique;
  EACH(technique) {
    double x[3] = {1, 2, 3};
    Field field = {0, NULL, x, x + 1, NULL, NULL};
    pc_root roots[2] = {root_of(&field_descriptor, &field, 1), root_of(&double_descriptor, x, 3)};
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    CHECK(ON_DEVICE(Field, &field)->in == ON_DEVICE(double, x) + 1);
    ON_DEVICE(double, x)[1] = 22;
    CHECK(leave(roots[1]) == PC_OK && x[1] == 22);
    CHECK(leave(roots[0]) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What a region's begin passes over is updated all the same. */
static int update_within_a_region(void) {
  int technique;
  EACH(technique) {
    Field field;
    const pc_root root = root_of(&field_descriptor, &field, 1);
    new_field(&field, NULL);
    CHECK(enter(root, technique) == PC_OK);
    CHECK(pc_deepcopy_begin(&root, 1, (pc_technique)technique, HERE) == PC_OK);
    fill(field.in, N, 33);
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK &&
          is_filled(ON_DEVICE(Field, &field)->in, N, 33));
    fill(ON_DEVICE(Field, &field)->in, N, 44);
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_OK && is_filled(field.in, N, 44));
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    CHECK(pc_deepcopy_end(0, HERE) == PC_OK && leave(root) == PC_OK);
    free_field(&field);
    nothing_left();
  }
  return 0;
}

/* An observer whose target has left, and is entered again by a type that owns it. */
static int observed_then_owned(void) {
  int technique;
  EACH(technique) {
    double x[3], *big = (double *)malloc(1000 * sizeof(double));
    Both both = {{3, x}, 5, NULL};
    const pc_root observing = root_of(&both_descriptor, &both, 1), data = root_of(&double_descriptor, x, 3);
    const pc_root owning = root_of(&own_descriptor, &both.own, 1),
                  other = root_of(&double_descriptor, big, 1000);
    fill(x, 3, 7), fill(big, 1000, 0);
    CHECK(enter(data, technique) == PC_OK && enter(observing, technique) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x));
    CHECK(leave(data) == PC_OK && enter(other, technique) == PC_OK && enter(owning, technique) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x));
    CHECK(leave(owning) == PC_OK && leave(observing) == PC_OK && leave(other) == PC_OK);
    free(big);
    nothing_left();
  }
  return 0;
}

/* The device has a pointer as the end of one array; an owner enters what begins there. */
static int end_then_owned(void) {
  int technique;
  EACH(technique) {
    double x[6];
    Both both = {{3, x + 3}, 5, NULL};
    const pc_root observing = root_of(&both_descriptor, &both, 1),
                  owning = root_of(&own_descriptor, &both.own, 1);
    pc_root roots[2] = {root_of(&double_descriptor, x, 3), root_of(&double_descriptor, x, 3)};
    both.begin = x;
    roots[1] = observing;
    fill(x, 6, 0);
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x) + 3);
    CHECK(enter(owning, technique) == PC_ERROR_OVERLAP);
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What leaves ends where something begins that stays, and is in another run of the index. */
static int neighbour_leaves(void) {
  int technique, i;
  EACH(technique) {
    struct {
      double m[4];
      Link a[2], rest[50];
    } pool;
    const pc_root all = root_of(&link_descriptor, pool.a, 2), one = root_of(&link_descriptor, pool.a, 1),
                  m = root_of(&double_descriptor, pool.m, 4);
    memset(&pool, 0, sizeof pool);
    pool.a[1].next = pool.a, pool.a[0].next = pool.rest;
    for (i = 0; i < 49; ++i) pool.rest[i].next = &pool.rest[i + 1];
    CHECK(enter(all, technique) == PC_OK && enter(one, technique) == PC_OK);
    CHECK(enter(m, technique) == PC_OK && enter(m, technique) == PC_OK);
    CHECK(leave(m) == PC_OK && leave(m) == PC_OK);
    CHECK(ON_DEVICE(Link, pool.a)[1].next == ON_DEVICE(Link, pool.a));
    CHECK(leave(one) == PC_OK && leave(all) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* Attaching fails: what earlier roots attached stays, and only that. */
static int failed_attaching_takes_back_its_own(void) {
  int technique, request;
  EACH(technique)
  for (request = 1; request < 12; ++request) {
    double x[3], y[2];
    Both both[2] = {{{3, NULL}, 5, NULL}, {{2, NULL}, 6, NULL}};
    const pc_root observing = root_of(&both_descriptor, both, 2), data = root_of(&double_descriptor, x, 3);
    pc_root roots[2] = {root_of(&own_descriptor, &both[0].own, 1), root_of(&own_descriptor, &both[1].own, 1)};
    int status;
    both[0].own.d = x, both[1].own.d = y, both[1].begin = x + 1;
    fill(x, 3, 7), fill(y, 2, 8);
    CHECK(enter(data, technique) == PC_OK && enter(observing, technique) == PC_OK);
    CHECK(!ON_DEVICE(Both, both)[1].own.d);
    pc_host_device_model()->fail_after = request;
    status = pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE);
    pc_host_device_model()->fail_after = 0;
    CHECK(ON_DEVICE(Both, both)[0].own.d == ON_DEVICE(double, x));
    CHECK(ON_DEVICE(Both, both)[1].begin == ON_DEVICE(double, x) + 1);
    CHECK(!ON_DEVICE(Both, both)[1].own.d == (status != PC_OK));
    if (status == PC_OK) CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    CHECK(leave(observing) == PC_OK && leave(data) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* The host sets an observer that was null, or whose target was not mapped: an update brings it to the device.
 */
static int observers_are_updated(void) {
  int technique;
  EACH(technique) {
    double x[3], y[2];
    Both both = {{3, NULL}, 5, NULL};
    const pc_root observing = root_of(&both_descriptor, &both, 1), data = root_of(&double_descriptor, x, 3);
    fill(x, 3, 7);
    both.begin = y;
    CHECK(enter(observing, technique) == PC_OK);
    both.own.d = x, both.begin = x + 1;
    CHECK(pc_deepcopy_update_device(&observing, 1, HERE) == PC_OK && !ON_DEVICE(Both, &both)->own.d);
    CHECK(enter(data, technique) == PC_OK);
    CHECK(pc_deepcopy_update_device(&observing, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x));
    CHECK(ON_DEVICE(Both, &both)->begin == ON_DEVICE(double, x) + 1);
    both.begin = y;
    CHECK(leave(observing) == PC_ERROR_CHANGED);
    both.begin = x + 1;
    CHECK(leave(observing) == PC_OK && leave(data) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What a second enter of a root brings leaves with it, and so does the pointer to it. */
static int second_enter_leaves(void) {
  int technique;
  EACH(technique) {
    double x[3];
    Field field = {0, NULL, x, NULL, NULL, NULL};
    const pc_root root = root_of(&field_descriptor, &field, 1);
    fill(x, 3, 0);
    CHECK(enter(root, technique) == PC_OK);
    field.n = 3;
    CHECK(enter(root, technique) == PC_OK && ON_DEVICE(Field, &field)->both == ON_DEVICE(double, x));
    CHECK(leave(root) == PC_OK && !ON_DEVICE(Field, &field)->both && !ON_DEVICE(double, x));
    CHECK(leave(root) == PC_ERROR_CHANGED && field.n == 3); /* the device has the length that entered first */
    field.n = 0;
    CHECK(leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* An observer whose target has left, has come back, or is another one now. No Field begins where the Simulation
 * ends: a pointer there is the end of what is mapped. */
static int observers_that_lag(void) {
  int technique;
  EACH(technique) {
    struct {
      long before;
      Field one;
      long between;
      Field two;
    } apart;
    Field *const one = &apart.one, *const two = &apart.two;
    Simulation s = {0, NULL, NULL, one};
    const pc_root parent = root_of(&simulation_descriptor, &s, 1);
    const pc_root first = root_of(&field_descriptor, one, 1), second = root_of(&field_descriptor, two, 1);
    const Simulation *d;
    new_field(one, NULL), new_field(two, NULL);
    CHECK(enter(first, technique) == PC_OK && enter(parent, technique) == PC_OK);
    d = ON_DEVICE(Simulation, &s);
    CHECK(leave(first) == PC_OK && pc_deepcopy_update_device(&parent, 1, HERE) == PC_OK && !d->fields);
    CHECK(pc_deepcopy_verify(&parent, 1, HERE) == PC_OK);
    CHECK(enter(parent, technique) == PC_OK && enter(second, technique) == PC_OK);
    CHECK(enter(first, technique) == PC_OK && enter(parent, technique) == PC_OK && leave(parent) == PC_OK);
    CHECK(d->fields == ON_DEVICE(Field, one));
    s.fields = two;
    CHECK(pc_deepcopy_update_device(&parent, 1, HERE) == PC_OK && d->fields == ON_DEVICE(Field, two));
    CHECK(leave(parent) == PC_OK && leave(parent) == PC_OK && leave(first) == PC_OK);
    CHECK(leave(second) == PC_OK);
    free_field(one), free_field(two);
    nothing_left();
  }
  return 0;
}

/* The device's observer becomes null when its target leaves, in whatever order and number of calls they
 * entered, and as a pointer to no elements, too; an update, or a structure that enters anew, has the target
 * again. */
static int observed_leaves(void) {
  int technique, apart, again;
  EACH(technique)
  for (apart = 0; apart < 3; ++apart)
    for (again = 0; again < 2; ++again) {
      double x[3] = {1, 2, 3};
      Both both = {{3, x}, 5, x + 1};
      Field field = {0, NULL, x, x + 1, NULL, NULL};
      const pc_root roots[3] = {root_of(&both_descriptor, &both, 1), root_of(&field_descriptor, &field, 1),
                                root_of(&double_descriptor, x, 3)};
      if (apart == 0) {
        CHECK(pc_deepcopy_enter(roots, 3, (pc_technique)technique, HERE) == PC_OK);
      } else if (apart == 1) {
        CHECK(enter(roots[2], technique) == PC_OK);
        CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
      } else {
        CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
        CHECK(enter(roots[2], technique) == PC_OK);
        CHECK(!ON_DEVICE(Both, &both)->begin && pc_deepcopy_update_device(roots, 2, HERE) == PC_OK);
      }
      if (again) CHECK(enter(roots[0], technique) == PC_OK);
      CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x));
      CHECK(ON_DEVICE(Both, &both)->begin == ON_DEVICE(double, x) + 1);
      if (apart < 2) CHECK(ON_DEVICE(Field, &field)->in == ON_DEVICE(double, x) + 1);
      CHECK(leave(roots[2]) == PC_OK && pc_deepcopy_verify(roots, 2, HERE) == PC_OK);
      CHECK(!ON_DEVICE(Both, &both)->own.d && !ON_DEVICE(Both, &both)->begin);
      CHECK(!ON_DEVICE(Field, &field)->in);
      CHECK(enter(roots[2], technique) == PC_OK && pc_deepcopy_update_device(roots, 1, HERE) == PC_OK);
      CHECK(ON_DEVICE(Both, &both)->begin == ON_DEVICE(double, x) + 1);
      CHECK(leave(roots[2]) == PC_OK && !ON_DEVICE(Both, &both)->begin);
      if (again) CHECK(leave(roots[0]) == PC_OK);
      CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
      nothing_left();
    }
  return 0;
}

/* An observer that is null when it enters, and that an update has lead to what entered with it, becomes null
 * when that leaves before it. */
static int observes_since_an_update(void) {
  int technique;
  EACH(technique) {
    double x[3] = {1, 2, 3};
    Both both = {{3, NULL}, 5, NULL};
    const pc_root roots[2] = {root_of(&both_descriptor, &both, 1), root_of(&double_descriptor, x, 3)};
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    both.begin = x + 1;
    CHECK(pc_deepcopy_update_device(roots, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->begin == ON_DEVICE(double, x) + 1);
    CHECK(leave(roots[1]) == PC_OK && !ON_DEVICE(Both, &both)->begin && leave(roots[0]) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* A changed structure has the observers of what it shares lead to what entered anew. */
static int observed_structure_changes(void) {
  int technique;
  EACH(technique) {
    double x[3] = {1, 2, 3};
    Both both = {{3, x}, 5, x + 1};
    pc_root roots[2] = {root_of(&both_descriptor, &both, 1), root_of(&double_descriptor, x, 3)};
    CHECK(enter(roots[0], technique) == PC_OK && enter(roots[1], technique) == PC_OK);
    CHECK(enter(roots[0], technique) == PC_OK);
    x[1] = 20, both.w = 6;
    CHECK(pc_deepcopy_update_structure(roots, 2, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->begin == ON_DEVICE(double, x) + 1 && ON_DEVICE(Both, &both)->w == 6);
    CHECK(*ON_DEVICE(Both, &both)->begin == 20 && pc_deepcopy_verify(roots, 2, HERE) == PC_OK);
    CHECK(leave(roots[0]) == PC_OK && leave(roots[1]) == PC_OK && !ON_DEVICE(Both, &both)->begin);
    CHECK(leave(roots[0]) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What only one of two roots follows of an object enters again; the object stays. */
static int followed_again(void) {
  int technique;
  EACH(technique) {
    double x[3];
    Both both = {{3, x}, 5, NULL};
    pc_root roots[2] = {root_of(&both_descriptor, &both, 1), root_of(&own_descriptor, &both.own, 1)};
    fill(x, 3, 0);
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    fill(x, 3, 50);
    CHECK(pc_deepcopy_update_structure(&roots[1], 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Both, &both)->own.d == ON_DEVICE(double, x) && is_filled(ON_DEVICE(double, x), 3, 50));
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* An enter that fails leaves the pointer alone that one view of an object follows and another leaves out. */
static int attached_beside_another_view(void) {
  static const pc_pointer thin_pointers[] = {{"d", AT(Own, d), PC_SKIPPED}};
  static const pc_type thin = {"struct Thin", sizeof(Own), sizeof(void *), thin_pointers, 1};
  int technique;
  EACH(technique) {
    double x[3], y[3];
    Own first = {3, x}, second = {3, y};
    pc_root before[3], roots[2] = {root_of(&own_descriptor, &first, 1), root_of(&own_descriptor, &second, 1)};
    int failing = 1, status = PC_ERROR_DEVICE;
    before[0] = root_of(&thin, &first, 1), before[1] = root_of(&thin, &second, 1), before[2] = roots[0];
    fill(x, 3, 0), fill(y, 3, 0);
    CHECK(pc_deepcopy_enter(before, 3, (pc_technique)technique, HERE) == PC_OK);
    for (; status != PC_OK; ++failing) {
      CHECK(ON_DEVICE(Own, &first)->d == ON_DEVICE(double, x) && !ON_DEVICE(Own, &second)->d);
      pc_host_device_model()->fail_after = failing;
      status = pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE);
    }
    pc_host_device_model()->fail_after = 0;
    CHECK(failing > 3 && ON_DEVICE(Own, &second)->d == ON_DEVICE(double, y));
    CHECK(pc_deepcopy_exit(roots, 2, 0, HERE) == PC_OK && pc_deepcopy_exit(before, 3, 0, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What a root leaves out the host may change, whatever other roots follow it: it never goes to the device. */
static int changed_beside_another_view(void) {
  static const pc_pointer thin_pointers[] = {{"d", AT(Own, d), PC_SKIPPED}};
  static const pc_type thin = {"struct Thin", sizeof(Own), sizeof(void *), thin_pointers, 1};
  int technique;
  EACH(technique) {
    double x[3];
    Own own = {3, NULL};
    const pc_root full = root_of(&own_descriptor, &own, 1), part = root_of(&thin, &own, 1);
    CHECK(enter(full, technique) == PC_OK && enter(part, technique) == PC_OK);
    own.d = x, own.n = 2;
    CHECK(pc_deepcopy_update_device(&part, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Own, &own)->n == 2 && !ON_DEVICE(Own, &own)->d && own.d == x);
    CHECK(leave(part) == PC_OK && pc_deepcopy_exit(&full, 1, PC_DELETE, HERE) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* A pointer that leads to no elements any more where another root enters is null when the first one leaves.
 */
static int no_elements_any_more(void) {
  int technique;
  EACH(technique) {
    Field second, first;
    const pc_root all = root_of(&field_descriptor, &first, 1), one = root_of(&field_descriptor, &second, 1);
    new_field(&second, NULL), new_field(&first, &second);
    CHECK(enter(all, technique) == PC_OK);
    second.n = 0;
    CHECK(enter(one, technique) == PC_ERROR_CHANGED);
    CHECK(leave(all) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_exit(&all, 1, PC_DELETE, HERE) == PC_OK);
    CHECK(enter(one, technique) == PC_OK && !ON_DEVICE(Field, &second)->both && leave(one) == PC_OK);
    free_field(&first), free_field(&second);
    nothing_left();
  }
  return 0;
}

/* The end of an array stays its end, whatever comes and goes behind it. */
typedef struct Range {
  long n;
  double *d, *end;
} Range;
static long long range_n(const void *o) { return ((const Range *)o)->n; }
static const pc_pointer range_pointers[] = {{"d", AT(Range, d), PC_OWNED, double_type, range_n, NULL, PC_TOFROM, NULL},
                                            {"end", AT(Range, end), PC_OBSERVER, double_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type range_descriptor = {"struct Range", sizeof(Range), sizeof(void *), range_pointers, 2, 0, 0, NULL};

static int ends_stay(void) {
  int technique;
  EACH(technique) {
    double x[4];
    Range ranges[2] = {{0, NULL, NULL}, {2, x, x + 2}};
    const pc_root all = root_of(&range_descriptor, ranges, 2), first = root_of(&range_descriptor, ranges, 1);
    const pc_root rest = root_of(&double_descriptor, x + 2, 2);
    int i;
    fill(x, 4, 0);
    CHECK(enter(all, technique) == PC_OK);
    for (i = 0; i < 2; ++i) {
      CHECK(enter(rest, technique) == PC_OK);
      CHECK(pc_deepcopy_update_device(&first, 1, HERE) == PC_OK && pc_deepcopy_update_host(&all, 1, HERE) == PC_OK);
      CHECK(pc_deepcopy_update_device(&all, 1, HERE) == PC_OK && ON_DEVICE(Range, ranges)[1].end == ON_DEVICE(double, x) + 2);
      CHECK(leave(rest) == PC_OK && pc_deepcopy_update_device(&all, 1, HERE) == PC_OK);
      CHECK(ON_DEVICE(Range, ranges)[1].end == ON_DEVICE(double, x) + 2);
    }
    CHECK(leave(all) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* The object behind one that a pointer to a single object leads to is no end. */
typedef struct Pooled {
  struct Pooled *next, *watched;
} Pooled;
static const pc_type *pooled_type(void);
static const pc_pointer pooled_pointers[] = {
    {"next", AT(Pooled, next), PC_OWNED, pooled_type, NULL, NULL, PC_TOFROM, NULL},
    {"watched", AT(Pooled, watched), PC_OBSERVER, pooled_type, NULL, NULL, PC_TOFROM, NULL}};
static const pc_type pooled_descriptor = {"struct Pooled", sizeof(Pooled), sizeof(void *), pooled_pointers, 2, 0, 0, NULL};
static const pc_type *pooled_type(void) { return &pooled_descriptor; }

static int neighbours_of_a_pool(void) {
  int technique;
  EACH(technique) {
    Pooled pool[4] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    const pc_root head = root_of(&pooled_descriptor, &pool[0], 1), other = root_of(&pooled_descriptor, &pool[3], 1);
    pool[0].next = &pool[2], pool[0].watched = &pool[3];
    CHECK(enter(head, technique) == PC_OK && !ON_DEVICE(Pooled, pool)->watched);
    CHECK(enter(other, technique) == PC_OK && pc_deepcopy_update_device(&head, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Pooled, pool)->watched == ON_DEVICE(Pooled, &pool[3]));
    CHECK(leave(head) == PC_OK && enter(head, technique) == PC_OK);
    CHECK(ON_DEVICE(Pooled, pool)->watched == ON_DEVICE(Pooled, &pool[3]));
    CHECK(leave(head) == PC_OK && leave(other) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* A pointer that one root leaves out and another has as null has changed where a third finds a target there:
 * with all of its calls, and only as long as the one that has it as null is there. */
static int null_beside_another_view(void) {
  static const pc_pointer thin_pointers[] = {{"d", AT(Own, d), PC_SKIPPED}};
  static const pc_type thin = {"struct Thin", sizeof(Own), sizeof(void *), thin_pointers, 1};
  int technique;
  EACH(technique) {
    double x[3];
    Own own[4] = {{1, NULL}, {1, NULL}, {3, NULL}, {1, NULL}};
    const pc_root part = root_of(&thin, own, 4), full = root_of(&own_descriptor, own, 4);
    const pc_root one = root_of(&own_descriptor, &own[2], 1), data = root_of(&double_descriptor, x, 3);
    fill(x, 3, 0);
    CHECK(enter(part, technique) == PC_OK && enter(full, technique) == PC_OK);
    CHECK(enter(one, technique) == PC_OK && enter(data, technique) == PC_OK);
    own[2].d = x;
    CHECK(enter(full, technique) == PC_ERROR_CHANGED && enter(one, technique) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_structure(&one, 1, HERE) == PC_ERROR_CHANGED);
    CHECK(!ON_DEVICE(Own, own)[2].d && leave(one) == PC_ERROR_CHANGED && leave(full) == PC_ERROR_CHANGED);
    own[2].d = NULL;
    CHECK(enter(full, technique) == PC_OK && leave(full) == PC_OK && leave(full) == PC_OK);
    CHECK(leave(one) == PC_OK);
    own[2].d = x;
    CHECK(enter(one, technique) == PC_OK);
    CHECK(ON_DEVICE(Own, own)[2].d == ON_DEVICE(double, x) && is_filled(ON_DEVICE(double, x), 3, 0));
    CHECK(leave(one) == PC_OK && leave(data) == PC_OK && leave(part) == PC_OK);
    nothing_left();
  }
  return 0;
}

static const single_case cases[] = {
    CASE(no_elements_reach_nothing),
    CASE(update_within_a_region),
    CASE(observed_then_owned),
    CASE(end_then_owned),
    CASE(neighbour_leaves),
    CASE(failed_attaching_takes_back_its_own),
    CASE(observers_are_updated),
    CASE(second_enter_leaves),
    CASE(observers_that_lag),
    CASE(observed_leaves),
    CASE(observes_since_an_update),
    CASE(observed_structure_changes),
    CASE(followed_again),
    CASE(attached_beside_another_view),
    CASE(changed_beside_another_view),
    CASE(no_elements_any_more),
    CASE(ends_stay),
    CASE(neighbours_of_a_pool),
    CASE(null_beside_another_view),
};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
