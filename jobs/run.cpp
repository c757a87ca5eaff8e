#include "jobs/run.h"

#include <cstdlib>

#include "shared/session/variables.h"

namespace lockstep::jobs {
namespace {

bool HasOrder(const RunRequest& request) {
  const char* of_environment = std::getenv(session::kOrderVariable);
  return !request.order.empty() || (of_environment && *of_environment);
}

}  // namespace

Result<Ran> Run(const RunRequest& request, const Watch& watch) {
  if (!request.order.empty())
    if (auto judged = JudgeOrder("--order", request.order); !judged)
      return Failed(ExitStatus::kBadUsage, judged.error().message);
  Program program = request.program;
  // Plain loops over the threads, and the lanes of whole warps, have one order only.
  if (HasOrder(request) && program.build.engine.empty()) program.build.engine = "fibers";
  const Result<std::string> path = BuildProgram(program, compile::Mode::kRun, watch);
  if (!path) return std::unexpected(path.error());
  return RunBuilt(*path, request, watch);
}

Result<Ran> RunBuilt(const std::string& path, const RunRequest& request, const Watch& watch) {
  ProcessRequest process = ToProcess(request.program, path, watch);
  if (!request.order.empty()) process.environment.push_back(session::Assign(session::kOrderVariable, request.order));
  // Without a place for its messages it runs as well; they are printed.
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (scratch) TakeMessages(process, *scratch);
  Result<ProcessResult> result = RunProcess(std::move(process), watch);
  if (!result) return std::unexpected(result.error());
  std::optional<Failure> ended = JudgeEnd(*result, request.program);
  if (ended && ended->status != ExitStatus::kProgramFailed) return std::unexpected(std::move(*ended));
  if (ended) watch.Note(ended->message);
  if (!ended && result->status != 0) ended = EndedWith(result->status);
  if (ended && scratch) ended->messages = MessagesIn(*scratch);
  return Ran{result->status, result->signal, std::move(result->output), std::move(result->errors), std::move(ended)};
}

}  // namespace lockstep::jobs
