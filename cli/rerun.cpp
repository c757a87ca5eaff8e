#include "cli/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "jobs/build.h"
#include "shared/base/scratch_folder.h"
#include "shared/replay/carry_findings.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

using Swap = std::pair<replay::KeptPlace, replay::KeptPlace>;

// Each lets another thread go first.
constexpr std::array kOrders = {"serial",     "consumer-first", "lockstep",  "shuffled:1",
                                "shuffled:2", "shuffled:3",     "shuffled:4"};

// Sets what is to be recorded: all that the recording holds, and what is asked for.
void RecordMore(const trace::Recording& recording, const viz::Rerun& request, session::RecordSettings& settings) {
  std::uint32_t launches = 0;  // so many of the program, from its first one on
  std::vector<trace::KernelId> kernels;
  bool is_first_of_kernel = true;
  const auto add = [&](trace::Dim3 block) {
    if (std::ranges::find(settings.blocks, block) == settings.blocks.end()) settings.blocks.push_back(block);
  };
  for (const trace::RecordedLaunch& launch : recording.launches) {
    launches = std::max(launches, launch.number + 1);
    is_first_of_kernel &= std::ranges::find(kernels, launch.kernel) == kernels.end();
    kernels.push_back(launch.kernel);
    for (const trace::RecordedBlock& block : launch.blocks) add(block.index);
  }
  if (request.block) add(*request.block);
  if (request.launch) launches = std::max(launches, *request.launch + 1);
  const bool has_them = settings.every_launch && settings.most_launches >= launches;
  const bool is_usual = is_first_of_kernel && launches <= kernels.size();
  if (has_them || is_usual) return;
  settings.every_launch = true;
  settings.most_launches = launches;
}

class Runner {
 public:
  explicit Runner(RerunProgram program) : program_(std::move(program)) {}
  ~Runner() {
    cancelled_ = true;
    if (thread_.joinable()) thread_.join();
  }

  std::optional<viz::Scene> Newer(const viz::Reading& reading) {
    if (!std::exchange(has_said_, true)) return viz::Scene{.rerun = viz::RerunState{.is_possible = true}};
    if (reading.rerun && reading.rerun->number != begun_ && !is_running_) Begin(reading.rerun);
    if (program_.follows && !is_running_ && HasEdits()) Begin(std::nullopt);
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, std::nullopt);
  }

 private:
  // Without a request: since a source was saved.
  void Begin(std::optional<viz::Rerun> request) {
    if (thread_.joinable()) thread_.join();
    if (request) begun_ = request->number;
    is_running_ = true;
    thread_ = std::thread([this, request = std::move(request)] {
      Say(request ? "" : "A source was saved: the program runs again.", true);
      if (request)
        Run(*request);
      else
        RunEdited();
      is_running_ = false;
    });
  }

  // Looked at a few times in a second: the window asks in each frame. An editor may remove a file while it saves.
  bool HasEdits() {
    using std::chrono::steady_clock;
    if (steady_clock::now() < next_look_) return false;
    next_look_ = steady_clock::now() + std::chrono::milliseconds(300);
    std::vector<std::filesystem::file_time_type> times;
    for (const std::string& source : program_.program.build.inputs) {
      std::error_code error;
      times.push_back(std::filesystem::last_write_time(source, error));
      if (error) return false;
    }
    return std::exchange(times_, times) != times && !std::exchange(is_first_look_, false);
  }

  void Say(std::string says, bool is_running, std::optional<trace::Recording> recording = {},
           std::optional<viz::RunNames> compare = {}) {
    const std::lock_guard lock(mutex_);
    news_ = viz::Scene{
        .recording = std::move(recording),
        .rerun = viz::RerunState{
            .is_possible = true, .is_running = is_running, .compare = std::move(compare), .says = std::move(says)}};
  }

  void Run(const viz::Rerun& request) {
    auto original = program_.original();
    if (!original) return Say(original.error().message, false);
    RecordMore(*original, request, program_.settings);
    replay::Model from(std::move(*original));
    if (request.swapped) return RunSwapped(from, *request.swapped);
    auto again = Record(program_.settings.order);
    if (!again) return Say(again.error().message, false);
    Show(from, std::move(*again));
  }

  // Findings are those of the program before the edit, so they are left out.
  void RunEdited() {
    auto again = Record(program_.settings.order);
    if (!again) return Say("The saved source does not run: " + again.error().message, false);
    if (!replay::Model::HasLaunches(*again)) return Say("The saved program has recorded no launch.", false);
    Say("This is the saved source.", false, std::move(*again), viz::RunNames{"after the edit", "before it"});
  }

  // Tries orders until one has the second access first.
  void RunSwapped(replay::Model& from, const Swap& swap) {
    std::size_t tried = 0;
    for (const char* order : kOrders) {
      if (order == program_.settings.order) continue;
      Say(fmt::format("The program runs again, in the order {}.", order), true);
      auto again = Record(order);
      if (!again) return Say(again.error().message, false);
      ++tried;
      if (!replay::Model::HasLaunches(*again)) continue;
      replay::Model model(std::move(*again));
      const auto first = replay::FindStep(model, swap.first), second = replay::FindStep(model, swap.second);
      if (!first || !second || second->step > first->step) continue;
      const viz::RunNames names{fmt::format("order {}", order), fmt::format("order {}", program_.settings.order)};
      program_.settings.order = order;
      return Show(from, model.recording(), fmt::format("In the order {}, the other access comes first.", order), names);
    }
    Say(fmt::format("None of {} other orders of threads swaps these two accesses.", tried), false);
  }

  void Show(replay::Model& from, trace::Recording again, std::string says = {},
            std::optional<viz::RunNames> compare = {}) {
    if (!replay::Model::HasLaunches(again)) return Say("The program has recorded no launch this time.", false);
    replay::Model to(again);
    again.findings = replay::CarryFindings(from, to);
    Say(std::move(says), false, std::move(again), std::move(compare));
  }

  Expected<trace::Recording> Record(const std::string& order) {
    const auto scratch = ScratchFolder::Make();
    if (!scratch) return std::unexpected(scratch.error());
    jobs::RecordRequest request{.program = program_.program, .settings = program_.settings, .quiet = true};
    request.program.in_background = true;
    request.settings.path = scratch->File("again.lstrace");
    request.settings.order = order;
    const auto recorded =
        jobs::Record(request, {.on_diagnostics = [](const std::string& text) { std::fputs(text.c_str(), stderr); },
                               .cancelled = [this] { return cancelled_.load(); }});
    if (!recorded)
      return Fail(recorded.error().message.empty() ? "The program could not be run again" : recorded.error().message);
    return trace::ReadTrace(recorded->file);
  }

  RerunProgram program_;
  bool has_said_ = false, is_first_look_ = true;
  std::chrono::steady_clock::time_point next_look_;
  std::vector<std::filesystem::file_time_type> times_;  // of the sources
  std::uint64_t begun_ = 0;                             // the request's number
  std::atomic<bool> is_running_ = false, cancelled_ = false;
  std::thread thread_;
  std::mutex mutex_;
  std::optional<viz::Scene> news_;
};

}  // namespace

viz::SceneSource Reruns(RerunProgram program) {
  auto runner = std::make_shared<Runner>(std::move(program));
  return [runner](const viz::Reading& reading) { return runner->Newer(reading); };
}

}  // namespace lockstep::cli
