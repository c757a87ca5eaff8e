// reader_fuzz [--seconds N | --inputs N] [--first SEED] [--only TARGET]
//
// Damages valid inputs at random and passes them to the readers (targets.h), for N seconds in total (60 without
// either), or N inputs for each target. An input that ends the process, or takes too long or too much memory, is
// reported by its target and seed, which reproduce it: reader_fuzz --only TARGET --first SEED --inputs 1

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>

#include "shared/base/scratch_folder.h"
#include "tests/fuzz/readers/targets.h"

#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

namespace lockstep::fuzz {
namespace {

// In processor time, which is independent of other work on the machine; inputs have at most a mebibyte.
constexpr double kLongest = kSanitized ? 60 : 10;
constexpr double kDay = 86400;         // seconds
constexpr long kMostMemory = 1 << 20;  // KiB, of the whole process

struct Options {
  std::optional<double> seconds;
  std::uint64_t first = 1;
  std::optional<std::uint64_t> inputs;
  std::string only;
};

char current[128];  // the command that reproduces the current input; for a signal handler

void NameCurrent() {
  if (write(STDERR_FILENO, current, std::strlen(current)) < 0) std::_Exit(1);
}

void OnSignal(int number) {
  NameCurrent();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void ListenForTheEnd() {
#if __has_feature(address_sanitizer)
  __sanitizer_set_death_callback(NameCurrent);
#else
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(number, OnSignal);
#endif
  for (const int number : {SIGABRT, SIGALRM}) std::signal(number, OnSignal);
}

long MostMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// True if the input was read within the limits of time and memory. An alarm ends a reader that does not end at all.
bool Try(const Target& target, std::uint64_t seed) {
  const auto end =
      fmt::format_to_n(current, sizeof current - 1, "reader_fuzz --only {} --first {} --inputs 1\n", target.name, seed);
  *end.out = '\0';
  alarm(300);
  const long memory = MostMemory();
  const std::clock_t begin = std::clock();
  target.try_seed(seed);
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  alarm(0);
  if (took > kLongest) fmt::print(stderr, "took {:.1f} s: {}", took, current);
  const bool too_much = !kSanitized && MostMemory() > std::max(memory, kMostMemory);
  if (too_much) fmt::print(stderr, "took {} MiB: {}", MostMemory() >> 10, current);
  return took <= kLongest && !too_much;
}

int Run(const Options& options) {
  const auto scratch = ScratchFolder::Make();
  if (!scratch) return fmt::print(stderr, "{}\n", scratch.error().message), 1;
  std::filesystem::current_path(scratch->path());
  ListenForTheEnd();
  using Clock = std::chrono::steady_clock;
  const double seconds = options.seconds.value_or(options.inputs ? kDay : 60);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::uint64_t tried = 0, bad = 0;
  for (std::uint64_t i = 0; i < options.inputs.value_or(UINT64_MAX) && (i == 0 || Clock::now() < end); ++i) {
    for (const Target& target : Targets()) {
      if (!options.only.empty() && options.only != target.name) continue;
      bad += !Try(target, options.first + i);
      ++tried;
    }
  }
  std::filesystem::current_path("/");
  fmt::print("{} inputs from seed {} on: {} took too long or too much memory\n", tried, options.first, bad);
  return bad != 0 || tried == 0;
}

}  // namespace
}  // namespace lockstep::fuzz

int main(int argc, char** argv) {
  lockstep::fuzz::Options options;
  CLI::App app{"Passes damaged inputs to the readers of files and messages"};
  app.add_option("--seconds", options.seconds, "the total time (60 without --inputs)");
  app.add_option("--first", options.first, "the first seed");
  app.add_option("--inputs", options.inputs, "at most this many inputs for each target");
  app.add_option("--only", options.only, "only this target");
  CLI11_PARSE(app, argc, argv);
  return lockstep::fuzz::Run(options);
}
