#include "cli/build_flags.h"

#include <cstdio>

#include "cli/command.h"
#include "sim/compile/nvcc_command_line.h"

namespace lockstep::cli {

void AddBuildFlags(CLI::App& command, BuildFlags& flags) {
  command
      .add_option("FILES", flags.request.inputs,
                  "CUDA and C++ sources, objects, libraries; behind `--` the program's arguments")
      ->required()
      ->type_name("");
  command.add_option("-O", flags.request.optimize, "optimise the host half: 0, 1, 2 or 3")
      ->check(CLI::IsMember({"0", "1", "2", "3", "s", "fast"}));
  command.add_option("--std", flags.request.standard, "the C++ standard: c++14, c++17, c++20");
  command.add_flag("-g", flags.request.debug, "with debug information for gdb");
  command.add_flag("--rdc", flags.request.relocatable,
                   "device code of several files uses each other's functions and variables");
  // Clang takes them without being asked.
  command.add_flag_callback(
      "--extended-lambda,--expt-extended-lambda", [] {}, "lambdas marked __device__; always taken");
  command.add_flag_callback("--expt-relaxed-constexpr", [] {}, "constexpr functions in device code; always taken");
  command.add_option("-I", flags.includes, "a folder of headers")->take_all()->allow_extra_args(false);
  command.add_option("-D", flags.defines, "a macro: NAME or NAME=VALUE")->take_all()->allow_extra_args(false);
  command.add_option("-U", flags.undefines, "no such macro")->take_all()->allow_extra_args(false);
  command.add_option("-l", flags.libraries, "a library")->take_all()->allow_extra_args(false);
  command.add_option("-L", flags.folders, "a folder of libraries")->take_all()->allow_extra_args(false);
  command.add_option("-W", flags.warnings, "a warning of clang's")->take_all()->allow_extra_args(false);
}

namespace {

void Append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// What nvcc's flags and libraries mean. nvcc's reader wants an input; the request has its own.
Expected<void> AddNvccsPart(const BuildFlags& flags, BuildRequest& request) {
  std::vector<std::string> words = NvccFlags();
  for (const std::string& library : flags.libraries) words.push_back("-l" + library);
  words.push_back("input.cu");
  Expected<NvccCommand> command = ReadNvccCommandLine(words);
  if (!command) return std::unexpected(command.error());
  const BuildRequest& more = command->request;
  Append(request.compile_flags, more.compile_flags);
  Append(request.host_flags, more.host_flags);
  Append(request.device_flags, more.device_flags);
  Append(request.link_flags, more.link_flags);
  request.language = more.language;
  request.debug |= more.debug;
  return {};
}

}  // namespace

std::expected<BuildRequest, ExitStatus> ToRequest(const BuildFlags& flags, Mode mode) {
  BuildRequest request = flags.request;
  request.mode = mode;
  request.color = WantsColor(stderr);
  auto add = [](std::vector<std::string>& to, const char* flag, const std::vector<std::string>& values) {
    for (const std::string& value : values) to.push_back(flag + value);
  };
  add(request.compile_flags, "-I", flags.includes);
  add(request.compile_flags, "-D", flags.defines);
  add(request.compile_flags, "-U", flags.undefines);
  add(request.compile_flags, "-W", flags.warnings);
  add(request.link_flags, "-L", flags.folders);
  if (auto added = AddNvccsPart(flags, request); !added)
    return std::unexpected(Complain(ExitStatus::kBadUsage, added.error()));
  return request;
}

ExitStatus TellFailure(const BuildFailure& failure) {
  std::fputs(failure.diagnostics.c_str(), stderr);
  if (!failure.of_user) return Complain(ExitStatus::kInternal, failure.error);
  const bool about_input = failure.diagnostics.empty();
  return Complain(about_input ? ExitStatus::kBadInput : ExitStatus::kCompileError, failure.error);
}

std::expected<std::string, ExitStatus> BuildProgram(BuildFlags& flags, Mode mode, bool tells_warnings) {
  const Expected<Toolchain> toolchain = FindToolchain();
  if (!toolchain) return std::unexpected(Complain(ExitStatus::kMissingTool, toolchain.error()));
  auto request = ToRequest(flags, mode);
  if (!request) return std::unexpected(request.error());
  auto built = BuildCached(*toolchain, std::move(*request));
  if (!built) return std::unexpected(TellFailure(built.error()));
  if (tells_warnings) std::fputs(built->diagnostics.c_str(), stderr);
  return built->path;
}

}  // namespace lockstep::cli
