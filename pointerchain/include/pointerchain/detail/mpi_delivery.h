/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * How an image travels as messages of MPI. Not for users.
 *
 * The first message is a letter: what follows, and a small image whole. The rest of a larger one goes in chunks of a
 * size that the letter tells, so that who receives may post all of them early, each for its place in the block.
 * Between two processes chunks have a tag of their own, which the letter tells, too: two letters with the same tag may be
 * under way, and two threads may send at a time. A broadcast is the same in collective calls. Of an immediate one only the
 * letter is: collective calls have to begin in the same order everywhere, but when a letter comes nobody knows. Its
 * chunks go between processes, along a binomial tree.
 *
 * Nothing here waits: a step does what can be done at once. mpi_pending.h waits.
 *
 * Whoever fails goes on to the last message, so that nobody waits for ever: who sends fills up with zeros, which the
 * checksum does not fit, and who receives throws away what comes.
 */
#ifndef POINTERCHAIN_DETAIL_MPI_DELIVERY_H
#define POINTERCHAIN_DETAIL_MPI_DELIVERY_H

#include "../deepcopy_types.h"
#include "../transfer_types.h"
#include "attributes.h"
#include "image_format.h"
#include "linkage.h"
#include "shared.h"
#include "state.h"

#include <limits.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PC_LETTER_MAGIC "\211PCMPI\r\n"

#ifndef PC_MPI_CHUNK /* tests have a smaller one */
#define PC_MPI_CHUNK (64 << 20)
#endif

/* Seconds that a send of so many bytes waits for who has its letter: what gigabit Ethernet takes, and as long as a process
 * may be interrupted. */
#ifndef PC_MPI_PATIENCE /* tests have another */
#define PC_MPI_PATIENCE(bytes) (0.1 + (double)(bytes) / 1e8)
#endif

enum {
  PC_LETTER_BYTES = 3072,     /* what implementations send without asking whether it is expected */
  PC_LETTER_TAGS = 4096,      /* chunks have one of so many tags, the highest that MPI allows */
  PC_BCAST_TAGS = 1 << 24,    /* those of immediate broadcasts one of so many below, or as many as there are */
  PC_ROOT_TAGS = 64,          /* of which each root has so many */
  PC_MPI_WINDOW = 8,          /* messages under way at a time */
  PC_MPI_BUFFERS = 4,         /* unbuffered: chunks being filled or sent */
  PC_MPI_STREAMED = 4 << 20,  /* bytes of a chunk of them */
  PC_MPI_BUFFERED = PC_MPI_CHUNK, /* of a chunk of an image that is complete, and of the largest that is buffered unasked */
  PC_MPI_LEFT = 64 << 20,     /* bytes of images that sends have left under way, at most */
};

typedef struct pc_letter {
  char magic[8];
  uint32_t order, version;
  int32_t status; /* of who sends: if it is none of success, its message follows, and nothing else */
  int32_t tag;    /* of the chunks */
  uint64_t bytes; /* of the image */
  uint64_t chunk; /* of a chunk but the last; 0: the image follows in the letter */
} pc_letter;

typedef enum pc_delivery_sort {
  PC_SENDS,
  PC_RECEIVES,
  PC_BCASTS, /* waited for where it is begun: all its messages are collective */
  PC_IBCASTS
} pc_delivery_sort;

/* Messages 0, the letter, to `messages` - 1. Those from `finished` to `posted` are under way. */
struct pc_delivery {
  pc_call call;
  pc_delivery_sort sort;
  int sends; /* else receives */
  int peer, tag, chunk_tag;
  int status;
  int mpi_failed; /* then nothing is known of what is under way, and its memory is left alone */
  unsigned flags;
  MPI_Comm comm;
  MPI_Request requests[PC_MPI_WINDOW];
  uint64_t messages, posted, finished;
  size_t bytes, chunk;
  char *memory;   /* the image, or what has come of it; null: streamed, or thrown away */
  char *scratch;  /* then what comes goes there */
  pc_arrival *arrivals;
  size_t narrivals;
  int begun; /* immediate: the arrivals are copies */
  /* Of an immediate broadcast: from whom its chunks come, and to whom they go from here; `flat`: to 0, 1, ... */
  int parent, nchildren, flat, children[8 * sizeof(int)];
  MPI_Request *forwards; /* of a chunk after the other; of what is thrown away one chunk's, in `passing` */
  size_t nforwards;
  MPI_Request passing[8 * sizeof(int)];
  pc_delivery *before, *after; /* of those that pend (mpi_pending.h) */
  int moving;                  /* a thread moves it on */
  int leaves;                  /* a send that may end before its image has gone */
  int left;                    /* it did */
  double since;                /* when who receives was seen to have the letter; 0: it was not */
  union {
    pc_letter letter;
    char bytes[PC_LETTER_BYTES];
  } first;
};

