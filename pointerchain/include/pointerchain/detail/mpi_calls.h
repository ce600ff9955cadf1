/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of transfer_mpi.h. Not for users.
 */
#ifndef POINTERCHAIN_DETAIL_MPI_CALLS_H
#define POINTERCHAIN_DETAIL_MPI_CALLS_H

#include "../deepcopy_types.h"
#include "../transfer_types.h"
#include "attributes.h"
#include "file_calls.h"
#include "image_format.h"
#include "image_out.h"
#include "image_wholes.h"
#include "image_write.h"
#include "layouts.h"
#include "linkage.h"
#include "mpi_delivery.h"
#include "mpi_pending.h"
#include "state.h"
#include "transfer_calls.h"

#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- begin and end --- */

/* Takes the lock, and says whether MPI can be called. */
PC_UNUSED static int pc_begin_delivery(pc_delivery *delivery, const char *verb, pc_delivery_sort sort, int peer, int tag,
                                       MPI_Comm comm, unsigned flags, const char *file, int line) {
  int begun = 0, ended = 0;
  memset(delivery, 0, offsetof(pc_delivery, first));
  pc_begin_exchange(&delivery->call, verb, file, line);
  delivery->sort = sort;
  delivery->peer = peer;
  delivery->tag = tag;
  delivery->comm = comm;
  delivery->flags = flags;
  delivery->messages = 1;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  if (begun && !ended) return 1;
  delivery->status = pc_fail(&delivery->call, PC_ERROR_MPI, begun ? "after MPI_Finalize" : "before MPI_Init");
  return 0;
}

/* Puts what came into its place, under the lock, and gives back what the transfer holds. */
PC_UNUSED static int pc_settle_delivery(pc_delivery *delivery) {
  if (!delivery->sends && delivery->status == PC_OK && delivery->narrivals) {
    const unsigned flags = delivery->flags & (PC_SEPARATE | PC_TRUSTED);
    pc_type_hash hash;
    size_t align;
    delivery->status = pc_hash_arrivals(&delivery->call, delivery->arrivals, delivery->narrivals, &hash, &align);
    if (delivery->status == PC_OK) {
      void *const taken = align <= PC_DEVICE_ALIGNMENT ? delivery->memory : NULL;
      void *const image = delivery->memory;
      if (taken) delivery->memory = NULL;
      delivery->status = pc_unpack_image(&delivery->call, delivery->arrivals, delivery->narrivals, image, delivery->bytes,
                                         flags, 1, taken);
    }
  }
  pc_free_delivery(delivery);
  return delivery->status;
}

/* Ends a transfer whose messages are done; the lock is not held. */
PC_UNUSED static int pc_end_delivery(pc_delivery *delivery) {
  pthread_mutex_lock(PC_LOCK);
  ++PC_STATE->calls;
  pc_settle_delivery(delivery);
  return pc_end_stream(&delivery->call, delivery->status, delivery->flags);
}

/* The same of one in memory from malloc. */
PC_UNUSED static int pc_end_own(pc_delivery *delivery) {
  const int status = pc_end_delivery(delivery);
  if (!delivery->mpi_failed) free(delivery); /* its letter may be under way */
  return status;
}

/* --- what is sent --- */

/* Makes the image of the roots in memory, and the letter, or the letter of a failure. `all`: no limit but the user's.
 * Gives 0 where the image is too large to be buffered unasked. */
PC_UNUSED static int pc_buffer_image(pc_delivery *delivery, const pc_root *roots, size_t nroots, size_t buffer, int all) {
  pc_out out;
  memset(&out, 0, sizeof out);
  out.limit = buffer || all ? buffer : (size_t)PC_MPI_BUFFERED;
  delivery->status = all ? pc_pack_within(&delivery->call, roots, nroots, &out)
                         : pc_pack_image(&delivery->call, roots, nroots, &out);
  pc_free_wholes(&out.wholes);
  if (delivery->status != PC_OK) free(out.buffer);
  if (delivery->status == PC_ERROR_IMAGE && out.full && !all) return 0;
  if (delivery->status == PC_OK) delivery->memory = out.buffer;
  pc_write_letter(delivery, out.n, PC_MPI_BUFFERED);
  return 1;
}

