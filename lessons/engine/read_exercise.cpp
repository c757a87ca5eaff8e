#include "lessons/engine/read_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "lessons/engine/hints.h"
#include "shared/base/printable.h"
#include "shared/trace/read_index.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostUlp = 1'000'000'000, kMostSeed = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostInput = 64 << 10;  // bytes of a run's standard input
constexpr double kMostPoints = 1000;

Hints ReadHints(Fields& fields, const std::string& name, const fs::path& folder) {
  Hints hints;
  if (!fields.Has(name)) return hints;
  Fields named = fields.Object(name);
  for (const std::string& fault : named.Names()) {
    if (!IsHintKey(fault)) named.Complain(fault, "is neither a fault nor a kind of finding");
    hints[fault] = ReadFileName(named, fault, folder);
  }
  return hints;
}

// The name of a fault that must exist.
std::string ReadFault(Fields& fields, const std::string& name) {
  std::string fault = fields.Text(name);
  if (!jobs::IsFaultKey(fault))
    fields.Complain(name, fmt::format("names `{}`, which is neither a fault nor a kind of finding", Printable(fault)));
  return fault;
}

jobs::Metric ReadMetric(Fields& fields) {
  jobs::Metric metric{.name = fields.Text("name"),
                      .kernel = fields.TextOr("kernel", ""),
                      .array = fields.TextOr("array", ""),
                      .device = fields.TextOr("device", "")};
  const std::string space = fields.TextOr("space", "");
  if (space == "global") metric.memory = metrics::CountedMemory::kGlobal;
  if (space == "shared") metric.memory = metrics::CountedMemory::kShared;
  if (!space.empty() && !metric.memory) fields.Complain("space", "is neither `global` nor `shared`");
  if (auto judged = jobs::JudgeMetric(metric); !judged)
    fields.Complain("name", Printable("is wrong: " + judged.error().message));
  return metric;
}

// --- checks

jobs::Requirement ReadCompare(Fields& fields) {
  jobs::CompareArray wanted{.array = fields.Text("array"), .with = fields.TextOr("with", "")};
  if (const auto tolerance = fields.NumberIf("tolerance")) wanted.tolerance = *tolerance;
  if (wanted.tolerance < 0) fields.Complain("tolerance", "is less than 0");
  if (!fields.Has("ulp")) return wanted;
  if (fields.Has("tolerance")) fields.Complain("ulp", "stands beside `tolerance`: one of them is wanted");
  wanted.ulp = static_cast<std::uint64_t>(fields.Whole("ulp", 0, kMostUlp));
  return wanted;
}

jobs::Requirement ReadClean(Fields& fields) {
  jobs::StayClean wanted{.schedules = fields.TextOr("schedules", "all")};
  for (const std::string& key : fields.Texts("without")) {
    const auto kind = report::FindingKindOf(key);
    if (!kind) fields.Complain("without", fmt::format("names `{}`, which is no kind of finding", Printable(key)));
    wanted.without.push_back(*kind);
  }
  if (auto judged = jobs::JudgeSchedule(wanted.schedules); !judged)
    fields.Complain("schedules", "is none of serial, lockstep, shuffled, shuffled:SEED and all");
  return wanted;
}

// 30, or "1.1x": 1.1 times what the reference solution has.
std::optional<jobs::Bound> ReadBound(Fields& fields, const std::string& name) {
  if (!fields.HoldsText(name)) {
    const std::optional<double> number = fields.NumberIf(name);
    return number ? std::optional(jobs::Bound(*number)) : std::nullopt;
  }
  const std::string text = fields.Text(name);
  double times = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), times);
  const bool is_number = error == std::errc() && std::isfinite(times) && times >= 0;
  if (!is_number || std::string_view(end, text.data() + text.size()) != "x")
    fields.Complain(name, fmt::format("is `{}`: a number is wanted, or a text such as `1.1x`", Printable(text)));
  return jobs::Bound(times, true);
}

void ReadBounds(Fields& fields, std::size_t runs, jobs::MeetBound& wanted) {
  wanted.at_most = ReadBound(fields, "at_most");
  wanted.at_least = ReadBound(fields, "at_least");
  wanted.equal = ReadBound(fields, "equal");
  if (fields.Has("run"))
    wanted.run = static_cast<std::size_t>(fields.Whole("run", 0, static_cast<std::int64_t>(runs) - 1));
}

