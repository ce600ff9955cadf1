// SPDX-FileCopyrightText: The pointerchain developers
// SPDX-License-Identifier: Apache-2.0

// Runs one program of the microbenchmarks: Algorithm 2 (Ghane et al. 2019), each step timed by itself.
//
//   PROGRAM [--n=N] [--q=Q] [--memory-limit=BYTES] [Google Benchmark's options]
//
// Exits with 1 where a result is wrong, with 2 for a wrong command line, 3 where the data would not fit into
// memory, 4 where an allocation fails.

#include <benchmark/benchmark.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "device.h"
#include "objects.h"
#include "pc_bench.h"

namespace {

const pc_bench_program &program = pc_bench_this_program;
pc_bench_size size = {1000, 1};
bool failed = false;
bool guards = false;

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Steps 1 to 6 of Algorithm 2; step 7 is to measure. 'release' is not the paper's: everything is freed.
enum Step { allocate, initialize, enter, kernel, leave, check, release, steps };
const char *const step_names[steps] = {"allocate", "initialize", "enter", "kernel", "leave", "check", "release"};

struct Iteration {
  double seconds[steps] = {};
  pc_bench_counts entered = {}, computed = {}, left = {};
  pc_bench_bytes bytes = {};
  std::string fault;

  // What the paper calls the wall-clock time of the application.
  double whole() const {
    double sum = 0;
    for (int step = allocate; step <= check; step++) sum += seconds[step];
    return sum;
  }
};

pc_bench_counts since(const pc_bench_counts &before) {
  const pc_bench_counts &after = pc_bench_counted;
  return {after.to_device - before.to_device, after.to_device_bytes - before.to_device_bytes,
          after.from_device - before.from_device, after.from_device_bytes - before.from_device_bytes,
          after.pointers - before.pointers};
}

// What is wrong with the tree, or nothing.
std::string fault_of(const pc_bench_faults &faults, const pc_bench_bytes &bytes) {
  char text[200] = "";
  if (faults.elements)
    std::snprintf(text, sizeof text, "%zu wrong elements, the first is [%zu] of object %zu: %.17g, not %.17g",
                  faults.elements, faults.index, faults.array, faults.found, faults.expected);
  else if (faults.pointers)
    std::snprintf(text, sizeof text, "%zu pointers of the tree have changed", faults.pointers);
  else if (static_cast<double>(bytes.payload) != program.data_size(&size))
    std::snprintf(text, sizeof text, "the tree has %zu bytes, the equation says %.0f", bytes.payload,
                  program.data_size(&size));
  return text;
}

Iteration iterate() {
  Iteration result;
  double last = now();
  const auto done = [&](Step step) {
    const double at = now();
    result.seconds[step] = at - last;
    last = now();
  };
  void *root = program.allocate(&size);
  done(allocate);
  pc_bench_fill();
  done(initialize);
  pc_bench_counts before = pc_bench_counted;
  last = now();
  program.enter(root, &size);
  done(enter);
  result.entered = since(before);
  before = pc_bench_counted;
  last = now();
  program.kernel(root, &size);
  done(kernel);
  result.computed = since(before);
  before = pc_bench_counted;
  last = now();
  program.leave(root, &size);
  done(leave);
  result.left = since(before);
  last = now();
  const pc_bench_faults faults = pc_bench_check();
  done(check);
  result.bytes = pc_bench_allocated();
  result.fault = fault_of(faults, result.bytes);
  last = now();
  pc_bench_release();
  done(release);
  return result;
}

void add_counts(benchmark::State &state, const std::string &phase, const pc_bench_counts &counts) {
  if (pc_bench_counts_source()) {
    state.counters[phase + "_to_device"] = counts.to_device;
    state.counters[phase + "_to_device_bytes"] = counts.to_device_bytes;
    state.counters[phase + "_from_device"] = counts.from_device;
    state.counters[phase + "_from_device_bytes"] = counts.from_device_bytes;
  }
  state.counters[phase + "_pointers"] = counts.pointers;
}

double median(std::vector<double> &values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  const double upper = *middle;
  return values.size() % 2 ? upper : (upper + *std::max_element(values.begin(), middle)) / 2;
}

void run(benchmark::State &state) {
  // The first launch of a kernel loads it.
  Iteration last = iterate();
  double seconds[steps] = {};
  std::vector<double> each[steps], whole;
  if (last.fault.empty()) {
    for (auto _ : state) {
      last = iterate();
      if (!last.fault.empty()) break;
      state.SetIterationTime(last.whole());
      for (int step = 0; step < steps; step++) {
        seconds[step] += last.seconds[step];
        each[step].push_back(last.seconds[step]);
      }
      whole.push_back(last.whole());
    }
  }
  if (!last.fault.empty()) {
    failed = true;
    state.SkipWithError(last.fault.c_str());
    return;
  }
  // Google Benchmark's own time is a mean, and so are these; one iteration that another process disturbed
  // moves a mean, but no median.
  for (int step = 0; step < steps; step++) {
    state.counters[std::string("seconds_") + step_names[step]] =
        benchmark::Counter(seconds[step], benchmark::Counter::kAvgIterations);
    state.counters[std::string("median_") + step_names[step]] = median(each[step]);
  }
  state.counters["median_whole"] = median(whole);
  state.counters["bytes_allocated"] = static_cast<double>(last.bytes.allocated);
  state.counters["bytes_paper"] = static_cast<double>(last.bytes.payload);
  add_counts(state, "enter", last.entered);
  add_counts(state, "kernel", last.computed);
  add_counts(state, "leave", last.left);
}

[[noreturn]] void wrong_usage(const char *word) {
  std::fprintf(stderr, "pc_bench: '%s' is not understood; n and q are whole numbers of 1 to %d\n", word, INT_MAX);
  std::exit(2);
}

// The number after 'name=' in 'word', or 'old' where 'word' is something else.
long long number(const char *word, const char *name, long long most, long long old) {
  const std::size_t length = std::strlen(name);
  if (std::strncmp(word, name, length) != 0) return old;
  char *end;
  const long long value = std::strtoll(word + length, &end, 10);
  if (end == word + length || *end || value < 1 || value > most) wrong_usage(word);
  return value;
}

// A tree that does not fit would be killed half-way, or bring the machine to swap.
void refuse_what_does_not_fit(const pc_bench_device &device, double limit) {
  const double needed = program.data_size(&size) * (device.is_host && !device.shares_memory ? 2 : 1);
  if (needed <= limit) return;
  std::fprintf(stderr, "pc_bench: n=%ld q=%ld needs %.0f bytes, there are %.0f\n", size.n, size.q, needed, limit);
  std::exit(3);
}

const char *yes(int condition) { return condition ? "true" : "false"; }

}  // namespace