/* How many transfers with chunks this process has begun to send. */
#define PC_TRANSFERS_LAYOUT (sizeof(unsigned))
PC_NOTED pc_shared pc_shared_transfers = {"transfers", PC_RUNTIME_VERSION, PC_TRANSFERS_LAYOUT, NULL};
PC_NOTE_OF(pc_shared_transfers);

__attribute__((constructor(101))) PC_COLD static void pc_share_transfers(void) {
  static const unsigned begin = 0;
  pc_share(&pc_shared_transfers, PC_RUNTIME_VERSION, PC_TRANSFERS_LAYOUT, &begin, sizeof begin);
}

/* Whether a call of MPI succeeded. The first that did not is the status of the delivery. */
PC_UNUSED static int pc_mpi_ok(pc_delivery *delivery, const char *function, int error) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (error == MPI_SUCCESS) return 1;
  if (MPI_Error_string(error, text, &length) != MPI_SUCCESS) length = 0;
  delivery->status = pc_fail(&delivery->call, PC_ERROR_MPI, "%s: %.*s", function, length, text);
  delivery->mpi_failed = 1;
  return 0;
}

/* The tag of the chunks of the next transfer. Those of broadcasts from different roots differ, too: they may be passed on
 * by the same process. */
PC_UNUSED static int pc_chunk_tag(pc_delivery *delivery) {
  void *value = NULL;
  int found = 0, highest = 32767; /* that MPI allows at least */
  const unsigned number = __atomic_fetch_add((unsigned *)pc_shared_transfers.memory, 1u, __ATOMIC_RELAXED);
  if (!pc_mpi_ok(delivery, "MPI_Comm_get_attr", MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &found)))
    return highest;
  if (found) memcpy(&highest, value, sizeof highest);
  if (delivery->sort == PC_IBCASTS) {
    const int below = highest - PC_LETTER_TAGS, most = below / 2 < PC_BCAST_TAGS ? below / 2 : PC_BCAST_TAGS;
    const long long root = delivery->flat ? 0 : delivery->peer;
    return below - (int)((root * PC_ROOT_TAGS + number % PC_ROOT_TAGS) % most);
  }
  return highest - (int)(number % PC_LETTER_TAGS);
}

/* Where chunk `number` lies in the image, and its bytes. */
PC_UNUSED static size_t pc_chunk_bytes(const pc_delivery *delivery, uint64_t number, size_t *at) {
  *at = (size_t)number * delivery->chunk;
  return delivery->bytes - *at < delivery->chunk ? delivery->bytes - *at : delivery->chunk;
}

/* Posts the next message, which is to lie at `at`. */
PC_UNUSED static void pc_post_message(pc_delivery *delivery, void *at, size_t bytes) {
  const int n = (int)bytes, tag = delivery->posted ? delivery->chunk_tag : delivery->tag;
  MPI_Request *request = &delivery->requests[delivery->posted % PC_MPI_WINDOW];
  *request = MPI_REQUEST_NULL;
  if (delivery->sort == PC_BCASTS || (delivery->sort == PC_IBCASTS && !delivery->posted)) {
    pc_mpi_ok(delivery, "MPI_Ibcast", MPI_Ibcast(at, n, MPI_BYTE, delivery->peer, delivery->comm, request));
  } else if (delivery->leaves && !delivery->posted && delivery->chunk) {
    pc_mpi_ok(delivery, "MPI_Issend", MPI_Issend(at, n, MPI_BYTE, delivery->peer, tag, delivery->comm, request));
  } else if (delivery->sort == PC_SENDS) {
    pc_mpi_ok(delivery, "MPI_Isend", MPI_Isend(at, n, MPI_BYTE, delivery->peer, tag, delivery->comm, request));
  } else {
    const int from = delivery->sort == PC_IBCASTS ? delivery->parent : delivery->peer;
    pc_mpi_ok(delivery, "MPI_Irecv", MPI_Irecv(at, n, MPI_BYTE, from, tag, delivery->comm, request));
  }
  ++delivery->posted;
}

/* Posts the letter, or a chunk of an image that is in memory or comes. */
PC_UNUSED static void pc_post_next(pc_delivery *delivery) {
  size_t at, bytes;
  if (!delivery->posted) {
    pc_post_message(delivery, &delivery->first, sizeof delivery->first);
    return;
  }
  bytes = pc_chunk_bytes(delivery, delivery->posted - 1, &at);
  pc_post_message(delivery, delivery->memory ? delivery->memory + at : delivery->scratch, bytes);
}

