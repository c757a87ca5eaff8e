#include "shared/query/go_to.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shared/base/whole_number.h"
#include "shared/query/assignment.h"
#include "shared/query/words.h"
#include "shared/replay/choose.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::TokenKind;

enum class Part : std::uint8_t { kLaunch, kStep, kBlock, kThread };
struct PartWord {
  std::string_view word;
  Part part;
};
constexpr std::array<PartWord, 6> kParts = {{{"launch", Part::kLaunch},
                                             {"step", Part::kStep},
                                             {"block", Part::kBlock},
                                             {"b", Part::kBlock},
                                             {"thread", Part::kThread},
                                             {"t", Part::kThread}}};

class Reader {
 public:
  Reader(const trace::Recording& recording, std::uint32_t launch, std::string_view text)
      : recording_(recording), launch_(launch), words_(text) {}

  Parsed<std::optional<GoTo>> Read() {
    if (!BeginsPart()) return std::nullopt;
    while (!words_.AtEnd())
      if (auto done = ReadPart(); !done) return std::unexpected(done.error());
    if (auto inside = Judge(); !inside) return std::unexpected(inside.error());
    return to_;
  }

 private:
  // The part that a word names, and the number that is written together with it, as in "b2".
  struct Begin {
    Part part{};
    std::string_view number;
  };
  std::optional<Begin> PartAt(std::size_t ahead) const {
    const std::string_view word = words_.Peek(ahead);
    for (const PartWord& part : kParts)
      if (word == part.word) return Begin{part.part, {}};
    if (word.size() > 1 && (word[0] == 'b' || word[0] == 't') && WholeNumber<std::uint32_t>(word.substr(1)))
      return Begin{word[0] == 'b' ? Part::kBlock : Part::kThread, word.substr(1)};
    return std::nullopt;
  }

  // `step where ...` and `t * 2` are no places.
  bool BeginsPart() const {
    const auto begin = PartAt(0);
    if (!begin) return false;
    const std::string_view next = words_.Peek(1);
    const bool is_index = begin->part == Part::kBlock || begin->part == Part::kThread;
    if (begin->number.empty()) return WholeNumber<std::uint32_t>(next) || (is_index && next == "(");
    return next.empty() || next == "," || PartAt(1);
  }

  Parsed<void> ReadPart() {
    const std::size_t at = words_.Place();
    const auto begin = PartAt(0);
    if (!begin) return words_.Unexpected("launch, step, b or t, each with a number");
    words_.Next();
    if (begin->part == Part::kLaunch || begin->part == Part::kStep) {
      const auto number = Number();
      if (!number) return std::unexpected(number.error());
      (begin->part == Part::kLaunch ? to_.launch : to_.step) = *number;
      (begin->part == Part::kLaunch ? launch_at_ : step_at_) = at;
      return {};
    }
    const auto index = Index(begin->number);
    if (!index) return std::unexpected(index.error());
    (begin->part == Part::kBlock ? to_.block : to_.thread) = *index;
    (begin->part == Part::kBlock ? block_at_ : thread_at_) = at;
    return {};
  }

  Parsed<std::uint32_t> Number() {
    const auto number = WholeNumber<std::uint32_t>(words_.Peek());
    if (!number) return words_.Unexpected("a whole number");
    words_.Next();
    return *number;
  }

  // "2", "2,1,0" or "(2,1,0)"; the first number may have been read.
  Parsed<trace::Dim3> Index(std::string_view first) {
    std::array<std::uint32_t, 3> index{};
    const bool closes = first.empty() && words_.Take("(");
    if (const auto number = WholeNumber<std::uint32_t>(first); number) {
      index[0] = *number;
    } else {
      const auto read = Number();
      if (!read) return std::unexpected(read.error());
      index[0] = *read;
    }
    for (std::size_t i = 1; i < index.size() && words_.Take(","); ++i) {
      const auto read = Number();
      if (!read) return std::unexpected(read.error());
      index[i] = *read;
    }
    if (closes && !words_.Take(")")) return words_.Unexpected("`)`");
    return trace::Dim3{index[0], index[1], index[2]};
  }

  Parsed<void> Judge() const {
    const auto& launches = recording_.launches;
    const std::uint32_t launch = to_.launch.value_or(launch_);
    if (launch >= launches.size())
      return words_.Wrong(
          fmt::format("there is no launch {}: the recording has {}, counted from 0", launch, launches.size()),
          launch_at_);
    const trace::RecordedLaunch& in = launches[launch];
    if (to_.step && *to_.step >= in.steps.size())
      return words_.Wrong(
          fmt::format("there is no step {}: launch {} has {}, counted from 0", *to_.step, launch, in.steps.size()),
          step_at_);
    if (to_.block && !IsInside(*to_.block, in.grid))
      return words_.Wrong(
          fmt::format("there is no block {}: gridDim is {}", replay::Text(*to_.block), replay::Text(in.grid)),
          block_at_);
    if (to_.thread && !IsInside(*to_.thread, in.block))
      return words_.Wrong(
          fmt::format("there is no thread {}: blockDim is {}", replay::Text(*to_.thread), replay::Text(in.block)),
          thread_at_);
    return {};
  }

  const trace::Recording& recording_;
  std::uint32_t launch_;
  Words words_;
  GoTo to_;
  std::size_t launch_at_ = 0, step_at_ = 0, block_at_ = 0, thread_at_ = 0;
};

}  // namespace

Parsed<std::optional<GoTo>> ReadGoTo(const trace::Recording& recording, std::uint32_t launch, std::string_view text) {
  if (text.size() > replay::kLongestLine) return std::nullopt;
  return Reader(recording, launch, text).Read();
}

replay::Cursor Go(replay::Model& model, const replay::Cursor& from, const GoTo& to) {
  replay::Cursor cursor = from;
  if (to.launch && *to.launch != from.launch) cursor = replay::FirstCursor(model, *to.launch);
  if (to.step) cursor.step = *to.step + 1;
  model.MoveTo(cursor);
  trace::Dim3 block = to.block.value_or(cursor.block), thread = to.thread.value_or(cursor.thread);
  if (to.step && !to.block && !to.thread) {
    const auto slot = model.index().ThreadOf(model.launch().steps[*to.step]);
    if (slot != replay::ThreadSlot::kNone) block = model.BlockOf(slot), thread = model.ThreadOf(slot);
  }
  replay::ChooseThread(model, cursor, block, thread);
  return cursor;
}

Parsed<Query> ReadQuery(std::string_view text) {
  const Words words(text);
  const auto query = Parse(text);
  const bool is_name = !words.AtEnd() && words.PeekKind() == TokenKind::kName;
  if (query || !is_name || IsQueryWord(words.Peek()) || IsAssignment(text)) return query;
  const std::string_view next = words.Peek(1);
  if (!next.empty() && next != "[" && next != "." && next != "where" && next != "print") return query;
  auto accesses = Parse("accesses of " + std::string(text));
  if (accesses) accesses->text = text;
  return accesses;
}

}  // namespace lockstep::query
