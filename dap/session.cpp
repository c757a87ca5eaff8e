#include "dap/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "dap/launch.h"
#include "dap/state.h"
#include "dap/threads.h"
#include "shared/base/printable.h"
#include "shared/query/assignment.h"

namespace lockstep::dap {
namespace {

Json Capabilities() {
  Json filters = Json::array();
  filters.push_back({{"filter", "faults"},
                     {"label", "Faults"},
                     {"description", "Threads that did what no thread may, such as access memory outside"},
                     {"default", true}});
  filters.push_back({{"filter", "findings"},
                     {"label", "Findings"},
                     {"description", "What `lockstep check` found, in a recording that it made"},
                     {"default", true}});
  Json capabilities{{"exceptionBreakpointFilters", filters},
                    {"supportSuspendDebuggee", false},
                    {"completionTriggerCharacters", {" ", "."}}};
  for (const char* feature : {"supportsConfigurationDoneRequest",
                              "supportsStepBack",
                              "supportsSteppingGranularity",
                              "supportsSingleThreadExecutionRequests",
                              "supportsConditionalBreakpoints",
                              "supportsHitConditionalBreakpoints",
                              "supportsLogPoints",
                              "supportsFunctionBreakpoints",
                              "supportsBreakpointLocationsRequest",
                              "supportsDataBreakpoints",
                              "supportsExceptionInfoRequest",
                              "supportsReadMemoryRequest",
                              "supportsEvaluateForHovers",
                              "supportsCompletionsRequest",
                              "supportsClipboardContext",
                              "supportsRestartFrame",
                              "supportsGotoTargetsRequest",
                              "supportsLoadedSourcesRequest",
                              "supportsDelayedStackTraceLoading",
                              "supportsTerminateRequest"})
    capabilities[feature] = true;
  return capabilities;
}

Answer Initialize(State& state, const Json& arguments) {
  state.lines_from_1 = arguments.value("linesStartAt1", true);
  state.has_progress = arguments.value("supportsProgressReporting", false);
  return Capabilities();
}

void Progress(const State& state, State& sender, const char* event, Json body) {
  if (!state.has_progress) return;
  body["progressId"] = "record";
  sender.SendEvent(event, std::move(body));
}

// The editor sends its breakpoints then. They are answered once there is a recording.
void SayInitialized(State& state) {
  if (std::exchange(state.has_said_initialized, true)) return;
  state.SendEvent("initialized");
}

// How far a recording is read: as progress, or for an editor without it as lines in the console.
class ReadingShown {
 public:
  explicit ReadingShown(State& state) : state_(state) {}
  void Show(float share) {
    const int percent = std::clamp(static_cast<int>(100 * share), 0, 100);
    SayInitialized(state_);
    if (percent <= shown_ + (state_.has_progress ? 0 : 9)) return;
    shown_ = percent;
    if (state_.has_progress)
      Progress(state_, state_, "progressUpdate", {{"message", "Reading the recording"}, {"percentage", percent}});
    else
      state_.Output("console", fmt::format("Reading the recording: {} %\n", percent));
  }

