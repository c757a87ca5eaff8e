#include "lessons/engine/verdict_apart.h"

#include <fmt/format.h>
#include <string.h>

#include <nlohmann/json.hpp>

#include "shared/base/json_text.h"
#include "shared/base/process.h"

namespace lockstep::lessons {
namespace {

using nlohmann::json;

constexpr std::size_t kMostText = 64 << 20;  // bytes
// For the other process, to end what it has started.
constexpr std::chrono::seconds kNotice{2};

json ToJson(const jobs::Remark& remark) {
  return {{"good", remark.good},
          {"is_left_out", remark.is_left_out},
          {"sentence", remark.sentence},
          {"fault", remark.fault},
          {"run", remark.run}};
}

jobs::Remark RemarkOf(const json& object) {
  return {.good = object.at("good"),
          .is_left_out = object.at("is_left_out"),
          .sentence = object.at("sentence"),
          .fault = object.at("fault"),
          .run = CountOfJson(object.at("run"))};
}

}  // namespace

std::string ReportAsText(const ExerciseReport& report) {
  json object = {{"state", static_cast<int>(report.state)},
                 {"sentence", report.sentence},
                 {"fault", report.fault},
                 {"hint", report.hint},
                 {"is_ours", report.is_ours},
                 {"compiler_output", report.compiler_output},
                 {"points", report.points},
                 {"most_points", report.most_points},
                 {"remarks", json::array()}};
  for (const jobs::Remark& remark : report.remarks) object["remarks"].push_back(ToJson(remark));
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

Expected<ExerciseReport> ReportFromText(const std::string& text) {
  try {
    const json object = json::parse(text);
    ExerciseReport report{.state = EnumOfJson(object.at("state"), ExerciseState::kSolved),
                          .sentence = object.at("sentence"),
                          .fault = object.at("fault"),
                          .hint = object.at("hint"),
                          .is_ours = object.at("is_ours"),
                          .compiler_output = object.at("compiler_output"),
                          .points = object.at("points"),
                          .most_points = object.at("most_points")};
    for (const json& remark : object.at("remarks")) report.remarks.push_back(RemarkOf(remark));
    return report;
  } catch (const std::exception& error) {
    return Fail(fmt::format("it left no verdict ({})", error.what()));
  }
}

Expected<ExerciseReport> ReportOfProcess(std::vector<std::string> command, const std::function<bool()>& cancelled) {
  const Expected<ProcessResult> result = RunProcess({.command = std::move(command),
                                                     .ends_its_own = true,
                                                     .capture_output = true,
                                                     .capture_limit = kMostText,
                                                     .cancelled = cancelled,
                                                     .notice = kNotice});
  if (!result) return std::unexpected(result.error());
  if (result->signal != 0)
    return Fail(fmt::format("it was ended by signal {} ({})", result->signal, strsignal(result->signal)));
  if (result->status != 0) return Fail(fmt::format("it ended with exit status {}", result->status));
  return ReportFromText(result->output);
}

}  // namespace lockstep::lessons
