#include "jobs/observe.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "jobs/in_parallel.h"
#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"
#include "shared/session/variables.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// Of loops that one thread may go round: enough for every lesson, and over in a moment.
constexpr std::uint64_t kMostRounds = 1 << 20;
// A kernel that waits for ever in the checker may still end when it is recorded, if not later than this.
constexpr std::chrono::seconds kGrace{1};
constexpr char kOtherOrder[] = "shuffled:1";

class Observer {
 public:
  Observer(const ObserveRequest& request, const Watch& watch) : request_(request), watch_(watch) {
    quiet_.cancelled = [this] { return is_hopeless_ || watch_.IsCancelled(); };
    observed_.resize(request.inputs.size());
    stuck_.resize(request.inputs.size());
    is_checked_.resize(request.inputs.size());
    overtime_.resize(request.inputs.size());
  }

  Result<std::vector<Observed>> Observe(const std::function<bool(const Observed&)>& is_enough) {
    if (auto failure = Build()) return std::unexpected(std::move(*failure));
    watch_.Begin(Stage::kRunning);
    RunThose(0, 1);
    if (failure_) return std::unexpected(*failure_);
    const bool all = !is_enough || !is_enough(observed_[0]);
    if (all) RunThose(1, observed_.size());
    if (failure_) return std::unexpected(*failure_);
    if (!all) observed_.resize(1);
    return std::move(observed_);
  }

 private:
  // A confined program has its limits, which do not depend on how fast the machine is.
  bool IsStuck(std::size_t run) const {
    if (request_.record.program.confinement) return false;
    const std::lock_guard lock(mutex_);
    return stuck_[run] && std::chrono::steady_clock::now() >= stuck_[run]->since + kGrace;
  }

  bool IsChecked() const { return !request_.schedules.empty(); }

  // Plain and checked at once: they share nothing but the source.
  std::optional<Failure> Build() {
    watch_.Begin(Stage::kBuilding);
    std::string diagnostics;
    Watch watch = quiet_;
    watch.on_diagnostics = [&](const std::string& text) { diagnostics = text; };
    Program program = request_.record.program;
    // In a sandbox a build sees no folder but its own.
    if (IsChecked() && !program.confinement) program.build.shared = compile::SharedHalf::Make();
    std::vector<std::function<void()>> builds{[&] { plain_ = BuildProgram(program, compile::Mode::kRecord, watch); }};
    if (IsChecked()) builds.push_back([&] { checked_ = BuildForCheck(CheckOf(program), quiet_); });
    InParallel(builds, request_.threads);
    watch_.Diagnose(diagnostics);
    if (!plain_) return plain_.error();
    if (!checked_) return checked_.error();
    return std::nullopt;
  }

  void RunThose(std::size_t begin, std::size_t end) {
    std::vector<std::function<void()>> tasks;
    for (std::size_t run = begin; run < end; ++run) {
      // The checker first: it ends where a kernel does not.
      if (IsChecked()) tasks.push_back([this, run] { CheckRun(run); });
      tasks.push_back([this, run] { RecordRun(run); });
      if (request_.reorders) tasks.push_back([this, run] { ReorderRun(run); });
    }
    InParallel(tasks, request_.threads);
  }

  CheckRequest CheckOf(Program program) const {
    return {.program = std::move(program),
            .schedule = request_.schedules,
            .most_rounds = kMostRounds,
            .explain = Explain{.totals_only = !request_.counts_lines},
            .arrays = request_.arrays,
            .most_launches = request_.record.settings.most_launches,
            .is_brief = true};
  }

  Program ProgramOf(std::size_t run) const {
    const Input& input = request_.inputs[run];
    Program program = request_.record.program;
    program.arguments.insert(program.arguments.end(), input.arguments.begin(), input.arguments.end());
    program.input = input.text;
    program.ends_when_full = true;
    if (!request_.processor_limits.empty()) program.processor_limit = request_.processor_limits[run];
    if (input.seed) program.environment.push_back(session::Assign(session::kSeedVariable, std::to_string(*input.seed)));
    return program;
  }

  // The first failure is the one that is reported; it ends what is still at work.
  void Fail(Failure failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    is_hopeless_ = true;
  }

  Result<Recorded> RecordIn(std::size_t run, const fs::path& path, const std::string& order) {
    RecordRequest request = request_.record;
    request.program = ProgramOf(run);
    request.settings.path = path.string();
    if (!order.empty()) request.settings.order = order;
    std::error_code error;
    fs::remove(path, error);
    Watch watch = quiet_;
    watch.cancelled = [&] { return quiet_.IsCancelled() || IsStuck(run); };
    return RecordBuilt(*plain_, request, watch);
  }

