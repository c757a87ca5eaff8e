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

ExitStatus BuildIt(const Options& options) {
  const Expected<Toolchain> toolchain = FindToolchain();
  if (!toolchain) return Complain(ExitStatus::kMissingTool, toolchain.error());
  const Mode mode = options.mode == "check" ? Mode::kCheck : options.mode == "record" ? Mode::kRecord : Mode::kRun;
  auto request = ToRequest(options.flags, mode);
  if (!request) return request.error();
  if (options.object) request->product = Product::kObject;
  if (options.shared) request->product = Product::kSharedLibrary;
  if (const auto refused = JudgeProgramOutput(*request)) return *refused;
  auto built = Build(*toolchain, *request);
  if (!built) return TellFailure(built.error());
  PrintDiagnostics(built->diagnostics);
  return ExitStatus::kOk;
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
  OnRun(command, [options] { return BuildIt(*options); });
}

}  // namespace lockstep::cli
