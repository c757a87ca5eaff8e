#include "shared/query/origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>

#include "shared/base/trimmed.h"
#include "shared/query/host_history.h"
#include "shared/query/place.h"
#include "shared/query/select_steps.h"
#include "shared/query/source_line.h"
#include "shared/query/step_row.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/replay.h"
#include "shared/replay/statement.h"
#include "shared/replay/step_bytes.h"
#include "shared/replay/unwritten.h"
#include "shared/trace/format_host_event.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Cursor;
using replay::Model;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::Step;
using trace::StepKind;

// A link that is still to be followed, and the write that made its value.
struct Open {
  Link* link = nullptr;
  std::uint32_t launch = 0;
  StepIndex write = replay::kNoStep;
};

class Follower {
 public:
  Follower(Model& model, const OriginLimits& limits) : model_(model), limits_(limits), history_(model.recording()) {}

  // The value of the piece at `position` of the current launch. Breadth first, so that the nearest causes come before
  // the limit.
  void Follow(Link& root, const Piece& piece, replay::Position position) {
    LinkMemory(root, piece.object, piece.begin, piece.end - piece.begin, position);
    while (!open_.empty()) {
      const Open next = open_.front();
      open_.pop_front();
      if (links_ < limits_.links) {
        Explain(next);
      } else {
        next.link->kind = LinkKind::kMore;
        next.link->note = "not followed any further";
      }
    }
  }

 private:
  // Fills what a link says of the write that made its value.
  void Describe(Link& link, std::uint32_t launch, StepIndex write) {
    model_.MoveTo(launch, write + 1);
    StepRow row(model_);
    row.Choose(write);
    link.place = row.Of(Field::kPlace).text;
    link.value = row.Of(Field::kNew).text;
    SetMoment(link, write);
  }

  // The value of [offset, offset + size) just before `position` of the current launch: the link to its write, in this
  // launch or an earlier one, or where else it comes from.
  void LinkMemory(Link& link, trace::ObjectId object, std::uint64_t offset, std::uint64_t size,
                  replay::Position position) {
    const std::uint32_t here = model_.launch_place();
    LinkBackwards(link, {object, offset, offset + size}, here, position);
    model_.MoveTo(here, position);
  }

  void LinkBackwards(Link& link, const Piece& piece, std::uint32_t launch, replay::Position position) {
    while (true) {
      model_.MoveTo(launch, position);
      if (const auto writer = LastWriterOver(piece.object, piece.begin, piece.end - piece.begin)) {
        open_.push_back({&link, launch, *writer});
        return;
      }
      if (LinkBeginning(link, launch, piece) || LinkHost(link, launch, piece, history_.EventOf(launch))) return;
      --launch;
      position = ~replay::Position{0};
    }
  }

  // Of bytes that no recorded step of the current launch wrote: true if they did not have them before it.
  bool LinkBeginning(Link& link, std::uint32_t launch, const Piece& piece) const {
    if (const auto writer = replay::FinalWriter(model_, piece.object, piece.begin);
        writer && !model_.BlockSlot(writer->block)) {
      link.kind = LinkKind::kUnrecorded;
      link.note = fmt::format("written in launch {} by thread {} of block {}, which was not recorded", launch,
                              replay::Text(writer->thread), replay::Text(writer->block));
      return true;
    }
    if (replay::IsUnwritten(model_, piece.object, piece.begin, piece.end - piece.begin, 0)) {
      link.kind = LinkKind::kUnwritten;
      link.note = "nobody has written it";
      return true;
    }
    if (!trace::IsLaunchObject(piece.object)) return false;
    link.kind = LinkKind::kUnwritten;
    link.note = "no recorded step wrote it";
    return true;
  }

  // Of bytes that had their value when the launch began: what the host did before `end`, one of its events, and after
  // the last launch before that has the object. False if they had it in that launch already.
  bool LinkHost(Link& link, std::uint32_t launch, const Piece& piece, std::size_t end) {
    const std::optional<std::uint32_t> earlier = LaunchBefore(launch, piece.object);
    const bool changed = !earlier || ChangedBetween(*earlier, launch, piece);
    const std::size_t from = earlier ? history_.EventOf(*earlier) + 1 : 0;
    HostCause cause = history_.Find(piece, from, end);
    while (!changed && cause.kind == HostCauseKind::kLaunch) cause = history_.Find(piece, from, cause.event);
    if (cause.kind == HostCauseKind::kNone) {
      if (!changed) return false;
      link.kind = LinkKind::kHost;
      link.note = fmt::format("the host put it there before launch {}", model_.recording().launches[launch].number);
      return true;
    }
    NoteCause(link, cause);
    if (cause.kind == HostCauseKind::kCopied) FollowCopy(link, launch, cause);
    return true;
  }

