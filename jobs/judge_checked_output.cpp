// The text that the checked runs of a program print. In other orders of threads its lines may come in another order,
// and so may their parts.

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "jobs/judge.h"
#include "jobs/printed.h"

namespace lockstep::jobs {
namespace {

std::vector<std::string> SortedLines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (!line.empty()) lines.push_back(line);
  }
  std::ranges::sort(lines);
  return lines;
}

// "it lacks `5 steps`"
std::string DifferenceOf(const std::string& mine, const std::string& right) {
  const std::vector<std::string> ours = SortedLines(mine), theirs = SortedLines(right);
  std::vector<std::string> more, less;
  std::ranges::set_difference(ours, theirs, std::back_inserter(more));
  std::ranges::set_difference(theirs, ours, std::back_inserter(less));
  if (more.empty() && less.empty()) return "its lines differ";
  if (more.empty()) return fmt::format("it lacks `{}`", less.front());
  if (less.empty()) return fmt::format("it has `{}` too", more.front());
  return fmt::format("it has `{}`, and lacks `{}`", more.front(), less.front());
}

}  // namespace

std::optional<Remark> JudgeCheckedOutput(const Observed& mine, const Observed& reference) {
  if (!mine.checked || !reference.checked || reference.checked->runs.empty()) return std::nullopt;
  if (!JudgeOutput(mine, reference).good) return std::nullopt;
  const auto differs = [&](const CheckedRun& run) { return !IsPrintedAlike(run.output, reference.output); };
  if (std::ranges::any_of(reference.checked->runs, differs)) return std::nullopt;
  const auto other = std::ranges::find_if(mine.checked->runs, differs);
  if (other == mine.checked->runs.end()) return std::nullopt;
  return Remark{
      .sentence = fmt::format("The checked run in thread order {} printed something else: {}. What is printed "
                              "must depend neither on the order of threads nor on the run.",
                              other->order, DifferenceOf(other->output, reference.output)),
      .fault = std::string(KeyOf(Fault::kDiffers))};
}

}  // namespace lockstep::jobs
