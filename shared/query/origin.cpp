#include "shared/query/origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <tuple>

#include "shared/query/host_history.h"
#include "shared/query/inputs.h"
#include "shared/query/select_steps.h"
#include "shared/query/source_line.h"
#include "shared/replay/evaluate.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/replay.h"
#include "shared/replay/statement.h"
#include "shared/replay/unwritten.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Cursor;
using replay::Model;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::Step;
using trace::StepKind;

// A link that is still to be followed, and the write that made the value of these bytes.
struct Open {
  Link* link = nullptr;
  std::uint32_t launch = 0;
  StepIndex write = replay::kNoStep;
  Piece piece;
};

// More bytes than this are not followed one by one.
constexpr std::uint64_t kMostBytes = 4096;

class Follower {
 public:
  Follower(Model& model, const OriginLimits& limits)
      : model_(model), limits_(limits), history_(model.recording()), inputs_(model) {}

  // The value of the piece at `position` of the current launch. Breadth first, so that the nearest causes come before
  // the limit.
  void Follow(Link& root, const Piece& piece, replay::Position position) {
    LinkMemory(root, piece, position);
    while (!open_.empty()) {
      const Open next = open_.front();
      open_.pop_front();
      if (links_ < limits_.links) {
        Explain(next);
      } else {
        EndAt(*next.link);
      }
    }
  }

 private:
  // Fills what a link says of the write that made its value.
  void Describe(Link& link, const Open& open) {
    model_.MoveTo(open.launch, open.write + 1);
    link.place = NameOf(model_, open.piece);
    if (std::string value = ValueNow(model_, open.piece); !value.empty()) link.value = std::move(value);
    SetMoment(model_, link, open.write);
  }

  // The value of the piece just before `position` of the current launch: the link to its write, in this launch or an
  // earlier one, or where else it comes from.
  void LinkMemory(Link& link, const Piece& piece, replay::Position position) {
    const std::uint32_t here = model_.launch_place();
    LinkBackwards(link, piece, here, position);
    model_.MoveTo(here, position);
  }

  void LinkBackwards(Link& link, const Piece& piece, std::uint32_t launch, replay::Position position) {
    if (piece.end - piece.begin > kMostBytes) {
      link.kind = LinkKind::kNotFollowed;
      link.note = "not followed: its bytes are too many";
      return;
    }
    while (true) {
      model_.MoveTo(launch, position);
      const std::vector<Run> runs = RunsOf(piece);
      if (runs.size() > 1) return LinkParts(link, runs, launch, position);
      if (runs[0].writer) {
        open_.push_back({&link, launch, *runs[0].writer, piece});
        return;
      }
      if (LinkBeginning(link, launch, piece) || LinkHost(link, launch, piece, history_.EventOf(launch))) return;
      --launch;
      position = ~replay::Position{0};
    }
  }

  // Bytes that one step wrote last, or none of this launch.
  struct Run {
    Piece piece;
    std::optional<StepIndex> writer;
  };

  // At the model's moment.
  std::vector<Run> RunsOf(const Piece& piece) const {
    std::vector<Run> runs;
    for (std::uint64_t byte = piece.begin; byte < std::max(piece.end, piece.begin + 1); ++byte) {
      std::optional<StepIndex> writer;
      if (const auto last = replay::LastWriter(model_, piece.object, byte); last && last->step != replay::kNoStep)
        writer = last->step;
      if (runs.empty() || runs.back().writer != writer) runs.push_back({{piece.object, byte, byte}, writer});
      runs.back().piece.end = byte + 1;
    }
    return runs;
  }

  // Counts the link, which is the last one where there is no room.
  bool HasRoomFor(Link& link) {
    if (++links_ < limits_.links) return true;
    EndAt(link);
    return false;
  }

  static void EndAt(Link& link) {
    link.kind = LinkKind::kMore;
    link.note = "not followed any further";
  }

