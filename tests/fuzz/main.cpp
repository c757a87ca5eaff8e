// kernel_fuzz LOCKSTEP FOLDER [--first SEED] [--programs N] [--kernels N] [--engine NAME] [--run-only]
//
// Writes random programs of many kernels into FOLDER and runs each in run mode (-O3) and in record mode (as written),
// with the host's side as written and optimised. Programs that fail are kept in FOLDER; the others are removed.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "shared/base/process.h"
#include "tests/fuzz/kernel_writer.h"

namespace {

namespace fs = std::filesystem;
using lockstep::Expected;
using lockstep::ProcessResult;

struct Options {
  std::string command, folder, engine;
  bool run_only = false;
  std::uint64_t first = 1;
  int programs = 1, kernels = 20;
};

bool Passes(const std::vector<std::string>& command) {
  const Expected<ProcessResult> result = lockstep::RunProcess(
      {.command = command, .capture_errors = true, .capture_output = true, .limit = std::chrono::minutes(5)});
  if (result && result->status == 0 && result->output.ends_with("ok\n")) return true;
  fmt::print("FAILED: {}\n{}{}\n", fmt::join(command, " "), result ? result->output : result.error().message,
             result ? result->errors : "");
  return false;
}

bool TestProgram(const Options& options, std::uint64_t seed) {
  const std::string source = (fs::path(options.folder) / fmt::format("fuzz{}.cu", seed)).string();
  const std::string trace = source + ".lstrace";
  std::ofstream(source) << lockstep::fuzz::WriteProgram(seed, options.kernels);
  const std::string level = seed % 2 ? "-O0" : "-O3";
  std::vector<std::string> run = {options.command, "run", level, "-Wno-everything", source};
  if (!options.engine.empty()) run.insert(run.end(), {"--engine", options.engine});
  const bool passed = Passes(run) && (options.run_only || Passes({options.command, "record", level, "-Wno-everything",
                                                                  "--steps", "20000", source, "-o", trace}));
  std::error_code error;
  fs::remove(trace, error);
  if (passed) fs::remove(source, error);
  return passed;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Runs random kernels in every mode and compares them with the host"};
  app.add_option("LOCKSTEP", options.command, "the command")->required();
  app.add_option("FOLDER", options.folder, "the folder for the programs")->required();
  app.add_option("--first", options.first, "the first seed");
  app.add_option("--programs", options.programs, "the number of programs");
  app.add_option("--kernels", options.kernels, "the number of kernels in each");
  app.add_option("--engine", options.engine, "the engine of run mode");
  app.add_flag("--run-only", options.run_only, "do not record the programs");
  CLI11_PARSE(app, argc, argv);
  fs::create_directories(options.folder);
  int failed = 0;
  for (int i = 0; i < options.programs; ++i) failed += !TestProgram(options, options.first + i);
  fmt::print("{} kernels in {} programs, each run{}: {} programs failed\n", options.programs * options.kernels,
             options.programs, options.run_only ? "" : " and recorded", failed);
  return failed != 0;
}