/* An image that goes as it is made. */
typedef struct pc_mpi_stream {
  pc_delivery *delivery;
  const pc_out *out;
  char *buffers; /* PC_MPI_BUFFERS chunks */
  size_t used;   /* bytes of the next message that are there */
} pc_mpi_stream;

/* Where the chunk that is posted next is filled. */
PC_UNUSED static char *pc_mpi_buffer(const pc_mpi_stream *stream) {
  return stream->buffers + (size_t)(stream->delivery->posted % PC_MPI_BUFFERS) * PC_MPI_STREAMED;
}

/* Posts a chunk. Afterwards the buffer of the next one is free. */
PC_UNUSED static int pc_mpi_post(pc_mpi_stream *stream, void *at, size_t bytes) {
  pc_delivery *delivery = stream->delivery;
  pc_post_message(delivery, at, bytes);
  stream->used = 0;
  while (!delivery->mpi_failed && delivery->posted - delivery->finished >= PC_MPI_BUFFERS)
    if (!pc_finish_message(delivery)) pc_move_pending();
  return !delivery->mpi_failed;
}

/* The bytes of an image, in order. Large arrays go from where they lie. Null: zeros. */
PC_UNUSED static int pc_mpi_put(void *data, const void *bytes, size_t n) {
  pc_mpi_stream *stream = (pc_mpi_stream *)data;
  pc_delivery *delivery = stream->delivery;
  const pc_out *out = stream->out;
  const char *from = (const char *)bytes;
  /* The buffer of the walk is soon filled again. */
  const int stays = from && ((uintptr_t)from < (uintptr_t)out->buffer || (uintptr_t)from - (uintptr_t)out->buffer >= out->capacity);
  while (n) {
    size_t at, more;
    size_t chunk;
    if (delivery->posted == delivery->messages) return EIO; /* it has grown meanwhile, which the walk says */
    chunk = pc_chunk_bytes(delivery, delivery->posted - 1, &at);
    if (stays && !stream->used && n >= chunk) {
      if (!pc_mpi_post(stream, (void *)(uintptr_t)from, chunk)) return EIO;
      more = chunk;
    } else {
      more = chunk - stream->used < n ? chunk - stream->used : n;
      if (from) memcpy(pc_mpi_buffer(stream) + stream->used, from, more);
      if (!from) memset(pc_mpi_buffer(stream) + stream->used, 0, more);
      stream->used += more;
      if (stream->used == chunk && !pc_mpi_post(stream, pc_mpi_buffer(stream), chunk)) return EIO;
    }
    n -= more;
    if (from) from += more;
  }
  return 0;
}

/* pc_mpi_put, while others may use the runtime. */
PC_UNUSED static int pc_mpi_put_unlocked(void *data, const void *bytes, size_t n) {
  int error;
  pthread_mutex_unlock(PC_LOCK);
  error = pc_mpi_put(data, bytes, n);
  pthread_mutex_lock(PC_LOCK);
  return error;
}

