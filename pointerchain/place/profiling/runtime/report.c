/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * What was counted, as JSON in the file that POINTERCHAIN_PLACE_REPORT names. pointerchain/place/profiling/
 * raw.py reads it: the two change together. Addresses are [image, offset].
 */
#include "profiler.h"

#include <stdio.h>
#include <stdlib.h>

static FILE *file;

static void text(const char *string) {
  const unsigned char *at = (const unsigned char *)string;
  if (!string) {
    fputs("null", file);
    return;
  }
  fputc('"', file);
  for (; *at; at++) {
    if (*at == '"' || *at == '\\') fprintf(file, "\\%c", *at);
    else if (*at < 32 || *at > 126) fprintf(file, "\\u%04x", *at);
    else fputc(*at, file);
  }
  fputc('"', file);
}

static void address(const void *at) {
  uint64_t offset;
  const char *image = at ? pc_image_of(at, &offset) : NULL;
  if (!image) {
    fputs("null", file);
    return;
  }
  fputc('[', file);
  text(image);
  fprintf(file, ",%llu]", (unsigned long long)offset);
}

static void numbers(const char *name, const uint64_t *values, int n) {
  int i;
  fprintf(file, ",\"%s\":[", name);
  for (i = 0; i < n; i++) fprintf(file, "%s%llu", i ? "," : "", (unsigned long long)values[i]);
  fputc(']', file);
}

static void strides(const char *name, const TopStrides *all) {
  int i;
  fprintf(file, ",\"%s\":[%llu", name, (unsigned long long)all->total);
  for (i = 0; i < all->n; i++)
    fprintf(file, ",[%lld,%llu]", (long long)all->top[i].bytes, (unsigned long long)all->top[i].count);
  fputc(']', file);
}

static void tally(const Tally *row) {
  uint64_t any = 0, stored = 0;
  uint32_t i;
  int j;
  for (i = 0; i < row->npages; i++)
    for (j = 0; j < WORDS; j++) {
      any += (uint64_t)__builtin_popcountll(row->blocks[i]->any[j]);
      stored += (uint64_t)__builtin_popcountll(row->blocks[i]->stored[j]);
    }
  fprintf(file, "{\"object\":%u,\"side\":%u", row->key / 2, row->key % 2);
  numbers("count", row->count, KINDS);
  numbers("bytes", row->bytes, KINDS);
  fprintf(file, ",\"sectors\":%llu,\"stored_sectors\":%llu,\"pages\":%u,\"page_visits\":%llu", (unsigned long long)any,
          (unsigned long long)stored, row->npages, (unsigned long long)row->page_visits);
  fprintf(file, ",\"first\":%d,\"has_lanes\":%d,\"warp_sectors\":%llu", row->first - 1, row->has_lanes,
          (unsigned long long)row->warp_sectors);
  strides("strides", &row->strides);
  strides("lane_strides", &row->lane_strides);
  fputc('}', file);
}

static void node(const Node *row) {
  uint32_t i;
  fprintf(file, "{\"repeat\":%llu", (unsigned long long)row->repeat);
  if (row->nchildren) {
    fputs(",\"children\":[", file);
    for (i = 0; i < row->nchildren; i++) {
      if (i) fputs(",\n", file);
      node(row->children[i]);
    }
    fputs("]}", file);
    return;
  }
  fprintf(file, ",\"side\":%d,\"place\":", row->side);
  address(row->name ? NULL : row->place);
  fputs(",\"name\":", file);
  text(row->name);
  fprintf(file, ",\"lanes\":%llu,\"lanes_lost\":%d,\"copies\":[", (unsigned long long)row->lanes, row->lanes_lost);
  for (i = 0; i < row->ncopies; i++)
    fprintf(file, "%s[%u,%llu,%llu]", i ? "," : "", row->copies[i].object, (unsigned long long)row->copies[i].to_device,
            (unsigned long long)row->copies[i].to_host);
  fputs("],\"cells\":[", file);
  for (i = 0; i < row->ntallies; i++) {
    if (i) fputs(",\n", file);
    tally(&row->tallies[i]);
  }
  fputs("]}", file);
}

void pc_report(void) {
  const char *name = getenv("POINTERCHAIN_PLACE_REPORT");
  uint32_t i;
  int j;
  if (!name || !(file = fopen(name, "w"))) return;
  fprintf(file, "{\"stack\":%llu,\"unknown\":%llu,\"kernels\":%llu,\"host_threads\":%llu,\"overlap\":%d,\"images\":[",
          (unsigned long long)pc_stack_accesses, (unsigned long long)pc_unknown_accesses, (unsigned long long)pc_kernels,
          (unsigned long long)pc_host_threads, pc_overlap);
  for (j = 0; j < pc_nimages; j++) {
    if (j) fputc(',', file);
    text(pc_images[j]);
  }
  fputs("],\"objects\":[", file);
  for (i = 0; i < pc_nobjects; i++) {
    const Object *object = &pc_objects[i];
    fprintf(file, "%s\n{\"kind\":%d,\"bytes\":%llu,\"allocations\":%llu,\"mapped\":%d,\"name\":", i ? "," : "", object->kind,
            (unsigned long long)object->bytes, (unsigned long long)object->allocations, object->mapped);
    text(object->name);
    fputs(",\"variable\":", file);
    text(object->variable);
    fputs(",\"data\":", file);
    if (object->image) {
      fputc('[', file);
      text(object->image);
      fprintf(file, ",%llu]", (unsigned long long)object->address);
    } else {
      fputs("null", file);
    }
    fputs(",\"place\":", file);
    address(object->place);
    if (object->structure)
      fprintf(file, ",\"structure\":%u", pc_structures[object->structure - 1].same);
    else
      fputs(",\"structure\":null", file);
    fputs(",\"chain\":[", file);
    for (j = 0; !object->place && j < object->nchain; j++) {
      if (j) fputc(',', file);
      address(object->chain[j]);
    }
    fputs("]}", file);
  }
  fputs("],\n\"structures\":[", file);
  for (i = 0; i < pc_nstructures; i++) {
    fprintf(file, "%s\n{\"line\":%d,\"file\":", i ? "," : "", pc_structures[i].line);
    text(pc_structures[i].file);
    fputs(",\"text\":", file);
    text(pc_structures[i].text);
    fputc('}', file);
  }
  fputs("],\n\"nodes\":[", file);
  for (i = 0; i < pc_nnodes; i++) {
    if (i) fputs(",\n", file);
    node(pc_nodes[i]);
  }
  fputs("]}\n", file);
  if (fclose(file) != 0) remove(name);
}