  void LinkParts(Link& link, const std::vector<Run>& runs, std::uint32_t launch, replay::Position position) {
    link.kind = LinkKind::kParts;
    link.inputs.resize(runs.size());  // its addresses stay as they are from here on
    for (std::size_t i = 0; i < runs.size(); ++i) {
      model_.MoveTo(launch, position);
      link.inputs[i].place = NameOf(model_, runs[i].piece);
      link.inputs[i].value = ValueNow(model_, runs[i].piece);
      if (HasRoomFor(link.inputs[i])) LinkBackwards(link.inputs[i], runs[i].piece, launch, position);
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
    const std::optional<std::uint32_t> earlier = LaunchBefore(model_.recording(), launch, piece.object);
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
    NoteCause(model_, link, cause);
    if (cause.kind == HostCauseKind::kCopied) FollowCopy(link, launch, cause);
    return true;
  }

  // On from where the bytes were before the copy.
  void FollowCopy(Link& link, std::uint32_t launch, const HostCause& cause) {
    Link& source = link.inputs.emplace_back();
    source.place = NameOf(model_, cause.source);
    source.value = link.value;
    if (HasRoomFor(source) && !LinkHost(source, launch, cause.source, cause.event))
      LinkBackwards(source, cause.source, launch - 1, ~replay::Position{0});
  }

  // Between the end of one launch, which touched the object, and the beginning of a later one.
  bool ChangedBetween(std::uint32_t earlier, std::uint32_t later, const Piece& piece) const {
    const auto [then, now] = BytesBetween(model_.recording(), earlier, later, piece.object);
    const auto has = [&](const trace::Snapshot* snapshot) { return snapshot && piece.end <= snapshot->bytes.size(); };
    if (!has(now) || !has(then)) return false;
    const auto begin = static_cast<std::ptrdiff_t>(piece.begin), end = static_cast<std::ptrdiff_t>(piece.end);
    return !std::equal(now->bytes.begin() + begin, now->bytes.begin() + end, then->bytes.begin() + begin);
  }

  void Explain(const Open& open) {
    Link& link = *open.link;
    ++links_;
    Describe(link, open);
    if (!followed_.insert({open.launch, open.write, open.piece.begin, open.piece.end}).second) {
      link.kind = LinkKind::kMore;
      link.note = "followed above";
      return;
    }
    const Step& write = model_.launch().steps[open.write];
    link.kind = LinkKind::kComputed;
    const std::uint64_t begin = open.piece.begin - std::min<std::uint64_t>(open.piece.begin, write.offset);
    const Wanted wanted{.begin = begin, .end = open.piece.end - std::min<std::uint64_t>(open.piece.end, write.offset)};
    if (IsParameterGiven(model_, open.write)) return ExplainParameter(link, open, wanted);
    const ThreadSlot thread = model_.index().ThreadOf(write);
    const trace::Site* const site = SiteOf(model_, write.site);
    if (site) {
      const std::string_view line = model_.TextOf(link.moment.line);
      link.statement = QuoteAt(line, site->column);
      SetNumbers(link, open.write, thread, StatementAt(line, site->column));
    }
    std::vector<Input> inputs = inputs_.Of(write.site, open.write, wanted);
    const bool is_copy = inputs.size() == 1 && inputs[0].moves;
    Attach(link, std::move(inputs), open.piece);
    if (is_copy && link.inputs[0].value == link.value) link.kind = LinkKind::kCopied;
  }

  // The argument of the call, or of the launch.
  void ExplainParameter(Link& link, const Open& open, Wanted wanted) {
    const StepIndex entered = EnterOf(model_, open.write);
    const auto object = model_.object(open.piece.object);
    const trace::Variable* const variable = model_.variable(object->variable);
    if (link.moment.line.number == 0) link.moment.line = {variable->file, variable->line};
    if (entered == replay::kNoStep || EnterOf(model_, entered) == replay::kNoStep) {
      link.kind = LinkKind::kArgument;
      link.note = "an argument of the launch";
      return;
    }
    const Step& enter = model_.launch().steps[entered];
    if (const trace::Site* const site = SiteOf(model_, enter.site)) {
      const std::string_view line = model_.TextOf(model_.LineOfSite(enter.site));
      link.moment.line = model_.LineOfSite(enter.site);
      link.statement = QuoteAt(line, site->column);
    }
    wanted.parameter = object->variable;
    Attach(link, inputs_.Of(enter.site, entered, wanted), open.piece);
  }

  // The statement's expression with numbers, where they give the value that was written.
  void SetNumbers(Link& link, StepIndex write, ThreadSlot thread, const replay::Statement& statement) const {
    const StepIndex line = model_.index().LineStep(write);
    if (thread == ThreadSlot::kNone || line == replay::kNoStep || statement.target.empty()) return;
    const replay::LineVisit visit = replay::VisitFrom(model_, line);
    if (visit.line != link.moment.line) return;
    const std::string numbers = replay::NoteOf(model_, thread, visit, statement).numbers;
    const auto value = replay::Evaluate(model_, thread, numbers), is = replay::Evaluate(model_, thread, link.value);
    if (!value || !is || !value->number || !is->number) return;
    const double a = value->number->AsDouble(), b = is->number->AsDouble();
    if (a == b || std::abs(a - b) <= 1e-5 * std::abs(b)) link.numbers = numbers;
  }

  // The inputs become the link's. `written`: what the link is about.
  void Attach(Link& link, std::vector<Input> inputs, const Piece& written) {
    const std::uint32_t here = model_.launch_place();
    link.inputs.resize(inputs.size());  // its addresses stay as they are from here on
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      Link& one = link.inputs[i];
      one = std::move(inputs[i].link);
      model_.MoveTo(here, inputs[i].before);
      if (inputs[i].piece.object != trace::ObjectId::kNone) {
        LinkMemory(one, inputs[i].piece, inputs[i].before);
        if (inputs[i].piece.object == written.object && inputs[i].piece.begin == written.begin) FoldRounds(link, one);
      }
      if (!inputs[i].inputs.empty()) Attach(one, std::move(inputs[i].inputs), written);
    }
  }

