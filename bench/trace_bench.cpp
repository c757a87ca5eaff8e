// Writing and reading traces: steps a second, and bytes a step, of a kernel in the order that the recorder uses.

#include <benchmark/benchmark.h>

#include <filesystem>

#include "shared/base/file.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

const std::string kPath = (std::filesystem::temp_directory_path() / "lockstep-trace-bench.lstrace").string();

const Recording& Sample() {
  static const Recording recording = SampleRecording({.blocks = 100, .threads = 256});
  return recording;
}

void Count(benchmark::State& state) {
  const auto steps = static_cast<double>(Sample().launches[0].steps.size());
  state.counters["steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes/step"] = static_cast<double>(std::filesystem::file_size(kPath)) / steps;
}

void Write(benchmark::State& state) {
  const Recording& recording = Sample();
  for (auto _ : state) {
    if (!WriteTrace(recording, kPath)) state.SkipWithError("cannot write");
  }
  Count(state);
}
BENCHMARK(Write)->Unit(benchmark::kMillisecond);

void Read(benchmark::State& state) {
  if (!WriteTrace(Sample(), kPath)) state.SkipWithError("cannot write");
  for (auto _ : state) benchmark::DoNotOptimize(ReadTrace(kPath));
  Count(state);
}
BENCHMARK(Read)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lockstep

BENCHMARK_MAIN();