/* Sends the image of the roots as it is made. The lock is held. */
PC_UNUSED static void pc_stream_image(pc_delivery *delivery, const pc_root *roots, size_t nroots) {
  pc_out out;
  pc_mpi_stream stream;
  size_t at;
  memset(&out, 0, sizeof out);
  stream.delivery = delivery;
  stream.out = &out;
  stream.used = 0;
  stream.buffers = (char *)malloc((size_t)PC_MPI_BUFFERS * PC_MPI_STREAMED);
  out.mode = PC_OUT_SUMS;
  delivery->status = stream.buffers ? pc_pack_image(&delivery->call, roots, nroots, &out) : pc_no_memory(&delivery->call);
  pc_write_letter(delivery, out.n, PC_MPI_STREAMED);
  pthread_mutex_unlock(PC_LOCK);
  pc_post_next(delivery);
  pthread_mutex_lock(PC_LOCK);
  if (delivery->status == PC_OK) {
    int status;
    out.mode = PC_OUT_STREAMS;
    out.put = pc_mpi_put_unlocked;
    out.put_data = &stream;
    status = pc_pack_image(&delivery->call, roots, nroots, &out);
    if (!delivery->mpi_failed) delivery->status = status;
    if (!delivery->mpi_failed && out.put_error)
      delivery->status = pc_fail(&delivery->call, PC_ERROR_CHANGED, "the structure has changed while it was sent");
  }
  pthread_mutex_unlock(PC_LOCK);
  while (!delivery->mpi_failed && delivery->posted < delivery->messages) {
    const size_t chunk = pc_chunk_bytes(delivery, delivery->posted - 1, &at);
    pc_mpi_put(&stream, NULL, chunk - stream.used);
  }
  while (!delivery->mpi_failed && delivery->finished < delivery->posted)
    if (!pc_finish_message(delivery)) pc_move_pending();
  pthread_mutex_lock(PC_LOCK);
  if (!delivery->mpi_failed) free(stream.buffers);
  pc_free_out(&out);
}

/* Sends the image of the roots, or begins to; the lock is held, and given up. */
PC_UNUSED static void pc_send_image(pc_delivery *delivery, const pc_root *roots, size_t nroots, size_t buffer) {
  const int all = (delivery->flags & PC_BUFFERED) != 0;
  if (delivery->flags & PC_UNBUFFERED || !pc_buffer_image(delivery, roots, nroots, buffer, all)) {
    delivery->leaves = 0;
    pc_stream_image(delivery, roots, nroots);
  }
  pthread_mutex_unlock(PC_LOCK);
}

/* --- who takes part in a broadcast --- */

typedef enum pc_bcast_part {
  PC_BCAST_ROOT,
  PC_BCAST_LEAF,
  PC_BCAST_NOBODY
} pc_bcast_part;

PC_UNUSED static pc_bcast_part pc_part_in_bcast(pc_delivery *delivery) {
  int between = 0, rank = MPI_PROC_NULL;
  if (!pc_mpi_ok(delivery, "MPI_Comm_test_inter", MPI_Comm_test_inter(delivery->comm, &between))) return PC_BCAST_NOBODY;
  if (between && delivery->peer == MPI_PROC_NULL) return PC_BCAST_NOBODY;
  if (between) return delivery->peer == MPI_ROOT ? PC_BCAST_ROOT : PC_BCAST_LEAF;
  if (!pc_mpi_ok(delivery, "MPI_Comm_rank", MPI_Comm_rank(delivery->comm, &rank))) return PC_BCAST_NOBODY;
  return rank == delivery->peer ? PC_BCAST_ROOT : PC_BCAST_LEAF;
}

/* Who passes the chunks of an immediate broadcast on to whom: a binomial tree; between two groups the root to all. */
PC_UNUSED static int pc_grow_tree(pc_delivery *delivery) {
  int rank = 0, ranks = 0, mask = 1, place;
  if (!pc_mpi_ok(delivery, "MPI_Comm_test_inter", MPI_Comm_test_inter(delivery->comm, &delivery->flat))) return 0;
  if (delivery->flat) {
    delivery->parent = delivery->peer;
    return !delivery->sends ||
           pc_mpi_ok(delivery, "MPI_Comm_remote_size", MPI_Comm_remote_size(delivery->comm, &delivery->nchildren));
  }
  if (!pc_mpi_ok(delivery, "MPI_Comm_rank", MPI_Comm_rank(delivery->comm, &rank)) ||
      !pc_mpi_ok(delivery, "MPI_Comm_size", MPI_Comm_size(delivery->comm, &ranks)))
    return 0;
  place = (rank - delivery->peer + ranks) % ranks; /* that of the root is 0 */
  while (mask < ranks && !(place & mask)) mask <<= 1;
  if (mask < ranks) delivery->parent = (place - mask + delivery->peer) % ranks;
  for (mask >>= 1; mask; mask >>= 1)
    if (place + mask < ranks) delivery->children[delivery->nchildren++] = (place + mask + delivery->peer) % ranks;
  return 1;
}