  void NoteCause(Link& link, const HostCause& cause) const {
    const trace::HostEvent& event = model_.recording().host_events[cause.event];
    const std::string place = trace::FormatHostPlace(model_.recording(), event);
    const std::string by = fmt::format("{}{}{}", event.call, place.empty() ? "" : " at ", place);
    link.kind = LinkKind::kHost;
    switch (cause.kind) {
      case HostCauseKind::kCopied:
        link.kind = LinkKind::kCopied;
        link.note = fmt::format("copied from {} by {}", NameOf(model_, cause.source), by);
        break;
      case HostCauseKind::kAllocated:
        link.note = trace::IsOfOtherProcess(event)
                        ? fmt::format("opened by {}; another process may have written it", by)
                        : fmt::format("allocated by {}; no call of the program has written it since", by);
        break;
      case HostCauseKind::kLaunch:
        link.kind = LinkKind::kUnrecorded;
        link.note =
            fmt::format("launch {} of {} may have written it, and was not recorded", event.launch, event.kernel);
        break;
      case HostCauseKind::kLeftOut:
        link.kind = LinkKind::kUnrecorded;
        link.note = fmt::format("the host put it there in one of {} events that were not recorded", event.count);
        break;
      default:
        link.note = event.kind == trace::HostEventKind::kFill
                        ? fmt::format("filled with 0x{:0{}x} by {}", event.value, 2 * event.value_size, by)
                    : event.kind == trace::HostEventKind::kLibrary ? fmt::format("computed by {}", by)
                                                                   : fmt::format("copied from the host by {}", by);
    }
  }

  // On from where the bytes were before the copy.
  void FollowCopy(Link& link, std::uint32_t launch, const HostCause& cause) {
    Link& source = link.inputs.emplace_back();
    source.place = NameOf(model_, cause.source);
    source.value = link.value;
    if (++links_ >= limits_.links) {
      source.kind = LinkKind::kMore;
      source.note = "not followed any further";
    } else if (!LinkHost(source, launch, cause.source, cause.event)) {
      LinkBackwards(source, cause.source, launch - 1, ~replay::Position{0});
    }
  }

  static const trace::Snapshot* SnapshotOf(const std::vector<trace::Snapshot>& snapshots, trace::ObjectId object) {
    const auto found = std::ranges::find(snapshots, object, &trace::Snapshot::object);
    return found == snapshots.end() ? nullptr : &*found;
  }

  // The last recorded launch before this one that touched the object; launches between them know nothing of it.
  std::optional<std::uint32_t> LaunchBefore(std::uint32_t launch, trace::ObjectId object) const {
    const auto& launches = model_.recording().launches;
    while (launch-- > 0)
      if (SnapshotOf(launches[launch].memory_before, object) || SnapshotOf(launches[launch].memory_after, object))
        return launch;
    return std::nullopt;
  }

  // Between the end of one launch, which touched the object, and the beginning of a later one.
  bool ChangedBetween(std::uint32_t earlier, std::uint32_t later, const Piece& piece) const {
    const auto& launches = model_.recording().launches;
    const trace::Snapshot* const now = SnapshotOf(launches[later].memory_before, piece.object);
    const trace::Snapshot* then = SnapshotOf(launches[earlier].memory_after, piece.object);
    // What a launch only read, it left as it was.
    if (!then) then = SnapshotOf(launches[earlier].memory_before, piece.object);
    const auto has = [&](const trace::Snapshot* snapshot) { return snapshot && piece.end <= snapshot->bytes.size(); };
    if (!has(now) || !has(then)) return false;
    const auto begin = static_cast<std::ptrdiff_t>(piece.begin), end = static_cast<std::ptrdiff_t>(piece.end);
    return !std::equal(now->bytes.begin() + begin, now->bytes.begin() + end, then->bytes.begin() + begin);
  }

  void SetMoment(Link& link, StepIndex write) {
    const auto slot = model_.index().ThreadOf(model_.launch().steps[write]);
    link.moment = {.launch = model_.launch_place(), .step = write + 1};
    if (slot != ThreadSlot::kNone) {
      link.moment.block = model_.BlockOf(slot);
      link.moment.thread = model_.ThreadOf(slot);
    }
    StepRow row(model_);
    row.Choose(write);
    link.moment.line = row.Line();
    link.moment.object = model_.launch().steps[write].object;
    link.has_moment = true;
  }