/* Passes a chunk on to all children. */
PC_UNUSED static void pc_forward_chunk(pc_delivery *delivery, uint64_t number) {
  size_t at;
  const size_t bytes = pc_chunk_bytes(delivery, number, &at);
  const char *from = delivery->memory ? delivery->memory + at : delivery->scratch;
  const int tag = delivery->chunk_tag;
  int i;
  for (i = 0; i < delivery->nchildren && !delivery->mpi_failed; ++i) {
    const int to = delivery->flat ? i : delivery->children[i];
    MPI_Request *request = (delivery->memory ? delivery->forwards : delivery->passing) + delivery->nforwards++;
    pc_mpi_ok(delivery, "MPI_Isend", MPI_Isend(from, (int)bytes, MPI_BYTE, to, tag, delivery->comm, request));
  }
}

/* Room for the requests of all chunks that are passed on. 0: there is no memory. */
PC_UNUSED static int pc_expect_forwards(pc_delivery *delivery, uint64_t chunks) {
  const size_t n = (size_t)chunks * (size_t)delivery->nchildren;
  delivery->forwards = n ? (MPI_Request *)malloc(n * sizeof *delivery->forwards) : NULL;
  return !n || delivery->forwards;
}

/* Whether a request is done, or its delivery has failed. */
PC_UNUSED static int pc_mpi_done(pc_delivery *delivery, MPI_Request *request, MPI_Status *status) {
  int done = 1;
  return !pc_mpi_ok(delivery, "MPI_Test", MPI_Test(request, &done, status)) || done;
}

/* The bytes of a chunk of an image that is complete, where `chunk` are usual: of what is sent, so many that all can be posted
 * at once, and who sends may wait for something else. */
PC_UNUSED static size_t pc_whole_chunk(const pc_delivery *delivery, size_t bytes, size_t chunk) {
  const size_t most = INT_MAX & ~4095, least = (bytes / (PC_MPI_WINDOW - 1) + 4096) & ~(size_t)4095;
  if (delivery->sort != PC_SENDS || !delivery->memory || least <= chunk) return chunk;
  return least < most ? least : most;
}

/* Writes the letter. */
PC_UNUSED static void pc_write_letter(pc_delivery *delivery, size_t bytes, size_t usual) {
  const size_t chunk = pc_whole_chunk(delivery, bytes, usual);
  pc_letter *letter = &delivery->first.letter;
  const int small = delivery->memory && bytes <= PC_LETTER_BYTES - sizeof *letter;
  const uint64_t chunks = delivery->status != PC_OK || small ? 0 : (bytes + chunk - 1) / chunk;
  memset(&delivery->first, 0, sizeof delivery->first);
  if (delivery->sort == PC_IBCASTS && !pc_expect_forwards(delivery, chunks))
    delivery->status = pc_no_memory(&delivery->call);
  memcpy(letter->magic, PC_LETTER_MAGIC, sizeof letter->magic);
  letter->order = PC_IMAGE_ORDER;
  letter->version = 1;
  letter->status = delivery->status;
  if (delivery->status != PC_OK) {
    memcpy(letter + 1, delivery->call.text, sizeof delivery->call.text);
    return;
  }
  letter->bytes = bytes;
  delivery->bytes = bytes;
  if (small) {
    memcpy(letter + 1, delivery->memory, bytes);
    return;
  }
  letter->chunk = chunk;
  delivery->chunk = chunk;
  if (delivery->sort != PC_BCASTS) delivery->chunk_tag = pc_chunk_tag(delivery);
  letter->tag = delivery->chunk_tag;
  if (delivery->sort == PC_IBCASTS) {
    uint64_t i;
    for (i = 0; i < chunks; ++i) pc_forward_chunk(delivery, i);
  } else {
    delivery->messages += chunks;
  }
}

