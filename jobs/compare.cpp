#include "jobs/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cuda/nvcc.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"
#include "shared/report/shipped_capture.h"
#include "shared/session/variables.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

struct Side {
  report::CaptureFile file;
  bool failed = false;  // the program returned an error
};

Result<Side> ReadSide(const std::string& path, bool failed = false) {
  auto captures = report::ReadCaptures(path);
  if (!captures) return Failed(ExitStatus::kBadInput, captures.error().message);
  return Side{std::move(*captures), failed};
}

// The failure of a run on `side` that did not end by itself.
std::optional<Failure> JudgeEndOn(const std::string& side, const ProcessResult& result, const Program& program,
                                  const Watch& watch) {
  std::optional<Failure> ended = JudgeEnd(result, program);
  if (!ended) return std::nullopt;
  if (!ended->message.empty()) ended->message = fmt::format("on the {} {}", side, ended->message);
  if (ended->status == ExitStatus::kProgramFailed && watch.on_output_of_a_failure)
    watch.on_output_of_a_failure(result.output);
  return ended;
}

// Runs a built program on one side and reads its captures, even if it died.
Result<Side> RunSide(const std::string& path, const std::string& side, const std::string& capture,
                     const Program& program, const Watch& watch) {
  ProcessRequest process = ToProcess(program, path, watch);
  process.environment = {session::Assign(session::kCaptureVariable, capture)};
  process.capture_output = true;
  const Result<ProcessResult> result = RunProcess(std::move(process), watch);
  if (!result) return std::unexpected(result.error());
  std::error_code error;
  const bool whole = fs::exists(capture, error), failed = result->status != 0;
  if (auto ended = JudgeEndOn(side, *result, program, watch)) return std::unexpected(std::move(*ended));
  if (failed) {
    if (watch.on_output_of_a_failure) watch.on_output_of_a_failure(result->output);
    watch.Note(fmt::format("on the {} the program returned {}", side, result->status));
  }
  const std::string found = whole ? capture : UnfinishedName(capture).string();
  Result<Side> read = fs::exists(found, error) ? ReadSide(found, failed) : Side{};
  if (!read || !read->file.captures.empty()) return read;
  if (failed) return Failed(ExitStatus::kProgramFailed);
  return Failed(ExitStatus::kNoKernelRan, fmt::format("on the {} the program copied nothing back from the device and "
                                                      "published nothing: nothing to compare",
                                                      side));
}

// The capture header passes on the names and types of arrays. It is C++, so a program with C files is built without it.
Program WithCaptureHeader(Program program) {
  const bool has_c =
      std::ranges::any_of(program.build.inputs, [](const std::string& input) { return input.ends_with(".c"); });
  auto& flags = program.build.compile_flags;
  if (!has_c) flags.insert(flags.end(), {"-include", "lockstep/capture.h"});
  return program;
}

Result<Side> RunOnSimulator(const CompareRequest& request, const ScratchFolder& scratch, const Watch& watch) {
  const Program program = WithCaptureHeader(*request.program);
  const Result<std::string> path = BuildProgram(program, compile::Mode::kRun, watch);
  if (!path) return std::unexpected(path.error());
  fs::path made = scratch.File("simulator.lscap");
  Result<Side> side = RunSide(*path, "simulator", made, program, watch);
  if (!side || request.keep.empty()) return side;
  // The unfinished file of a program that died has been read.
  std::error_code error;
  if (!fs::exists(made, error)) made = UnfinishedName(made);
  if (auto kept = MoveInto(made, request.keep); !kept) return Failed(ExitStatus::kCannotWrite, kept.error().message);
  return side;
}

NvccRequest ToNvcc(const compile::BuildRequest& request, const std::string& publish, const std::string& output) {
  return {.inputs = request.inputs,
          .output = output,
          .publish = publish,
          .standard = request.standard,
          .optimize = request.optimize,
          .relocatable = request.relocatable,
          .for_this_gpu = true,
          .compile_flags = request.compile_flags,
          .link_flags = request.link_flags};
}