jobs::Requirement ReadMetricCheck(Fields& fields, std::size_t runs) {
  jobs::MeetBound wanted{.metric = ReadMetric(fields)};
  ReadBounds(fields, runs, wanted);
  if (!wanted.at_most && !wanted.at_least && !wanted.equal)
    fields.Complain("at_most", "is missing, and so are `at_least` and `equal`: one bound is wanted");
  return wanted;
}

jobs::Requirement ReadUses(Fields& fields, std::size_t runs) {
  jobs::MeetBound wanted{.metric = ReadMetric(fields), .is_use = true};
  ReadBounds(fields, runs, wanted);
  if (!wanted.at_least) wanted.at_least = 1;
  return wanted;
}

jobs::Requirement ReadLaunches(Fields& fields, std::size_t runs) {
  jobs::MeetBound wanted{.metric = {.name = "launches", .kernel = fields.TextOr("kernel", "")}};
  ReadBounds(fields, runs, wanted);
  if (!wanted.at_most && !wanted.at_least && !wanted.equal)
    fields.Complain("at_most", "is missing, and so are `at_least` and `equal`: one bound is wanted");
  return wanted;
}

jobs::Requirement ReadRequirement(Fields& fields, std::size_t runs) {
  const std::string kind = fields.Text("kind");
  if (kind == "compare") return ReadCompare(fields);
  if (kind == "clean") return ReadClean(fields);
  if (kind == "metric") return ReadMetricCheck(fields, runs);
  if (kind == "uses") return ReadUses(fields, runs);
  if (kind == "launches") return ReadLaunches(fields, runs);
  if (kind == "same_twice") return jobs::SameTwice{};
  if (kind == "output") return jobs::SameOutput{};
  fields.Complain("kind", fmt::format("is `{}`, and there is no such check", Printable(kind)));
}

LessonCheck ReadCheck(Fields fields, const fs::path& folder, std::size_t runs) {
  LessonCheck check{.requirement = ReadRequirement(fields, runs)};
  if (const auto points = fields.NumberIf("points")) check.points = *points;
  if (check.points < 0 || check.points > kMostPoints)
    fields.Complain("points", fmt::format("is not from 0 to {}", kMostPoints));
  check.hints = ReadHints(fields, "hints", folder);
  if (std::holds_alternative<jobs::MeetBound>(check.requirement)) check.baseline = fields.NumberIf("baseline");
  fields.Finish();
  return check;
}

// --- the rest

std::vector<trace::Dim3> ReadBlocks(Fields& fields) {
  std::vector<trace::Dim3> blocks;
  for (const std::string& text : fields.Texts("blocks")) {
    const std::optional<trace::Dim3> block = trace::ReadIndex(text);
    if (!block)
      fields.Complain("blocks", fmt::format("has `{}`, which is no block: x, x,y or x,y,z is wanted", Printable(text)));
    blocks.push_back(*block);
  }
  return blocks;
}

std::vector<WrongAttempt> ReadWrong(Fields& fields, const fs::path& folder) {
  std::vector<WrongAttempt> wrong;
  for (Fields& one : fields.Objects("wrong")) {
    wrong.push_back(
        {.file = ReadFileName(one, "file", folder), .fault = ReadFault(one, "fault"), .says = one.TextOr("says", "")});
    one.Finish();
  }
  return wrong;
}

std::vector<fs::path> ReadRight(Fields& fields, const fs::path& folder) {
  std::vector<fs::path> right;
  for (const std::string& name : fields.Texts("right")) {
    right.push_back((folder / name).lexically_normal());
    MustBeFile(fields, "right", right.back());
  }
  return right;
}

// The number that a puzzle is to reach: a check like others, and a count to be as small as can be.
void ReadGoal(Fields fields, const fs::path& folder, LessonExercise& exercise) {
  const PuzzleGoal goal{.metric = ReadMetric(fields), .at_most = fields.Number("at_most")};
  LessonCheck check{.requirement = jobs::MeetBound{.metric = goal.metric, .at_most = goal.at_most, .run = 0},
                    .hints = ReadHints(fields, "hints", folder),
                    .baseline = fields.NumberIf("baseline")};
  // Other counts come after it, so that its number is the first one to be told of.
  const auto is_count = [](const LessonCheck& one) { return std::holds_alternative<jobs::MeetBound>(one.requirement); };
  exercise.checks.insert(std::ranges::find_if(exercise.checks, is_count), std::move(check));
  exercise.challenge.insert(exercise.challenge.begin(), goal.metric);
  exercise.goal = goal;
  fields.Finish();
}

