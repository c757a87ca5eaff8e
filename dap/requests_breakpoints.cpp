// setBreakpoints and its relatives.

#include <fmt/format.h>

#include <charconv>

#include "dap/state.h"
#include "dap/threads.h"
#include "shared/trace/format_place.h"

namespace lockstep::dap {
namespace {

using replay::ThreadSlot;
constexpr std::size_t kMostLogged = 1000;  // lines that a log point prints
constexpr std::size_t kMostBreakpoints = 10'000;

// "3", ">= 3" or "% 4": as editors write hit conditions. A number alone stops from that hit on.
Expected<std::uint64_t> IgnoredHits(const std::string& text) {
  std::string_view rest = text;
  const bool more = rest.starts_with(">") && !rest.starts_with(">=");
  while (!rest.empty() && (rest.front() == '>' || rest.front() == '=' || rest.front() == ' ')) rest.remove_prefix(1);
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
  if (error != std::errc{} || end != rest.data() + rest.size())
    return Fail(fmt::format("`{}` is no count of hits: 3, >= 3 or > 3", text));
  return count - (more || count == 0 ? 0 : 1);
}

// The parts that all kinds of breakpoints have.
Expected<void> ReadConditions(const Json& from, Breakpoint& breakpoint) {
  if (const std::string text = from.value("condition", ""); !text.empty()) {
    auto condition = query::ParseCondition(text);
    if (!condition) return std::unexpected(condition.error());
    breakpoint.condition = std::move(*condition);
  }
  if (const std::string text = from.value("hitCondition", ""); !text.empty()) {
    const auto ignored = IgnoredHits(text);
    if (!ignored) return std::unexpected(ignored.error());
    breakpoint.ignored_hits = *ignored;
  }
  breakpoint.log = from.value("logMessage", "");
  return {};
}

Json Unverified(int id, const std::string& why) { return {{"id", id}, {"verified", false}, {"message", why}}; }

// A condition that has a value nowhere never stops, and is not passed over in silence.
Json Verified(State& state, const Breakpoint& breakpoint) {
  const std::string problem = ProblemOfCondition(*state.model, breakpoint);
  state.model->MoveTo(state.cursor);
  if (problem.empty()) return {{"id", breakpoint.id}, {"verified", true}};
  return Unverified(breakpoint.id, "the condition has no value: " + problem);
}

// All that it says of the past and the future, at once: a click on a line of it goes to its place in the source.
void PrintLog(State& state, const Breakpoint& breakpoint, const Json& source) {
  state.model->MoveTo(state.cursor.launch, 0);
  const auto logged = LogOf(*state.model, breakpoint, kMostLogged);
  for (const Logged& line : logged) {
    const std::string thread =
        line.thread == ThreadSlot::kNone
            ? ""
            : fmt::format("block {} thread {}, step {}: ", replay::Text(state.model->BlockOf(line.thread)),
                          replay::Text(state.model->ThreadOf(line.thread)), line.position - 1);
    state.SendEvent("output", {{"category", "console"},
                               {"output", thread + line.text + "\n"},
                               {"source", source},
                               {"line", state.LineForEditor(breakpoint.line.number)}});
  }
  if (logged.size() == kMostLogged)
    state.Output("console", fmt::format("... only the first {} lines of this log point\n", kMostLogged));
  state.model->MoveTo(state.cursor);
}

Answer SetBreakpoints(State& state, const Json& arguments) {
  const Json source = arguments.value("source", Json::object());
  const std::string path = source.value("path", "");
  const auto reference = source.value("sourceReference", std::int64_t{0});
  trace::FileId file = state.FileAt(path);
  if (reference > 0 && reference <= static_cast<std::int64_t>(state.model->recording().files.size()))
    file = trace::FileId{static_cast<std::uint32_t>(reference - 1)};
  const Json all = arguments.value("breakpoints", Json::array());
  if (all.size() > kMostBreakpoints)
    return Fail(fmt::format("there are too many breakpoints: {}, and {} is the most", all.size(), kMostBreakpoints));
  auto& breakpoints = state.line_breakpoints[path];
  breakpoints.clear();
  const LinesWithCode lines(*state.model, file);
  Json answers = Json::array();
  for (const Json& wanted : all) {
    Breakpoint breakpoint{.id = ++state.last_breakpoint};
    const std::uint32_t number = state.LineFromEditor(wanted.value("line", std::int64_t{0}));
    const auto line = lines.From(number);
    const auto conditions = ReadConditions(wanted, breakpoint);
    if (!conditions) {
      answers.push_back(Unverified(breakpoint.id, conditions.error().message));
    } else if (!line) {
      answers.push_back(Unverified(breakpoint.id, file == trace::FileId::kNone
                                                      ? "no recorded kernel is in this file"
                                                      : "no recorded kernel has code here or below"));
    } else {
      breakpoint.line = *line;
      answers.push_back(Verified(state, breakpoint));
      answers.back()["line"] = state.LineForEditor(line->number);
      if (!breakpoint.log.empty()) PrintLog(state, breakpoint, state.SourceOf(file));
      breakpoints.push_back(std::move(breakpoint));
    }
  }
  return Json{{"breakpoints", answers}};
}

// "scale" is the function "scale(float*)" and the template's "scale<3>".
bool IsNamed(const std::string& function, const std::string& name) {
  if (!function.starts_with(name)) return false;
  return function.size() == name.size() || function[name.size()] == '(' || function[name.size()] == '<';
}

Answer SetFunctionBreakpoints(State& state, const Json& arguments) {
  state.function_breakpoints.clear();
  Json answers = Json::array();
  const auto& functions = state.model->recording().functions;
  for (const Json& wanted : arguments.value("breakpoints", Json::array())) {
    const std::string name = wanted.value("name", "");
    const int id = ++state.last_breakpoint;
    Json answer = Unverified(id, "the recording has no device function of this name");
    for (std::uint32_t i = 0; i < functions.size() && answers.size() < kMostBreakpoints; ++i) {
      if (name.empty() || !IsNamed(functions[i].name, name)) continue;
      Breakpoint breakpoint{.id = id, .function = trace::FunctionId{i}};
      if (const auto conditions = ReadConditions(wanted, breakpoint); !conditions)
        return std::unexpected(conditions.error());
      // Of several functions of the name, it is enough that one has a value for the condition.
      if (answer["verified"] != true) answer = Verified(state, breakpoint);
      state.function_breakpoints.push_back(std::move(breakpoint));
    }
    answers.push_back(std::move(answer));
  }
  return Json{{"breakpoints", answers}};
}

// "object:begin:end:launch".
std::string ToText(const DataId& id) {
  return fmt::format("{}:{}:{}:{}", trace::Index(id.piece.object), id.piece.begin, id.piece.end, id.launch);
}

std::optional<DataId> ParseDataId(const State& state, const std::string& text) {
  std::uint64_t parts[4] = {};
  const char* at = text.data();
  for (int i = 0; i < 4; ++i) {
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), parts[i]);
    if (error != std::errc{} || (i < 3 && (end == text.data() + text.size() || *end != ':'))) return std::nullopt;
    at = end + 1;
  }
  const auto& launches = state.model->recording().launches;
  if (parts[0] > 0xffffffff || parts[3] >= launches.size() || parts[1] >= parts[2]) return std::nullopt;
  DataId id{.piece = {trace::ObjectId{static_cast<std::uint32_t>(parts[0])}, parts[1], parts[2]},
            .launch = static_cast<std::uint32_t>(parts[3])};
  if (!FindObject(state.model->recording(), launches[id.launch], id.piece.object)) return std::nullopt;
  return id;
}

