// lockstep compare: what a program copies back from the device, on two sides.
//
//   lockstep compare A.lscap B.lscap                two captures made anywhere
//   lockstep compare FILE.cu B.lscap [-- args]      the simulator against a capture made elsewhere
//   lockstep compare FILE.cu [-- args]              the simulator against the GPU of this machine, or, where there is
//   none,
//                                                   against what ships beside the program (FILE's folder/gpu)

#include "shared/report/compare.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "cli/view_flags.h"
#include "cuda/nvcc.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"
#include "shared/report/shipped_capture.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  BuildFlags flags;
  std::uint64_t tolerance = 0;
  bool json = false;
  std::string keep;
  double limit = 0;
  bool view = false;
  ViewFlags view_flags;
};

// What a side captured, or how the command ends because there is nothing; what went wrong has been told then.
struct Captured {
  CaptureFile file;
  bool failed = false;  // the program returned an error
};
using Side = std::expected<Captured, ExitStatus>;

bool IsCaptureFile(const std::string& path) { return path.ends_with(".lscap") || path.ends_with(".lscap.unfinished"); }

Side Told(ExitStatus status, std::string message) { return std::unexpected(Complain(status, {std::move(message)})); }

Side ReadSide(const std::string& path, bool failed = false) {
  auto captures = ReadCaptures(path);
  if (!captures) return std::unexpected(Complain(ExitStatus::kBadInput, captures.error()));
  return Captured{std::move(*captures), failed};
}

// Runs a built program on one side and reads what it captured, also where it died in the middle.
Side RunSide(const std::string& program, const std::string& side, const std::string& path, const Options& options) {
  ProcessRequest request{
      .command = {program}, .environment = {"LOCKSTEP_CAPTURE=" + path}, .under_study = true, .capture_output = true};
  request.command.insert(request.command.end(), ProgramArguments().begin(), ProgramArguments().end());
  request.limit = LimitOf(options.limit);
  const Expected<ProcessResult> result = RunProcess(std::move(request));
  if (!result) return std::unexpected(Complain(ExitStatus::kBadInput, result.error()));
  if (result->interrupted) return std::unexpected(ExitStatus::kInterrupted);
  if (result->timed_out) {
    return Told(ExitStatus::kTimeLimit,
                fmt::format("on the {} the program was ended after {} s (--limit)", side, options.limit));
  }
  std::error_code error;
  const bool whole = fs::exists(path, error);
  if (result->signal != 0) {
    std::fputs(result->output.c_str(), stderr);
    return Told(ExitStatus::kProgramFailed, fmt::format("on the {} the program was ended by signal {} ({})", side,
                                                        result->signal, strsignal(result->signal)));
  }
  if (result->status != 0) {
    std::fputs(result->output.c_str(), stderr);
    Complain(ExitStatus::kProgramFailed, {fmt::format("on the {} the program returned {}", side, result->status)});
  }
  const std::string found = whole ? path : UnfinishedName(path).string();
  Side captured = fs::exists(found, error) ? ReadSide(found, result->status != 0) : Captured{};
  if (!captured || !captured->file.captures.empty()) return captured;
  if (result->status != 0) return std::unexpected(ExitStatus::kProgramFailed);
  return Told(ExitStatus::kNoKernelRan, fmt::format("on the {} the program copied nothing back from the device and "
                                                    "published nothing: nothing to compare",
                                                    side));
}

// The capture header names the arrays and their types. It is C++, so a program with C files goes without.
BuildFlags WithCaptureHeader(BuildFlags flags) {
  const bool has_c =
      std::ranges::any_of(flags.request.inputs, [](const std::string& input) { return input.ends_with(".c"); });
  if (!has_c) flags.request.compile_flags.insert(flags.request.compile_flags.end(), {"-include", "lockstep/capture.h"});
  return flags;
}

