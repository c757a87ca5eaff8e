// `lockstep trace info|dump FILE`: a recording as text, or as JSON.

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
  const auto recording = ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  std::fputs(DescribeTrace(*recording).c_str(), stdout);
  return ExitStatus::kOk;
}

ExitStatus Dump(const Options& options) {
  const auto recording = ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  // A reader that has seen enough closes the pipe; then there is nothing more to write.
  DumpTraceTo(*recording, options.json, [](std::string_view piece) {
    return std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
  });
  return ExitStatus::kOk;
}

}  // namespace

void AddTrace(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* trace = app.add_subcommand("trace", "Print a recording");
  trace->require_subcommand(1);
  CLI::App* info = trace->add_subcommand("info", "What the recording holds, on a page");
  info->add_option("FILE", options->file, "the recording")->required();
  OnRun(info, [options] { return Info(*options); });
  CLI::App* dump = trace->add_subcommand("dump", "Every step, one a line");
  dump->add_option("FILE", options->file, "the recording")->required();
  dump->add_flag("--json", options->json, "as JSON (shared/trace/FORMAT.md describes it)");
  OnRun(dump, [options] { return Dump(*options); });
}

}  // namespace lockstep::cli