  std::optional<StepIndex> LastWriterOver(trace::ObjectId object, std::uint64_t offset, std::uint64_t size) const {
    std::optional<StepIndex> latest;
    for (const std::uint64_t byte : {offset, offset + (size > 0 ? size - 1 : 0)})
      if (const auto writer = replay::LastWriter(model_, object, byte); writer && writer->step != replay::kNoStep)
        latest = std::max(latest.value_or(0), writer->step);
    return latest;
  }

  void Explain(const Open& open) {
    Link& link = *open.link;
    ++links_;
    model_.MoveTo(open.launch, open.write + 1);
    if (!Seen(open)) return;
    Describe(link, open.launch, open.write);
    const Step& write = model_.launch().steps[open.write];
    const ThreadSlot thread = model_.index().ThreadOf(write);
    const StepIndex line = model_.index().LineStep(open.write);
    link.kind = LinkKind::kComputed;
    if (thread == ThreadSlot::kNone || line == replay::kNoStep) return;
    const replay::LineVisit visit = replay::VisitFrom(model_, line);
    const std::string_view source = model_.TextOf(visit.line);
    const auto written = model_.object(write.object);
    const replay::Statement statement = StatementOf(source, written ? trace::NameOf(*written) : "",
                                                    written && written->kind == trace::ObjectKind::kLocal);
    link.statement = std::string(Trimmed(source));
    // Without a target it is only the condition of what wrote the value, or an atomic operation.
    if (!statement.target.empty()) link.numbers = replay::NoteOf(model_, thread, visit, statement).numbers;
    Explain(link, thread, visit, statement, open.write);
    MarkCopy(link, statement);
  }

  // A write that was followed before, by another branch of the tree.
  bool Seen(const Open& open) {
    if (followed_.insert({open.launch, open.write}).second) return true;
    Describe(*open.link, open.launch, open.write);
    open.link->kind = LinkKind::kMore;
    open.link->note = "followed above";
    return false;
  }

