// lockstep build FILE... -o OUT [--mode run|check|record]: a program that runs by itself.

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
};

ExitStatus Build(const Options& options) {
  auto request = ToRequest(options.flags);
  if (!request) return request.error();
  request->mode = options.mode == "check" ? Mode::kCheck : options.mode == "record" ? Mode::kRecord : Mode::kRun;
  if (options.object) request->product = Product::kObject;
  if (options.shared) request->product = Product::kSharedLibrary;
  if (const auto refused = JudgeProgramOutput(*request)) return *refused;
  const auto built = jobs::Build(*request, ToTerminal());
  return built ? ExitStatus::kOk : PrintFailure(built.error());
}

}  // namespace

void AddBuild(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("build", "Build a program that runs on the CPU");
  AddBuildFlags(*command, options->flags);
  command->add_option("-o,--output", options->flags.request.output, "the program")->default_val("a.out");
  command->add_option("--mode", options->mode, "run: fast; check: finds defects; record: writes a trace")
      ->check(CLI::IsMember({"run", "check", "record"}));
  command->add_flag("-v,--verbose", options->flags.request.shows_engines, "print each kernel's engine, and why");
  command->add_flag("-c", options->object, "an object file only");
  command->add_flag("--shared", options->shared, "a shared library");
  OnRun(command, [options] { return Build(*options); });
}

}  // namespace lockstep::cli
