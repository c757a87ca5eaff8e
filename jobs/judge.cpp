#include "jobs/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "jobs/moments.h"
#include "shared/report/format_report.h"
#include "shared/report/recorded.h"
#include "shared/trace/format_launch.h"

namespace lockstep::jobs {
namespace {

bool Counts(const report::Finding& finding, const StayClean& wanted) {
  return report::SeverityOf(finding.kind) != Severity::kAdvice && std::ranges::count(wanted.without, finding.kind) == 0;
}

// The bytes of a value of this type; 0 if it is none of C++'s numbers.
std::uint64_t SizeOfNumber(std::string_view type) {
  struct Number {
    std::string_view name;
    std::uint64_t size;
  };
  static constexpr Number kNumbers[] = {
      {"bool", 1},           {"char", 1},          {"signed char", 1},  {"unsigned char", 1},      {"short", 2},
      {"unsigned short", 2}, {"int", 4},           {"unsigned int", 4}, {"unsigned", 4},           {"float", 4},
      {"long", 8},           {"unsigned long", 8}, {"long long", 8},    {"unsigned long long", 8}, {"double", 8}};
  const auto found = std::ranges::find(kNumbers, type, &Number::name);
  return found == std::end(kNumbers) ? 0 : found->size;
}

// "tile[3][0]" for the access in an array of numbers; empty if it is not known, or the object is not one.
std::string CellOf(const report::FindingObject& object) {
  if (object.name.empty() || !object.offset || *object.offset < 0) return "";
  const std::size_t first = object.type.find('[');
  const std::uint64_t size = SizeOfNumber(std::string_view(object.type).substr(0, first));
  if (size == 0 || object.size <= size || static_cast<std::uint64_t>(*object.offset) >= object.size) return "";
  std::vector<std::uint64_t> extents;
  for (std::size_t at = first; at < object.type.size(); at = object.type.find('[', at + 1)) {
    std::uint64_t extent = 0;
    std::from_chars(object.type.data() + at + 1, object.type.data() + object.type.size(), extent);
    if (extent == 0) return "";
    extents.push_back(extent);
  }
  std::uint64_t index = static_cast<std::uint64_t>(*object.offset) / size;
  std::string inner;
  for (std::size_t i = extents.size(); i-- > 1; index /= extents[i])
    inner = fmt::format("[{}]{}", index % extents[i], inner);
  return fmt::format("{}[{}]{}", object.name, index, inner);
}

// The finding as a sentence: what, who, where. Where two threads are involved, it names what each of them did: a race
// has two lines, and the mistake is as often at the one as at the other.
std::string FormatFindingBriefly(const report::Finding& finding) {
  std::string sentence = finding.fact;
  const auto by = std::ranges::find(finding.sides, false, &report::FindingSide::by_host);
  const bool has_two = std::ranges::count(finding.sides, false, &report::FindingSide::by_host) >= 2;
  if (by != finding.sides.end() && !has_two)
    sentence += fmt::format(", thread {} of block {}", trace::FormatDim(by->thread), trace::FormatDim(by->block));
  if (finding.place.line != 0) sentence += fmt::format(", at {}:{}", finding.place.file, finding.place.line);
  const char* mark = ": ";
  for (const report::FindingSide& side : finding.sides) {
    if (!has_two) break;
    sentence += mark + report::FormatSide(side, finding.place.file);
    mark = "; ";
  }
  const std::string cell = has_two && finding.object ? CellOf(*finding.object) : "";
  if (!cell.empty()) sentence += fmt::format("; the cell is `{}`", cell);
  return sentence + fmt::format(" [{}].", report::Key(finding.kind));
}

// The moments of the finding's threads in the recording.
std::vector<Moment> MomentsOf(const report::Finding& finding, const Observed& mine) {
  std::vector<Moment> moments;
  if (!mine.recording) return moments;
  for (const trace::RecordedSide& side : report::SidesIn(*mine.recording, finding)) {
    if (side.by_host || side.launch == trace::RecordedSide::kNotRecorded) continue;
    Moment moment{side.launch, side.block, side.thread};
    if (side.step != trace::RecordedSide::kNotRecorded) moment.step = side.step;
    moments.push_back(moment);
  }
  return moments;
}

// The recorder says where a thread left memory better than the checker can: with the array's own name, and its step. It
// does not watch the bounds of local variables and of the parts of objects: a later fault that it saw is a consequence.
bool IsSeenByTheRecorder(report::FindingKind kind) {
  using enum report::FindingKind;
  return kind <= kReadOnlyWrite && kind != kLocalOutOfBounds && kind != kMemberOutOfBounds && kind != kLocalEscape;
}

// Of what it is counted.
std::string PlaceOf(const metrics::Metric& metric) {
  std::string text;
  if (!metric.array.empty()) text += fmt::format(" of `{}`", metric.array);
  if (metric.memory)
    text += *metric.memory == metrics::CountedMemory::kShared ? " in shared memory" : " in global memory";
  if (!metric.kernel.empty()) text += fmt::format(" in `{}`", metric.kernel);
  if (!metric.device.empty()) text += fmt::format(" on the device {}", metric.device);
  return text;
}

// At most six digits, and so no digits of a quotient that say nothing.
std::string Number(double number) {
  return number == std::floor(number) ? fmt::format("{}", number) : fmt::format("{:.6g}", number);
}

Expected<double> LimitOf(const Bound& bound, const metrics::Metric& metric, const Observed& reference) {
  if (!bound.is_relative) return bound.number;
  if (!reference.checked || !reference.checked->counts) return Fail("it was not counted");
  const Expected<double> theirs = metrics::Measure(*reference.checked->counts, metric);
  return theirs ? Expected<double>(bound.number * *theirs) : theirs;
}

// "24.2 (1.1 times what the reference solution has)"
std::string TellLimit(const Bound& bound, double limit) {
  if (!bound.is_relative) return Number(limit);
  const std::string times = bound.number == 1 ? "what" : Number(bound.number) + " times what";
  return fmt::format("{} ({} the reference solution has)", Number(limit), times);
}

// A product with a factor such as 1.15 may miss the whole number that is meant by a little.
double RoomAt(double limit) { return 1e-9 * std::fabs(limit); }

int Compare(double found, double limit) {
  const double room = RoomAt(limit);
  return found > limit + room ? 1 : found < limit - room ? -1 : 0;
}

// The last whole number on the side of the limit that is allowed.
double LastCountWithin(double limit, bool may_be_less) {
  return may_be_less ? std::floor(limit + RoomAt(limit)) : std::ceil(limit - RoomAt(limit));
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    lines.push_back(line);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

template <class... Functions>
struct Either : Functions... {
  using Functions::operator()...;
};

using Requirements = std::span<const Requirement>;

template <class Kind>
bool IsOf(const Requirement& requirement) {
  return std::holds_alternative<Kind>(requirement);
}

// A checked run without findings says something only where its results are right.
Remark JudgeCheckedRuns(Remark remark, const Observed& mine, const Observed& reference, Requirements arrays) {
  if (!remark.good) return remark;
  for (const Requirement& requirement : arrays) {
    std::optional<Remark> other;
    if (const auto* compare = std::get_if<CompareArray>(&requirement))
      other = JudgeCheckedRuns(mine, reference, *compare);
    if (IsOf<SameOutput>(requirement)) other = JudgeCheckedOutput(mine, reference);
    if (other) return *other;
  }
  return remark;
}

Remark JudgeOne(const Observed& mine, const Observed& reference, const Requirement& requirement, Requirements all) {
  // Once; where the checker is asked too, with its answer.
  const auto with_checked_runs = [&](Remark remark) {
    if (std::ranges::any_of(all, IsOf<StayClean>)) return remark;
    return JudgeCheckedRuns(std::move(remark), mine, reference, {&requirement, 1});
  };
  return std::visit(
      Either{
          [&](const CompareArray& wanted) { return with_checked_runs(JudgeArray(mine, reference, wanted)); },
          [&](const StayClean& wanted) { return JudgeCheckedRuns(JudgeFindings(mine, wanted), mine, reference, all); },
          [&](const MeetBound& wanted) { return JudgeBound(mine, reference, wanted); },
          [&](const SameTwice&) { return JudgeOrders(mine); },
          [&](const SameOutput&) { return with_checked_runs(JudgeOutput(mine, reference)); }},
      requirement);
}

Remark JudgeAll(std::span<const Observed> answer, std::span<const Observed> reference, const Requirement& requirement,
                Requirements all) {
  Remark last{.good = true, .sentence = "Nothing was run."};
  bool is_first = true;
  const auto* bound = std::get_if<MeetBound>(&requirement);
  for (std::size_t run = 0; run < std::min(answer.size(), reference.size()); ++run) {
    if (bound && bound->run && *bound->run != run) continue;
    Remark remark = JudgeOne(answer[run], reference[run], requirement, all);
    remark.run = run;
    if (!remark.good) return remark;
    // The first run with a kernel says most.
    if (is_first || !answer[last.run].recording) last = std::move(remark);
    is_first = false;
  }
  return last;
}

bool IsOfResults(const Requirement& requirement) {
  return IsOf<CompareArray>(requirement) || IsOf<StayClean>(requirement);
}

bool HasStopped(const Observed& run) { return run.recording && WasStopped(*run.recording); }

// A remark on the whole program is made once.
void SayOnce(std::span<Remark> remarks, std::span<const Requirement> requirements) {
  for (std::size_t i = 0; i < remarks.size(); ++i) {
    const auto* compare = std::get_if<CompareArray>(&requirements[i]);
    const auto before = remarks.first(i);
    if (compare && !remarks[i].good && std::ranges::count(before, remarks[i].sentence, &Remark::sentence) != 0)
      remarks[i].sentence = fmt::format("`{}`: the same.", compare->array);
  }
}

Remark NotChecked(const Observed& mine) {
  const std::string why = mine.not_checked ? mine.not_checked->message : "";
  return {.sentence = why.empty() ? "The program could not be checked."
                                  : fmt::format("The program could not be checked: {}.", why),
          .fault = std::string(KeyOf(Fault::kNotChecked))};
}

}  // namespace

std::string Describe(const metrics::Metric& metric) { return fmt::format("`{}`", metric.name) + PlaceOf(metric); }

std::string Tell(const metrics::Metric& metric, double number) {
  return metrics::ClauseOn(metric.name, Number(number)) + PlaceOf(metric);
}

Remark JudgeFindings(const Observed& mine, const StayClean& wanted) {
  if (!mine.checked) return NotChecked(mine);
  const std::vector<report::Finding>& findings = mine.checked->report.findings;
  const auto first = [&](auto is_it) {
    return std::ranges::find_if(findings,
                                [&](const report::Finding& one) { return Counts(one, wanted) && is_it(one); });
  };
  // Of several, the cause and not what follows from it; a leak after a fault says little.
  auto found = first(
      [](const report::Finding& one) { return !one.follows && report::SeverityOf(one.kind) == Severity::kError; });
  if (found == findings.end()) found = first([](const report::Finding& one) { return !one.follows; });
  if (found == findings.end()) found = first([](const report::Finding&) { return true; });
  if (found == findings.end())
    return {
        .good = true,
        .sentence = fmt::format("The checker finds no defect in thread order {}.", mine.checked->report.checked.order)};
  if (IsSeenByTheRecorder(found->kind) && mine.recording) {
    Remark fault = FirstFault(*mine.recording);
    fault.fault = report::Key(found->kind);
    if (!fault.good) return fault;
  }
  Remark remark{.sentence = FormatFindingBriefly(*found), .fault = std::string(report::Key(found->kind))};
  const std::vector<Moment> moments = MomentsOf(*found, mine);
  if (!moments.empty()) remark.moment = moments[0];
  if (moments.size() > 1) remark.other = moments[1];
  return remark;
}

Remark JudgeBound(const Observed& mine, const Observed& reference, const MeetBound& wanted) {
  if (!mine.recording) return {.good = true, .sentence = fmt::format("{}: no kernel ran.", Describe(wanted.metric))};
  if (!mine.checked || !mine.checked->counts) return NotChecked(mine);
  const Expected<double> found = metrics::Measure(*mine.checked->counts, wanted.metric);
  if (!found)
    return {.sentence = fmt::format("{}: {}.", Describe(wanted.metric), found.error().message),
            .fault = std::string(KeyOf(Fault::kNotUsed))};
  const std::string fact = Tell(wanted.metric, *found);
  struct Side {
    const std::optional<Bound>& bound;
    const char* words;
    bool may_be_less, may_be_more;
  };
  for (const auto& [bound, words, may_be_less, may_be_more] :
       {Side{wanted.at_most, "at most", true, false}, Side{wanted.at_least, "at least", false, true},
        Side{wanted.equal, "exactly", false, false}}) {
    if (!bound || (bound->is_relative && !reference.recording)) continue;
    const Expected<double> limit = LimitOf(*bound, wanted.metric, reference);
    if (!limit)
      return {.sentence = fmt::format("The lesson's own solution: {}.", limit.error().message),
              .fault = std::string(KeyOf(Fault::kNotChecked))};
    const auto side = Compare(*found, *limit);
    if (side == 0 || (side < 0 ? may_be_less : may_be_more)) continue;
    const bool is_exact = may_be_less == may_be_more || !metrics::IsCount(wanted.metric);
    const double within = is_exact ? *limit : LastCountWithin(*limit, may_be_less);
    const Fault fault = side > 0 ? Fault::kTooMany : wanted.is_use ? Fault::kNotUsed : Fault::kTooFew;
    return {.sentence = fmt::format("{}; {} {}.", fact, words, TellLimit(*bound, within)),
            .fault = std::string(KeyOf(fault))};
  }
  return {.good = true, .sentence = fact + "."};
}

Remark LeftOut(const MeetBound& bound, std::string_view why) {
  return {.is_left_out = true, .sentence = fmt::format("{} is not counted: {}.", Describe(bound.metric), why)};
}

Remark JudgeOutput(const Observed& mine, const Observed& reference) {
  const std::vector<std::string> ours = LinesOf(mine.output), theirs = LinesOf(reference.output);
  if (ours == theirs) return {.good = true, .sentence = "The output is right."};
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(ours, theirs).in1 - ours.begin());
  const auto line = [&](const std::vector<std::string>& lines) {
    return at < lines.size() ? fmt::format("`{}`", lines[at]) : std::string("missing");
  };
  return {.sentence = at < theirs.size() ? fmt::format("line {} of the output is {} and should be {}.", at + 1,
                                                       line(ours), line(theirs))
                                         : fmt::format("the output has more than {} lines.", theirs.size()),
          .fault = std::string(KeyOf(Fault::kWrongOutput))};
}

std::vector<Remark> Judge(std::span<const Observed> answer, std::span<const Observed> reference,
                          std::span<const Requirement> requirements) {
  std::vector<Remark> remarks;
  bool is_right = true;
  for (const Requirement& requirement : requirements) {
    remarks.push_back(JudgeAll(answer, reference, requirement, requirements));
    is_right &= remarks.back().good || !IsOfResults(requirement);
  }
  for (std::size_t i = 0; i < remarks.size() && !is_right; ++i)
    if (const auto* bound = std::get_if<MeetBound>(&requirements[i]))
      remarks[i] = LeftOut(*bound, std::ranges::any_of(answer, HasStopped) ? "a kernel was stopped before its end"
                                                                           : "the results are wrong");
  SayOnce(remarks, requirements);
  return remarks;
}

}  // namespace lockstep::jobs
