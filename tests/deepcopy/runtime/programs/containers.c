/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Containers, class hierarchies and strings.
 */
#include "all_techniques.h"

#include <sys/mman.h>

/* As std::vector: three words; as std::string: what is short lies in the object itself. */
typedef struct Vec {
  double *begin, *end, *room;
} Vec;
typedef struct Text {
  char *begin;
  size_t size;
  union {
    char own[16];
    size_t room;
  } u;
} Text;
typedef struct Holder {
  int id;
  Vec vec;
  Text text;
} Holder;

static const pc_type char_descriptor = {"char", 1, 1};
static const pc_type *char_type(void) { return &char_descriptor; }
static const void *vec_data(const void *o) { return ((const Vec *)o)->begin; }
static long long vec_size(const void *o) {
  const Vec *vec = (const Vec *)o;
  return pc_container_length(vec, sizeof *vec, vec->begin, vec->end - vec->begin);
}
static long long vec_room(const void *o) { return ((const Vec *)o)->room - ((const Vec *)o)->begin; }
static const pc_container vec_container = {sizeof(Vec), vec_room, NULL};
static const void *text_data(const void *o) { return ((const Text *)o)->begin; }
static long long text_size(const void *o) {
  const Text *text = (const Text *)o;
  return pc_container_length(text, sizeof *text, text->begin, (long long)text->size);
}
static long long text_room(const void *o) {
  const Text *text = (const Text *)o;
  return (long long)(text->begin == text->u.own ? sizeof text->u.own - 1 : text->u.room);
}
static const pc_container text_container = {sizeof(Text), text_room, NULL};
/* A row for all words of a container. */
#define WORDS(member, type, of)                                                                              \
  {                                                                                                          \
#member, offsetof(Holder, member), sizeof(((Holder *)0)->member) / sizeof(void *), sizeof(void *),       \
        offsetof(Holder, member), 0, PC_OWNED, type, of##_size, NULL, PC_TOFROM, NULL, of##_data, &of##_container  \
  }
static const pc_pointer holder_pointers[] = {WORDS(vec, double_type, vec), WORDS(text, char_type, text)};
static const pc_type holder_descriptor = {"struct Holder", sizeof(Holder), sizeof(void *), holder_pointers,
                                          2};

static void set_text(Text *text, const char *value) {
  text->size = strlen(value);
  text->begin = text->u.own;
  if (text->size >= sizeof text->u.own) {
    text->begin = (char *)malloc(text->size + 1);
    text->u.room = text->size;
  }
  strcpy(text->begin, value);
}

static int is_text(const Text *text, const char *value) {
  return text->size == strlen(value) && memcmp(text->begin, value, text->size) == 0;
}

static int containers(void) {
  int technique;
  EACH(technique) {
    Holder *h = (Holder *)calloc(4, sizeof *h), *d;
    double *own[3];
    const pc_root root = root_of(&holder_descriptor, h, 4);
    int i;
    for (i = 0; i < 3; ++i) { /* the last has none */
      own[i] = h[i].vec.begin = (double *)malloc(10 * sizeof(double));
      h[i].vec.end = h[i].vec.begin + 4 * i; /* the first is empty */
      h[i].vec.room = h[i].vec.begin + 10;
      fill(h[i].vec.begin, 4 * i, 10 * i);
    }
    set_text(&h[0].text, "short"), set_text(&h[1].text, "far too long for that"), set_text(&h[2].text, "");
    set_text(&h[3].text, "x");
    CHECK(enter(root, technique) == PC_OK && pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    d = ON_DEVICE(Holder, h);
    for (i = 0; i < 3; ++i) {
      CHECK(d[i].vec.end - d[i].vec.begin == 4 * i && (i == 0 || d[i].vec.room - d[i].vec.begin == 10));
      CHECK(is_filled(d[i].vec.begin, 4 * i, 10 * i));
      if (i) d[i].vec.begin[1] = -1;
      CHECK(i == 0 || d[i].vec.begin == ON_DEVICE(double, own[i]));
    }
    CHECK(!d[3].vec.begin && !d[3].vec.end && !d[3].vec.room);
    CHECK(is_text(&d[0].text, "short") && d[0].text.begin == d[0].text.u.own);
    CHECK(is_text(&d[1].text, "far too long for that") &&
          d[1].text.begin == ON_DEVICE(char, h[1].text.begin));
    CHECK(is_text(&d[2].text, "") && is_text(&d[3].text, "x") && d[3].text.begin == d[3].text.u.own);
    d[0].text.begin[0] = 'S', d[1].text.begin[0] = 'F';
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK && d[0].text.begin[0] == 's');
    d[0].text.begin[0] = 'S', d[1].text.begin[0] = 'F', d[2].vec.begin[1] = -1;
    CHECK(leave(root) == PC_OK);
    CHECK(h[2].vec.begin == own[2] && h[2].vec.begin[1] == -1 && h[2].vec.room == own[2] + 10);
    CHECK(is_text(&h[0].text, "Short") && is_text(&h[1].text, "Far too long for that"));
    free(h[1].text.begin);
    for (i = 0; i < 3; ++i) free(own[i]);
    free(h);
    nothing_left();
  }
  return 0;
}