/* What the sections of the root lead to. Null: no memory. */
PC_UNUSED static pc_root *pc_bcast_roots(const pc_arrival *sections, size_t n) {
  pc_root *roots = (pc_root *)calloc(n + 1, sizeof *roots);
  size_t i;
  for (i = 0; roots && i < n; ++i) {
    void *base;
    memcpy(&base, sections[i].at, sizeof base);
    roots[i].type = sections[i].type;
    roots[i].base = base;
    roots[i].count = sections[i].count;
  }
  return roots;
}

/* --- the calls --- */

PC_MPI_API int pc_send(const pc_root *roots, size_t nroots, int dest, int tag, MPI_Comm comm, size_t buffer,
                             unsigned flags, const char *file, int line) {
  pc_delivery waits, *own = flags & PC_UNBUFFERED ? NULL : (pc_delivery *)malloc(sizeof *own);
  pc_delivery *const delivery = own ? own : &waits;
  int status;
  if (!pc_begin_delivery(delivery, "send", PC_SENDS, dest, tag, comm, flags, file, line) || dest == MPI_PROC_NULL) {
    status = pc_end_stream(&delivery->call, delivery->status, flags);
    free(own);
    return status;
  }
  delivery->sends = 1;
  delivery->leaves = own != NULL;
  pc_send_image(delivery, roots, nroots, buffer);
  if (!pc_finish_or_leave(delivery)) return PC_OK;
  return own ? pc_end_own(own) : pc_end_delivery(delivery);
}

PC_MPI_API int pc_recv(pc_arrival *arrivals, size_t narrivals, int source, int tag, MPI_Comm comm, unsigned flags,
                             const char *file, int line) {
  pc_delivery delivery;
  if (!pc_begin_delivery(&delivery, "recv", PC_RECEIVES, source, tag, comm, flags, file, line))
    return pc_end_stream(&delivery.call, delivery.status, flags);
  pthread_mutex_unlock(PC_LOCK);
  delivery.arrivals = arrivals;
  delivery.narrivals = narrivals;
  pc_finish_delivery(&delivery);
  return pc_end_delivery(&delivery);
}

PC_MPI_API int pc_bcast(pc_arrival *sections, size_t nsections, int root, MPI_Comm comm, unsigned flags,
                              const char *file, int line) {
  pc_delivery delivery;
  pc_bcast_part part;
  if (!pc_begin_delivery(&delivery, "bcast", PC_BCASTS, root, 0, comm, flags, file, line))
    return pc_end_stream(&delivery.call, delivery.status, flags);
  part = pc_part_in_bcast(&delivery);
  delivery.sends = part == PC_BCAST_ROOT;
  if (part == PC_BCAST_ROOT) {
    pc_root *roots = pc_bcast_roots(sections, nsections);
    if (roots) {
      pc_send_image(&delivery, roots, nsections, 0);
    } else {
      delivery.status = pc_no_memory(&delivery.call);
      pc_write_letter(&delivery, 0, 0);
      pthread_mutex_unlock(PC_LOCK);
    }
    free(roots);
  } else {
    pthread_mutex_unlock(PC_LOCK);
  }
  if (part == PC_BCAST_LEAF) {
    delivery.arrivals = sections;
    delivery.narrivals = nsections;
  }
  if (part != PC_BCAST_NOBODY) pc_finish_delivery(&delivery);
  return pc_end_delivery(&delivery);
}