  void Explain(Link& link, ThreadSlot thread, const replay::LineVisit& visit, const replay::Statement& statement,
               StepIndex write) {
    std::vector<Input> inputs;
    AddReads(visit, write, inputs);
    AddReturned(thread, visit, write, inputs);
    const Step& step = model_.launch().steps[write];
    const bool is_argument = IsParameterOf(step);
    std::vector<std::string> names = is_argument ? std::vector<std::string>{} : NamesOf(statement.expression);
    if (statement.operation.size() >= 2 && !is_argument) names.insert(names.begin(), FirstName(statement.target));
    AddNames(thread, names, write, step.object, inputs);
    link.inputs.resize(inputs.size());  // its addresses stay as they are from here on
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      link.inputs[i] = std::move(inputs[i].link);
      if (inputs[i].object == trace::ObjectId::kNone) continue;
      model_.MoveTo(model_.launch_place(), inputs[i].before);
      LinkMemory(link.inputs[i], inputs[i].object, inputs[i].offset, inputs[i].size, inputs[i].before);
      FoldRounds(link, link.inputs[i], inputs[i]);
    }
  }

  // A value that a statement used: a link that is complete, or one to be followed from an object's bytes.
  struct Input {
    Link link;
    trace::ObjectId object = trace::ObjectId::kNone;
    std::uint64_t offset = 0, size = 0;
    replay::Position before = 0;
    bool is_own = false;  // the variable that the statement writes
  };

  // The value of a parameter of a device function is written before its first line.
  bool IsParameterOf(const Step& step) const {
    const auto object = model_.object(step.object);
    const trace::Variable* variable = object ? model_.variable(object->variable) : nullptr;
    return variable && variable->kind == trace::VariableKind::kParameter;
  }

  void AddReads(const replay::LineVisit& visit, StepIndex write, std::vector<Input>& inputs) {
    for (const StepIndex i : visit.steps) {
      const Step& step = model_.launch().steps[i];
      const auto object = model_.object(step.object);
      const bool reads = step.kind == StepKind::kRead || (step.kind == StepKind::kAtomic && i == write);
      if (!reads || i > write || !object || object->kind == trace::ObjectKind::kLocal) continue;
      StepRow row(model_);
      row.Choose(i);
      Input input{.object = step.object, .offset = step.offset, .size = step.size, .before = i};
      input.link.place = row.Of(Field::kPlace).text;
      input.link.value = row.Of(step.kind == StepKind::kRead ? Field::kValue : Field::kOld).text;
      inputs.push_back(std::move(input));
    }
  }

  // What a function that the line called returned: from the last line of that call.
  void AddReturned(ThreadSlot thread, const replay::LineVisit& visit, StepIndex write, std::vector<Input>& inputs) {
    int depth = 0;
    StepIndex last_line = replay::kNoStep;
    const auto steps = model_.index().StepsOf(thread);
    for (auto i = std::ranges::upper_bound(steps, visit.begin); i != steps.end() && *i < write; ++i) {
      const Step& step = model_.launch().steps[*i];
      if (step.kind == StepKind::kEnter) ++depth;
      if (step.kind == StepKind::kLine && depth == 1) last_line = *i;
      if (step.kind != StepKind::kLeave || --depth != 0 || last_line == replay::kNoStep) continue;
      AddReturn(last_line, *i, inputs);
      last_line = replay::kNoStep;
    }
  }

  void AddReturn(StepIndex line, StepIndex left, std::vector<Input>& inputs) {
    const replay::LineVisit visit = replay::VisitFrom(model_, line);
    const std::string_view source = model_.TextOf(visit.line);
    const replay::Statement statement = ReturnOf(source);
    const Step& step = model_.launch().steps[left];
    const trace::Function* function = model_.function(trace::FunctionId{step.offset});
    Input input;
    input.link.kind = LinkKind::kReturned;
    input.link.place = (function ? function->name : "a function") + "()";
    input.link.statement = std::string(Trimmed(source));
    SetMoment(input.link, line);
    inputs.push_back(std::move(input));
    AddReads(visit, left, inputs);
    const ThreadSlot thread = model_.index().ThreadOf(step);
    AddNames(thread, NamesOf(statement.expression), left, trace::ObjectId::kNone, inputs);
  }

  void AddNames(ThreadSlot thread, const std::vector<std::string>& names, StepIndex at, trace::ObjectId written,
                std::vector<Input>& inputs) {
    const auto stack = replay::CallStack(model_, thread, at);
    if (stack.empty()) return;
    for (const std::string& name : names) {
      if (const auto built_in =
              replay::BuiltIn(model_.launch(), model_.BlockOf(thread), model_.ThreadOf(thread), name)) {
        Input input;
        input.link = {.kind = LinkKind::kIndex, .place = name, .value = built_in->Text()};
        inputs.push_back(std::move(input));
        continue;
      }
      const auto live = std::ranges::find_if(stack.back().variables, [&](const replay::LiveVariable& variable) {
        const trace::Variable* named = model_.variable(variable.variable);
        return named && named->name == name;
      });
      if (live != stack.back().variables.end()) AddVariable(name, *live, at, written, inputs);
    }
  }

  void AddVariable(const std::string& name, const replay::LiveVariable& live, StepIndex at, trace::ObjectId written,
                   std::vector<Input>& inputs) {
    const trace::Variable* variable = model_.variable(live.variable);
    const trace::Type* type = model_.type(variable->type);
    if (type && type->kind == trace::TypeKind::kPointer) return;  // says where, and the reads say what
    Input input;
    input.link.place = name;
    const auto bytes = replay::LocalBytes(model_, live, at);
    if (!bytes.empty()) input.link.value = ValueOf(model_, variable->type, bytes).text;
    const auto writes =
        live.object == trace::ObjectId::kNone ? replay::StepIndices() : model_.index().WritesTo(live.object);
    const auto first = std::ranges::lower_bound(writes, live.declared == replay::kNoStep ? 0 : live.declared);
    const bool is_written = first != writes.end() && *first < at;
    if (!is_written && variable->kind == trace::VariableKind::kParameter) {
      input.link.kind = LinkKind::kArgument;
      input.link.note = "an argument of the launch";
    } else {
      input.object = live.object;
      input.size = type ? type->size : 1;
      input.before = at;
      input.is_own = written != trace::ObjectId::kNone && written == live.object;
    }
    inputs.push_back(std::move(input));
  }

  // `sum += a[k]` in a loop: its own earlier value is one link, not a chain of a thousand.
  void FoldRounds(const Link& link, Link& input, const Input& from) {
    if (!from.is_own || open_.empty() || open_.back().link != &input) return;
    const Open earlier = open_.back();
    const std::uint32_t here = model_.launch_place();
    if (earlier.launch != here || LineOfWrite(earlier.write) != link.moment.line) return;
    open_.pop_back();
    SetMoment(input, earlier.write);
    input.kind = LinkKind::kEarlier;
    const auto writes = model_.index().WritesTo(from.object);
    input.rounds = static_cast<std::uint64_t>(std::ranges::upper_bound(writes, earlier.write) - writes.begin());
  }

  replay::Line LineOfWrite(StepIndex write) const {
    StepRow row(model_);
    row.Choose(write);
    return row.Line();
  }

  static void MarkCopy(Link& link, const replay::Statement& statement) {
    const bool is_place = statement.operation == "=" && !statement.expression.empty() &&
                          statement.expression.find_first_of("+-*/%?<>&|(") == std::string::npos;
    if (is_place && link.inputs.size() == 1 && link.inputs[0].value == link.value) link.kind = LinkKind::kCopied;
  }

  Model& model_;
  const OriginLimits& limits_;
  HostHistory history_;
  std::deque<Open> open_;
  std::set<std::pair<std::uint32_t, StepIndex>> followed_;
  std::size_t links_ = 0;
};