LessonFact ReadFact(Fields fields) {
  LessonFact fact{.run = static_cast<std::size_t>(fields.WholeOr("run", 0, 1000, 0))};
  const double value = fields.Number("value");
  fact.value = fmt::format("{}", value);
  const std::string of = fields.TextOr("of", "program");
  if (of == "exercise") fact.of = LessonFact::Of::kExercise;
  if (of == "solution") fact.of = LessonFact::Of::kSolution;
  if (of != "exercise" && of != "solution" && of != "program")
    fields.Complain("of", "is none of `program`, `exercise` and `solution`");
  fact.metric = ReadMetric(fields);
  fields.Finish();
  return fact;
}

}  // namespace

void MustBeFile(const Fields& fields, const std::string& name, const fs::path& file) {
  // A pipe in a file's place would be waited for, and a device never ends.
  std::error_code error;
  if (fs::is_regular_file(file, error)) return;
  fields.Complain(name, fmt::format("names `{}`, which {}", Printable(file.string()),
                                    fs::exists(file, error) ? "is not a regular file" : "does not exist"));
}

fs::path ReadFileName(Fields& fields, const std::string& name, const fs::path& folder) {
  fs::path file = (folder / fields.Text(name)).lexically_normal();
  MustBeFile(fields, name, file);
  return file;
}

std::vector<jobs::Input> ReadRuns(Fields& fields, const fs::path& folder, std::string_view token) {
  std::vector<jobs::Input> runs;
  for (Fields& one : fields.Objects("runs")) {
    jobs::Input input{.arguments = ReadArguments(one, folder, token),
                      .text = one.TextOr("stdin", ""),
                      .name = one.TextOr("label", "")};
    if (input.text.size() > kMostInput) one.Complain("stdin", fmt::format("has more than {} bytes", kMostInput));
    if (one.Has("seed")) input.seed = static_cast<std::uint64_t>(one.Whole("seed", 0, kMostSeed));
    one.Finish();
    runs.push_back(std::move(input));
  }
  return runs;
}

std::vector<std::string> ReadArguments(Fields& fields, const fs::path& folder, std::string_view token) {
  std::vector<std::string> arguments = fields.Texts("arguments");
  for (std::string& argument : arguments) {
    if (argument.starts_with(token)) argument.replace(0, token.size(), folder.string());
    if (argument.starts_with('/')) argument = fs::path(argument).lexically_normal().string();
    if (argument.contains('\0')) fields.Complain("arguments", "has a text with a zero byte");
  }
  return arguments;
}

LessonExercise ReadExercise(Fields fields, const fs::path& folder) {
  LessonExercise exercise{.file = ReadFileName(fields, "file", folder),
                          .solution = ReadFileName(fields, "solution", folder),
                          .runs = ReadRuns(fields, folder),
                          .blocks = ReadBlocks(fields)};
  if (exercise.runs.empty()) exercise.runs.emplace_back();
  for (Fields& check : fields.Objects("checks"))
    exercise.checks.push_back(ReadCheck(std::move(check), folder, exercise.runs.size()));
  if (exercise.checks.empty()) fields.Complain("checks", "is missing or empty: what is right?");
  if (fields.Has("goal")) ReadGoal(fields.Object("goal"), folder, exercise);
  exercise.hints = ReadHints(fields, "hints", folder);
  exercise.fails = ReadFault(fields, "fails");
  exercise.wrong = ReadWrong(fields, folder);
  exercise.right = ReadRight(fields, folder);
  for (Fields& one : fields.Objects("challenge")) {
    exercise.challenge.push_back(ReadMetric(one));
    one.Finish();
  }
  if (fields.Has("solved")) exercise.solved = ReadFileName(fields, "solved", folder);
  fields.Finish();
  return exercise;
}

std::map<std::string, LessonFact> ReadFacts(Fields fields) {
  std::map<std::string, LessonFact> facts;
  for (const std::string& name : fields.Names()) facts[name] = ReadFact(fields.Object(name));
  return facts;
}

}  // namespace lockstep::lessons