/* --- immediate --- */

/* A transfer on its own, under the lock; null with a status where there is none. */
PC_UNUSED static pc_delivery *pc_begin_immediate(int *status, const char *verb, pc_delivery_sort sort, int peer, int tag,
                                                 MPI_Comm comm, unsigned flags, const char *file, int line) {
  pc_delivery *delivery = (pc_delivery *)malloc(sizeof *delivery), failed;
  const int able = pc_begin_delivery(delivery ? delivery : &failed, verb, sort, peer, tag, comm, flags, file, line);
  if (delivery && able && !(flags & PC_UNBUFFERED)) {
    delivery->begun = 1;
    return delivery;
  }
  if (delivery) failed.call = delivery->call, failed.status = delivery->status;
  free(delivery);
  if (able && !delivery) failed.status = pc_no_memory(&failed.call);
  if (able && delivery)
    failed.status = pc_fail(&failed.call, PC_ERROR_UNSUPPORTED, "what is not buffered is not sent in the background");
  *status = pc_end_stream(&failed.call, failed.status, flags);
  return NULL;
}

/* Begins to move; the lock is held, and given up. */
PC_UNUSED static int pc_go(pc_delivery *delivery, pc_request *request) {
  pthread_mutex_unlock(PC_LOCK);
  pc_advance(delivery);
  pc_add_pending(delivery);
  *request = delivery;
  return PC_OK;
}

/* The arrivals of a transfer are its own: those of the caller are gone when it ends. */
PC_UNUSED static void pc_keep_arrivals(pc_delivery *delivery, const pc_arrival *arrivals, size_t narrivals) {
  delivery->arrivals = (pc_arrival *)calloc(narrivals + 1, sizeof *arrivals);
  if (!delivery->arrivals) {
    delivery->status = pc_no_memory(&delivery->call); /* what comes is thrown away */
    return;
  }
  if (narrivals) memcpy(delivery->arrivals, arrivals, narrivals * sizeof *arrivals);
  delivery->narrivals = narrivals;
}

PC_MPI_API int pc_isend(const pc_root *roots, size_t nroots, int dest, int tag, MPI_Comm comm, size_t buffer,
                              unsigned flags, pc_request *request, const char *file, int line) {
  int status;
  pc_delivery *delivery = pc_begin_immediate(&status, "isend", PC_SENDS, dest, tag, comm, flags, file, line);
  *request = PC_REQUEST_NULL;
  if (!delivery) return status;
  delivery->sends = 1;
  if (dest == MPI_PROC_NULL) {
    delivery->messages = 0;
  } else {
    delivery->leaves = 1;
    pc_buffer_image(delivery, roots, nroots, buffer, 1);
  }
  return pc_go(delivery, request);
}

PC_MPI_API int pc_irecv(pc_arrival *arrivals, size_t narrivals, int source, int tag, MPI_Comm comm, unsigned flags,
                              pc_request *request, const char *file, int line) {
  int status;
  pc_delivery *delivery = pc_begin_immediate(&status, "irecv", PC_RECEIVES, source, tag, comm, flags, file, line);
  *request = PC_REQUEST_NULL;
  if (!delivery) return status;
  pc_keep_arrivals(delivery, arrivals, narrivals);
  return pc_go(delivery, request);
}

