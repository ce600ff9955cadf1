/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pointers that are attached when their targets enter, and structures that have changed on the host.
 */
#include "all_techniques.h"

static pc_root member_of(const pc_type *type, const void *at, long long start, long long count) {
  char *value;
  pc_root root = root_of(type, NULL, count);
  memcpy(&value, at, sizeof value);
  root.base = value + start * (long long)type->size;
  root.at = at;
  return root;
}

/* --- pointers that are attached ----------------------------------------------------------------------------
 */

/* The parent is mapped first, its members one by one, in all three states of a pointer; then they leave. */
static int attached_members(void) {
  int technique, parent_first;
  EACH(technique)
  for (parent_first = 0; parent_first < 2; ++parent_first) {
    Simulation *s = (Simulation *)calloc(1, sizeof *s);
    const Simulation *d;
    const pc_root parent = root_of(&simulation_descriptor, s, 1);
    pc_root x, y, fields;
    Field field;
    double array[N], one = 1;
    s->x = array;
    CHECK(enter(parent, technique) == PC_OK);
    d = ON_DEVICE(Simulation, s);
    CHECK(!d->x && !d->y && !d->fields);
    s->y = &one, s->fields = &field;
    fill(array, N, 0), new_field(&field, NULL);
    x = member_of(&double_descriptor, &s->x, 10, N - 10);
    y = member_of(&double_descriptor, &s->y, 0, 1);
    fields = member_of(&field_descriptor, &s->fields, 0, 1);
    CHECK(enter(x, technique) == PC_OK && enter(y, technique) == PC_OK && enter(fields, technique) == PC_OK);
    CHECK(d->x + 10 == ON_DEVICE(double, array + 10) && is_filled(d->x + 10, N - 10, 10));
    CHECK(d->y == ON_DEVICE(double, &one) && d->fields == ON_DEVICE(Field, &field));
    CHECK(is_filled(d->fields->both, N, 0));
    CHECK(enter(x, technique) == PC_OK && leave(x) == PC_OK && d->x + 10 == ON_DEVICE(double, array + 10));
    CHECK(pc_deepcopy_update_device(&parent, 1, HERE) == PC_OK && d->x + 10 == ON_DEVICE(double, array + 10));
    CHECK(pc_deepcopy_verify(&parent, 1, HERE) == PC_OK);
    d->x[20] = 99;
    if (parent_first) CHECK(leave(parent) == PC_OK);
    CHECK(leave(x) == PC_OK && array[20] == 99 && s->x == array);
    if (!parent_first) CHECK(!d->x && d->y);
    CHECK(leave(fields) == PC_OK && leave(y) == PC_OK);
    if (!parent_first) CHECK(!d->y && !d->fields && leave(parent) == PC_OK);
    CHECK(s->y == &one && s->fields == &field);
    free_field(&field), free(s);
    nothing_left();
  }
  return 0;
}

/* Parent and members enter together; a pointer that leads elsewhere already is an error, as is a device that
 * fails, and then all is as before. */