  static bool UsedTooMuch(const Failure& failure) {
    return failure.is_output_too_long || failure.excess != Excess::kNone;
  }

  static bool EndsAll(const Failure& failure) {
    return UsedTooMuch(failure) ||
           (failure.status != ExitStatus::kNoKernelRan && failure.status != ExitStatus::kProgramFailed);
  }

  void Took(Observed& observed, std::chrono::milliseconds time) {
    const std::lock_guard lock(mutex_);
    observed.took = std::max(observed.took, time);
  }

  // The checker says where a loop does not end, and the limit of the recorded run only that something does not: so the
  // limit waits for the checker, whichever of them the machine lets come first.
  void FailUnlessTheCheckerSays(std::size_t run, Failure failure) {
    {
      const std::lock_guard lock(mutex_);
      if (IsChecked() && !is_checked_[run]) {
        overtime_[run] = std::move(failure);
        return;
      }
    }
    Fail(std::move(failure));
  }

  void NoteChecked(std::size_t run) {
    std::optional<Failure> overtime;
    {
      const std::lock_guard lock(mutex_);
      is_checked_[run] = true;
      overtime = std::exchange(overtime_[run], std::nullopt);
    }
    if (overtime) Fail(std::move(*overtime));
  }

  void RecordRun(std::size_t run) {
    const auto start = std::chrono::steady_clock::now();
    Observed& observed = observed_[run];
    observed.file = PathOfRun(request_.record.settings.path, run);
    Result<Recorded> recorded = RecordIn(run, observed.file, "");
    if (!recorded) {
      if (recorded.error().status == ExitStatus::kInterrupted && IsStuck(run)) return Fail(stuck_[run]->failure);
      // A program that gives up before its first kernel is judged by what the checker finds.
      if (recorded.error().excess == Excess::kProcessor) return FailUnlessTheCheckerSays(run, recorded.error());
      if (EndsAll(recorded.error())) return Fail(recorded.error());
      observed.output = recorded.error().output;
      observed.errors = recorded.error().errors;
      observed.messages = recorded.error().messages;
      if (recorded.error().status == ExitStatus::kProgramFailed) observed.ended = recorded.error();
      return;
    }
    if (recorded->ended && recorded->ended->excess == Excess::kProcessor)
      return FailUnlessTheCheckerSays(run, EndOf(*recorded));
    if (recorded->ended && EndsAll(*recorded->ended)) return Fail(EndOf(*recorded));
    Took(observed, std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start));
    Expected<trace::Recording> recording = trace::ReadTrace(recorded->file);
    if (!recording) return Fail({.status = ExitStatus::kBadInput, .message = recording.error().message});
    observed.recording = std::make_shared<const trace::Recording>(std::move(*recording));
    observed.output = std::move(recorded->output);
    observed.errors = std::move(recorded->errors);
    observed.messages = std::move(recorded->messages);
    observed.ended = std::move(recorded->ended);
  }

  void ReorderRun(std::size_t run) {
    const fs::path path = PathOfRun(request_.record.settings.path, run).replace_extension(".again.lstrace");
    if (!RecordIn(run, path, kOtherOrder)) return;
    Expected<trace::Recording> recording = trace::ReadTrace(path);
    if (recording) observed_[run].reordered = std::make_shared<const trace::Recording>(std::move(*recording));
    std::error_code error;
    fs::remove(path, error);
  }

  // Nobody waits for a program that does not end.
  void NoteEndless(const report::Finding& finding, std::size_t run) {
    if (finding.kind != report::FindingKind::kEndless && finding.kind != report::FindingKind::kDeadlock) return;
    Failure failure{.status = ExitStatus::kTimeLimit,
                    .message = fmt::format("{}, at {}:{}.", finding.fact, finding.place.file, finding.place.line)};
    if (finding.kind == report::FindingKind::kEndless) return Fail(std::move(failure));
    const std::lock_guard lock(mutex_);
    if (!stuck_[run]) stuck_[run] = Stuck{std::move(failure), std::chrono::steady_clock::now()};
  }

  void CheckRun(std::size_t run) {
    CheckInAllOrders(run);
    NoteChecked(run);
  }

  void CheckInAllOrders(std::size_t run) {
    Observed& observed = observed_[run];
    Result<Checked> checked = CheckBuilt(*checked_, CheckOf(ProgramOf(run)), quiet_);
    if (!checked) {
      const bool is_limited = request_.record.program.confinement || !request_.processor_limits.empty();
      if (is_limited && UsedTooMuch(checked.error())) return Fail(checked.error());
      observed.not_checked = checked.error();
      return;
    }
    for (const report::Finding& finding : checked->report.findings) NoteEndless(finding, run);
    Took(observed, checked->longest);
    observed.checked = std::move(*checked);
  }

  const ObserveRequest& request_;
  const Watch& watch_;
  Watch quiet_;
  Result<std::string> plain_, checked_;  // the programs
  std::vector<Observed> observed_;
  mutable std::mutex mutex_;
  std::optional<Failure> failure_;
  // For each run: the checker has seen a kernel wait for ever.
  struct Stuck {
    Failure failure;
    std::chrono::steady_clock::time_point since;
  };
  std::vector<std::optional<Stuck>> stuck_;
  std::vector<bool> is_checked_;                  // to its end
  std::vector<std::optional<Failure>> overtime_;  // of runs that were recorded, until they are checked
  std::atomic<bool> is_hopeless_{false};
};

