#include "sim/record/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lockstep {

using nlohmann::json;

namespace {

json ToJson(const std::vector<Dim3>& blocks) {
  json list = json::array();
  for (const Dim3& block : blocks) list.push_back({block.x, block.y, block.z});
  return list;
}

std::vector<Dim3> BlocksOf(const json& list) {
  std::vector<Dim3> blocks;
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
  json text = {
      {"path", settings.path},     {"program", settings.program},           {"arguments", settings.arguments},
      {"kernel", settings.kernel}, {"every_launch", settings.every_launch}, {"blocks", ToJson(settings.blocks)},
      {"places", places},          {"max_steps", settings.max_steps},       {"max_memory", settings.max_memory},
      {"order", settings.order}};
  if (settings.launch) text["launch"] = *settings.launch;
  return text.dump();
}

Expected<RecordSettings> RecordSettingsFromJson(const std::string& text) {
  const json read = json::parse(text, nullptr, false);
  if (!read.is_object()) return Fail(std::string(kRecordVariable) + " does not hold the settings of a recording");
  try {
    RecordSettings settings;
    settings.path = read.at("path");
    settings.program = read.value("program", "");
    settings.arguments = read.value("arguments", settings.arguments);
    settings.kernel = read.value("kernel", "");
    settings.every_launch = read.value("every_launch", false);
    settings.max_steps = read.value("max_steps", settings.max_steps);
    settings.max_memory = read.value("max_memory", settings.max_memory);
    settings.order = read.value("order", settings.order);
    if (read.contains("launch")) settings.launch = read.at("launch").get<std::uint32_t>();
    settings.blocks = BlocksOf(read.value("blocks", json::array()));
    for (const json& place : read.value("places", json::array()))
      settings.places.push_back({.launch = place.at("launch"), .blocks = BlocksOf(place.at("blocks"))});
    return settings;
  } catch (const json::exception& error) {
    return Fail(std::string(kRecordVariable) + " does not hold the settings of a recording: " + error.what());
  }
}

}  // namespace lockstep
