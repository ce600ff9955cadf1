/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Structures and buffers: 'structures SUBJECT' checks one thing, in the directory where it is run.
 */
#include "files.h"
#include "list.h"

static size_t image_bytes(const Item *list) {
  const pc_root root = root_of(list);
  size_t bytes = 0;
  IS(pc_image_size(&root, 1, &bytes, __FILE__, __LINE__), PC_OK);
  return bytes;
}

/* Both functions, in both kinds of queue, blocking and not, each way of staging; small and large, at odd places, with and
 * without room to spare. What is beside the image stays. */
static void every_way(void) {
  static const int shapes[][2] = {{1, 1}, {20, 7}, {300, 100}, {2, 200000}};
  int staging, q, blocking, spare;
  size_t s;
  for (s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    const int count = shapes[s][0], n = shapes[s][1];
    Item *list = new_list(count, n);
    const size_t bytes = image_bytes(list), offset = 3 + s, room = bytes + 5000;
    unsigned char *before = pattern(room, 7);
    cl_mem buffer = new_buffer(room);
    for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++)
      for (q = 0; q < 2; q++)
        for (blocking = 0; blocking < 2; blocking++)
          for (spare = 0; spare < 2; spare++) {
            const cl_bool block = blocking ? CL_TRUE : CL_FALSE;
            const size_t size = bytes + (spare ? 4000 : 0);
            pc_root root = root_of(list);
            Item *copy = NULL;
            pc_arrival arrival = arrival_at(&copy);
            size_t took = 0;
            cl_event packed, loaded;
            unsigned char *got;
            OK(pc_cl_set_staging(staging, 4096));
            fill(buffer, room, 7);
            OK(clEnqueueWriteBufferFromStructure(queues[q], buffer, block, offset, size, &root, 1, &took, 0, NULL,
                                                 &packed));
            memset(&root, 0, sizeof root); /* it was copied */
            OK(clEnqueueReadBufferToStructure(queues[q], buffer, block, offset, size, &arrival, 1,
                                              spare ? PC_SEPARATE : 0, 1, &packed, &loaded));
            if (blocking) IS(status_of(loaded), CL_COMPLETE);
            OK(clFinish(queues[q]));
            IS(status_of(packed), CL_COMPLETE);
            IS(status_of(loaded), CL_COMPLETE);
            CHECK(took == bytes && arrival.count == 1);
            is_list(copy, count, n);
            got = contents(buffer, room);
            CHECK(!memcmp(got, before, offset) && !memcmp(got + offset + bytes, before + offset + bytes, 5000 - offset));
            free(got);
            if (spare) free_list(copy);
            else pc_free(copy);
            OK(clReleaseEvent(packed));
            OK(clReleaseEvent(loaded));
          }
    OK(clReleaseMemObject(buffer));
    free(before);
    free_list(list);
  }
}

/* An image goes on to a file that pc_read_file reads, and what pc_write_file wrote comes from one, in frames, too. */
static void files(void) {
  static const int shapes[][2] = {{20, 7}, {400, 1000}};
  int staging;
  size_t s;
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++)
    for (s = 0; s < 2; s++) {
      const int count = shapes[s][0], n = shapes[s][1];
      Item *list = new_list(count, n), *copy = NULL;
      const pc_root root = root_of(list);
      pc_arrival arrival = arrival_at(&copy);
      size_t bytes = image_bytes(list), written;
      cl_mem buffer = new_buffer(2 * bytes + 4096);
      FILE *file;
      OK(pc_cl_set_staging(staging, 4096));
      remove("image");
      OK(clEnqueueWriteBufferFromStructure(queues[0], buffer, CL_FALSE, 0, bytes, &root, 1, NULL, 0, NULL, NULL));
      OK(clEnqueueReadBufferToPath(queues[0], buffer, CL_FALSE, 0, bytes, "image", 0, 0, NULL, NULL));
      OK(clFinish(queues[0]));
      file = fopen("image", "rb");
      CHECK(file);
      IS(pc_read_file(&arrival, 1, file, 0, __FILE__, __LINE__), PC_OK);
      CHECK(getc(file) == EOF && !fclose(file));
      is_list(copy, count, n);
      pc_free(copy);
      file = fopen("image", "w+b");
      CHECK(file);
      IS(pc_write_file(&root, 1, file, 0, __FILE__, __LINE__), PC_OK);
      written = (size_t)ftell(file);
      rewind(file);
      arrival = arrival_at(&copy);
      OK(clEnqueueWriteBufferFromStdioFile(queues[1], buffer, CL_TRUE, 5, written, file, 0, NULL, NULL));
      OK(clEnqueueReadBufferToStructure(queues[1], buffer, CL_TRUE, 5, 2 * bytes + 4000, &arrival, 1, 0, 0, NULL, NULL));
      is_list(copy, count, n);
      pc_free(copy);
      CHECK(!fclose(file));
      free_list(list);
      OK(clReleaseMemObject(buffer));
    }
}

