#include "viz/model/run_answer.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::viz {
namespace {

// A moment of one of the runs in words.
std::string Side(const std::string& run, const replay::Cursor& at, const std::string& does) {
  return at.line.number == 0 ? fmt::format("{}: {}", run, does)
                             : fmt::format("{}, line {}: {}", run, at.line.number, does);
}

// The names of the runs of a comparison, in its order.
struct Sides {
  const std::string &a, &b;
};

AnswerRow RowOf(const query::ThreadDiff& thread, const std::string& where, Sides sides, bool shows_second) {
  return {.text = fmt::format("{}block {} thread {} {}", where, replay::Text(thread.block), replay::Text(thread.thread),
                              query::WordsOf(thread.kind)),
          .detail = Side(sides.a, thread.a, thread.a_does) + "\n" + Side(sides.b, thread.b, thread.b_does),
          .place = shows_second ? thread.b : thread.a};
}

// Its place is that of the array's first other cell when the launch has ended, seen by the thread that differs first.
AnswerRow RowOf(const query::ArrayDiff& array, const query::LaunchDiff& launch, const std::string& where,
                bool shows_second) {
  replay::Cursor end{.launch = shows_second ? launch.second_launch : launch.launch, .step = ~replay::Position{0}};
  if (!launch.earliest.empty()) {
    end.block = launch.earliest.front().block;
    end.thread = launch.earliest.front().thread;
  }
  end.cell = shows_second ? array.first_in_b : array.first_in_a;
  return {
      .text = fmt::format("{}after it, {} of {} cells of `{}` differ", where, array.differ, array.cells, array.name),
      .detail = array.first.empty() ? "" : "the first is " + array.first,
      .place = end};
}

bool HasOneLaunch(const query::RunDiff& diff) { return diff.launches.size() == 1 && diff.compared == 1; }

}  // namespace

Answer AnswerOf(const query::RunDiff& diff, const RunNames& names, bool shows_second) {
  const Sides sides = shows_second ? Sides{names.there, names.here} : Sides{names.here, names.there};
  Answer answer{.question = "diff", .is_prose = true, .compares_runs = true};
  answer.notes = {Summary(diff) + "."};
  if (!diff.launches.empty())
    answer.notes.front() += " Each row is the first thing that a thread does differently, earliest first.";
  for (const std::string& note : diff.notes)
    answer.notes.push_back(fmt::format("{} (the first is {}, the second {})", note, sides.a, sides.b));
  for (const query::LaunchDiff& launch : diff.launches) {
    const std::string where = HasOneLaunch(diff) ? "" : fmt::format("launch {}: ", launch.number);
    for (const query::ThreadDiff& thread : launch.earliest)
      answer.rows.push_back(RowOf(thread, where, sides, shows_second));
    for (const query::ArrayDiff& array : launch.arrays)
      answer.rows.push_back(RowOf(array, launch, where, shows_second));
  }
  return answer;
}

std::string Summary(const query::RunDiff& diff) {
  if (diff.threads == 0) return "Nothing could be compared";
  std::uint64_t differ = 0;
  bool has_arrays = false;
  for (const query::LaunchDiff& launch : diff.launches) {
    differ += launch.differ;
    has_arrays |= !launch.arrays.empty();
  }
  const std::string number = differ > 0 ? std::to_string(differ) : "None";
  const std::string words = fmt::format("{} of {} recorded threads differ{} in {}", number, diff.threads,
                                        differ == 1 || differ == 0 ? "s" : "", diff.scope);
  return differ == 0 && has_arrays ? words + ", but arrays do" : words;
}

std::optional<replay::Cursor> OtherSide(const query::RunDiff& diff, const replay::Cursor& here, bool shows_second) {
  for (const query::LaunchDiff& launch : diff.launches)
    for (const query::ThreadDiff& thread : launch.earliest) {
      const replay::Cursor &mine = shows_second ? thread.b : thread.a, &other = shows_second ? thread.a : thread.b;
      if (mine.launch == here.launch && mine.step == here.step && mine.block == here.block &&
          mine.thread == here.thread)
        return other;
    }
  return std::nullopt;
}

}  // namespace lockstep::viz