Json DataInfo(const State& state, const DataId& id) {
  const auto object = state.model->object(id.piece.object);
  return {{"dataId", ToText(id)},
          {"description", query::NameOf(*state.model, id.piece)},
          {"accessTypes", object && object->kind == trace::ObjectKind::kLocal
                              ? Json::array({"write"})  // a recording has no reads of local variables
                              : Json::array({"read", "write", "readWrite"})},
          {"canPersist", false}};
}

Json NoDataInfo(const std::string& why) { return {{"dataId", nullptr}, {"description", why}}; }

// Of a variable in the tree, or of a cell by its name: `d_out[7]`.
Answer DataBreakpointInfo(State& state, const Json& arguments) {
  const std::string name = arguments.value("name", "");
  const Node* node = state.NodeOf(arguments.value("variablesReference", std::int64_t{0}));
  if (!node) {
    const auto parsed = query::Parse("writes to " + name);
    if (!parsed) return NoDataInfo("`" + name + "` is no array or variable");
    const auto pieces = query::FindPieces(*state.model, *parsed->target);
    if (!pieces) return NoDataInfo(pieces.error().message);
    if (pieces->empty()) return NoDataInfo("this launch has no `" + name + "`");
    // Of several, such as the tiles of all blocks, the chosen block's.
    const auto block = state.model->BlockSlot(state.cursor.block);
    const auto own = std::ranges::find_if(*pieces, [&](const query::Piece& piece) {
      const auto object = state.model->object(piece.object);
      return object && block && object->block == *block;
    });
    return DataInfo(state, {own == pieces->end() ? pieces->front() : *own, state.cursor.launch});
  }
  std::vector<ValuePlace> children;
  const auto stack = replay::CallStack(*state.model, node->thread, state.model->position());
  switch (node->kind) {
    case Node::Kind::kPlace: children = ChildrenOf(*state.model, node->place, 0, std::size_t{1} << 20); break;
    case Node::Kind::kLocals:
      if (node->frame < stack.size()) children = LocalsOf(*state.model, stack[node->frame]);
      break;
    case Node::Kind::kArrays:
    case Node::Kind::kShared:
      children = ArraysOf(*state.model, state.model->BlockOf(node->thread), node->kind == Node::Kind::kShared);
      break;
    default: break;
  }
  const auto child = std::ranges::find(children, name, &ValuePlace::name);
  if (child == children.end() || child->object == trace::ObjectId::kNone)
    return NoDataInfo("`" + name + "` is not in memory that was recorded");
  const std::uint64_t end = child->offset + SizeOf(*state.model, *child);
  return DataInfo(state, {{child->object, child->offset, end}, state.cursor.launch});
}

