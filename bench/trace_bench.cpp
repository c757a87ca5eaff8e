// Writing and reading traces: steps per second, and bytes for each step, of a kernel in the recorder's thread order.

#include <benchmark/benchmark.h>

#include <filesystem>

#include "shared/base/file.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

const std::string kPath = (std::filesystem::temp_directory_path() / "lockstep-trace-bench.lstrace").string();

const trace::Recording& Sample() {
  static const trace::Recording recording = trace::SampleRecording({.blocks = 100, .threads = 256});
  return recording;
}

void Count(benchmark::State& state) {
  const auto steps = static_cast<double>(Sample().launches[0].steps.size());
  state.counters["steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes/step"] = static_cast<double>(std::filesystem::file_size(kPath)) / steps;
}

void Write(benchmark::State& state) {
  const trace::Recording& recording = Sample();
  for (auto _ : state) {
    if (!trace::WriteTrace(recording, kPath)) state.SkipWithError("cannot write");
  }
  Count(state);
}
BENCHMARK(Write)->Unit(benchmark::kMillisecond);

void Read(benchmark::State& state) {
  if (!trace::WriteTrace(Sample(), kPath)) state.SkipWithError("cannot write");
  for (auto _ : state) benchmark::DoNotOptimize(trace::ReadTrace(kPath));
  Count(state);
}
BENCHMARK(Read)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lockstep

BENCHMARK_MAIN();