/* Judges the letter that came, and makes room for what follows. */
PC_UNUSED static void pc_read_letter(pc_delivery *delivery, MPI_Status *status) {
  pc_letter letter;
  uint64_t chunks;
  int n = PC_LETTER_BYTES, truth;
  if (delivery->sort == PC_RECEIVES) {
    if (status->MPI_SOURCE == MPI_PROC_NULL) {
      delivery->narrivals = 0;
      return;
    }
    delivery->peer = status->MPI_SOURCE;
    if (!pc_mpi_ok(delivery, "MPI_Get_count", MPI_Get_count(status, MPI_BYTE, &n))) return;
  }
  memcpy(&letter, &delivery->first.letter, sizeof letter);
  truth = n == PC_LETTER_BYTES && memcmp(letter.magic, PC_LETTER_MAGIC, sizeof letter.magic) == 0;
  if (!truth) {
    delivery->status = pc_fail(&delivery->call, PC_ERROR_IMAGE, "a message of %d bytes came that pointerchain did not send", n);
    return;
  }
  if (letter.order != PC_IMAGE_ORDER || letter.version != 1) {
    delivery->status = pc_fail(&delivery->call, PC_ERROR_FOREIGN, "who sends has another byte order or version of pointerchain");
    return;
  }
  if (letter.status != PC_OK) {
    delivery->first.bytes[PC_LETTER_BYTES - 1] = 0;
    delivery->status = pc_fail(&delivery->call, PC_ERROR_MPI, "who sends has failed: %s",
                               delivery->first.bytes + sizeof letter);
    return;
  }
  if (letter.bytes > PTRDIFF_MAX || letter.chunk > INT_MAX ||
      (!letter.chunk && letter.bytes > PC_LETTER_BYTES - sizeof letter)) {
    delivery->status = pc_fail(&delivery->call, PC_ERROR_IMAGE, "the letter before the image is damaged");
    return;
  }
  delivery->bytes = (size_t)letter.bytes;
  delivery->chunk = (size_t)letter.chunk;
  delivery->chunk_tag = letter.tag;
  delivery->memory = (char *)malloc(delivery->bytes ? delivery->bytes : 1);
  if (!delivery->memory) delivery->status = pc_no_memory(&delivery->call);
  if (!delivery->chunk) {
    if (delivery->memory) memcpy(delivery->memory, delivery->first.bytes + sizeof letter, delivery->bytes);
    return;
  }
  chunks = (delivery->bytes + delivery->chunk - 1) / delivery->chunk;
  if (delivery->memory && !pc_expect_forwards(delivery, chunks)) {
    free(delivery->memory);
    delivery->memory = NULL;
    delivery->status = pc_no_memory(&delivery->call);
  }
  if (!delivery->memory) delivery->scratch = (char *)malloc(delivery->chunk);
  if (delivery->memory || delivery->scratch) delivery->messages += chunks;
}

/* A chunk has come: as long as it has to be. */
PC_UNUSED static void pc_check_chunk(pc_delivery *delivery, const MPI_Status *status) {
  size_t at;
  int n = -1;
  const size_t bytes = pc_chunk_bytes(delivery, delivery->finished - 1, &at);
  if (delivery->sort == PC_BCASTS) return;
  pc_forward_chunk(delivery, delivery->finished - 1);
  if (delivery->status != PC_OK) return;
  if (!pc_mpi_ok(delivery, "MPI_Get_count", MPI_Get_count((MPI_Status *)status, MPI_BYTE, &n))) return;
  if (n < 0 || (size_t)n != bytes)
    delivery->status = pc_fail(&delivery->call, PC_ERROR_IMAGE, "%d bytes came for the %zu from byte %zu of the image",
                               n, bytes, at);
}

/* Finishes the oldest message under way, if it is done. */
PC_UNUSED static int pc_finish_message(pc_delivery *delivery) {
  MPI_Status status;
  memset(&status, 0, sizeof status);
  if (!pc_mpi_done(delivery, &delivery->requests[delivery->finished % PC_MPI_WINDOW], &status)) return 0;
  if (!delivery->mpi_failed && !delivery->sends) {
    if (delivery->finished) {
      pc_check_chunk(delivery, &status);
    } else {
      pc_read_letter(delivery, &status);
    }
  }
  ++delivery->finished;
  return 1;
}

/* Whether what was passed on has gone. */
PC_UNUSED static int pc_forwards_done(pc_delivery *delivery) {
  while (!delivery->mpi_failed && delivery->nforwards) {
    MPI_Request *requests = delivery->memory ? delivery->forwards : delivery->passing;
    MPI_Status status;
    if (!pc_mpi_done(delivery, &requests[delivery->nforwards - 1], &status)) return 0;
    --delivery->nforwards;
  }
  return 1;
}

/* Moves a transfer on as far as it goes at once. Gives whether it has ended. */
PC_UNUSED static int pc_advance(pc_delivery *delivery) {
  while (!delivery->mpi_failed) {
    /* What is thrown away has one place only. */
    const uint64_t window = delivery->posted && !delivery->memory ? 1 : PC_MPI_WINDOW;
    if (!delivery->memory && !pc_forwards_done(delivery)) return 0;
    while (!delivery->mpi_failed && delivery->posted < delivery->messages &&
           delivery->posted - delivery->finished < window)
      pc_post_next(delivery);
    if (delivery->mpi_failed || delivery->finished == delivery->messages) break;
    if (!pc_finish_message(delivery)) return 0;
  }
  return pc_forwards_done(delivery);
}

/* Gives back what a transfer holds, but for itself. */
PC_UNUSED static void pc_free_delivery(pc_delivery *delivery) {
  if (delivery->begun) free(delivery->arrivals);
  delivery->arrivals = NULL;
  if (delivery->mpi_failed) return; /* MPI may still write there */
  free(delivery->forwards);
  free(delivery->memory);
  free(delivery->scratch);
  delivery->memory = delivery->scratch = NULL;
}

#ifdef __cplusplus
}
#endif

#endif
