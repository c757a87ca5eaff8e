// threads, stackTrace, scopes, variables, evaluate and what else only looks.

#include <fmt/format.h>

#include <charconv>

#include "dap/moves.h"
#include "dap/state.h"
#include "dap/threads.h"
#include "jobs/record.h"
#include "shared/base/printable.h"
#include "shared/query/answer.h"
#include "shared/query/assignment.h"
#include "shared/query/forms.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/named_place.h"
#include "shared/trace/lookup.h"
#include "shared/trace/read_index.h"
#include "shared/trace/words.h"

namespace lockstep::dap {
namespace {

using replay::Model;
using replay::ThreadSlot;
constexpr std::uint64_t kMostChildren = 10'000;  // of one answer

Answer Threads(State& state, const Json&) {
  Json threads = Json::array();
  for (const ListedThread& thread : ListThreads(*state.model, state.Chosen()))
    threads.push_back({{"id", thread.id}, {"name", thread.name}});
  return Json{{"threads", threads}};
}

// Before its first step a thread is in no function: an editor then shows where the kernel begins.
Json OutsideFrame(State& state, ThreadSlot thread) {
  const trace::Kernel* kernel = state.model->kernel();
  const trace::Function* function = kernel ? state.model->function(kernel->function) : nullptr;
  state.frames.push_back({thread, 0});
  return {{"id", state.frames.size()},
          {"name",
           fmt::format("{} ({})", kernel ? kernel->name : "?", replay::Word(replay::PhaseOf(*state.model, thread)))},
          {"line", state.LineForEditor(function ? function->line : 1)},
          {"column", 0},
          {"source", state.SourceOf(function ? function->file : trace::FileId::kNone)},
          {"presentationHint", "subtle"}};
}

// Just after it was entered, a function has come to no line yet: it is where it begins.
replay::Line LineOf(const replay::Frame& frame, const trace::Function* function) {
  if (frame.line.number != 0 || !function) return frame.line;
  return {.file = function->file, .number = function->line};
}

Answer StackTrace(State& state, const Json& arguments) {
  const ThreadSlot thread = ThreadOfId(*state.model, arguments.value("threadId", std::int64_t{0}));
  if (thread == ThreadSlot::kNone) return Fail("no recorded thread of this launch has that id");
  const auto stack = replay::CallStack(*state.model, thread, state.model->position());
  const auto first =
      static_cast<std::size_t>(std::max<std::int64_t>(arguments.value("startFrame", std::int64_t{0}), 0));
  const auto levels = arguments.value("levels", std::int64_t{0});
  Json frames = Json::array();
  for (std::size_t i = first; i < stack.size(); ++i) {
    if (levels > 0 && frames.size() >= static_cast<std::size_t>(levels)) break;
    const std::size_t at = stack.size() - 1 - i;  // the innermost comes first
    const trace::Function* function = state.model->function(stack[at].function);
    state.frames.push_back({thread, at});
    const replay::Line line = LineOf(stack[at], function);
    frames.push_back({{"id", state.frames.size()},
                      {"name", function ? function->name : "?"},
                      {"line", state.LineForEditor(line.number)},
                      {"column", 0},
                      {"source", state.SourceOf(line.file)}});
  }
  if (stack.empty()) frames.push_back(OutsideFrame(state, thread));
  return Json{{"stackFrames", frames}, {"totalFrames", std::max<std::size_t>(stack.size(), 1)}};
}

Answer Scopes(State& state, const Json& arguments) {
  const FrameRef* frame = state.FrameOf(arguments.value("frameId", std::int64_t{0}));
  if (!frame) return Fail("there is no such frame at this moment");
  const FrameRef of = *frame;
  Json scopes = Json::array();
  const auto add = [&](const char* name, Node::Kind kind, bool expensive) {
    scopes.push_back({{"name", name},
                      {"variablesReference", state.AddNode({.kind = kind, .thread = of.thread, .frame = of.frame})},
                      {"expensive", expensive}});
  };
  add("Locals", Node::Kind::kLocals, false);
  scopes.back()["presentationHint"] = "locals";
  const trace::Dim3 block = state.model->BlockOf(of.thread);
  if (!ArraysOf(*state.model, block, true).empty()) add("Shared memory", Node::Kind::kShared, false);
  if (!ArraysOf(*state.model, block, false).empty()) add("Arrays", Node::Kind::kArrays, false);
  add("Built-ins", Node::Kind::kBuiltIns, false);
  add("Lanes of the warp", Node::Kind::kLanes, true);
  return Json{{"scopes", scopes}};
}

Json ToVariable(State& state, const ValuePlace& place, ThreadSlot thread) {
  const Shown shown = Describe(*state.model, place);
  Json variable{{"name", place.name},
                {"value", shown.value},
                {"type", shown.type},
                {"evaluateName", place.path},
                {"variablesReference", 0}};
  if (shown.named + shown.indexed > 0) {
    variable["variablesReference"] = state.AddNode({.kind = Node::Kind::kPlace, .thread = thread, .place = place});
    if (shown.named > 0) variable["namedVariables"] = shown.named;
    if (shown.indexed > 0) variable["indexedVariables"] = shown.indexed;
  }
  if (!place.live && place.object != trace::ObjectId::kNone)
    variable["memoryReference"] = fmt::format("{}:{}", trace::Index(place.object), place.offset);
  return variable;
}

Json PlainVariable(const std::string& name, const std::string& value, int reference = 0) {
  return {{"name", name}, {"value", value}, {"variablesReference", reference}};
}

void AddBuiltIns(const State& state, ThreadSlot thread, Json& variables) {
  const Model& model = *state.model;
  const auto add = [&](const char* name, trace::Dim3 value) {
    variables.push_back(PlainVariable(name, replay::Text(value)));
  };
  add("threadIdx", model.ThreadOf(thread));
  add("blockIdx", model.BlockOf(thread));
  add("blockDim", model.launch().block);
  add("gridDim", model.launch().grid);
  const std::uint32_t in_block = static_cast<std::uint32_t>(thread) % model.index().threads_per_block();
  variables.push_back(PlainVariable("warp", std::to_string(in_block / trace::kWarpSize)));
  variables.push_back(PlainVariable("lane", std::to_string(in_block % trace::kWarpSize)));
}

// One row for each variable of the kernel; opened, one for each lane.
void AddLanes(State& state, const Node& node, Json& variables) {
  const auto stack = replay::CallStack(*state.model, node.thread, state.model->position());
  if (node.frame >= stack.size()) return;
  for (const ValuePlace& place : LocalsOf(*state.model, stack[node.frame]))
    variables.push_back(PlainVariable(
        place.name, "",
        state.AddNode({.kind = Node::Kind::kLanesOf, .thread = node.thread, .frame = node.frame, .name = place.name})));
}

void AddLanesOf(const State& state, const Node& node, Json& variables) {
  const std::uint32_t threads = state.model->index().threads_per_block();
  const auto slot = static_cast<std::uint32_t>(node.thread);
  const std::uint32_t block = slot - slot % threads, warp = slot % threads / trace::kWarpSize * trace::kWarpSize;
  for (std::uint32_t lane = 0; lane < trace::kWarpSize && warp + lane < threads; ++lane) {
    const auto value = replay::Evaluate(*state.model, ThreadSlot{block + warp + lane}, node.name, node.frame);
    variables.push_back(PlainVariable(fmt::format("lane {}", lane), value ? value->text : value.error().message));
  }
}

Answer Variables(State& state, const Json& arguments) {
  const Node* found = state.NodeOf(arguments.value("variablesReference", std::int64_t{0}));
  if (!found) return Fail("there is no such variable at this moment");
  const Node node = *found;  // adding children may move it
  const auto begin = static_cast<std::uint64_t>(std::max<std::int64_t>(arguments.value("start", std::int64_t{0}), 0));
  const auto wanted = arguments.value("count", std::int64_t{0});
  const std::uint64_t count = wanted > 0 ? std::min<std::uint64_t>(wanted, kMostChildren) : kMostChildren;
  std::vector<ValuePlace> places;
  Json variables = Json::array();
  switch (node.kind) {
    case Node::Kind::kPlace: places = ChildrenOf(*state.model, node.place, begin, count); break;
    case Node::Kind::kLocals: {
      const auto stack = replay::CallStack(*state.model, node.thread, state.model->position());
      if (node.frame < stack.size()) places = LocalsOf(*state.model, stack[node.frame]);
      break;
    }
    case Node::Kind::kArrays:
    case Node::Kind::kShared:
      places = ArraysOf(*state.model, state.model->BlockOf(node.thread), node.kind == Node::Kind::kShared);
      break;
    case Node::Kind::kBuiltIns: AddBuiltIns(state, node.thread, variables); break;
    case Node::Kind::kLanes: AddLanes(state, node, variables); break;
    case Node::Kind::kLanesOf: AddLanesOf(state, node, variables); break;
  }
  for (const ValuePlace& place : places) variables.push_back(ToVariable(state, place, node.thread));
  return Json{{"variables", variables}};
}

std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(' ', at);
    if (begin == text.npos) break;
    at = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

// `focus 3,0,0/5,0,0`: that block and thread.
Answer Focus(State& state, const std::string& where) {
  const auto named = trace::ReadThread(where);
  if (!named) return Fail("`" + where + "` is no thread: write BLOCK/THREAD, such as 3,0,0/5,0,0");
  const trace::Dim3 block = named->block.value_or(state.cursor.block);
  const trace::RecordedLaunch& launch = state.model->launch();
  if (!trace::IsInside(block, launch.grid) || !trace::IsInside(named->thread, launch.block))
    return Fail(fmt::format("there is no thread {} of block {}: the launch has {} blocks of {} threads",
                            replay::Text(named->thread), replay::Text(block), replay::Text(launch.grid),
                            replay::Text(launch.block)));
  const ThreadSlot slot = state.model->SlotOf(block, named->thread);
  if (slot == ThreadSlot::kNone)
    return Fail(fmt::format("thread {} of block {} was not recorded in this launch", replay::Text(named->thread),
                            replay::Text(block)));
  state.Choose(slot);
  state.Stop("goto");
  return Json{{"result", fmt::format("block {} thread {}", replay::Text(block), replay::Text(named->thread))},
              {"variablesReference", 0}};
}

// `goto 0:1200`: the moment just after that step, and its thread.
Answer GotoStep(State& state, const std::string& where) {
  const auto moment = query::ReadMoment(*state.model, where);
  if (!moment) return std::unexpected(moment.error());
  state.cursor = *moment;
  state.Stop("goto");
  return Json{{"result", where}, {"variablesReference", 0}};
}

Answer SetStride(State& state, const std::string& stride) {
  if (stride != "thread" && stride != "warp" && stride != "block")
    return Fail("`" + stride + "` is no stride: thread, warp or block");
  state.stride = stride;
  return Json{{"result", "steps are now those of a " + stride}, {"variablesReference", 0}};
}

// A hover has room for a line.
constexpr std::size_t kMostInHover = 120;

// A struct or an array, which an editor can open; none for any other expression.
std::optional<ValuePlace> FindAggregate(const Model& model, ThreadSlot thread, std::optional<std::size_t> frame,
                                        const std::string& expression) {
  const auto named = replay::FindNamed(model, thread, expression, frame);
  if (!named) return std::nullopt;
  ValuePlace place{.name = expression,
                   .path = expression,
                   .live = named->live,
                   .object = named->object,
                   .offset = named->offset,
                   .type = named->type};
  if (named->count) place.shape = {*named->count};
  const trace::Type* type = model.type(place.type);
  const bool is_aggregate = !place.shape.empty() ||
                            (type && (type->kind == trace::TypeKind::kStruct || type->kind == trace::TypeKind::kArray));
  return is_aggregate ? std::optional(std::move(place)) : std::nullopt;
}

// An array of the recording by its own name, which is no name of the program's at this moment.
std::optional<ValuePlace> FindArray(const Model& model, trace::Dim3 block, const std::string& name) {
  for (const bool shared : {true, false})
    for (ValuePlace& place : ArraysOf(model, block, shared))
      if (place.name == name && !place.shape.empty()) return std::move(place);
  return std::nullopt;
}

Json Opened(State& state, const ValuePlace& place, ThreadSlot thread, const Json& arguments) {
  Json variable = ToVariable(state, place, thread);
  std::string text = variable["value"];
  if (arguments.value("context", "") == "hover" && text.size() > kMostInHover)
    text = std::string(ShortName(text.substr(0, kMostInHover))) + "...";
  Json body{{"result", text}, {"type", variable["type"]}, {"variablesReference", variable["variablesReference"]}};
  for (const char* field : {"namedVariables", "indexedVariables", "memoryReference"})
    if (variable.contains(field)) body[field] = variable[field];
  return body;
}

Answer EvaluateValue(State& state, const Json& arguments, const std::string& expression) {
  const FrameRef* of = state.FrameOf(arguments.value("frameId", std::int64_t{0}));
  const ThreadSlot thread = of ? of->thread : state.Chosen();
  const auto frame = of ? std::optional(of->frame) : std::nullopt;
  if (const auto place = FindAggregate(*state.model, thread, frame, expression))
    return Opened(state, *place, thread, arguments);
  const auto value = replay::Evaluate(*state.model, thread, expression, frame);
  if (!value) {
    const auto array = FindArray(*state.model, state.cursor.block, expression);
    if (array) return Opened(state, *array, thread, arguments);
    return std::unexpected(value.error());
  }
  const trace::Type* type = state.model->type(value->type);
  Json body{{"result", value->text}, {"variablesReference", 0}};
  if (type) body["type"] = type->name;
  return body;
}

constexpr std::uint64_t kRowsInConsole = 200;

// In the console: commands and queries, too.
Answer Evaluate(State& state, const Json& arguments) {
  const std::string text = arguments.value("expression", "");
  const auto words = Words(text);
  if (arguments.value("context", "") != "repl" || words.empty()) return EvaluateValue(state, arguments, text);
  if (words.size() == 2 && words[0] == "focus") return Focus(state, words[1]);
  if (words.size() == 2 && words[0] == "goto") return GotoStep(state, words[1]);
  if (words.size() == 2 && words[0] == "stride") return SetStride(state, words[1]);
  const auto parsed = query::Parse(text);
  if (!parsed) {
    if (query::IsAssignment(text)) return Fail(parsed.error().Sentence());
    // A text that does not begin like a query is an expression; of the rest, the query's mistake is of interest.
    Answer value = EvaluateValue(state, arguments, text);
    return value || words.size() == 1 ? value : Answer(std::unexpected(parsed.error()));
  }
  // A question without a moment of its own is about this one.
  const bool from_here = query::IsAboutMoment(*parsed);
  auto answer =
      query::Answer(*state.model, *parsed, from_here ? std::optional(state.cursor) : std::nullopt, query::Format::kText,
                    {.rows = kRowsInConsole, .more = "`limit N` at the end of the question shows N"});
  state.model->MoveTo(state.cursor);
  if (!answer) return std::unexpected(answer.error());
  return Json{{"result", *answer}, {"variablesReference", 0}};
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string Base64(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t group = bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    text += kBase64[group >> 18];
    text += kBase64[group >> 12 & 63];
    text += left > 1 ? kBase64[group >> 6 & 63] : '=';
    text += left > 2 ? kBase64[group & 63] : '=';
  }
  return text;
}

Answer ReadMemory(State& state, const Json& arguments) {
  constexpr std::int64_t kMost = 1 << 20;
  const std::string reference = arguments.value("memoryReference", "");
  std::uint32_t object = 0;
  std::uint64_t offset = 0;
  const char* const end = reference.data() + reference.size();
  const auto first = std::from_chars(reference.data(), end, object);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ':' ||
      std::from_chars(first.ptr + 1, end, offset).ec != std::errc{})
    return Fail("this is no place in memory");
  const std::int64_t begin = static_cast<std::int64_t>(std::min<std::uint64_t>(offset, INT32_MAX)) +
                             std::clamp<std::int64_t>(arguments.value("offset", std::int64_t{0}), INT32_MIN, INT32_MAX);
  const auto count = std::clamp<std::int64_t>(arguments.value("count", std::int64_t{0}), 0, kMost);
  if (begin < 0) return Json{{"address", reference}, {"unreadableBytes", count}};
  const ValuePlace place{.object = trace::ObjectId{object}, .offset = static_cast<std::uint64_t>(begin)};
  const auto bytes = state.model->object(place.object) ? BytesOf(*state.model, place, static_cast<std::uint64_t>(count))
                                                       : std::vector<std::uint8_t>{};
  return Json{{"address", fmt::format("{}:{}", object, begin)},
              {"data", Base64(bytes)},
              {"unreadableBytes", count - static_cast<std::int64_t>(bytes.size())}};
}

Answer LoadedSources(State& state, const Json&) {
  Json sources = Json::array();
  for (std::uint32_t i = 0; i < state.model->recording().files.size(); ++i)
    sources.push_back(state.SourceOf(trace::FileId{i}));
  return Json{{"sources", sources}};
}

Answer Source(State& state, const Json& arguments) {
  const Json source = arguments.value("source", Json::object());
  const auto reference = arguments.value("sourceReference", source.value("sourceReference", std::int64_t{0}));
  const auto& files = state.model->recording().files;
  const auto by_path = trace::Index(state.FileAt(source.value("path", "")));
  const std::uint64_t at = reference > 0 ? static_cast<std::uint64_t>(reference - 1) : by_path;
  if (at >= files.size()) return Fail("the recording has no such source");
  return Json{{"content", files[at].text}};
}

Answer ExceptionInfo(State& state, const Json&) {
  if (state.fault.empty()) return Fail("the last stop was no fault and no finding");
  return Json{{"exceptionId", "lockstep"}, {"description", state.fault}, {"breakMode", "always"}};
}

// The word before the cursor, among the names that the frame sees and the words of queries.
Answer Completions(State& state, const Json& arguments) {
  const std::string text = arguments.value("text", "");
  const auto column = arguments.value("column", std::int64_t{0}) - 1;
  const auto end =
      static_cast<std::size_t>(std::clamp<std::int64_t>(column, 0, static_cast<std::int64_t>(text.size())));
  std::size_t begin = end;
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  while (begin > 0 && is_part(text[begin - 1])) --begin;
  const std::string typed = text.substr(begin, end - begin);
  std::vector<std::string> words = replay::NamesWithValues(*state.model);
  for (const bool shared : {true, false})
    for (const ValuePlace& place : ArraysOf(*state.model, state.cursor.block, shared)) words.push_back(place.name);
  for (const char* word : {"writes to ", "reads of ", "accesses of ", "line ", "why ", "whynot ", "uses of ", "where ",
                           "print ", "count by ", "focus ", "goto ", "stride "})
    words.emplace_back(word);
  for (const query::FieldInfo& field : query::Fields()) words.emplace_back(field.word);
  Json targets = Json::array();
  for (const std::string& word : words)
    if (word.starts_with(typed) && targets.size() < 100)
      targets.push_back({{"label", word}, {"start", begin}, {"length", typed.size()}});
  return Json{{"targets", targets}};
}

}  // namespace

const std::map<std::string, Handler>& LookingRequests() {
  static const std::map<std::string, Handler> requests = {
      {"threads", Threads},        {"stackTrace", StackTrace},       {"scopes", Scopes},
      {"variables", Variables},    {"evaluate", Evaluate},           {"readMemory", ReadMemory},
      {"source", Source},          {"loadedSources", LoadedSources}, {"exceptionInfo", ExceptionInfo},
      {"completions", Completions}};
  return requests;
}

}  // namespace lockstep::dap
