#include "shared/session/report_file.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "shared/base/file.h"
#include "shared/base/json_text.h"
#include "shared/base/shown_names.h"
#include "shared/base/unfinished_file.h"
#include "shared/session/variables.h"

namespace lockstep::session {
namespace {

using Json = nlohmann::json;

Json Write(const report::SourcePlace& place) {
  return Json::array({ShownName(place.file), place.line, place.column, place.function});
}
report::SourcePlace ReadPlace(const Json& json) { return {json.at(0), json.at(1), json.at(2), json.at(3)}; }

Json Write(const trace::Dim3& dim) { return Json::array({dim.x, dim.y, dim.z}); }
trace::Dim3 ReadDim(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

Json Write(const report::FindingSide& side) {
  return {{"action", static_cast<int>(side.action)},
          {"size", side.size},
          {"host", side.by_host},
          {"block", Write(side.block)},
          {"thread", Write(side.thread)},
          {"ordinal", side.ordinal},
          {"more", side.more_threads},
          {"place", Write(side.place)},
          {"note", side.note}};
}

report::FindingSide ReadSide(const Json& json) {
  return {.action = EnumOfJson(json.at("action"), report::kLastAction),
          .size = json.at("size"),
          .by_host = json.at("host"),
          .block = ReadDim(json.at("block")),
          .thread = ReadDim(json.at("thread")),
          .ordinal = json.at("ordinal"),
          .more_threads = json.at("more"),
          .place = ReadPlace(json.at("place")),
          .note = json.at("note")};
}

Json Write(const report::FindingObject& object) {
  Json json = {{"name", object.name},
               {"what", object.what},
               {"type", object.type},
               {"size", object.size},
               {"place", Write(object.allocated_at)},
               {"allocated", object.is_allocated}};
  if (object.offset) json["offset"] = *object.offset;
  return json;
}

report::FindingObject ReadObject(const Json& json) {
  report::FindingObject object{.name = json.at("name"),
                               .what = json.at("what"),
                               .type = json.at("type"),
                               .size = json.at("size"),
                               .allocated_at = ReadPlace(json.at("place")),
                               .is_allocated = json.at("allocated")};
  if (json.contains("offset")) object.offset = json.at("offset").get<std::int64_t>();
  return object;
}

Json Write(const report::Finding& finding) {
  Json json = {{"kind", report::Key(finding.kind)},
               {"fact", finding.fact},
               {"place", Write(finding.place)},
               {"kernel", finding.kernel},
               {"launch", finding.launch},
               {"origin", finding.origin},
               {"hint", finding.hint},
               {"count", finding.count},
               {"sides", Json::array()}};
  for (const report::FindingSide& side : finding.sides) json["sides"].push_back(Write(side));
  if (finding.object) json["object"] = Write(*finding.object);
  return json;
}

report::Finding ReadFinding(const Json& json) {
  report::Finding finding{.fact = json.at("fact"),
                          .place = ReadPlace(json.at("place")),
                          .kernel = json.at("kernel"),
                          .launch = json.at("launch"),
                          .origin = json.at("origin"),
                          .hint = json.at("hint"),
                          .count = json.at("count")};
  const auto kind = report::FindingKindOf(json.at("kind").get<std::string>());
  if (!kind) throw std::runtime_error("unknown kind");
  finding.kind = *kind;
  for (const Json& side : json.at("sides")) finding.sides.push_back(ReadSide(side));
  if (json.contains("object")) finding.object = ReadObject(json.at("object"));
  return finding;
}

Json Write(const ArraysToKeep& arrays) {
  return {{"names", arrays.names}, {"path", JsonOfText(arrays.path)}, {"launches", arrays.launches}};
}

ArraysToKeep ReadArraysToKeep(const Json& json) {
  return {.names = json.at("names"), .path = TextOfJson(json.at("path")), .launches = json.at("launches")};
}

}  // namespace

std::string ToJson(const CheckSettings& settings) {
  Json json = {{"path", JsonOfText(settings.path)},
               {"most_rounds", settings.most_rounds},
               {"with_ordinals", settings.with_ordinals},
               {"strict_init", settings.strict_init}};
  if (!settings.arrays.names.empty()) json["arrays"] = Write(settings.arrays);
  return json.dump();
}

Expected<CheckSettings> CheckSettingsFromJson(const std::string& text) {
  try {
    const Json json = ParseWholeNumbers(text);
    return CheckSettings{.path = TextOfJson(json.at("path")),
                         .most_rounds = json.at("most_rounds"),
                         .with_ordinals = json.at("with_ordinals"),
                         .strict_init = json.at("strict_init"),
                         .arrays = json.contains("arrays") ? ReadArraysToKeep(json.at("arrays")) : ArraysToKeep{}};
  } catch (const std::exception& error) {
    return Fail(std::string(kCheckVariable) + " is not what `lockstep check` sets: " + error.what());
  }
}

Expected<void> WriteReport(const report::Report& report, const std::string& path) {
  Json json = {{"findings", Json::array()},
               {"launches", report.checked.launches},
               {"threads", report.checked.threads},
               {"accesses", report.checked.accesses},
               {"library_calls", report.checked.library_calls},
               {"accesses_vary", report.checked.accesses_vary},
               {"modelled", report.checked.modelled},
               {"never_run", report.checked.kernels_never_run},
               {"unchecked", report.checked.kernels_unchecked}};
  for (const report::Finding& finding : report.findings) json["findings"].push_back(Write(finding));
  Expected<void> written = WriteFile(path, json.dump(-1, ' ', false, Json::error_handler_t::replace));
  // An older report that is still there would pass for this one.
  std::error_code ignored;
  if (!written) std::filesystem::remove(path, ignored);
  return written;
}

std::string PathOfOtherProcess(const std::string& path, int process) { return path + "." + std::to_string(process); }

namespace {

void AddNew(const std::vector<std::string>& names, std::vector<std::string>& to) {
  for (const std::string& name : names)
    if (std::ranges::count(to, name) == 0) to.push_back(name);
}

void Merge(report::Report other, report::Report& into) {
  const std::size_t before = into.findings.size();
  for (report::Finding& finding : other.findings) {
    if (finding.follows) *finding.follows += before;
    into.findings.push_back(std::move(finding));
  }
  into.checked.launches += other.checked.launches;
  into.checked.threads += other.checked.threads;
  into.checked.accesses += other.checked.accesses;
  into.checked.library_calls += other.checked.library_calls;
  into.checked.accesses_vary |= other.checked.accesses_vary;
  into.checked.modelled |= other.checked.modelled;
  AddNew(other.checked.kernels_unchecked, into.checked.kernels_unchecked);
  // A process that has launched nothing does not know of any kernel.
  if (other.checked.launches == 0) return;
  if (into.checked.launches == other.checked.launches) {
    into.checked.kernels_never_run = std::move(other.checked.kernels_never_run);
    return;
  }
  std::erase_if(into.checked.kernels_never_run, [&](const std::string& kernel) {
    return std::ranges::count(other.checked.kernels_never_run, kernel) == 0;
  });
}

}  // namespace

Expected<report::Report> ReadReports(const std::string& path) {
  Expected<report::Report> report = ReadReport(path);
  if (!report) return report;
  const std::filesystem::path first(path);
  std::vector<std::filesystem::path> others;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(first.parent_path(), error))
    if (entry.path().filename().string().starts_with(first.filename().string() + ".")) others.push_back(entry.path());
  std::ranges::sort(others);
  for (const std::filesystem::path& other : others)
    if (auto read = ReadReport(other)) Merge(std::move(*read), *report);
  return report;
}

Expected<report::Report> ReadReport(const std::string& path) {
  // The program may have written something else under this name.
  constexpr std::uint64_t kLargest = 64 << 20;  // bytes
  const Expected<std::string> text = ReadText(path, kLargest);
  if (!text) return Fail("there is no report " + path);
  try {
    const Json json = ParseWholeNumbers(*text);
    report::Report report;
    for (const Json& finding : json.at("findings")) report.findings.push_back(ReadFinding(finding));
    report.checked = {.launches = json.at("launches"),
                      .threads = json.at("threads"),
                      .accesses = json.at("accesses"),
                      .library_calls = json.at("library_calls"),
                      .accesses_vary = json.at("accesses_vary"),
                      .kernels_never_run = json.at("never_run"),
                      .kernels_unchecked = json.at("unchecked"),
                      .modelled = json.at("modelled")};
    return report;
  } catch (const std::exception& error) {
    return Fail(path + " is not a report: " + error.what());
  }
}

}  // namespace lockstep::session