/* Too little room, a structure that cannot be packed, an image that is cut off, none at all, one of another type: each is told,
 * and leaves what the arrivals lead to as it was. */
static void refused(void) {
  Item *list = new_list(30, 500), *keep_this = NULL, *copy = (Item *)&keep_this;
  const pc_root root = root_of(list);
  pc_root wrong = root_of(list);
  pc_arrival arrival = arrival_at(&copy);
  const size_t bytes = image_bytes(list);
  size_t took = 77;
  char text[160];
  cl_mem buffer = new_buffer(bytes + 100);
  int staging;
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++) {
    cl_event event, after;
    cl_int enqueued;
    OK(pc_cl_set_staging(staging, 4096));
    fill(buffer, bytes + 100, 3);
    IS(clEnqueueWriteBufferFromStructure(queues[0], buffer, CL_TRUE, 0, bytes - 1, &root, 1, &took, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    CHECK(said(PC_CL_ERROR_STRUCTURE, "clEnqueueWriteBufferFromStructure: ") && took == 77);
    {
      unsigned char *got = contents(buffer, bytes + 100);
      size_t i;
      for (i = bytes - 1; i < bytes + 100; i++) CHECK(got[i] == byte_of(i, 3));
      free(got);
    }
    list->next->n = -1;
    IS(clEnqueueWriteBufferFromStructure(queues[0], buffer, CL_TRUE, 0, bytes, &root, 1, &took, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    CHECK(said(PC_CL_ERROR_STRUCTURE, "length is negative") && took == 77);
    list->next->n = 500;
    wrong.count = -1;
    IS(clEnqueueWriteBufferFromStructure(queues[0], buffer, CL_TRUE, 0, bytes, &wrong, 1, &took, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    fill(buffer, bytes + 100, 3);
    IS(clEnqueueReadBufferToStructure(queues[1], buffer, CL_TRUE, 0, bytes, &arrival, 1, 0, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    CHECK(said(PC_CL_ERROR_STRUCTURE, "clEnqueueReadBufferToStructure: ") && copy == (Item *)&keep_this);
    OK(clEnqueueWriteBufferFromStructure(queues[0], buffer, CL_TRUE, 0, bytes, &root, 1, &took, 0, NULL, NULL));
    CHECK(took == bytes);
    took = 77;
    IS(clEnqueueReadBufferToStructure(queues[0], buffer, CL_TRUE, 0, bytes - 1, &arrival, 1, 0, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    snprintf(text, sizeof text, "the %zu bytes of the buffer end before the image does", bytes - 1);
    CHECK(said(PC_CL_ERROR_STRUCTURE, text));
    IS(clEnqueueReadBufferToStructure(queues[0], buffer, CL_TRUE, 1, bytes, &arrival, 1, 0, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    arrival.count = 2;
    IS(clEnqueueReadBufferToStructure(queues[0], buffer, CL_TRUE, 0, bytes, &arrival, 1, 0, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    CHECK(said(PC_CL_ERROR_STRUCTURE, "section 1 has 1 elements, 2 are wanted"));
    arrival.count = 1;
    arrival.type = double_type();
    IS(clEnqueueReadBufferToStructure(queues[0], buffer, CL_TRUE, 0, bytes, &arrival, 1, 0, 0, NULL, NULL),
       PC_CL_ERROR_STRUCTURE);
    arrival.type = item_type();
    CHECK(copy == (Item *)&keep_this && arrival.count == 1);
    /* What depends on it fails, too. */
    OK(clEnqueueReadBufferToStructure(queues[1], buffer, CL_FALSE, 1, bytes, &arrival, 1, 0, 0, NULL, &event));
    enqueued = clEnqueueWriteBufferFromStructure(queues[1], buffer, CL_FALSE, 0, bytes, &root, 1, &took, 1, &event,
                                                 &after);
    must_fail(event);
    if (enqueued == CL_SUCCESS) {
      must_fail(after);
      OK(clReleaseEvent(after));
    } else {
      IS(enqueued, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    OK(clReleaseEvent(event));
    CHECK(took == 77 && copy == (Item *)&keep_this);
    /* The next one is unharmed. */
    OK(clEnqueueReadBufferToStructure(queues[0], buffer, CL_TRUE, 0, bytes, &arrival, 1, 0, 0, NULL, NULL));
    is_list(copy, 30, 500);
    pc_free(copy);
    copy = (Item *)&keep_this;
  }
  OK(clReleaseMemObject(buffer));
  free_list(list);
}

/* Images of which bytes were changed are refused, or make some list that can be walked. */
static void hostile(void) {
  Item *list = new_list(12, 5), *copy;
  const pc_root root = root_of(list);
  const size_t bytes = image_bytes(list);
  unsigned char *image;
  cl_mem buffer = new_buffer(bytes);
  unsigned random = 1;
  int i, refusals = 0;
  OK(clEnqueueWriteBufferFromStructure(queues[0], buffer, CL_TRUE, 0, bytes, &root, 1, NULL, 0, NULL, NULL));
  image = contents(buffer, bytes);
  for (i = 0; i < 300; i++) {
    unsigned char *changed = (unsigned char *)malloc(bytes);
    pc_arrival arrival = arrival_at(&copy);
    int k;
    cl_int status;
    CHECK(changed);
    memcpy(changed, image, bytes);
    for (k = 0; k <= i % 3; k++) {
      random = random * 1103515245u + 12345u;
      changed[(random >> 8) % bytes] ^= (unsigned char)(1u << (random >> 4) % 8u);
    }
    copy = NULL;
    OK(pc_cl_set_staging(i % 4, 4096));
    OK(clEnqueueWriteBuffer(aside, buffer, CL_TRUE, 0, bytes, changed, 0, NULL, NULL));
    status = clEnqueueReadBufferToStructure(queues[1], buffer, CL_TRUE, 0, bytes, &arrival, 1, 0, 0, NULL, NULL);
    if (status == CL_SUCCESS) {
      is_list(copy, 12, 5); /* only what no checksum is of can have changed */
      pc_free(copy);
    } else {
      IS(status, PC_CL_ERROR_STRUCTURE);
      CHECK(!copy);
      refusals++;
    }
    free(changed);
  }
  CHECK(refusals > 200);
  free(image);
  free_list(list);
  OK(clReleaseMemObject(buffer));
}

static void arguments(void) {
  Item *list = new_list(1, 1), *copy = NULL;
  const pc_root root = root_of(list);
  pc_arrival arrival = arrival_at(&copy);
  cl_int status;
  cl_event event;
  cl_mem buffer = new_buffer(1000), closed = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 1000, NULL, &status);
  OK(status);
#define PACK(queue, buffer, offset, size, roots, n) \
  clEnqueueWriteBufferFromStructure(queue, buffer, CL_FALSE, offset, size, roots, n, NULL, 0, NULL, &event)
#define LOAD(queue, buffer, offset, size, arrivals, n, flags) \
  clEnqueueReadBufferToStructure(queue, buffer, CL_FALSE, offset, size, arrivals, n, flags, 0, NULL, &event)
  IS(PACK(NULL, buffer, 0, 1000, &root, 1), CL_INVALID_COMMAND_QUEUE);
  IS(PACK(queues[0], NULL, 0, 1000, &root, 1), CL_INVALID_MEM_OBJECT);
  IS(PACK(queues[0], closed, 0, 1000, &root, 1), CL_INVALID_OPERATION);
  IS(PACK(queues[0], buffer, 0, 1001, &root, 1), CL_INVALID_VALUE);
  IS(PACK(queues[0], buffer, 1, (size_t)-1, &root, 1), CL_INVALID_VALUE);
  IS(PACK(queues[0], buffer, 0, 0, &root, 1), CL_INVALID_VALUE);
  IS(PACK(queues[0], buffer, 0, 1000, NULL, 1), CL_INVALID_VALUE);
  IS(PACK(queues[0], buffer, 0, 1000, &root, 0), CL_INVALID_VALUE);
  IS(PACK(queues[0], buffer, 0, 1000, &root, (size_t)-1), CL_INVALID_VALUE);
  IS(LOAD(NULL, buffer, 0, 1000, &arrival, 1, 0), CL_INVALID_COMMAND_QUEUE);
  IS(LOAD(queues[0], closed, 0, 1000, &arrival, 1, 0), CL_INVALID_OPERATION);
  IS(LOAD(queues[0], buffer, 1, 1000, &arrival, 1, 0), CL_INVALID_VALUE);
  IS(LOAD(queues[0], buffer, 0, 1000, NULL, 1, 0), CL_INVALID_VALUE);
  IS(LOAD(queues[0], buffer, 0, 1000, &arrival, 0, 0), CL_INVALID_VALUE);
  IS(LOAD(queues[0], buffer, 0, 1000, &arrival, 1, PC_MUST), CL_INVALID_VALUE);
  IS(LOAD(queues[0], buffer, 0, 1000, &arrival, 1, PC_BUFFERED), CL_INVALID_VALUE);
  IS(clEnqueueReadBufferToStructure(queues[0], buffer, CL_FALSE, 0, 1000, &arrival, 1, 0, 1, NULL, NULL),
     CL_INVALID_EVENT_WAIT_LIST);
  OK(clFinish(queues[0]));
  CHECK(!copy);
  free_list(list);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(closed));
}

/* Many at once, from several threads. */
static void *one_thread(void *number) {
  const int count = 10 + (int)(size_t)number;
  Item *list = new_list(count, 300);
  const pc_root root = root_of(list);
  const size_t bytes = image_bytes(list);
  cl_mem buffers[4];
  int round, i;
  for (i = 0; i < 4; i++) buffers[i] = new_buffer(bytes);
  for (round = 0; round < 10; round++) {
    Item *copies[4];
    pc_arrival arrivals[4];
    cl_event loaded[4];
    for (i = 0; i < 4; i++) {
      cl_event packed;
      arrivals[i] = arrival_at(&copies[i]);
      OK(clEnqueueWriteBufferFromStructure(queues[1], buffers[i], CL_FALSE, 0, bytes, &root, 1, NULL, 0, NULL, &packed));
      OK(clEnqueueReadBufferToStructure(queues[1], buffers[i], CL_FALSE, 0, bytes, &arrivals[i], 1, 0, 1, &packed,
                                        &loaded[i]));
      OK(clReleaseEvent(packed));
    }
    OK(clWaitForEvents(4, loaded));
    for (i = 0; i < 4; i++) {
      is_list(copies[i], count, 300);
      pc_free(copies[i]);
      OK(clReleaseEvent(loaded[i]));
    }
  }
  for (i = 0; i < 4; i++) OK(clReleaseMemObject(buffers[i]));
  free_list(list);
  return NULL;
}

static void threads(void) {
  pthread_t all[3];
  int staging;
  size_t i;
  for (staging = PC_CL_AUTO; staging <= PC_CL_PIPELINED; staging++) {
    OK(pc_cl_set_staging(staging, 4096));
    for (i = 0; i < 3; i++) CHECK(!pthread_create(&all[i], NULL, one_thread, (void *)i));
    for (i = 0; i < 3; i++) CHECK(!pthread_join(all[i], NULL));
  }
}

int main(int count, char **words) {
  static const struct {
    const char *name;
    void (*check)(void);
  } subjects[] = {{"every_way", every_way}, {"files", files},         {"refused", refused},
                  {"hostile", hostile},     {"arguments", arguments}, {"threads", threads}};
  size_t i;
  open_device();
  pc_cl_set_error_handler(keep, NULL);
  for (i = 0; count == 2 && i < sizeof subjects / sizeof *subjects; i++)
    if (!strcmp(words[1], subjects[i].name)) {
      subjects[i].check();
      pc_cl_release(NULL);
      puts("so it is");
      return 0;
    }
  return 2;
}
