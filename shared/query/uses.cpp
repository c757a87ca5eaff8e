#include "shared/query/uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "shared/query/host_history.h"
#include "shared/query/select_steps.h"
#include "shared/replay/accesses.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;

// A piece of more bytes is followed within its own launch only.
constexpr std::uint64_t kMostBytes = 4096;

// A piece, and which of its bytes still have the value.
struct Held {
  Piece piece;
  std::vector<bool> bytes;

  explicit Held(const Piece& p) : piece(p), bytes(p.end - p.begin, true) {}

  bool IsAny() const { return std::ranges::find(bytes, true) != bytes.end(); }
  // The part of the step's bytes that lies in the piece, from the piece's beginning.
  std::pair<std::uint64_t, std::uint64_t> PartOf(const trace::Step& step) const {
    const std::uint64_t begin = std::max<std::uint64_t>(step.offset, piece.begin);
    const std::uint64_t end = std::min(std::uint64_t{step.offset} + step.size, piece.end);
    return {begin - piece.begin, end - piece.begin};
  }
  bool IsReadBy(const trace::Step& step) const {
    if (!Overlaps(step, piece)) return false;
    const auto [begin, end] = PartOf(step);
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::find(first, first + static_cast<std::ptrdiff_t>(end - begin), true) !=
           first + static_cast<std::ptrdiff_t>(end - begin);
  }
  void Replace(const trace::Step& step) {
    if (!Overlaps(step, piece)) return;
    const auto [begin, end] = PartOf(step);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin), end - begin, false);
  }
};

class Follower {
 public:
  Follower(Model& model, const std::vector<Piece>& pieces) : model_(model), history_(model.recording()) {
    for (const Piece& piece : pieces) held_.emplace_back(piece);
  }

  UsesOfValue From(const replay::Cursor& moment) {
    InLaunch(moment.launch, moment.step);
    const auto launches = static_cast<std::uint32_t>(model_.recording().launches.size());
    std::erase_if(held_, [](const Held& held) { return trace::IsLaunchObject(held.piece.object); });
    if (moment.launch + 1 < launches) LeaveOutLong(moment.launch);
    for (std::uint32_t launch = moment.launch + 1; launch < launches && IsAny(); ++launch) {
      Between(launch - 1, launch);
      InLaunch(launch, 0);
    }
    return std::move(uses_);
  }

 private:
  bool IsAny() const {
    return std::ranges::any_of(held_, [](const Held& held) { return held.IsAny(); });
  }

  void LeaveOutLong(std::uint32_t launch) {
    const auto is_long = [](const Held& held) { return held.bytes.size() > kMostBytes && held.IsAny(); };
    if (std::erase_if(held_, is_long) == 0) return;
    uses_.notes.push_back(fmt::format("uses after launch {} are left out: more than {} bytes are not followed there",
                                      NumberOf(launch), kMostBytes));
  }

  void InLaunch(std::uint32_t launch, StepIndex from) {
    model_.MoveTo(launch, 0);
    std::vector<Piece> pieces;
    for (const Held& held : held_) pieces.push_back(held.piece);
    const auto reads = ReadsOf(model_, pieces), writes = WritesTo(model_, pieces);
    std::vector<StepIndex> all;
    std::ranges::merge(reads, writes, std::back_inserter(all));
    for (auto at = std::ranges::lower_bound(all, from); at != all.end() && IsAny(); ++at) Pass(launch, *at);
    NoteUnrecordedWriters(launch);
  }

  void Pass(std::uint32_t launch, StepIndex at) {
    const trace::Step& step = model_.launch().steps[at];
    if (step.kind != trace::StepKind::kWrite &&
        std::ranges::any_of(held_, [&](const Held& held) { return held.IsReadBy(step); }))
      uses_.steps[launch].push_back(at);
    if (step.kind == trace::StepKind::kRead) return;
    for (Held& held : held_) held.Replace(step);
  }

