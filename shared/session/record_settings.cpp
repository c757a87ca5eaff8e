#include "shared/session/record_settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/base/json_text.h"
#include "shared/session/variables.h"

namespace lockstep::session {

using nlohmann::json;

namespace {

json ToJson(const std::vector<trace::Dim3>& blocks) {
  json list = json::array();
  for (const trace::Dim3& block : blocks) list.push_back({block.x, block.y, block.z});
  return list;
}

json ToJson(const std::vector<BlockRule>& rules) {
  json list = json::array();
  for (const BlockRule& rule : rules) list.push_back({static_cast<int>(rule.kind), rule.count});
  return list;
}

std::vector<BlockRule> RulesOf(const json& list) {
  std::vector<BlockRule> rules;
  for (const json& rule : list) {
    const int kind = std::clamp(rule.at(0).get<int>(), 0, static_cast<int>(BlockRule::Kind::kCorners));
    rules.push_back({static_cast<BlockRule::Kind>(kind), std::max(rule.at(1).get<std::uint64_t>(), std::uint64_t{1})});
  }
  return rules;
}

json ToJson(const std::vector<RecordSummary::Part>& parts) {
  json list = json::array();
  for (const RecordSummary::Part& part : parts)
    list.push_back({{"launch", part.launch},
                    {"kernel", JsonOfText(part.kernel)},
                    {"grid_blocks", part.grid_blocks},
                    {"wanted", part.wanted},
                    {"blocks", part.blocks},
                    {"steps", part.steps},
                    {"is_cut", part.is_cut},
                    {"is_faulty", part.is_faulty}});
  return list;
}

std::vector<RecordSummary::Part> PartsOf(const json& list) {
  std::vector<RecordSummary::Part> parts;
  for (const json& part : list)
    parts.push_back({.launch = part.at("launch"),
                     .kernel = TextOfJson(part.at("kernel")),
                     .grid_blocks = part.at("grid_blocks"),
                     .wanted = part.at("wanted"),
                     .blocks = part.at("blocks"),
                     .steps = part.at("steps"),
                     .is_cut = part.at("is_cut"),
                     .is_faulty = part.at("is_faulty")});
  return parts;
}

// More kernels or launches are counted, but not named.
constexpr std::size_t kMostNamed = 50;

std::vector<trace::Dim3> BlocksOf(const json& list) {
  std::vector<trace::Dim3> blocks;
  for (const json& block : list) blocks.push_back({block.at(0), block.at(1), block.at(2)});
  return blocks;
}

}  // namespace

std::uint64_t StepBudget(const RecordSettings& settings, std::uint64_t so_far) {
  if (settings.max_steps != 0) return settings.max_steps;
  const std::uint64_t left = kStepsTogether - std::min(kStepsTogether, so_far);
  return std::clamp(left, kLeastSteps, kStepsOfLaunch);
}

std::string ToJson(const RecordSettings& settings) {
  json places = json::array();
  for (const RecordPlace& place : settings.places)
    places.push_back({{"launch", place.launch}, {"blocks", ToJson(place.blocks)}});
  json arguments = json::array();
  for (const std::string& argument : settings.arguments) arguments.push_back(JsonOfText(argument));
  json build = json::array();
  for (const std::string& word : settings.build) build.push_back(JsonOfText(word));
  json text = {{"path", JsonOfText(settings.path)},
               {"shown", JsonOfText(settings.shown)},
               {"summary", JsonOfText(settings.summary)},
               {"program", JsonOfText(settings.program)},
               {"arguments", arguments},
               {"build", build},
               {"kernel", JsonOfText(settings.kernel)},
               {"every_launch", settings.every_launch},
               {"most_launches", settings.most_launches},
               {"blocks", ToJson(settings.blocks)},
               {"rules", ToJson(settings.rules)},
               {"places", places},
               {"max_steps", settings.max_steps},
               {"max_memory", settings.max_memory},
               {"order", JsonOfText(settings.order)}};
  if (settings.launch) text["launch"] = *settings.launch;
  return text.dump();
}

Expected<RecordSettings> RecordSettingsFromJson(const std::string& text) {
  const json read = ParseWholeNumbers(text, false);
  if (!read.is_object()) return Fail(std::string(kRecordVariable) + " does not hold the settings of a recording");
  try {
    RecordSettings settings;
    const auto text_of = [&](const char* name) { return read.contains(name) ? TextOfJson(read.at(name)) : ""; };
    settings.path = TextOfJson(read.at("path"));
    settings.shown = text_of("shown");
    settings.summary = text_of("summary");
    settings.program = text_of("program");
    settings.kernel = text_of("kernel");
    for (const json& argument : read.value("arguments", json::array()))
      settings.arguments.push_back(TextOfJson(argument));
    for (const json& word : read.value("build", json::array())) settings.build.push_back(TextOfJson(word));
    settings.every_launch = read.value("every_launch", false);
    settings.most_launches = read.value("most_launches", settings.most_launches);
    settings.max_steps = read.value("max_steps", settings.max_steps);
    settings.max_memory = read.value("max_memory", settings.max_memory);
    if (read.contains("order")) settings.order = text_of("order");
    if (read.contains("launch")) settings.launch = read.at("launch").get<std::uint32_t>();
    settings.blocks = BlocksOf(read.value("blocks", json::array()));
    settings.rules = RulesOf(read.value("rules", json::array()));
    for (const json& place : read.value("places", json::array()))
      settings.places.push_back({.launch = place.at("launch"), .blocks = BlocksOf(place.at("blocks"))});
    return settings;
  } catch (const json::exception& error) {
    return Fail(std::string(kRecordVariable) + " does not hold the settings of a recording: " + error.what());
  }
}

void RecordSummary::Count(const Launch& launch) {
  ++launches;
  recorded += launch.is_recorded;
  auto known = std::ranges::find_if(
      kernels, [&](const Kernel& kernel) { return kernel.name == launch.kernel && kernel.grid == launch.grid; });
  if (known == kernels.end()) {
    if (kernels.size() == kMostNamed) return;
    known = kernels.insert(known, {.name = launch.kernel, .grid = launch.grid, .first = launch.number});
  }
  ++known->launches;
  known->recorded += launch.is_recorded;
}

void RecordSummary::Note(Part part) {
  if (parts.size() < kMostNamed) parts.push_back(std::move(part));
}

std::string ToJson(const RecordSummary& summary) {
  json kernels = json::array();
  for (const RecordSummary::Kernel& kernel : summary.kernels)
    kernels.push_back({{"name", JsonOfText(kernel.name)},
                       {"grid", {kernel.grid.x, kernel.grid.y, kernel.grid.z}},
                       {"first", kernel.first},
                       {"launches", kernel.launches},
                       {"recorded", kernel.recorded}});
  json text = {{"launches", summary.launches}, {"recorded", summary.recorded},
               {"kernels", kernels},           {"parts", ToJson(summary.parts)},
               {"callers", summary.callers},   {"failure", JsonOfText(summary.failure)}};
  if (summary.modelled) text["modelled"] = *summary.modelled;
  return text.dump();
}

Expected<RecordSummary> RecordSummaryFromJson(const std::string& text) try {
  const json read = ParseWholeNumbers(text);
  RecordSummary summary{.launches = read.at("launches"), .recorded = read.at("recorded")};
  for (const json& kernel : read.at("kernels")) {
    const json& grid = kernel.at("grid");
    summary.kernels.push_back({.name = TextOfJson(kernel.at("name")),
                               .grid = {grid.at(0), grid.at(1), grid.at(2)},
                               .first = kernel.at("first"),
                               .launches = kernel.at("launches"),
                               .recorded = kernel.at("recorded")});
  }
  summary.parts = PartsOf(read.at("parts"));
  summary.callers = read.at("callers").get<std::vector<std::uint64_t>>();
  summary.failure = TextOfJson(read.at("failure"));
  if (read.contains("modelled")) summary.modelled = read.at("modelled").get<trace::ModelledSet>();
  return summary;
} catch (const json::exception& error) {
  return Fail(std::string("what the program said of its recording cannot be read: ") + error.what());
}

}  // namespace lockstep::session
