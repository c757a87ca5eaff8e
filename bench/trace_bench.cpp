// Recordings: steps per second of writing, reading, sorting and questions, and bytes for each step, of a kernel in the
// recorder's thread order. With LOCKSTEP_BENCH_STEPS=20 the recording has some 20 million steps instead of one.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "shared/base/file.h"
#include "shared/query/query.h"
#include "shared/query/table.h"
#include "shared/replay/model.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

const std::string kPath = (std::filesystem::temp_directory_path() / "lockstep-trace-bench.lstrace").string();

const trace::Recording& Sample() {
  static const char* const wanted = std::getenv("LOCKSTEP_BENCH_STEPS");
  static const std::uint32_t millions = wanted ? static_cast<std::uint32_t>(std::max(std::atoi(wanted), 1)) : 1;
  static const trace::Recording recording = trace::SampleRecording({.blocks = 100 * millions, .threads = 256});
  return recording;
}

void Count(benchmark::State& state) {
  const auto steps = static_cast<double>(Sample().launches[0].steps.size());
  state.counters["steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsIterationInvariantRate);
}

void CountWithBytes(benchmark::State& state) {
  Count(state);
  const auto steps = static_cast<double>(Sample().launches[0].steps.size());
  state.counters["bytes/step"] = static_cast<double>(std::filesystem::file_size(kPath)) / steps;
}

void Write(benchmark::State& state) {
  const trace::Recording& recording = Sample();
  for (auto _ : state) {
    if (!trace::WriteTrace(recording, kPath)) state.SkipWithError("cannot write");
  }
  CountWithBytes(state);
}
BENCHMARK(Write)->Unit(benchmark::kMillisecond);

void Read(benchmark::State& state) {
  if (!trace::WriteTrace(Sample(), kPath)) state.SkipWithError("cannot write");
  for (auto _ : state) benchmark::DoNotOptimize(trace::ReadTrace(kPath));
  CountWithBytes(state);
}
BENCHMARK(Read)->Unit(benchmark::kMillisecond);

void Index(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(replay::LaunchIndex(Sample(), Sample().launches[0]));
  Count(state);
}
BENCHMARK(Index)->Unit(benchmark::kMillisecond);

replay::Model& SampleModel() {
  static replay::Model model(Sample());
  return model;
}

void Ask(benchmark::State& state, const char* text) {
  const auto query = query::Parse(text);
  replay::Model& model = SampleModel();
  for (auto _ : state)
    if (!query::Run(model, *query, std::nullopt)) state.SkipWithError("no answer");
}

// Every step is looked at, and few are selected.
void Scan(benchmark::State& state) {
  Ask(state, "steps where kind == fault and lane == 3");
  Count(state);
}
BENCHMARK(Scan)->Unit(benchmark::kMillisecond);

void HistoryOfACell(benchmark::State& state) { Ask(state, "accesses of d_out[1000]"); }
BENCHMARK(HistoryOfACell)->Unit(benchmark::kMillisecond);

void CountLines(benchmark::State& state) {
  Ask(state, "hits");
  Count(state);
}
BENCHMARK(CountLines)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lockstep

BENCHMARK_MAIN();
