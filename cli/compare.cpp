// lockstep compare: compares what a program copies back from the device on two sides.
//
//   lockstep compare A.lscap B.lscap                two captures made anywhere
//   lockstep compare FILE.cu B.lscap [-- args]      the simulator against a capture made elsewhere
//   lockstep compare FILE.cu [-- args]              the simulator against the GPU of this machine or, if it has none,
//                                                   against the captures that ship with the program (FILE's folder/gpu)

#include "jobs/compare.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "cli/view_flags.h"
#include "jobs/record.h"
#include "shared/base/scratch_folder.h"
#include "shared/trace/trace.h"
#include "viz/model/guessed_shapes.h"

namespace lockstep::cli {
namespace {

struct CompareOptions {
  BuildFlags flags;
  std::uint64_t tolerance = 0;
  bool json = false;
  std::string keep;
  double limit = 0;
  bool view = false;
  ViewFlags view_flags;
};

// Of each launch: enough to see how its lines index their arrays.
constexpr std::uint64_t kStepsForShapes = 20'000;

bool IsCaptureFile(const std::string& path) { return path.ends_with(".lscap") || path.ends_with(".lscap.unfinished"); }

ExitStatus ShowSides(viz::SideBySide sides, const CompareOptions& options) {
  const auto view = ReadViewFlags(options.view_flags, "compare");
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  return ShowScene({.sides = std::move(sides)}, options.view_flags, *view);
}

// For the window: arrays without a shape get the one that the source implies. The comparison needs none of it, so
// nothing is said where the program cannot be recorded.
void GuessShapesFrom(jobs::Program program, report::Comparison& comparison) {
  const auto is_flat = [](const report::PairResult& pair) { return pair.shape.size() == 1 && pair.cells > 1; };
  if (std::ranges::none_of(comparison.pairs, is_flat)) return;
  const auto scratch = ScratchFolder::Make();
  if (!scratch) return;
  program.in_background = true;
  jobs::RecordRequest request{.program = std::move(program), .quiet = true};
  request.settings.path = scratch->File("shapes.lstrace");
  request.settings.rules = {{.kind = session::BlockRule::Kind::kFirst, .count = 1}};
  request.settings.max_steps = kStepsForShapes;
  const auto recorded = jobs::Record(request);
  if (!recorded) return;
  auto recording = trace::ReadTrace(recorded->file);
  if (!recording || !replay::Model::HasLaunches(*recording)) return;
  replay::Model model(std::move(*recording));
  viz::GuessShapes(model, comparison);
}

ExitStatus Print(jobs::Compared compared, const CompareOptions& options, const std::optional<jobs::Program>& program) {
  std::fputs(options.json ? report::ComparisonAsJson(compared.result).c_str()
                          : report::FormatComparison(compared.result, WantsColor(stdout)).c_str(),
             stdout);
  if (compared.result.pairs.empty()) return ExitStatus::kNoKernelRan;
  const bool same = compared.IsSame();
  if (options.view || !options.view_flags.screenshot.empty()) {
    std::fflush(stdout);
    if (program) GuessShapesFrom(*program, compared.result);
    const ExitStatus shown = ShowSides(
        {std::move(compared.a), std::move(compared.b), std::move(compared.result), options.tolerance}, options);
    if (shown != ExitStatus::kOk) return shown;
  }
  if (!same) return ExitStatus::kDifferent;
  return compared.failed ? ExitStatus::kProgramFailed : ExitStatus::kOk;
}

// The program for nvcc: nvcc's own flags are passed unchanged, and clang's warning names are left out.
std::expected<compile::BuildRequest, ExitStatus> ForNvcc(BuildFlags flags) {
  flags.warnings.clear();
  const std::vector<std::string> nvcc_flags = std::exchange(NvccFlags(), {});
  auto request = ToRequest(flags);
  NvccFlags() = nvcc_flags;
  if (request) request->compile_flags.insert(request->compile_flags.end(), nvcc_flags.begin(), nvcc_flags.end());
  return request;
}

std::expected<jobs::CompareRequest, ExitStatus> ToRequest(const CompareOptions& options,
                                                          std::vector<std::string> captures) {
  jobs::CompareRequest request{.captures = std::move(captures), .tolerance = options.tolerance, .keep = options.keep};
  if (options.flags.request.inputs.empty()) return request;
  auto program = ToProgram(options.flags, options.limit);
  if (!program) return std::unexpected(program.error());
  request.program = std::move(*program);
  auto for_nvcc = ForNvcc(options.flags);
  if (!for_nvcc) return std::unexpected(for_nvcc.error());
  request.for_nvcc = std::move(*for_nvcc);
  return request;
}

ExitStatus Compare(CompareOptions& options) {
  std::vector<std::string> captures;
  auto& inputs = options.flags.request.inputs;
  std::vector<Output> outputs = OutputsOf(options.view_flags);
  outputs.push_back({"--keep", options.keep});
  if (const auto refused = JudgeOutputs(outputs, inputs)) return *refused;
  if (auto view = ReadViewFlags(options.view_flags, ""); !view) return Complain(ExitStatus::kBadUsage, view.error());
  std::ranges::copy_if(inputs, std::back_inserter(captures), IsCaptureFile);
  std::erase_if(inputs, IsCaptureFile);
  if (!options.keep.empty() && inputs.empty() && captures.size() == 2)
    return Complain(ExitStatus::kBadUsage,
                    {"--keep keeps the simulator's capture, but two captures need no simulator"});
  const auto request = ToRequest(options, std::move(captures));
  if (!request) return request.error();
  auto compared = jobs::Compare(*request, ToTerminal());
  return compared ? Print(std::move(*compared), options, request->program) : PrintFailure(compared.error());
}

}  // namespace

void AddCompare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Compare what a program computes on the simulator and on a GPU");
  AddBuildFlags(*command, options->flags);
  command->get_option("FILES")->description(
      "a program's sources, or captures (.lscap), or sources and one capture; "
      "after `--` the program's arguments");
  command->add_option("--tolerance", options->tolerance,
                      "treat cells as equal that differ by at most this many ULP (integers: by at most this much)");
  command->add_flag("--json", options->json, "print the result as JSON (see shared/report/CAPTURES.md)");
  command->add_option("--keep", options->keep, "keep the simulator's capture in this file");
  command->add_flag("--view", options->view, "show both sides and the difference in a window");
  AddViewFlags(*command->add_option_group("With --view"), options->view_flags);
  AddLimitFlag(*command, options->limit);
  OnRun(command, [options] { return Compare(*options); });
}

}  // namespace lockstep::cli