Side RunOnSimulator(const Options& options, const ScratchFolder& scratch) {
  BuildFlags flags = WithCaptureHeader(options.flags);
  const auto program = BuildProgram(flags, Mode::kRun);
  if (!program) return std::unexpected(program.error());
  Side side = RunSide(*program, "simulator", scratch.File("simulator.lscap"), options);
  if (!side || options.keep.empty()) return side;
  // A program that died has left an unfinished one, and that was read.
  std::error_code error;
  fs::path made = scratch.File("simulator.lscap");
  if (!fs::exists(made, error)) made = UnfinishedName(made);
  if (auto kept = MoveInto(made, options.keep); !kept) return Told(ExitStatus::kCannotWrite, kept.error().message);
  return side;
}

NvccRequest ToNvcc(const BuildRequest& request, const std::string& publish, const std::string& output,
                   bool for_this_gpu) {
  return {.inputs = request.inputs,
          .output = output,
          .publish = publish,
          .standard = request.standard,
          .optimize = request.optimize,
          .relocatable = request.relocatable,
          .for_this_gpu = for_this_gpu,
          .compile_flags = request.compile_flags,
          .link_flags = request.link_flags};
}

Side RunOnGpu(const Options& options, const ScratchFolder& scratch) {
  const auto toolchain = FindToolchain();
  if (!toolchain) return std::unexpected(Complain(ExitStatus::kMissingTool, toolchain.error()));
  const auto gpu = FindGpu();
  const auto nvcc = FindNvcc();
  if (!nvcc) return Told(ExitStatus::kNoGpu, fmt::format("nothing to compare with: {}", nvcc.error().message));

  BuildFlags flags = options.flags;
  flags.warnings.clear();  // clang's names mean nothing to nvcc
  const std::string program = scratch.File("program");
  // nvcc's own flags go to it as they are.
  const std::vector<std::string> nvcc_flags = std::exchange(NvccFlags(), {});
  auto plain = ToRequest(flags, Mode::kRun);
  if (!plain) return std::unexpected(plain.error());
  NvccRequest request = ToNvcc(*plain, toolchain->publish.string(), program, gpu.has_value());
  request.compile_flags.insert(request.compile_flags.end(), nvcc_flags.begin(), nvcc_flags.end());
  const auto built =
      RunProcess({.command = NvccCommand(*nvcc, request), .capture_errors = true, .capture_output = true});
  if (!built) return std::unexpected(Complain(ExitStatus::kMissingTool, built.error()));
  if (built->interrupted) return std::unexpected(ExitStatus::kInterrupted);
  if (built->status != 0) {
    PrintDiagnostics(built->output + built->errors);
    return Told(ExitStatus::kCompileError, "nvcc does not compile the program");
  }
  if (!gpu) {
    return Told(ExitStatus::kNoGpu,
                fmt::format("{}. The program compiles with nvcc {}; to compare, run it where there is a GPU "
                            "(shared/report/CAPTURES.md) and give its capture: lockstep compare {} GPU.lscap",
                            gpu.error().message, nvcc->version, options.flags.request.inputs[0]));
  }
  return RunSide(program, "GPU", scratch.File("gpu.lscap"), options);
}

// Where this machine has no GPU: what one gave for the program elsewhere. Nothing where no such capture ships.
std::optional<Side> ReadShipped(const Options& options) {
  const auto& inputs = options.flags.request.inputs;
  const auto gpu = FindGpu();
  if (gpu || inputs.size() != 1) return std::nullopt;
  auto shipped = FindShippedCapture(inputs[0], ProgramArguments());
  if (!shipped) {
    fmt::print(stderr, "lockstep: {}\n", shipped.error().message);
    return std::nullopt;
  }
  if (!*shipped) return std::nullopt;
  fmt::print(stderr, "lockstep: {}; comparing with what {} gave on {} ({})\n", gpu.error().message, (*shipped)->device,
             (*shipped)->date, (*shipped)->path.string());
  return Captured{std::move((*shipped)->file)};
}