/* Characters that are zero fill words, which are no null pointers. */
static int zeros_in_strings(void) {
  int technique;
  EACH(technique) {
    Holder h;
    const pc_root root = root_of(&holder_descriptor, &h, 1);
    memset(&h, 0, sizeof h);
    h.text.begin = h.text.u.own, h.text.size = 12;
    CHECK(enter(root, technique) == PC_OK);
    memset(ON_DEVICE(Holder, &h)->text.begin, 'x', 12);
    CHECK(pc_deepcopy_verify(&root, 1, HERE) == PC_OK && leave(root) == PC_OK);
    CHECK(memcmp(h.text.begin, "xxxxxxxxxxxx", 13) == 0 && h.text.begin == h.text.u.own);
    nothing_left();
  }
  return 0;
}

/* A vector that the host lets grow while it is mapped. */
static int container_grows(void) {
  int technique;
  EACH(technique) {
    double x[20];
    Holder h;
    const pc_root root = root_of(&holder_descriptor, &h, 1);
    memset(&h, 0, sizeof h);
    set_text(&h.text, "");
    h.vec.begin = x, h.vec.end = x + 4, h.vec.room = x + 10;
    CHECK(enter(root, technique) == PC_OK);
    h.vec.end = x + 5;
    CHECK(leave(root) == PC_ERROR_CHANGED && pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Holder, &h)->vec.end == ON_DEVICE(double, x) + 5);
    CHECK(leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* Containers that cannot be copied: no word leads to the elements, or elements with pointers lie in the
 * object. */
typedef struct Far {
  long n;
  void *other;
} Far;
typedef struct Near {
  struct Link *first;
  long n;
  struct Link own[2];
} Near;
static double far_away[4];
static const void *far_data(const void *o) { return ((const Far *)o)->n ? far_away : NULL; }
static long long far_size(const void *o) {
  return pc_container_length(o, sizeof(Far), far_data(o), ((const Far *)o)->n);
}
static const void *near_data(const void *o) { return ((const Near *)o)->first; }
static long long near_size(const void *o) { return ((const Near *)o)->n; }
static const pc_container far_container = {sizeof(Far), far_size, NULL}, near_container = {sizeof(Near), near_size, NULL};
static const pc_pointer far_pointers[] = {{"far", 0, sizeof(Far) / sizeof(void *), sizeof(void *), 0, 0,
                                           PC_OWNED, double_type, far_size, NULL, PC_TOFROM, NULL, far_data,
                                           &far_container}};
static const pc_pointer near_pointers[] = {{"near", 0, sizeof(Near) / sizeof(void *), sizeof(void *), 0, 0,
                                            PC_OWNED, link_type, near_size, NULL, PC_TOFROM, NULL, near_data,
                                            &near_container}};
static const pc_type far_descriptor = {"struct Far", sizeof(Far), sizeof(void *), far_pointers, 1};
static const pc_type near_descriptor = {"struct Near", sizeof(Near), sizeof(void *), near_pointers, 1};

static int containers_of_another_kind(void) {
  int technique;
  EACH(technique) {
    Far far = {4, NULL};
    Near near;
    memset(&near, 0, sizeof near);
    near.first = near.own, near.n = 2;
    CHECK(enter(root_of(&far_descriptor, &far, 1), technique) == PC_ERROR_TYPE);
    CHECK(enter(root_of(&near_descriptor, &near, 1), technique) == PC_ERROR_TYPE);
    far.n = 0, near.n = 0;
    CHECK(enter(root_of(&far_descriptor, &far, 1), technique) == PC_OK);
    CHECK(leave(root_of(&far_descriptor, &far, 1)) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* The host adds elements in place: they, and the size that is no pointer, stay the host's. */
static int container_grows_in_place(void) {
  int technique;
  EACH(technique) {
    Holder h;
    const pc_root root = root_of(&holder_descriptor, &h, 1);
    memset(&h, 0, sizeof h);
    set_text(&h.text, "some text that is long");
    CHECK(enter(root, technique) == PC_OK);
    ON_DEVICE(Holder, &h)->text.begin[0] = 'S';
    h.text.begin[--h.text.size] = 0;
    CHECK(leave(root) == PC_OK && is_text(&h.text, "Some text that is lon"));
    free(h.text.begin);
    nothing_left();
  }
  return 0;
}

/* A class hierarchy: what a pointer leads to is of the type that the object says. */
typedef struct Shape {
  int kind;
  struct Shape *next;
} Shape;
typedef struct Circle {
  Shape shape;
  double radius;
} Circle;
typedef struct Polygon {
  Shape shape;
  int n;
  double *points;
} Polygon;
static const pc_type *shape_type(void);
static const pc_type *circle_type(void);
static const pc_type *polygon_type(void);
static const pc_type_function shape_kinds[] = {shape_type, circle_type, polygon_type};
static int shape_kind(const void *o) { return ((const Shape *)o)->kind; }
static long long polygon_n(const void *o) { return ((const Polygon *)o)->n; }
static const pc_pointer shape_pointers[] = {{"next", AT(Shape, next), PC_OWNED, shape_type, NULL, NULL}};
static const pc_pointer circle_pointers[] = {
    {"next", AT(Circle, shape.next), PC_OWNED, shape_type, NULL, NULL}};
static const pc_pointer polygon_pointers[] = {
    {"next", AT(Polygon, shape.next), PC_OWNED, shape_type, NULL, NULL},
    {"points", AT(Polygon, points), PC_OWNED, double_type, polygon_n, NULL}};
static const pc_type shape_descriptor = {
    "Shape", sizeof(Shape), sizeof(void *), shape_pointers, 1, 0, 0, NULL, shape_kinds, 3, shape_kind};
static const pc_type circle_descriptor = {"Circle", sizeof(Circle), sizeof(void *), circle_pointers, 1};
static const pc_type polygon_descriptor = {"Polygon", sizeof(Polygon), sizeof(void *), polygon_pointers, 2};
static const pc_type *shape_type(void) { return &shape_descriptor; }
static const pc_type *circle_type(void) { return &circle_descriptor; }
static const pc_type *polygon_type(void) { return &polygon_descriptor; }

static int hierarchies(void) {
  int technique;
  EACH(technique) {
    double points[5];
    Shape *plain = (Shape *)calloc(1, sizeof *plain);
    Circle *circle = (Circle *)calloc(1, sizeof *circle);
    Polygon *polygon = (Polygon *)calloc(1, sizeof *polygon), *d;
    const pc_root root = root_of(&shape_descriptor, circle, 1);
    fill(points, 5, 3);
    circle->shape.kind = 1, circle->shape.next = &polygon->shape, circle->radius = 7;
    polygon->shape.kind = 2, polygon->shape.next = plain, polygon->n = 5, polygon->points = points;
    plain->next = &circle->shape; /* a ring */
    CHECK(enter(root, technique) == PC_OK && pc_deepcopy_verify(&root, 1, HERE) == PC_OK);
    d = (Polygon *)ON_DEVICE(Circle, circle)->shape.next;
    CHECK(ON_DEVICE(Circle, circle)->radius == 7 && d == ON_DEVICE(Polygon, polygon));
    CHECK(is_filled(d->points, 5, 3) && d->shape.next->next == &ON_DEVICE(Circle, circle)->shape);
    ON_DEVICE(Circle, circle)->radius = 8, d->points[0] = 9;
    CHECK(leave(root) == PC_OK && circle->radius == 8 && points[0] == 9);
    plain->kind = 3;
    CHECK(enter(root, technique) == PC_ERROR_TYPE);
    free(plain), free(circle), free(polygon);
    nothing_left();
  }
  return 0;
}

/* The class of an object is as it was when it entered: what the host changes of it is found by all calls that
 * compare pointers, what a kernel changes after the copy back. */
static int class_changed(void) {
  int technique, rooted;
  EACH(technique)
  for (rooted = 0; rooted < 2; ++rooted) {
    Circle circle = {{1, NULL}, 7};
    Shape head = {0, &circle.shape};
    const pc_root root = root_of(&shape_descriptor, rooted ? &circle.shape : &head, 1);
    const pc_root part = root_of(&double_descriptor, &circle.radius, 1);
    CHECK(enter(root, technique) == PC_OK);
    circle.shape.kind = 0;
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED);
    CHECK(pc_deepcopy_update_device(&part, 1, HERE) == PC_ERROR_CHANGED);
    if (!rooted) CHECK(enter(root, technique) == PC_ERROR_CHANGED);
    CHECK(leave(root) == PC_ERROR_CHANGED);
    circle.shape.kind = 9;
    CHECK(leave(root) == PC_ERROR_CHANGED);
    circle.shape.kind = 1;
    CHECK(pc_deepcopy_update_device(&root, 1, HERE) == PC_OK);
    ON_DEVICE(Circle, &circle)->shape.kind = 2; /* the host's circle has no points */
    CHECK(pc_deepcopy_update_host(&root, 1, HERE) == PC_ERROR_CHANGED);
    circle.shape.kind = 1;
    CHECK(pc_deepcopy_update_host(&part, 1, HERE) == PC_OK);
    CHECK(leave(root) == PC_ERROR_CHANGED);
    circle.shape.kind = 0; /* which is no matter where nothing is copied */
    CHECK(pc_deepcopy_exit(&root, 1, PC_DELETE, HERE) == PC_OK);
    CHECK(enter(root, technique) == PC_OK);
    circle.shape.kind = 1;
    CHECK(pc_deepcopy_update_structure(&root, 1, HERE) == PC_OK);
    CHECK(ON_DEVICE(Circle, &circle)->radius == 7 && leave(root) == PC_OK);
    nothing_left();
  }
  return 0;
}

/* The same of an object in an array of its class, and where another root than the one that leads to it is
 * copied. */
static int class_changed_elsewhere(void) {
  int technique;
  EACH(technique) {
    Circle circles[4] = {{{1, NULL}, 0}, {{1, NULL}, 1}, {{1, NULL}, 2}, {{1, NULL}, 3}};
    Shape head = {0, &circles[2].shape};
    const pc_root roots[2] = {root_of(&circle_descriptor, circles, 4), root_of(&shape_descriptor, &head, 1)};
    int apart;
    for (apart = 0; apart < 2; ++apart) {
      if (apart) {
        CHECK(enter(roots[0], technique) == PC_OK && enter(roots[1], technique) == PC_OK);
      } else {
        CHECK(pc_deepcopy_enter(roots, 2, (pc_technique)technique, HERE) == PC_OK);
      }
      circles[2].shape.kind = 0;
      CHECK(pc_deepcopy_update_device(&roots[0], 1, HERE) == PC_ERROR_CHANGED);
      CHECK(leave(roots[1]) == PC_ERROR_CHANGED);
      circles[2].shape.kind = 1;
      ON_DEVICE(Circle, circles)[2].shape.kind = 0;
      CHECK(pc_deepcopy_update_host(&roots[0], 1, HERE) == PC_ERROR_CHANGED);
      circles[2].shape.kind = 1;
      CHECK(pc_deepcopy_update_device(&roots[0], 1, HERE) == PC_OK);
      CHECK(leave(roots[1]) == PC_OK && leave(roots[0]) == PC_OK);
    }
    nothing_left();
  }
  return 0;
}

static int strings(void) {
  char *pages = (char *)mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != (char *)MAP_FAILED);
  CHECK(munmap(pages + 2 * 4096, 4096) == 0);
  memset(pages, 'x', 2 * 4096);
  CHECK(pc_string_length("") == 0 && pc_string_length("abc") == 3);
  CHECK(pc_string_length(NULL) == PC_LENGTH_UNREADABLE);
  CHECK(pc_string_length(pages) == PC_LENGTH_UNREADABLE);
  pages[2 * 4096 - 1] = 0;
  CHECK(pc_string_length(pages) == 2 * 4096 - 1 && pc_string_length(pages + 5000) == 2 * 4096 - 1 - 5000);
  munmap(pages, 2 * 4096);
  return 0;
}

static const single_case cases[] = {
    CASE(containers),
    CASE(zeros_in_strings),
    CASE(container_grows),
    CASE(containers_of_another_kind),
    CASE(container_grows_in_place),
    CASE(hierarchies),
    CASE(class_changed),
    CASE(class_changed_elsewhere),
    CASE(strings),
};

int main(int argc, char **argv) { return run_case(argc, argv, cases, sizeof cases / sizeof *cases); }