  // `sum += a[k]` in a loop: its own earlier value is one link, not a chain of a thousand.
  void FoldRounds(const Link& link, Link& input) {
    if (open_.empty() || open_.back().link != &input) return;
    const Open earlier = open_.back();
    const auto object = model_.object(earlier.piece.object);
    const bool is_own = object && object->kind == trace::ObjectKind::kLocal;
    if (!is_own || earlier.launch != model_.launch_place() || LineOfWrite(model_, earlier.write) != link.moment.line)
      return;
    open_.pop_back();
    SetMoment(model_, input, earlier.write);
    input.kind = LinkKind::kEarlier;
    const auto writes = model_.index().WritesTo(earlier.piece.object);
    input.rounds = static_cast<std::uint64_t>(std::ranges::upper_bound(writes, earlier.write) - writes.begin());
  }

  Model& model_;
  const OriginLimits& limits_;
  HostHistory history_;
  Inputs inputs_;
  std::deque<Open> open_;
  std::set<std::tuple<std::uint32_t, StepIndex, std::uint64_t, std::uint64_t>> followed_;
  std::size_t links_ = 0;
};

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

}  // namespace

Expected<Link> FindOrigin(Model& model, const Target& target, const std::optional<Cursor>& from,
                          const OriginLimits& limits) {
  const auto launches = static_cast<std::uint32_t>(model.recording().launches.size());
  for (std::uint32_t launch = from ? std::min(from->launch, launches - 1) + 1 : launches; launch-- > 0;) {
    model.MoveTo(launch, from && launch == from->launch ? from->step : ~replay::Position{0});
    const auto piece = ChoosePiece(model, target, from);
    if (!piece) return std::unexpected(piece.error());
    if (!*piece) continue;
    Link root{.place = NameOf(model, **piece), .value = ValueNow(model, **piece)};
    Follower(model, limits).Follow(root, **piece, model.position());
    return root;
  }
  return Fail("no recorded thread has `" + target.text + "` at that moment: choose another block or thread");
}

}  // namespace lockstep::query
