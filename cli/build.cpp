// lockstep build FILE... -o OUT [--mode run|check|record]: builds a program for use outside Lockstep. With --cached it
// stays in the cache, as for `lockstep run`, and its path is printed. With --fatbin, --ptx or --cubin, a module for
// cuModuleLoad.

#include "jobs/build.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"

namespace lockstep::cli {
namespace {

struct BuildOptions {
  BuildFlags flags;
  std::string mode = "run";
  bool object = false;
  bool shared = false;
  std::string module;  // "fatbin", "ptx" or "cubin": the suffix of the output
  bool names_output = false, names_mode = false;
  bool cached = false;
};

ExitStatus BuildModule(compile::BuildRequest request, const BuildOptions& options) {
  if (!options.names_output)
    request.output = std::filesystem::path(request.inputs[0]).stem().string() + "." + options.module;
  if (const auto refused = JudgeProgramOutput(request)) return *refused;
  compile::ModuleRequest module{.build = request, .modes = {}};
  if (options.names_mode) module.modes = {request.mode};
  const auto built = jobs::BuildModule(std::move(module), ToTerminal());
  return built ? ExitStatus::kOk : PrintFailure(built.error());
}

ExitStatus Build(const BuildOptions& options) {
  auto request = ToRequest(options.flags);
  if (!request) return request.error();
  request->mode = options.mode == "check"    ? compile::Mode::kCheck
                  : options.mode == "record" ? compile::Mode::kRecord
                                             : compile::Mode::kRun;
  if (options.object) request->product = compile::Product::kObject;
  if (options.shared) request->product = compile::Product::kSharedLibrary;
  if (!options.module.empty()) return BuildModule(std::move(*request), options);
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
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = app.add_subcommand("build", "Build a program that runs on the CPU");
  AddBuildFlags(*command, options->flags);
  AddDeviceFlag(*command, options->flags);
  const CLI::Option* output =
      command->add_option("-o,--output", options->flags.request.output, "the output file")->default_val("a.out");
  const CLI::Option* mode =
      command->add_option("--mode", options->mode, "run: fast; check: find defects; record: write a trace")
          ->check(CLI::IsMember({"run", "check", "record"}));
  command->add_flag("-v,--verbose", options->flags.request.shows_engines, "print each kernel's engine and the reason");
  command->add_flag("-c", options->object, "build an object file");
  command->add_flag("--shared", options->shared, "build a shared library");
  command
      ->add_flag("--cached", options->cached, "keep it in the cache, built only if something changed; print its path")
      ->excludes("--output")
      ->excludes("-c");
  for (const char* kind : {"fatbin", "ptx", "cubin"})
    command->add_flag_callback(
        std::string("--") + kind, [options, kind] { options->module = kind; },
        "build a module for cuModuleLoad, for every mode or that of --mode (also: -" + std::string(kind) + ")");
  OnRun(command, [options, output, mode] {
    options->names_output = output->count() > 0;
    options->names_mode = mode->count() > 0;
    return Build(*options);
  });
}

}  // namespace lockstep::cli
