#include "sim/check/report_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "shared/base/json_text.h"
#include "shared/base/unfinished_file.h"

namespace lockstep {
namespace {

using Json = nlohmann::json;

constexpr char kAddressMark[] = "@";

Json Write(const SourcePlace& place) { return Json::array({place.file, place.line, place.column, place.function}); }
SourcePlace ReadPlace(const Json& json) { return {json.at(0), json.at(1), json.at(2), json.at(3)}; }

Json Write(const Dim3& dim) { return Json::array({dim.x, dim.y, dim.z}); }
Dim3 ReadDim(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

Json Write(const Access& access) {
  return {{"deed", static_cast<int>(access.deed)},
          {"size", access.size},
          {"host", access.by_host},
          {"block", Write(access.block)},
          {"thread", Write(access.thread)},
          {"more", access.more_threads},
          {"place", Write(access.place)},
          {"note", access.note}};
}

Deed ReadDeed(const Json& json) {
  const auto number = json.get<std::uint64_t>();
  if (number > static_cast<std::uint64_t>(Deed::kCalled)) throw std::runtime_error("unknown deed");
  return static_cast<Deed>(number);
}

Access ReadAccess(const Json& json) {
  return {.deed = ReadDeed(json.at("deed")),
          .size = json.at("size"),
          .by_host = json.at("host"),
          .block = ReadDim(json.at("block")),
          .thread = ReadDim(json.at("thread")),
          .more_threads = json.at("more"),
          .place = ReadPlace(json.at("place")),
          .note = json.at("note")};
}

Json Write(const FindingObject& object) {
  Json json = {{"name", object.name},
               {"what", object.what},
               {"type", object.type},
               {"size", object.size},
               {"place", Write(object.allocated_at)}};
  if (object.offset) json["offset"] = *object.offset;
  return json;
}

FindingObject ReadObject(const Json& json) {
  FindingObject object{.name = json.at("name"),
                       .what = json.at("what"),
                       .type = json.at("type"),
                       .size = json.at("size"),
                       .allocated_at = ReadPlace(json.at("place"))};
  if (json.contains("offset")) object.offset = json.at("offset").get<std::int64_t>();
  return object;
}

Json Write(const Finding& finding) {
  Json json = {{"kind", Key(finding.kind)}, {"fact", finding.fact},     {"place", Write(finding.place)},
               {"kernel", finding.kernel},  {"launch", finding.launch}, {"origin", finding.origin},
               {"hint", finding.hint},      {"count", finding.count},   {"accesses", Json::array()}};
  for (const Access& access : finding.accesses) json["accesses"].push_back(Write(access));
  if (finding.object) json["object"] = Write(*finding.object);
  return json;
}

Finding ReadFinding(const Json& json) {
  Finding finding{.fact = json.at("fact"),
                  .place = ReadPlace(json.at("place")),
                  .kernel = json.at("kernel"),
                  .launch = json.at("launch"),
                  .origin = json.at("origin"),
                  .hint = json.at("hint"),
                  .count = json.at("count")};
  const auto kind = FindingKindOf(json.at("kind").get<std::string>());
  if (!kind) throw std::runtime_error("unknown kind");
  finding.kind = *kind;
  for (const Json& access : json.at("accesses")) finding.accesses.push_back(ReadAccess(access));
  if (json.contains("object")) finding.object = ReadObject(json.at("object"));
  return finding;
}

}  // namespace

std::string ToJson(const CheckSettings& settings) {
  return Json{{"path", JsonOfText(settings.path)}, {"most_rounds", settings.most_rounds}}.dump();
}

Expected<CheckSettings> CheckSettingsFromJson(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    return CheckSettings{TextOfJson(json.at("path")), json.at("most_rounds")};
  } catch (const std::exception& error) {
    return Fail(std::string(kCheckVariable) + " is not what `lockstep check` sets: " + error.what());
  }
}

SourcePlace HostPlace(const void* return_address) {
  if (!return_address) return {};
  return {.function = kAddressMark + std::to_string(reinterpret_cast<std::uint64_t>(return_address))};
}

std::optional<std::uint64_t> ReturnAddressOf(const SourcePlace& place) {
  if (!place.file.empty() || !place.function.starts_with(kAddressMark)) return std::nullopt;
  return std::strtoull(place.function.c_str() + 1, nullptr, 10);
}

Expected<void> WriteReport(const Report& report, const std::string& path) {
  Json json = {{"findings", Json::array()},
               {"launches", report.checked.launches},
               {"threads", report.checked.threads},
               {"accesses", report.checked.accesses},
               {"accesses_vary", report.checked.accesses_vary},
               {"never_run", report.checked.kernels_never_run}};
  for (const Finding& finding : report.findings) json["findings"].push_back(Write(finding));
  Expected<void> written = WriteFile(path, json.dump(-1, ' ', false, Json::error_handler_t::replace));
  // An older report that is still there would pass for this one.
  std::error_code ignored;
  if (!written) std::filesystem::remove(path, ignored);
  return written;
}

Expected<Report> ReadReport(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Fail("there is no report " + path);
  try {
    const Json json = Json::parse(std::string{std::istreambuf_iterator<char>(file), {}});
    Report report;
    for (const Json& finding : json.at("findings")) report.findings.push_back(ReadFinding(finding));
    report.checked = {.launches = json.at("launches"),
                      .threads = json.at("threads"),
                      .accesses = json.at("accesses"),
                      .accesses_vary = json.at("accesses_vary"),
                      .kernels_never_run = json.at("never_run")};
    return report;
  } catch (const std::exception& error) {
    return Fail(path + " is not a report: " + error.what());
  }
}

}  // namespace lockstep