// Of the moment's own thread and block where there is a choice.
bool BelongsTo(const Model& model, const Piece& piece, const Cursor& cursor) {
  const auto object = model.object(piece.object);
  if (!object || !trace::IsLaunchObject(piece.object)) return true;
  const auto block = model.BlockSlot(cursor.block);
  if (!block || object->block != *block) return false;
  return object->kind != trace::ObjectKind::kLocal ||
         object->thread == trace::LinearIndex(cursor.thread, model.launch().block);
}

// The one that was written last before the model's moment.
std::optional<Piece> LastWritten(const Model& model, const std::vector<Piece>& pieces) {
  std::optional<Piece> last;
  StepIndex latest = 0;
  for (const Piece& piece : pieces) {
    for (const StepIndex step : WritesTo(model, {piece})) {
      if (step >= model.position() || (last && step < latest)) continue;
      latest = step;
      last = piece;
    }
  }
  return last;
}

// The piece that the question is about, if the model's launch decides that: an array of the program that it does not
// write may have been written by an earlier launch, as long as there is one.
Expected<std::optional<Piece>> ChoosePiece(const Model& model, const Target& target,
                                           const std::optional<Cursor>& from) {
  auto pieces = FindPieces(model, target);
  if (!pieces) return std::unexpected(pieces.error());
  if (from) std::erase_if(*pieces, [&](const Piece& piece) { return !BelongsTo(model, piece, *from); });
  if (pieces->empty()) return std::nullopt;
  if (const auto last = LastWritten(model, *pieces)) return last;
  const bool is_decided = model.launch_place() == 0 || trace::IsLaunchObject(pieces->front().object);
  return is_decided ? std::optional(pieces->front()) : std::nullopt;
}

// With the value that it has at the model's moment.
Link RootOf(const Model& model, const Piece& piece) {
  Link root{.place = NameOf(model, piece)};
  const auto object = model.object(piece.object);
  const std::uint64_t size = piece.end - piece.begin;
  const trace::TypeId type =
      object ? trace::TypeAt(model.recording(), *object, piece.begin, size) : trace::TypeId::kNone;
  const auto bytes = model.playback().Bytes(piece.object);
  if (piece.end > bytes.size() || type == trace::TypeId::kNone) return root;
  const auto part = bytes.subspan(piece.begin, size);
  root.value = ValueOf(model, type, part).text;
  return root;
}

}  // namespace

Expected<Link> FindOrigin(Model& model, const Target& target, const std::optional<Cursor>& from,
                          const OriginLimits& limits) {
  const auto launches = static_cast<std::uint32_t>(model.recording().launches.size());
  for (std::uint32_t launch = from ? std::min(from->launch, launches - 1) + 1 : launches; launch-- > 0;) {
    model.MoveTo(launch, from && launch == from->launch ? from->step : ~replay::Position{0});
    const auto piece = ChoosePiece(model, target, from);
    if (!piece) return std::unexpected(piece.error());
    if (!*piece) continue;
    Link root = RootOf(model, **piece);
    Follower(model, limits).Follow(root, **piece, model.position());
    return root;
  }
  return Fail("no recorded thread has `" + target.text + "` at that moment: choose another block or thread");
}

}  // namespace lockstep::query
