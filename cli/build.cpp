// lockstep build FILE... -o OUT [--mode run|check|record]: builds a program for use outside Lockstep. With --cached it
// stays in the cache, as for `lockstep run`, and its path is printed.

#include <fmt/format.h>

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"

namespace lockstep::cli {
namespace {

struct Options {
  BuildFlags flags;
  std::string mode = "run";
  bool object = false;
  bool shared = false;
  bool cached = false;
};

ExitStatus Build(const Options& options) {
  auto request = ToRequest(options.flags);
  if (!request) return request.error();
  request->mode = options.mode == "check"    ? compile::Mode::kCheck
                  : options.mode == "record" ? compile::Mode::kRecord
                                             : compile::Mode::kRun;
  if (options.object) request->product = compile::Product::kObject;
  if (options.shared) request->product = compile::Product::kSharedLibrary;
  if (options.cached) {
    const auto path = jobs::BuildProgram({.build = *request}, request->mode, ToTerminal());
    if (!path) return PrintFailure(path.error());
    fmt::print("{}\n", *path);
    return ExitStatus::kOk;
  }
  if (const auto refused = JudgeProgramOutput(*request)) return *refused;
  const auto built = jobs::Build(*request, ToTerminal());
  return built ? ExitStatus::kOk : PrintFailure(built.error());
}

}  // namespace

void AddBuild(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("build", "Build a program that runs on the CPU");
  AddBuildFlags(*command, options->flags);
  AddDeviceFlag(*command, options->flags);
  command->add_option("-o,--output", options->flags.request.output, "the output file")->default_val("a.out");
  command->add_option("--mode", options->mode, "run: fast; check: find defects; record: write a trace")
      ->check(CLI::IsMember({"run", "check", "record"}));
  command->add_flag("-v,--verbose", options->flags.request.shows_engines, "print each kernel's engine and the reason");
  command->add_flag("-c", options->object, "build an object file");
  command->add_flag("--shared", options->shared, "build a shared library");
  command
      ->add_flag("--cached", options->cached, "keep it in the cache, built only if something changed; print its path")
      ->excludes("--output")
      ->excludes("-c");
  OnRun(command, [options] { return Build(*options); });
}

}  // namespace lockstep::cli