Side OtherSide(const Options& options, const ScratchFolder& scratch) {
  if (std::optional<Side> shipped = ReadShipped(options)) return std::move(*shipped);
  return RunOnGpu(options, scratch);
}

ExitStatus ShowSides(viz::SideBySide sides, const Options& options) {
  const auto view = ReadViewFlags(options.view_flags, "compare");
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  return ShowScene({.sides = std::move(sides)}, options.view_flags, *view);
}

ExitStatus CompareSides(Captured a, Captured b, const Options& options) {
  Comparison comparison = Compare(a.file, b.file, {.tolerance = options.tolerance});
  std::fputs(
      options.json ? ComparisonAsJson(comparison).c_str() : TellComparison(comparison, WantsColor(stdout)).c_str(),
      stdout);
  if (comparison.pairs.empty()) return ExitStatus::kNoKernelRan;
  const bool same = comparison.Same() && comparison.complete_a && comparison.complete_b;
  if (options.view || !options.view_flags.screenshot.empty()) {
    std::fflush(stdout);
    const ExitStatus shown =
        ShowSides({std::move(a.file), std::move(b.file), std::move(comparison), options.tolerance}, options);
    if (shown != ExitStatus::kOk) return shown;
  }
  if (!same) return ExitStatus::kDifferent;
  return a.failed || b.failed ? ExitStatus::kProgramFailed : ExitStatus::kOk;
}

// Two sides of the same name are called after their files.
void TellApart(CaptureFile& a, CaptureFile& b, const std::vector<std::string>& captures) {
  if (captures.size() == 2) a.side = captures[0];
  b.side = captures.back();
}

ExitStatus CompareIt(Options& options) {
  std::vector<std::string> captures;
  auto& inputs = options.flags.request.inputs;
  std::vector<Output> outputs = OutputsOf(options.view_flags);
  outputs.push_back({"--keep", options.keep});
  if (const auto refused = JudgeOutputs(outputs, inputs)) return *refused;
  if (auto view = ReadViewFlags(options.view_flags, ""); !view) return Complain(ExitStatus::kBadUsage, view.error());
  std::ranges::copy_if(inputs, std::back_inserter(captures), IsCaptureFile);
  std::erase_if(inputs, IsCaptureFile);
  if (captures.size() > 2 || (captures.size() == 2) != inputs.empty()) {
    return Complain(ExitStatus::kBadUsage, {"compare takes two captures, a program, or a program and a capture"});
  }
  if (!options.keep.empty() && inputs.empty())
    return Complain(ExitStatus::kBadUsage,
                    {"--keep keeps the simulator's capture, and two captures need no simulator"});
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  Side a = inputs.empty() ? ReadSide(captures[0]) : RunOnSimulator(options, *scratch);
  if (!a) return a.error();
  Side b = captures.empty() ? OtherSide(options, *scratch) : ReadSide(captures.back());
  if (!b) return b.error();
  if (a->file.side == b->file.side) TellApart(a->file, b->file, captures);
  return CompareSides(std::move(*a), std::move(*b), options);
}

}  // namespace

void AddCompare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("compare", "Compare what a program computes on the simulator and on a GPU");
  AddBuildFlags(*command, options->flags);
  command->get_option("FILES")->description(
      "a program's sources, or captures (.lscap), or sources and one capture; "
      "after `--` the program's arguments");
  command->add_option("--tolerance", options->tolerance,
                      "take cells for equal that differ by so many ULP (integers: by so much)");
  command->add_flag("--json", options->json, "as JSON (shared/report/CAPTURES.md describes it)");
  command->add_option("--keep", options->keep, "keep the simulator's capture in this file");
  command->add_flag("--view", options->view, "look at both sides and the difference in a window");
  AddViewFlags(*command->add_option_group("With --view"), options->view_flags);
  AddLimitFlag(*command, options->limit);
  OnRun(command, [options] { return CompareIt(*options); });
}

}  // namespace lockstep::cli