static int attaching_together(void) {
  int technique;
  EACH(technique) {
    Simulation s = {0, NULL, NULL, NULL};
    double one = 1, two = 2, array[N];
    pc_root roots[2] = {root_of(&simulation_descriptor, &s, 1), root_of(&double_descriptor, array, N)}, y;
    s.x = array, s.y = &one;
    fill(array, N, 0);
    roots[1].at = &s.x;
    CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 0));
    s.y = &two;
    y = member_of(&double_descriptor, &s.y, 0, 1);
    CHECK(enter(y, technique) == PC_ERROR_CHANGED && ON_DEVICE(Simulation, &s)->y == ON_DEVICE(double, &one));
    s.y = &one;
    CHECK(leave(roots[1]) == PC_OK && !ON_DEVICE(Simulation, &s)->x);
    pc_host_device_model()->fail_after = technique == PC_BASE || technique == PC_BASE_PLUS ? 3 : 3;
    CHECK(enter(roots[1], technique) == PC_ERROR_DEVICE);
    pc_host_device_model()->fail_after = 0;
    CHECK(!ON_DEVICE(Simulation, &s)->x && !pc_deepcopy_device_pointer(array));
    CHECK(leave(roots[0]) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* --- structures that change --------------------------------------------------------------------------------
 */

/* Nodes come, go and come again where others were; lengths grow; the root stays. */
static int changed_structure(void) {
  int technique, round, i;
  EACH(technique) {
    Field head;
    const pc_root root = root_of(&field_descriptor, &head, 1);
    new_field(&head, NULL);
    CHECK(enter(root, technique) == PC_OK);
    for (round = 0; round < 20; ++round) {
      Field *at, **link = &head.next;
      const Field *device;
      int length = 0;
      for (i = 0; *link; ++i) { /* every other one goes */
        Field *old = *link;
        if ((i + round) % 2) {
          link = &old->next;
          continue;
        }
        *link = old->next;
        free_field(old), free(old);
      }
      for (i = 0; i < 3; ++i) {
        at = (Field *)malloc(sizeof *at);
        new_field(at, head.next);
        head.next = at;
      }
      head.n = 1 + round;
      head.both = (double *)realloc(head.both, (size_t)head.n * sizeof(double));
      head.in = (double *)realloc(head.in, (size_t)head.n * sizeof(double));
      head.out = (double *)realloc(head.out, (size_t)head.n * sizeof(double));
      head.scratch = (double *)realloc(head.scratch, (size_t)head.n * sizeof(double));
      fill(head.both, head.n, round);
      CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK);
      CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
      device = ON_DEVICE(Field, &head);
      CHECK(is_filled(device->both, head.n, round));
      for (at = head.next, device = device->next; at; at = at->next, device = device->next, ++length)
        CHECK(device == ON_DEVICE(Field, at) && is_filled(device->both, N, 0));
      CHECK(!device && length >= 3);
    }
    CHECK(leave(root) == PC_OK);
    while (head.next) {
      Field *old = head.next;
      head.next = old->next;
      free_field(old), free(old);
    }
    free_field(&head);
    nothing_left();
  }
  return 0;
}

/* It cannot enter: then all is as before. Attached pointers follow their targets. */
static int changed_structure_fails(void) {
  int technique;
  EACH(technique) {
    Simulation s = {0, NULL, NULL, NULL};
    double *x = (double *)malloc(N * sizeof(double));
    const pc_root parent = root_of(&simulation_descriptor, &s, 1);
    pc_root array;
    fill(x, N, 0);
    s.x = x;
    array = member_of(&double_descriptor, &s.x, 0, N);
    CHECK(enter(parent, technique) == PC_OK && enter(array, technique) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 0));
    fill(x, N, 50);
    pc_host_device_model()->fail_after = 1; /* a look at the pointer that becomes null */
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_ERROR_DEVICE);
    pc_host_device_model()->fail_after = 2;
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_ERROR_DEVICE_FULL);
    pc_host_device_model()->fail_after = 0;
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 0) &&
          ON_DEVICE(Simulation, &s)->x == ON_DEVICE(double, x));
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N, 50) &&
          ON_DEVICE(Simulation, &s)->x == ON_DEVICE(double, x));
    array.count = N / 2;
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_OK);
    CHECK(is_filled(ON_DEVICE(Simulation, &s)->x, N / 2, 50));
    array.base = x + 1;
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_ERROR_NOT_ENTERED);
    array.base = x;
    CHECK(leave(array) == PC_OK && !ON_DEVICE(Simulation, &s)->x && leave(parent) == PC_OK);
    free(x);
    nothing_left();
  }
  return 0;
}

