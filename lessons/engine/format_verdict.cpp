#include "lessons/engine/format_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/base/file.h"
#include "shared/base/hash.h"
#include "shared/base/printable.h"
#include "shared/base/xml_text.h"

namespace lockstep::lessons {
namespace {

using Json = nlohmann::ordered_json;

template <class... Functions>
struct Either : Functions... {
  using Functions::operator()...;
};

// Of texts one after the other.
class Hash {
 public:
  void Add(std::string_view text) { value_ = Fnv1a("\xff", Fnv1a(text, value_)); }
  std::string Text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = Fnv1a("");
};

std::string ForCsv(std::string text) {
  text = Printable(text);
  // A spreadsheet must not take it for a formula.
  if (!text.empty() && std::string_view("=+-@").contains(text.front())) text.insert(0, "'");
  if (text.find_first_of(",\"\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string ConditionsForXml(const Grading& grading) {
  if (grading.limits.empty()) return "";
  return fmt::format(
      "      <property name=\"sandbox\" value=\"{}\"/>\n      <property name=\"limits\" value=\"{}\"/>\n",
      ForXml(grading.sandbox), ForXml(grading.limits));
}

Json ToJson(const Verdict& verdict, const Lesson& lesson) {
  const ExerciseReport& report = verdict.report;
  Json json = {{"name", verdict.name},
               {"state", WordOf(report)},
               {"points", report.points},
               {"most_points", report.most_points},
               {"fault", report.fault.empty() ? Json(nullptr) : Json(report.fault)},
               {"sentence", report.sentence},
               {"hint", report.hint},
               {"compiler_output", report.compiler_output},
               {"checks", Json::array()}};
  for (std::size_t i = 0; i < report.remarks.size(); ++i) {
    const jobs::Remark& remark = report.remarks[i];
    const LessonCheck& check = lesson.exercise->checks[i];
    json["checks"].push_back({{"name", NameOf(check.requirement)},
                              {"good", remark.good},
                              {"counted", !remark.is_left_out},
                              {"hidden", !remark.good && remark.run >= lesson.exercise->runs.size()},
                              {"points", remark.good ? check.points : 0},
                              {"most_points", check.points},
                              {"fault", remark.fault.empty() ? Json(nullptr) : Json(remark.fault)},
                              {"sentence", remark.sentence}});
  }
  return json;
}

// `wrong` is the element for what is not good: "failure", or "error" where nothing was judged.
void AddCase(std::string& text, const std::string& suite, const std::string& name, bool good, std::string_view wrong,
             const std::string& sentence) {
  text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", ForXml(suite), ForXml(name));
  text += good ? "/>\n" : fmt::format(">\n      <{} message=\"{}\"/>\n    </testcase>\n", wrong, ForXml(sentence));
}

}  // namespace

Grading GradingOf(const Lesson& lesson, const std::string& version, const std::vector<jobs::Input>& runs,
                  const std::vector<std::filesystem::path>& more) {
  constexpr std::uint64_t kLargest = 64 << 20;  // bytes
  Hash hash;
  std::vector<std::filesystem::path> files{lesson.folder / "lesson.json"};
  if (lesson.exercise) files.push_back(lesson.exercise->solution);
  files.insert(files.end(), more.begin(), more.end());
  for (const jobs::Input& run : runs)
    for (const std::string& argument : run.arguments)
      if (argument.starts_with('/')) files.emplace_back(argument);
  for (const std::filesystem::path& file : files) hash.Add(ReadText(file, kLargest).value_or(""));
  return {.version = version, .lesson = fmt::format("{} {}", lesson.number, lesson.title), .inputs = hash.Text()};
}

std::string_view WordOf(const ExerciseReport& report) {
  if (report.is_ours) return "not graded";
  switch (report.state) {
    case ExerciseState::kBuilding: return "building";
    case ExerciseState::kBroken: return "does not compile";
    case ExerciseState::kFailed: return "failed";
    case ExerciseState::kWrong: return "wrong";
    case ExerciseState::kSolved: return "solved";
  }
  return "";
}

std::string NameOf(const jobs::Requirement& requirement) {
  return std::visit(
      Either{[](const jobs::CompareArray& wanted) { return "compare " + wanted.array; },
             [](const jobs::StayClean&) { return std::string("clean"); },
             [](const jobs::MeetBound& wanted) { return (wanted.is_use ? "uses " : "metric ") + wanted.metric.name; },
             [](const jobs::SameTwice&) { return std::string("same twice"); },
             [](const jobs::SameOutput&) { return std::string("output"); }},
      requirement);
}

std::string VerdictsAsJson(const std::vector<Verdict>& verdicts, const Lesson& lesson, const Grading& grading) {
  Json json = {{"lockstep", grading.version}, {"lesson", grading.lesson}, {"inputs", grading.inputs}};
  if (!grading.limits.empty())
    json.update({{"sandbox", grading.sandbox}, {"limits", grading.limits}, {"hidden_runs", grading.hidden_runs}});
  json["answers"] = Json::array();
  for (const Verdict& verdict : verdicts) json["answers"].push_back(ToJson(verdict, lesson));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string VerdictsAsJunit(const std::vector<Verdict>& verdicts, const Lesson& lesson, const Grading& grading) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" + ForXml("lesson " + grading.lesson) + "\">\n";
  for (const Verdict& verdict : verdicts) {
    const ExerciseReport& report = verdict.report;
    const std::size_t tests = lesson.exercise->checks.size();
    std::size_t failures = report.remarks.empty() ? tests : 0;
    for (const jobs::Remark& remark : report.remarks) failures += !remark.good;
    text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n",
                        ForXml(verdict.name), tests, report.is_ours ? 0 : failures, report.is_ours ? failures : 0,
                        verdict.seconds);
    text += fmt::format(
        "    <properties>\n      <property name=\"lockstep\" value=\"{}\"/>\n      <property name=\"inputs\" "
        "value=\"{}\"/>\n{}    </properties>\n",
        ForXml(grading.version), grading.inputs, ConditionsForXml(grading));
    for (std::size_t i = 0; i < tests; ++i) {
      const bool judged = i < report.remarks.size();
      AddCase(text, verdict.name, NameOf(lesson.exercise->checks[i].requirement), judged && report.remarks[i].good,
              report.is_ours ? "error" : "failure", judged ? report.remarks[i].sentence : report.sentence);
    }
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

std::string VerdictsAsCsv(const std::vector<Verdict>& verdicts, const Grading& grading) {
  std::string text = "name,state,points,most_points,fault,sentence,lesson,lockstep,inputs,sandbox,limits\n";
  for (const auto& [name, report, seconds] : verdicts)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", ForCsv(name), WordOf(report), report.points,
                        report.most_points, report.fault, ForCsv(report.sentence), ForCsv(grading.lesson),
                        ForCsv(grading.version), grading.inputs, ForCsv(grading.sandbox), ForCsv(grading.limits));
  return text;
}

}  // namespace lockstep::lessons