 private:
  State& state_;
  int shown_ = 0;
};

Answer Launch(State& state, const Json& arguments) {
  if (state.model) return Fail("the session has a recording already");
  ReadingShown reading(state);
  Progress(state, state, "progressStart", {{"title", "Lockstep"}, {"cancellable", false}});
  const LaunchEvents events{
      .on_stage = [&](const std::string& what) { Progress(state, state, "progressUpdate", {{"message", what}}); },
      .on_output = [&](const std::string& category, const std::string& text) { state.Output(category, text); },
      .on_reading = [&](float share) { reading.Show(share); },
      .cancelled = [&] { return state.editor.has_left && state.editor.has_left(); }};
  auto model = OpenConfiguration(arguments, events);
  Progress(state, state, "progressEnd", Json::object());
  if (!model) return std::unexpected(model.error());
  state.model = std::move(*model);
  state.cursor = replay::FirstCursor(*state.model);
  const bool at_entry = arguments.value("stopOnEntry", false);
  if (at_entry) state.cursor.step = 0;
  state.model->MoveTo(state.cursor);
  if (!std::exchange(state.has_said_initialized, true)) state.SendLater("initialized");
  return Json();
}

Answer ConfigurationDone(State& state, const Json&) {
  if (!state.model) return Fail("there is nothing to debug: send `launch` first");
  state.is_configured = true;
  // At a breakpoint if there is any, else at a first place that is worth looking at.
  const auto breakpoints = state.AllBreakpoints();
  if (!breakpoints.empty() || !state.model->recording().findings.empty()) {
    const replay::Cursor begin = state.cursor;
    for (std::uint32_t launch = 0; launch < state.model->recording().launches.size(); ++launch) {
      state.model->MoveTo(launch, 0);
      const auto stop =
          FindStop(*state.model, breakpoints, state.filters, replay::Direction::kForward, replay::ThreadSlot::kNone);
      if (!stop) continue;
      state.cursor = {.launch = launch, .step = stop->position};
      state.Choose(stop->thread);
      state.fault = stop->text;
      state.Stop(stop->text.empty() ? "breakpoint" : "exception", stop->text, stop->breakpoints);
      return Json();
    }
    state.cursor = begin;
  }
  state.Stop("entry");
  return Json();
}

Answer End(State& state, const Json&) {
  state.is_over = true;
  state.SendLater("terminated");
  return Json();
}

Answer Nothing(State&, const Json&) { return Json(); }

const std::map<std::string, Handler>& SessionRequests() {
  static const std::map<std::string, Handler> requests = {
      {"initialize", Initialize}, {"launch", Launch}, {"attach", Launch}, {"configurationDone", ConfigurationDone},
      {"disconnect", End},        {"terminate", End}, {"cancel", Nothing}};
  return requests;
}

// A recording is not changed; the rest is not there to be asked for.
std::string RefusalOf(const std::string& command) {
  if (command == "setVariable" || command == "setExpression" || command == "writeMemory")
    return std::string(query::kNotChanged);
  if (command == "disassemble" || command == "setInstructionBreakpoints")
    return "a recording has lines of the source, and no machine instructions";
  return "the request `" + Printable(ShortName(command)) + "` is not supported";
}

Answer Respond(State& state, const std::string& command, const Json& arguments) {
  if (const auto found = SessionRequests().find(command); found != SessionRequests().end())
    return found->second(state, arguments);
  for (const auto* requests : {&MovingRequests(), &LookingRequests(), &BreakpointRequests()}) {
    const auto found = requests->find(command);
    if (found == requests->end()) continue;
    if (!state.model) return Fail("there is nothing to debug: send `launch` first");
    return found->second(state, arguments);
  }
  return Fail(RefusalOf(command));
}

std::string FileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

void State::Send(Json message) {
  message["seq"] = ++sequence;
  editor.send(message);
}

void State::SendEvent(const std::string& name, Json body) {
  Send({{"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

void State::SendLater(const std::string& name, Json body) { later.emplace_back(name, std::move(body)); }

void State::Output(const std::string& category, const std::string& text) {
  SendEvent("output", {{"category", category}, {"output", PrintableLines(text, true)}});
}

void State::Choose(replay::ThreadSlot thread) {
  if (thread == replay::ThreadSlot::kNone) return;
  cursor.block = model->BlockOf(thread);
  cursor.thread = model->ThreadOf(thread);
}

void State::Stop(const std::string& reason, const std::string& text, const std::vector<int>& breakpoints) {
  nodes.clear();
  frames.clear();
  targets.clear();
  target_threads.clear();
  model->MoveTo(cursor);
  cursor.step = model->position();
  if (reason != "exception") fault.clear();
  Json body{
      {"reason", reason}, {"threadId", IdOf(Chosen())}, {"allThreadsStopped", true}, {"preserveFocusHint", false}};
  if (!text.empty()) body["text"] = text;
  if (!text.empty()) body["description"] = text;
  if (!breakpoints.empty()) body["hitBreakpointIds"] = breakpoints;
  SendLater("stopped", std::move(body));
}

std::vector<Breakpoint> State::AllBreakpoints() const {
  std::vector<Breakpoint> all;
  for (const auto& [path, breakpoints] : line_breakpoints)
    all.insert(all.end(), breakpoints.begin(), breakpoints.end());
  all.insert(all.end(), function_breakpoints.begin(), function_breakpoints.end());
  all.insert(all.end(), data_breakpoints.begin(), data_breakpoints.end());
  return all;
}

int State::AddNode(Node node) {
  nodes.push_back(std::move(node));
  return static_cast<int>(nodes.size());
}

const Node* State::NodeOf(std::int64_t reference) const {
  return reference >= 1 && reference <= static_cast<std::int64_t>(nodes.size()) ? &nodes[reference - 1] : nullptr;
}

const FrameRef* State::FrameOf(std::int64_t id) const {
  return id >= 1 && id <= static_cast<std::int64_t>(frames.size()) ? &frames[id - 1] : nullptr;
}

// True if the file still is what was recorded. Its text is compared once, and again when it was written since.
bool State::IsOnDisk(trace::FileId file) const {
  const trace::SourceFile& source = model->recording().files[trace::Index(file)];
  std::error_code error;
  const auto written = std::filesystem::last_write_time(source.path, error);
  const auto size = error ? 0 : std::filesystem::file_size(source.path, error);
  if (error || size != source.text.size()) return false;
  const auto [known, is_new] = compared_files.try_emplace(file);
  if (is_new || known->second.written != written)
    known->second = {.written = written, .is_same = FileText(source.path) == source.text};
  return known->second.is_same;
}

// By its path where the file still is what was recorded; else the editor asks us for the text.
Json State::SourceOf(trace::FileId file) const {
  const auto at = trace::Index(file);
  if (at >= model->recording().files.size()) return Json::object();
  const trace::SourceFile& source = model->recording().files[at];
  Json json{{"name", std::filesystem::path(source.path).filename().string()}, {"path", source.path}};
  if (!source.text.empty() && !IsOnDisk(file)) {
    json["sourceReference"] = static_cast<int>(at) + 1;
    json["origin"] = "as it was recorded";
  }
  return json;
}

std::uint32_t State::LineFromEditor(std::int64_t line) const {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(line + (lines_from_1 ? 0 : 1), 0, 0x7fffffff));
}

// The same path, or the only file of that name.
trace::FileId State::FileAt(const std::string& path) const {
  const auto& files = model->recording().files;
  trace::FileId by_name = trace::FileId::kNone;
  int same_names = 0;
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    if (files[i].path == path) return trace::FileId{i};
    if (std::filesystem::path(files[i].path).filename() != std::filesystem::path(path).filename()) continue;
    by_name = trace::FileId{i};
    ++same_names;
  }
  return same_names == 1 ? by_name : trace::FileId::kNone;
}

Session::Session(Editor editor) : state_(std::make_unique<State>(std::move(editor))) {}
Session::~Session() = default;

bool Session::is_over() const { return state_->is_over; }

void Session::Take(const Json& message) {
  if (!message.is_object() || message.value("type", Json()) != "request") return;
  const Json command = message.value("command", Json()), number = message.value("seq", Json());
  const Json arguments = message.value("arguments", Json::object());
  Json response{{"type", "response"},
                {"request_seq", number.is_number_integer() ? number : Json(0)},
                {"command", command.is_string() ? command : Json("")}};
  Answer answer = Fail("the request has no command");
  try {
    if (command.is_string()) answer = Respond(*state_, command, arguments.is_object() ? arguments : Json::object());
  } catch (const Json::exception& error) {
    // A field of another type than the protocol has it.
    answer = Fail(std::string("the arguments are not those of this request: ") + error.what());
  }
  response["success"] = answer.has_value();
  if (answer && !answer->is_null()) response["body"] = *answer;
  if (!answer) {
    response["message"] = answer.error().message;
    response["body"] = {{"error", {{"id", 1}, {"format", answer.error().message}, {"showUser", true}}}};
  }
  state_->Send(std::move(response));
  for (auto& [name, body] : std::exchange(state_->later, {})) state_->SendEvent(name, std::move(body));
}

}  // namespace lockstep::dap