/* The same where no other root is entered. */
static int the_only_structure_fails(void) {
  int technique;
  EACH(technique) {
    double x[N];
    const pc_root root = root_of(&double_descriptor, x, N);
    fill(x, N, 0);
    CHECK(enter(root, technique) == PC_OK);
    pc_host_device_model()->fail_after = 1;
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_ERROR_DEVICE_FULL);
    pc_host_device_model()->fail_after = 0;
    CHECK(is_filled(ON_DEVICE(double, x), N, 0) && leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What is attached to a struct that enters anew is attached to the new one, where the host still has it. */
static int attached_to_changed_structure(void) {
  int technique;
  EACH(technique) {
    Simulation s = {0, NULL, NULL, NULL};
    double x[N], y[3] = {1, 2, 3};
    const pc_root parent = root_of(&simulation_descriptor, &s, 1);
    pc_root array;
    int failing = 1, status = PC_ERROR_DEVICE;
    fill(x, N, 0);
    s.x = x;
    array = member_of(&double_descriptor, &s.x, 10, N - 10);
    CHECK(enter(parent, technique) == PC_OK && enter(array, technique) == PC_OK);
    s.y = y;
    for (; status != PC_OK; ++failing) {
      CHECK(ON_DEVICE(Simulation, &s)->x + 10 == ON_DEVICE(double, x + 10));
      pc_host_device_model()->fail_after = failing;
      status = pc_deepcopy_update_structure(&parent, 1, HERE);
    }
    pc_host_device_model()->fail_after = 0;
    CHECK(failing > 2 && *ON_DEVICE(Simulation, &s)->y == 1);
    CHECK(ON_DEVICE(Simulation, &s)->x + 10 == ON_DEVICE(double, x + 10));
    CHECK(pc_deepcopy_update_structure(&array, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Simulation, &s)->x + 10 == ON_DEVICE(double, x + 10));
    s.x = y; /* no longer what is attached */
    CHECK(pc_deepcopy_update_structure(&parent, 1, HERE) == PC_OK && !ON_DEVICE(Simulation, &s)->x);
    s.x = x;
    CHECK(leave(array) == PC_OK && leave(parent) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* What a changed structure shares with another root gets the host's data, as the rest of it does; also where
 * the direction of its root keeps data from going to the device. */
static int changed_structure_shares(void) {
  int technique, keeps;
  EACH(technique)
  for (keeps = 0; keeps < 2; ++keeps) {
    Link shared = {NULL, {1, 2, 3}}, head = {&shared, {4, 5, 6}};
    pc_root list = root_of(&link_descriptor, &head, 1);
    const pc_root other = root_of(&link_descriptor, &shared, 1);
    if (keeps) list.direction = PC_FROM;
    CHECK(enter(other, technique) == PC_OK && enter(list, technique) == PC_OK);
    shared.v[1] = 20, head.v[1] = 50;
    CHECK(pc_deepcopy_update_structure(&list, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Link, &head)->next == ON_DEVICE(Link, &shared));
    CHECK(ON_DEVICE(Link, &shared)->v[1] == (keeps ? 2 : 20));
    if (!keeps) CHECK(ON_DEVICE(Link, &head)->v[1] == 50);
    CHECK(leave(list) == PC_OK && leave(other) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* Whatever request fails, all is as before: what leaves with the change keeps the pointers that observe it,
 * and what is attached stays so. */
static int changed_structure_fails_late(void) {
  int technique;
  EACH(technique) {
    Simulation first = {0, NULL, NULL, NULL}, second = first;
    const pc_root parents[2] = {root_of(&simulation_descriptor, &first, 1),
                                root_of(&simulation_descriptor, &second, 1)};
    Field head, tail;
    double x[N];
    pc_root list, array;
    int failing = 1, status = PC_ERROR_DEVICE;
    new_field(&tail, NULL), new_field(&head, &tail);
    fill(x, N, 0);
    first.fields = &head, second.x = x, second.fields = &tail;
    CHECK(enter(parents[0], technique) == PC_OK);
    list = member_of(&field_descriptor, &first.fields, 0, 1);
    array = member_of(&double_descriptor, &second.x, 0, N);
    CHECK(enter(list, technique) == PC_OK && enter(parents[1], technique) == PC_OK);
    CHECK(enter(array, technique) == PC_OK);
    head.next = NULL;
    for (; status != PC_OK; ++failing) {
      const Simulation *a = ON_DEVICE(Simulation, &first), *b = ON_DEVICE(Simulation, &second);
      CHECK(a->fields == ON_DEVICE(Field, &head) && a->fields->next == ON_DEVICE(Field, &tail));
      CHECK(b->fields == a->fields->next && is_filled(b->x, N, 0));
      pc_host_device_model()->fail_after = failing;
      status = pc_deepcopy_update_structure(&list, 1, HERE);
    }
    pc_host_device_model()->fail_after = 0;
    CHECK(failing > 3 && ON_DEVICE(Simulation, &first)->fields == ON_DEVICE(Field, &head));
    CHECK(!ON_DEVICE(Field, &head)->next && !ON_DEVICE(Simulation, &second)->fields);
    CHECK(leave(list) == PC_OK && leave(array) == PC_OK);
    CHECK(pc_deepcopy_exit(parents, 2, 0, HERE) == PC_OK);
    free_field(&head), free_field(&tail);
    nothing_left();
  }
  return 0;
}

static const single_case cases[] = {
    CASE(attached_members),         CASE(attaching_together),           CASE(changed_structure),
    CASE(changed_structure_fails),  CASE(the_only_structure_fails),     CASE(attached_to_changed_structure),
    CASE(changed_structure_shares), CASE(changed_structure_fails_late),
};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