void pc_bench_kernel_starts() {
  if (guards) pc_bench_protect(1);
}

void pc_bench_kernel_ends() {
  if (guards) pc_bench_protect(0);
}

int main(int count, char **words) {
  if (program.abi != PC_BENCH_ABI) {
    std::fprintf(stderr, "pc_bench: the program was generated for version %d, this is %d\n", program.abi, PC_BENCH_ABI);
    return 2;
  }
  double limit = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  int kept = 1;
  for (int i = 1; i < count; i++) {
    const char *word = words[i];
    if (std::strncmp(word, "--n=", 4) == 0)
      size.n = static_cast<long>(number(word, "--n=", INT_MAX, 0));
    else if (std::strncmp(word, "--q=", 4) == 0)
      size.q = static_cast<long>(number(word, "--q=", INT_MAX, 0));
    else if (std::strncmp(word, "--memory-limit=", 15) == 0)
      limit = static_cast<double>(number(word, "--memory-limit=", LLONG_MAX, 0));
    else
      words[kept++] = words[i];
  }
  count = kept;
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 2;

  const pc_bench_device device = pc_bench_start_device();
  const char *offload = std::getenv("OMP_TARGET_OFFLOAD");
  const bool openmp = std::strcmp(program.dialect, "openmp") == 0;
  /* libgomp 12 takes the host for a device. */
  if (openmp && device.falls_back && offload && strcasecmp(offload, "mandatory") == 0) {
    std::fprintf(stderr, "pc_bench: there is no device, and OMP_TARGET_OFFLOAD is 'mandatory'\n");
    return 1;
  }
  refuse_what_does_not_fit(device, limit);
  if (std::getenv("PC_BENCH_PROTECT")) {
    if (!pc_bench_sees_kernels()) {
      std::fprintf(stderr, "pc_bench: PC_BENCH_PROTECT needs a runtime that reports its kernels (OMPT)\n");
      return 2;
    }
    guards = true;
    pc_bench_use_pages();
  }
  const char *source = pc_bench_counts_source();
  benchmark::AddCustomContext("pc_device", device.name);
  benchmark::AddCustomContext("pc_device_is_host", yes(device.is_host));
  benchmark::AddCustomContext("pc_host_fallback", yes(device.falls_back));
  benchmark::AddCustomContext("pc_shares_memory", yes(device.shares_memory));
  benchmark::AddCustomContext("pc_unified_memory", yes(device.unified_memory));
  benchmark::AddCustomContext("pc_counts_source", source ? source : "");

  std::string name = std::string(program.scenario) + "/levels:" + std::to_string(program.levels) + "/" + program.layout +
                     "/" + program.scheme + "/" + program.dialect + "/n:" + std::to_string(size.n);
  if (program.uses_q) name += "/q:" + std::to_string(size.q);
  benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond);
  benchmark::RunSpecifiedBenchmarks();
  return failed ? 1 : 0;
}
