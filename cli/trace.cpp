// `lockstep trace info|dump FILE`: prints a recording as text or JSON.

#include "shared/trace/trace.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "shared/trace/dump.h"

namespace lockstep::cli {
namespace {

struct Options {
  std::string file;
  bool json = false;
};

ExitStatus Info(const Options& options) {
  const auto recording = trace::ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  std::fputs(trace::DescribeTrace(*recording).c_str(), stdout);
  return ExitStatus::kOk;
}

ExitStatus Dump(const Options& options) {
  const auto recording = trace::ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  // The reader may close the pipe early; then there is nothing more to write.
  trace::DumpTraceTo(*recording, options.json, [](std::string_view piece) {
    return std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
  });
  return ExitStatus::kOk;
}

}  // namespace

void AddTrace(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* trace = app.add_subcommand("trace", "Print a recording");
  trace->require_subcommand(1);
  CLI::App* info = trace->add_subcommand("info", "Print a summary of a recording");
  info->add_option("FILE", options->file, "the recording")->required();
  OnRun(info, [options] { return Info(*options); });
  CLI::App* dump = trace->add_subcommand("dump", "Print every step, one on each line");
  dump->add_option("FILE", options->file, "the recording")->required();
  dump->add_flag("--json", options->json, "as JSON (see shared/trace/FORMAT.md)");
  OnRun(dump, [options] { return Dump(*options); });
}

}  // namespace lockstep::cli
