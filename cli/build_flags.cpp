#include "cli/build_flags.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/outputs.h"
#include "jobs/device_choice.h"
#include "jobs/nvcc_line.h"

namespace lockstep::cli {

void AddBuildFlags(CLI::App& command, BuildFlags& flags) {
  command
      .add_option("FILES", flags.request.inputs,
                  "CUDA and C++ sources, objects, libraries; after `--` the program's arguments")
      ->required()
      ->type_name("");
  command.add_option("-O", flags.request.optimize, "optimise the host half: 0, 1, 2 or 3")
      ->check(CLI::IsMember({"0", "1", "2", "3", "s", "fast"}));
  command.add_option("--std", flags.request.standard, "the C++ standard: c++14, c++17, c++20, c++23");
  command.add_flag("-g", flags.request.debug, "add debug information for gdb");
  command.add_flag("--rdc", flags.request.relocatable,
                   "relocatable device code: share device functions and variables between files");
  command
      .add_option(
          "--engine", flags.request.engine,
          "how to run every kernel: loops (explicit loops over threads, for kernels that never wait), fibers (a "
          "stack for each thread), threads (loops for kernels that never wait, fibers for others; the default with -g) "
          "or warps (32 threads at once in vectors; kernels that this does not suit run as with threads; the default)")
      ->check(CLI::IsMember(
          {"loops", "fibers", "threads", "warps", "warps-always", "warps-some", "warps-flip", "warps-general"}));
  // Always enabled in clang.
  command.add_flag_callback(
      "--extended-lambda,--expt-extended-lambda", [] {}, "lambdas marked __device__; accepted, always on");
  command.add_flag_callback(
      "--expt-relaxed-constexpr", [] {}, "constexpr functions in device code; accepted, always on");
  command.add_option("-I", flags.includes, "add a folder to the header search path")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("-D", flags.defines, "define a macro: NAME or NAME=VALUE")->take_all()->allow_extra_args(false);
  command.add_option("-U", flags.undefines, "undefine a macro")->take_all()->allow_extra_args(false);
  command.add_option("-l", flags.libraries, "link a library")->take_all()->allow_extra_args(false);
  command.add_option("-L", flags.folders, "add a folder to the library search path")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("-W", flags.warnings, "enable or disable a clang warning")->take_all()->allow_extra_args(false);
}

void AddDeviceFlag(CLI::App& command, BuildFlags& flags) {
  command
      .add_option("--device", flags.device,
                  "the GPU whose properties the program sees and whose compute capability it is built for: " +
                      jobs::KnownDevices())
      ->type_name("NAME");
}

namespace {

void Append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Adds nvcc's flags and libraries. nvcc's parser requires an input, which the request has itself.
Expected<void> AddNvccsPart(const BuildFlags& flags, compile::BuildRequest& request) {
  std::vector<std::string> words = NvccFlags();
  if (!flags.request.standard.empty()) words.push_back("--std=" + flags.request.standard);
  for (const std::string& library : flags.libraries) words.push_back("-l" + library);
  words.push_back("input.cu");
  Expected<compile::NvccCommand> command = compile::ReadNvccCommandLine(words);
  if (!command) return std::unexpected(command.error());
  const compile::BuildRequest& more = command->request;
  Append(request.compile_flags, more.compile_flags);
  Append(request.host_flags, more.host_flags);
  Append(request.device_flags, more.device_flags);
  Append(request.link_flags, more.link_flags);
  request.architectures = more.architectures;
  request.language = more.language;
  request.standard = more.standard;
  if (!more.optimize.empty()) request.optimize = more.optimize;
  request.debug |= more.debug;
  request.relocatable |= more.relocatable;
  return {};
}

}  // namespace

std::expected<compile::BuildRequest, ExitStatus> ToRequest(const BuildFlags& flags) {
  compile::BuildRequest request = flags.request;
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
  if (flags.device.empty()) return request;
  if (auto chosen = jobs::BuildForDevice(request, flags.device); !chosen)
    return std::unexpected(Complain(ExitStatus::kBadUsage, chosen.error()));
  return request;
}

std::expected<jobs::Program, ExitStatus> ToProgram(const BuildFlags& flags, double limit) {
  auto request = ToRequest(flags);
  if (!request) return std::unexpected(request.error());
  jobs::Program program{.build = std::move(*request), .arguments = ProgramArguments()};
  if (limit > 0) program.limit = jobs::Seconds(limit);
  if (!flags.device.empty()) jobs::RunOnDevice(program, flags.device);
  return program;
}

std::optional<ExitStatus> JudgeProgramOutput(const compile::BuildRequest& request) {
  if (const auto refused = JudgeOutputs({{"-o", request.output}}, request.inputs)) return refused;
  std::error_code error;
  const std::filesystem::file_status there = std::filesystem::status(request.output, error);
  const bool is_device = std::filesystem::is_character_file(there) && request.product != compile::Product::kArchive;
  if (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there) || is_device) return std::nullopt;
  return Complain(ExitStatus::kCannotWrite, {fmt::format("-o {}: not a file name", request.output)});
}

jobs::Watch ToTerminal() {
  return {.on_diagnostics = PrintDiagnostics,
          .on_note = [](const std::string& sentence) { Complain(ExitStatus::kOk, {sentence}); },
          .on_output_of_a_failure = [](const std::string& text) { std::fputs(text.c_str(), stderr); }};
}

void NoteReason(const jobs::Failure& failure) {
  const session::Message reason = failure.Reason();
  NoteFailure(reason.status, reason.text, reason.hint);
}

ExitStatus PrintFailure(const jobs::Failure& failure) {
  NoteReason(failure);
  PrintDiagnostics(failure.diagnostics);
  if (!failure.message.empty() && !failure.is_printed) Complain(failure.status, {failure.message}, failure.hint);
  return failure.status;
}

}  // namespace lockstep::cli