  // Bytes that somebody wrote in the launch at an unknown moment: the value is lost from view.
  void NoteUnrecordedWriters(std::uint32_t launch) {
    model_.MoveTo(launch, ~replay::Position{0});
    bool is_noted = false;
    for (Held& held : held_) {
      if (held.bytes.size() > kMostBytes || trace::IsLaunchObject(held.piece.object)) continue;
      for (std::uint64_t i = 0; i < held.bytes.size(); ++i) {
        const auto writer = held.bytes[i] ? UnrecordedWriter(held.piece.object, held.piece.begin + i) : std::nullopt;
        if (!writer) continue;
        held.bytes[i] = false;
        if (is_noted) continue;
        is_noted = true;
        uses_.notes.push_back(fmt::format(
            "thread {} of block {} wrote {} in launch {}, which was not recorded: what was read there may be another "
            "value, and later uses are not followed",
            replay::Text(writer->thread), replay::Text(writer->block), NameOf(model_, held.piece), NumberOf(launch)));
      }
    }
  }

  // The last writer of the byte in the model's launch, if its step is not the last recorded one.
  std::optional<replay::Writer> UnrecordedWriter(trace::ObjectId object, std::uint64_t byte) const {
    const auto last = replay::FinalWriter(model_, object, byte), recorded = replay::LastWriter(model_, object, byte);
    if (!last || (recorded && recorded->block == last->block && recorded->thread == last->thread)) return std::nullopt;
    return last;
  }

  // The host's events, and kernels that were not recorded.
  void Between(std::uint32_t earlier, std::uint32_t later) {
    const std::size_t from = history_.EventOf(earlier) + 1, end = history_.EventOf(later);
    for (Held& held : held_) {
      DropChanged(held, later);
      for (std::uint64_t i = 0; i < held.bytes.size(); ++i)
        if (held.bytes[i] && IsReplaced(held.piece.object, held.piece.begin + i, from, end)) held.bytes[i] = false;
    }
  }

  bool IsReplaced(trace::ObjectId object, std::uint64_t byte, std::size_t from, std::size_t end) {
    const Piece piece{object, byte, byte + 1};
    for (HostCause cause = history_.Find(piece, from, end); cause.kind != HostCauseKind::kNone;
         cause = history_.Find(piece, from, cause.event)) {
      if (cause.kind != HostCauseKind::kLaunch && cause.kind != HostCauseKind::kLeftOut) return true;
      if (!is_left_out_noted_) uses_.notes.emplace_back("uses in launches that were not recorded are not among these");
      is_left_out_noted_ = true;
    }
    return false;
  }

  // Bytes that differ at the launch's beginning from what they were when they were last seen.
  void DropChanged(Held& held, std::uint32_t later) const {
    const auto earlier = LaunchBefore(model_.recording(), later, held.piece.object);
    if (!earlier) return;
    const auto [then, now] = BytesBetween(model_.recording(), *earlier, later, held.piece.object);
    if (!now || !then) return;
    // Some bytes of another value may be the same.
    const auto object = model_.object(held.piece.object);
    const std::uint64_t size = std::max<std::uint64_t>(object ? SizeOfType(model_, object->element) : 1, 1);
    const std::uint64_t seen = std::min(now->bytes.size(), then->bytes.size());
    for (std::uint64_t i = 0; i < held.bytes.size(); ++i) {
      const std::uint64_t first = (held.piece.begin + i) / size * size, end = std::min(first + size, seen);
      for (std::uint64_t at = first; at < end && held.bytes[i]; ++at)
        if (now->bytes[at] != then->bytes[at]) held.bytes[i] = false;
    }
  }

  std::uint32_t NumberOf(std::uint32_t launch) const { return model_.recording().launches[launch].number; }

  Model& model_;
  HostHistory history_;
  std::vector<Held> held_;
  UsesOfValue uses_;
  bool is_left_out_noted_ = false;
};

}  // namespace

std::vector<StepIndex> UsesIn(const Model& model, const std::vector<Piece>& pieces) {
  const auto reads = ReadsOf(model, pieces);
  auto writes = WritesTo(model, pieces);
  std::erase_if(writes, [&](StepIndex at) { return model.launch().steps[at].kind != trace::StepKind::kAtomic; });
  std::vector<StepIndex> uses;
  std::ranges::merge(reads, writes, std::back_inserter(uses));
  return uses;
}

UsesOfValue FindUses(Model& model, const std::vector<Piece>& pieces, const replay::Cursor& moment) {
  return Follower(model, pieces).From(moment);
}

}  // namespace lockstep::query