PC_MPI_API int pc_ibcast(pc_arrival *sections, size_t nsections, int root, MPI_Comm comm, unsigned flags,
                               pc_request *request, const char *file, int line) {
  int status;
  pc_bcast_part part;
  pc_delivery *delivery = pc_begin_immediate(&status, "ibcast", PC_IBCASTS, root, 0, comm, flags, file, line);
  *request = PC_REQUEST_NULL;
  if (!delivery) return status;
  part = pc_part_in_bcast(delivery);
  delivery->sends = part == PC_BCAST_ROOT;
  if (part != PC_BCAST_NOBODY && !pc_grow_tree(delivery)) part = PC_BCAST_NOBODY;
  if (part == PC_BCAST_ROOT) {
    pc_root *roots = pc_bcast_roots(sections, nsections);
    if (roots) {
      pc_buffer_image(delivery, roots, nsections, 0, 1);
    } else {
      delivery->status = pc_no_memory(&delivery->call);
      pc_write_letter(delivery, 0, 0);
    }
    free(roots);
  } else if (part == PC_BCAST_LEAF) {
    pc_keep_arrivals(delivery, sections, nsections);
  } else {
    delivery->messages = 0;
  }
  return pc_go(delivery, request);
}

PC_MPI_API int pc_wait(pc_request *request) {
  pc_delivery *delivery = *request;
  if (!delivery) return PC_OK;
  *request = PC_REQUEST_NULL;
  pc_take_pending(delivery);
  return pc_finish_or_leave(delivery) ? pc_end_own(delivery) : PC_OK;
}

PC_MPI_API int pc_test(pc_request *request, int *done) {
  pc_delivery *delivery = *request;
  int left, ended;
  *done = 1;
  if (!delivery) return PC_OK;
  ended = pc_pending_ended(delivery, &left);
  *done = ended || left;
  if (*done) *request = PC_REQUEST_NULL;
  return ended ? pc_end_own(delivery) : PC_OK;
}

/* --- a file of MPI --- */

PC_UNUSED static int pc_put_mpi_file(void *data, const void *bytes, size_t n, size_t *done) {
  for (*done = 0; *done < n;) {
    const size_t rest = n - *done;
    const int most = (int)(rest < PC_DESCRIPTOR_BYTES ? rest : PC_DESCRIPTOR_BYTES);
    MPI_Status status;
    int gone = 0;
    const void *from = (const char *)bytes + *done;
    if (MPI_File_write(*(MPI_File *)data, from, most, MPI_BYTE, &status) != MPI_SUCCESS) return EIO;
    if (MPI_Get_count(&status, MPI_BYTE, &gone) != MPI_SUCCESS || gone <= 0) return EIO;
    *done += (size_t)gone;
  }
  return 0;
}

PC_UNUSED static int pc_get_mpi_file(void *data, void *bytes, size_t n, size_t *got) {
  for (*got = 0; *got < n;) {
    const size_t rest = n - *got;
    const int most = (int)(rest < PC_DESCRIPTOR_BYTES ? rest : PC_DESCRIPTOR_BYTES);
    MPI_Status status;
    int come = 0;
    if (MPI_File_read(*(MPI_File *)data, (char *)bytes + *got, most, MPI_BYTE, &status) != MPI_SUCCESS) return EIO;
    if (MPI_Get_count(&status, MPI_BYTE, &come) != MPI_SUCCESS || come < 0) return EIO;
    if (come == 0) break;
    *got += (size_t)come;
  }
  return 0;
}

PC_UNUSED static pc_stream pc_mpi_file_stream(MPI_File *file) {
  pc_stream stream;
  stream.put = pc_put_mpi_file;
  stream.flush = NULL;
  stream.get = pc_get_mpi_file;
  stream.data = file;
  return stream;
}

PC_MPI_API int pc_write_mpi_file(const pc_root *roots, size_t nroots, MPI_File to, unsigned flags, const char *file,
                                       int line) {
  const pc_stream stream = pc_mpi_file_stream(&to);
  return pc_write(roots, nroots, &stream, flags, file, line);
}

PC_MPI_API int pc_read_mpi_file(pc_arrival *arrivals, size_t narrivals, MPI_File from, unsigned flags,
                                      const char *file, int line) {
  const pc_stream stream = pc_mpi_file_stream(&from);
  return pc_read(arrivals, narrivals, &stream, flags, file, line);
}

#ifdef __cplusplus
}
#endif

#endif
