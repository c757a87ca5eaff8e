// continue, next, stepIn, stepOut and their ways back; goto, restartFrame, pause.

#include <fmt/format.h>

#include "dap/moves.h"
#include "dap/state.h"
#include "dap/threads.h"

namespace lockstep::dap {
namespace {

using replay::Direction;
using replay::Position;
using replay::ThreadSlot;
// The thread that a request names; the chosen one if it names none that there is.
ThreadSlot ThreadOf(const State& state, const Json& arguments) {
  const ThreadSlot named = ThreadOfId(*state.model, arguments.value("threadId", std::int64_t{0}));
  return named == ThreadSlot::kNone ? state.Chosen() : named;
}

const char* ReasonText(StopReason reason) {
  switch (reason) {
    case StopReason::kLine: return "breakpoint";
    case StopReason::kFunction: return "function breakpoint";
    case StopReason::kData: return "data breakpoint";
    case StopReason::kFault:
    case StopReason::kFinding: return "exception";
  }
  return "pause";
}

void StopAt(State& state, const FoundStop& stop) {
  state.cursor.step = stop.position;
  state.Choose(stop.thread);
  state.fault = stop.text;
  state.Stop(ReasonText(stop.reason), stop.text, stop.breakpoints);
}

// To the next stop, over launches; at last to the end or the beginning of the recording.
void Run(State& state, Direction direction, ThreadSlot only) {
  const auto breakpoints = state.AllBreakpoints();
  const auto launches = static_cast<std::uint32_t>(state.model->recording().launches.size());
  const bool forward = direction == Direction::kForward;
  state.model->MoveTo(state.cursor);
  while (true) {
    if (const auto stop = FindStop(*state.model, breakpoints, state.filters, direction, only))
      return StopAt(state, *stop);
    const std::uint32_t here = state.cursor.launch;
    const bool is_last = forward ? here + 1 == launches : here == 0;
    if (is_last || only != ThreadSlot::kNone) break;
    // The next launch has threads of its own.
    state.cursor = replay::FirstCursor(*state.model, forward ? here + 1 : here - 1);
    state.cursor.step = forward ? 0 : ~Position{0};
    state.model->MoveTo(state.cursor);
  }
  state.cursor.step = forward ? state.model->end() : 0;
  state.Stop("pause", fmt::format("the {} of the recording{}", forward ? "end" : "beginning",
                                  launches > 1 && only != ThreadSlot::kNone ? "'s launch" : ""));
}

ThreadSlot Only(const State& state, const Json& arguments) {
  return arguments.value("singleThread", false) ? ThreadOf(state, arguments) : ThreadSlot::kNone;
}

Answer Continue(State& state, const Json& arguments) {
  Run(state, Direction::kForward, Only(state, arguments));
  return Json{{"allThreadsContinued", true}};
}

Answer ReverseContinue(State& state, const Json& arguments) {
  Run(state, Direction::kBackward, Only(state, arguments));
  return Json();
}

Answer Move(State& state, const Json& arguments, Step step, Direction direction) {
  state.Choose(ThreadOf(state, arguments));
  state.model->MoveTo(state.cursor);
  std::optional<Position> next;
  if (arguments.value("granularity", "line") == "instruction") {
    next = replay::NextStop(*state.model, state.cursor.block, state.cursor.thread, replay::Stride::kStep, direction);
  } else if (state.stride == "thread" || arguments.value("singleThread", false) || step == Step::kOut) {
    next = NextOf(*state.model, state.Chosen(), step, direction);
  } else {
    const replay::Stride stride = state.stride == "warp" ? replay::Stride::kWarp : replay::Stride::kBlock;
    next = replay::NextStop(*state.model, state.cursor.block, state.cursor.thread, stride, direction);
  }
  if (next) state.cursor.step = *next;
  state.Stop("step", next                               ? ""
                     : direction == Direction::kForward ? "the thread has ended"
                                                        : "the thread has not begun");
  return Json();
}

Answer Next(State& state, const Json& arguments) { return Move(state, arguments, Step::kOver, Direction::kForward); }
Answer StepIn(State& state, const Json& arguments) { return Move(state, arguments, Step::kIn, Direction::kForward); }
Answer StepOut(State& state, const Json& arguments) { return Move(state, arguments, Step::kOut, Direction::kForward); }
Answer StepBack(State& state, const Json& arguments) {
  return Move(state, arguments, Step::kOver, Direction::kBackward);
}

// Nothing runs.
Answer Pause(State& state, const Json&) {
  state.Stop("pause");
  return Json();
}

Answer RestartFrame(State& state, const Json& arguments) {
  const FrameRef* frame = state.FrameOf(arguments.value("frameId", std::int64_t{0}));
  if (!frame) return Fail("there is no such frame at this moment");
  state.Choose(frame->thread);
  state.cursor.step = BeginOfFrame(*state.model, frame->thread, frame->frame);
  state.Stop("restart");
  return Json();
}

// Before and after this moment: by the chosen thread; and the first one, if it never comes there.
Answer GotoTargets(State& state, const Json& arguments) {
  const Json source = arguments.value("source", Json::object());
  const replay::Line line{state.FileAt(source.value("path", "")),
                          state.LineFromEditor(arguments.value("line", std::int64_t{0}))};
  const auto visits = VisitsOf(*state.model, state.Chosen(), line);
  const Position here = state.model->position();
  Json targets = Json::array();
  const auto add = [&](Position position, std::size_t visit, const char* word) {
    state.targets.push_back(position);
    state.target_threads.push_back(state.Chosen());
    targets.push_back({{"id", state.targets.size()},
                       {"label", fmt::format("{} visit, {} of {}", word, visit + 1, visits.size())},
                       {"line", state.LineForEditor(line.number)}});
  };
  const auto after = std::ranges::upper_bound(visits, here);
  if (after != visits.end()) add(*after, static_cast<std::size_t>(after - visits.begin()), "next");
  const auto before = std::ranges::lower_bound(visits, here);
  if (before != visits.begin()) add(*(before - 1), static_cast<std::size_t>(before - visits.begin()) - 1, "previous");
  if (!targets.empty()) return Json{{"targets", targets}};
  Breakpoint any{.id = 1, .line = line};
  state.model->MoveTo(state.cursor.launch, 0);
  const auto stop =
      FindStop(*state.model, {any}, {.faults = false, .findings = false}, Direction::kForward, ThreadSlot::kNone);
  state.model->MoveTo(state.cursor);
  if (!stop) return Fail("no recorded thread comes to that line in this launch");
  state.targets.push_back(stop->position);
  state.target_threads.push_back(stop->thread);
  targets.push_back({{"id", state.targets.size()},
                     {"label", fmt::format("block {} thread {}, the first to come there",
                                           replay::Text(state.model->BlockOf(stop->thread)),
                                           replay::Text(state.model->ThreadOf(stop->thread)))},
                     {"line", state.LineForEditor(line.number)}});
  return Json{{"targets", targets}};
}

Answer Goto(State& state, const Json& arguments) {
  const auto id = arguments.value("targetId", std::int64_t{0});
  if (id < 1 || id > static_cast<std::int64_t>(state.targets.size())) return Fail("there is no such target");
  state.cursor.step = state.targets[id - 1];
  state.Choose(state.target_threads[id - 1]);
  state.Stop("goto");
  return Json();
}

}  // namespace

const std::map<std::string, Handler>& MovingRequests() {
  static const std::map<std::string, Handler> requests = {{"continue", Continue}, {"reverseContinue", ReverseContinue},
                                                          {"next", Next},         {"stepIn", StepIn},
                                                          {"stepOut", StepOut},   {"stepBack", StepBack},
                                                          {"pause", Pause},       {"restartFrame", RestartFrame},
                                                          {"goto", Goto},         {"gotoTargets", GotoTargets}};
  return requests;
}

}  // namespace lockstep::dap