fs::path Beside(const fs::path& recording, const std::string& what) { return recording.string() + what; }

constexpr std::size_t kMostOutput = std::size_t{1} << 20;  // as much as is captured

// Of its checked run of that number.
fs::path PathOfArrays(const fs::path& recording, std::size_t run) {
  return Beside(recording, fmt::format(".arrays-{}", run));
}
fs::path PathOfOutput(const fs::path& recording, std::size_t run) {
  return Beside(recording, fmt::format(".output-{}", run));
}

Expected<void> SaveRun(const CheckedRun& run, const fs::path& recording, std::size_t number) {
  if (auto written = session::WriteArrays(run.arrays, PathOfArrays(recording, number)); !written) return written;
  return WriteFile(PathOfOutput(recording, number), run.output);
}

std::optional<CheckedRun> LoadRun(const fs::path& recording, std::size_t number) {
  auto arrays = session::ReadArrays(PathOfArrays(recording, number));
  auto output = ReadText(PathOfOutput(recording, number), kMostOutput);
  if (!arrays || !output) return std::nullopt;
  return CheckedRun{.arrays = std::move(*arrays), .output = std::move(*output)};
}

}  // namespace

fs::path PathOfRun(const fs::path& first, std::size_t run) {
  if (run == 0) return first;
  return first.parent_path() / fmt::format("{}-{}{}", first.stem().string(), run, first.extension().string());
}

std::string Describe(const Input& input) {
  if (!input.name.empty()) return input.name;
  std::string text;
  if (!input.arguments.empty()) {
    std::vector<std::string> shown;
    for (const std::string& argument : input.arguments) shown.push_back(fs::path(argument).filename().string());
    text = fmt::format("`{}`", fmt::join(shown, " "));
  }
  if (input.seed) text += fmt::format("{}seed {}", text.empty() ? "" : ", ", *input.seed);
  return text;
}

Result<std::vector<Observed>> Observe(const ObserveRequest& request, const Watch& watch,
                                      const std::function<bool(const Observed&)>& is_enough) {
  return Observer(request, watch).Observe(is_enough);
}

Expected<void> Save(const Observed& observed) {
  if (auto written = WriteFile(Beside(observed.file, ".output"), observed.output); !written) return written;
  if (auto written = WriteFile(Beside(observed.file, ".took"), std::to_string(observed.took.count())); !written)
    return written;
  if (!observed.checked) return {};
  for (std::size_t i = 0; i < observed.checked->runs.size(); ++i)
    if (auto written = SaveRun(observed.checked->runs[i], observed.file, i); !written) return written;
  if (!observed.checked->counts) return {};
  return metrics::WriteCounts(*observed.checked->counts, Beside(observed.file, ".counts"));
}

Expected<Observed> Load(const fs::path& file) {
  Observed observed{.file = file};
  std::error_code error;
  if (fs::exists(file, error)) {
    Expected<trace::Recording> recording = trace::ReadTrace(file);
    if (!recording) return std::unexpected(recording.error());
    observed.recording = std::make_shared<const trace::Recording>(std::move(*recording));
  }
  Expected<std::string> output = ReadText(Beside(file, ".output"), kMostOutput);
  if (!output) return std::unexpected(output.error());
  observed.output = std::move(*output);
  if (auto took = ReadText(Beside(file, ".took"), 32))
    observed.took = std::chrono::milliseconds(std::atoll(took->c_str()));
  Checked checked;
  if (auto counts = metrics::ReadCounts(Beside(file, ".counts"))) checked.counts = std::move(*counts);
  for (auto run = LoadRun(file, 0); run; run = LoadRun(file, checked.runs.size()))
    checked.runs.push_back(std::move(*run));
  if (checked.counts || !checked.runs.empty()) observed.checked = std::move(checked);
  return observed;
}

}  // namespace lockstep::jobs
