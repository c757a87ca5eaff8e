// engine_fuzz LOCKSTEP FOLDER [--first SEED] [--programs N] [--kernels N] [--modes N] [--only KERNEL]
//
// Writes random programs of many kernels into FOLDER and runs each with a fiber for every thread and with whole warps,
// in N of the warp engine's modes: what they print must be equal. Prints how many kernels the warp engine took, and why
// not the others. Programs that differ are kept in FOLDER, and beside each, as NAME.small.cu, its first guilty kernel
// without the statements that the difference does not need.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "shared/base/process.h"
#include "tests/fuzz/engines/program.h"
#include "tests/fuzz/engines/reduce.h"

namespace {

namespace fs = std::filesystem;
using lockstep::Expected;
using lockstep::ProcessResult;

struct Options {
  std::string command, folder;
  std::uint64_t first = 1;
  int programs = 1, kernels = 16, modes = 2, only = -1;
  bool reduces = true;
};

struct Totals {
  int programs = 0, failed = 0, kernels = 0, taken = 0;
  std::map<std::string, int> refusals;
};

constexpr const char* kModes[] = {"warps-always", "warps-some", "warps-flip", "warps-general"};

Expected<ProcessResult> RunFor(const std::vector<std::string>& command, std::chrono::seconds limit) {
  return lockstep::RunProcess({.command = command, .capture_errors = true, .capture_output = true, .limit = limit});
}

std::optional<ProcessResult> Run(const std::vector<std::string>& command, bool may_fail) {
  Expected<ProcessResult> result = RunFor(command, std::chrono::minutes(20));
  if (result && (may_fail || result->status == 0)) return std::move(*result);
  fmt::print("FAILED: {}\n{}\n", fmt::join(command, " "), result ? result->errors : result.error().message);
  return std::nullopt;
}

void CountEngines(const std::string& said, Totals& totals) {
  static const std::regex line("kernel `\\w+` runs on (whole warps|.*because (.*))");
  for (std::sregex_iterator it(said.begin(), said.end(), line), end; it != end; ++it) {
    ++totals.kernels;
    if ((*it)[1] == "whole warps")
      ++totals.taken;
    else
      ++totals.refusals[(*it)[2]];
  }
}

// The text that the program prints, built for `engine`.
std::optional<std::string> Output(const Options& options, const std::string& source, std::uint64_t seed,
                                  const std::string& engine, Totals* totals) {
  const std::string program = source + "." + engine;
  const auto built = Run({options.command, "build", "-v", seed % 2 ? "-O2" : "-O0", "-Wno-everything", "--engine",
                          engine, source, "-o", program},
                         false);
  if (!built) return std::nullopt;
  if (totals) CountEngines(built->errors, *totals);
  const auto ran = Run({program}, true);
  std::error_code error;
  fs::remove(program, error);
  if (!ran) return std::nullopt;
  return fmt::format("{}{}status {}\n", ran->output, ran->errors, ran->status);
}

void ShowDifference(const std::string& expected, const std::string& got) {
  std::istringstream a(expected), b(got);
  std::string left, right;
  int shown = 0;
  while (std::getline(a, left) && std::getline(b, right) && shown < 4)
    if (left != right) fmt::print("  expected {}\n  got      {}\n", left, right), ++shown;
}

// The text that the program prints for one kernel and shape; nothing if it cannot be built or does not end well.
std::optional<std::string> Words(const Options& options, const std::string& source, std::uint64_t seed,
                                 const std::string& engine, const std::string& kernel, const std::string& shape) {
  const std::string program = source + "." + engine;
  const auto built = RunFor({options.command, "build", seed % 2 ? "-O2" : "-O0", "-Wno-everything", "--engine", engine,
                             source, "-o", program},
                            std::chrono::minutes(5));
  if (!built || built->status != 0) return std::nullopt;
  const auto ran = RunFor({program, kernel, shape}, std::chrono::seconds(60));
  std::error_code error;
  fs::remove(program, error);
  if (!ran || ran->status != 0) return std::nullopt;
  return ran->output;
}

void KeepSmall(const Options& options, const std::string& source, std::uint64_t seed, const std::string& engine,
               const std::string& expected, const std::string& got) {
  std::istringstream a(expected), b(got);
  std::string left, right;
  while (std::getline(a, left) && std::getline(b, right) && left == right) continue;
  std::smatch named;
  if (!std::regex_search(left, named, std::regex("^kernel(\\d+) shape (\\d+):"))) return;
  const std::string kernel = named[1], shape = named[2],
                    small = fs::path(source).replace_extension("small.cu").string();
  auto differs = [&](const std::string& text) {
    std::ofstream(small) << text;
    const auto on_fibers = Words(options, small, seed, "fibers", kernel, shape);
    return on_fibers && Words(options, small, seed, engine, kernel, shape) != on_fibers;
  };
  const std::string alone = lockstep::fuzz::WriteEngineProgram(seed, options.kernels, std::stoi(kernel));
  const std::string reduced = differs(alone) ? lockstep::fuzz::Reduce(alone, differs) : alone;
  std::ofstream(small) << reduced;
  fmt::print("  {}: kernel {} in shape {}, in {} of {} lines\n", small, kernel, shape,
             std::ranges::count(reduced, '\n'), std::ranges::count(alone, '\n'));
}

bool TestProgram(const Options& options, std::uint64_t seed, Totals& totals) {
  const std::string source = (fs::path(options.folder) / fmt::format("engines{}.cu", seed)).string();
  std::ofstream(source) << lockstep::fuzz::WriteEngineProgram(seed, options.kernels, options.only);
  const auto expected = Output(options, source, seed, "fibers", nullptr);
  bool passed = expected && expected->ends_with("ok\nstatus 0\n");
  if (expected && !passed) fmt::print("FAILED: {} on fibers:\n{}\n", source, *expected);
  for (int i = 0; i < options.modes && passed; ++i) {
    const std::string engine = kModes[(seed + static_cast<unsigned>(i)) % std::size(kModes)];
    const auto got = Output(options, source, seed, engine, i == 0 ? &totals : nullptr);
    if (got == expected) continue;
    passed = false;
    if (!got) continue;
    fmt::print("DIFFERS: {} with --engine {}\n", source, engine);
    ShowDifference(*expected, *got);
    std::fflush(stdout);
    if (options.reduces) KeepSmall(options, source, seed, engine, *expected, *got);
  }
  std::fflush(stdout);
  std::error_code error;
  if (passed && options.only < 0) fs::remove(source, error);
  return passed;
}

void Show(const Totals& totals) {
  fmt::print(
      "{} kernels in {} programs, each in up to {} shapes of blocks: {} ran as whole warps; {} programs failed\n",
      totals.kernels, totals.programs, lockstep::fuzz::kShapes, totals.taken, totals.failed);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Runs random kernels on fibers and as whole warps and compares what they write"};
  app.add_option("LOCKSTEP", options.command, "the command")->required();
  app.add_option("FOLDER", options.folder, "the folder for the programs")->required();
  app.add_option("--first", options.first, "the first seed");
  app.add_option("--programs", options.programs, "the number of programs");
  app.add_option("--kernels", options.kernels, "the number of kernels in each, at most 900");
  app.add_option("--modes", options.modes, "the number of the engine's modes, 1 to 4, that each program is run in");
  app.add_flag("!--whole", options.reduces, "do not look for small programs");
  app.add_option("--only", options.only, "leave out all kernels but this one, and keep the program");
  CLI11_PARSE(app, argc, argv);
  fs::create_directories(options.folder);
  Totals totals;
  for (; totals.programs < options.programs; ++totals.programs) {
    if (totals.programs % 10 == 0 && totals.programs > 0) Show(totals);
    totals.failed += !TestProgram(options, options.first + static_cast<unsigned>(totals.programs), totals);
  }
  Show(totals);
  for (const auto& [reason, count] : totals.refusals) fmt::print("{:6} refused, because {}\n", count, reason);
  return totals.failed != 0;
}