Answer SetDataBreakpoints(State& state, const Json& arguments) {
  state.data_breakpoints.clear();
  Json answers = Json::array();
  for (const Json& wanted : arguments.value("breakpoints", Json::array())) {
    Breakpoint breakpoint{.id = ++state.last_breakpoint};
    const auto id = ParseDataId(state, wanted.value("dataId", ""));
    const auto conditions = ReadConditions(wanted, breakpoint);
    if (!id || !conditions) {
      answers.push_back(Unverified(breakpoint.id, id ? conditions.error().message : "this is no place in memory"));
      continue;
    }
    const std::string access = wanted.value("accessType", "write");
    breakpoint.piece = id->piece;
    breakpoint.launch = id->launch;
    breakpoint.reads = access != "write";
    breakpoint.writes = access != "read";
    answers.push_back(Verified(state, breakpoint));
    state.data_breakpoints.push_back(std::move(breakpoint));
  }
  return Json{{"breakpoints", answers}};
}

Answer SetExceptionBreakpoints(State& state, const Json& arguments) {
  state.filters = {.faults = false, .findings = false};
  for (const Json& filter : arguments.value("filters", Json::array())) {
    if (filter == "faults") state.filters.faults = true;
    if (filter == "findings") state.filters.findings = true;
  }
  return Json();
}

Answer BreakpointLocations(State& state, const Json& arguments) {
  const trace::FileId file = state.FileAt(arguments.value("source", Json::object()).value("path", ""));
  const auto first = arguments.value("line", std::int64_t{0});
  const std::uint32_t begin = state.LineFromEditor(first),
                      end = state.LineFromEditor(arguments.value("endLine", first));
  Json locations = Json::array();
  const LinesWithCode lines(*state.model, file);
  for (auto line = lines.From(begin); line && line->number <= end; line = lines.From(line->number + 1))
    locations.push_back({{"line", state.LineForEditor(line->number)}});
  return Json{{"breakpoints", locations}};
}

}  // namespace

const std::map<std::string, Handler>& BreakpointRequests() {
  static const std::map<std::string, Handler> requests = {{"setBreakpoints", SetBreakpoints},
                                                          {"setFunctionBreakpoints", SetFunctionBreakpoints},
                                                          {"setDataBreakpoints", SetDataBreakpoints},
                                                          {"dataBreakpointInfo", DataBreakpointInfo},
                                                          {"setExceptionBreakpoints", SetExceptionBreakpoints},
                                                          {"breakpointLocations", BreakpointLocations}};
  return requests;
}

}  // namespace lockstep::dap