Result<void> BuildWithNvcc(const Nvcc& nvcc, const NvccRequest& request, const Watch& watch) {
  watch.Begin(Stage::kBuilding);
  const auto built = lockstep::RunProcess({.command = NvccCommand(nvcc, request),
                                           .capture_errors = true,
                                           .capture_output = true,
                                           .cancelled = watch.cancelled});
  if (!built) return Failed(ExitStatus::kMissingTool, built.error().message);
  if (built->interrupted || built->cancelled) return Failed(ExitStatus::kInterrupted);
  if (built->status == 0) return {};
  return std::unexpected(Failure{.status = ExitStatus::kCompileError,
                                 .message = "nvcc cannot compile the program",
                                 .diagnostics = built->output + built->errors});
}

// The GPU is looked for before nvcc compiles, which takes much longer than to say that there is none.
Result<Side> RunOnGpu(const CompareRequest& request, const ScratchFolder& scratch, const Watch& watch) {
  const auto toolchain = compile::FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  if (const auto gpu = FindGpu(); !gpu) {
    return Failed(ExitStatus::kNoGpu, fmt::format("nothing to compare with: {}. Run the program where there is a GPU "
                                                  "(shared/report/CAPTURES.md) and give its capture: "
                                                  "lockstep compare {} GPU.lscap",
                                                  gpu.error().message, request.program->build.inputs[0]));
  }
  const auto nvcc = FindNvcc();
  if (!nvcc) return Failed(ExitStatus::kNoGpu, fmt::format("nothing to compare with: {}", nvcc.error().message));
  const std::string program = scratch.File("program");
  const NvccRequest build = ToNvcc(request.for_nvcc, toolchain->publish.string(), program);
  if (auto built = BuildWithNvcc(*nvcc, build, watch); !built) return std::unexpected(built.error());
  return RunSide(program, "GPU", scratch.File("gpu.lscap"), *request.program, watch);
}

// If this machine has no GPU: the captures of a GPU run that ship with the program. Nothing if there are none.
std::optional<Side> ReadShipped(const Program& program, const Watch& watch) {
  const auto gpu = FindGpu();
  if (gpu || program.build.inputs.size() != 1) return std::nullopt;
  auto shipped = report::FindShippedCapture(program.build.inputs[0], program.arguments);
  if (!shipped) {
    watch.Note(shipped.error().message);
    return std::nullopt;
  }
  if (!*shipped) return std::nullopt;
  watch.Note(fmt::format("{}; comparing with the captures from {}, made on {} ({})", gpu.error().message,
                         (*shipped)->device, (*shipped)->date, (*shipped)->path.string()));
  return Side{std::move((*shipped)->file)};
}

Result<Side> OtherSide(const CompareRequest& request, const ScratchFolder& scratch, const Watch& watch) {
  if (!request.captures.empty()) return ReadSide(request.captures.back());
  if (std::optional<Side> shipped = ReadShipped(*request.program, watch)) return std::move(*shipped);
  return RunOnGpu(request, scratch, watch);
}

// Two sides of the same name get the names of their files.
void LabelSides(report::CaptureFile& a, report::CaptureFile& b, const std::vector<std::string>& captures) {
  if (captures.size() == 2) a.side = captures[0];
  b.side = captures.back();
}

}  // namespace

Result<Compared> Compare(const CompareRequest& request, const Watch& watch) {
  const std::size_t captures = request.captures.size();
  if (captures > 2 || (captures == 2) == request.program.has_value())
    return Failed(ExitStatus::kBadUsage, "compare takes two captures, a program, or a program and a capture");
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Failed(ExitStatus::kCannotWrite, scratch.error().message);
  Result<Side> a = request.program ? RunOnSimulator(request, *scratch, watch) : ReadSide(request.captures[0]);
  if (!a) return std::unexpected(a.error());
  Result<Side> b = OtherSide(request, *scratch, watch);
  if (!b) return std::unexpected(b.error());
  if (a->file.side == b->file.side && !request.captures.empty()) LabelSides(a->file, b->file, request.captures);
  Compared compared{.a = std::move(a->file), .b = std::move(b->file), .failed = a->failed || b->failed};
  compared.result = report::Compare(compared.a, compared.b, {.tolerance = request.tolerance});
  return compared;
}

}  // namespace lockstep::jobs
