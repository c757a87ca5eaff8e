// A report as JSON. FINDINGS.md describes every member.

#include <nlohmann/json.hpp>

#include "shared/report/source_name.h"
#include "shared/report/tell.h"

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

Json ToJson(const SourcePlace& place, const TellOptions& options) {
  if (place.file.empty()) return nullptr;
  return {{"file", SourceName(place.file, options.base)},
          {"line", place.line},
          {"column", place.column},
          {"function", place.function}};
}

Json ToJson(const Dim3& dim) { return Json::array({dim.x, dim.y, dim.z}); }

std::string_view WordOf(Deed deed) {
  constexpr std::string_view kWords[] = {"read",      "wrote", "updated",  "waits", "left",
                                         "allocated", "freed", "launched", "called"};
  return kWords[static_cast<int>(deed)];
}

Json ToJson(const Access& access, const TellOptions& options) {
  Json json = {{"deed", WordOf(access.deed)}, {"size", access.size}, {"by", access.by_host ? "host" : "thread"}};
  if (!access.by_host) {
    json["block"] = ToJson(access.block);
    json["thread"] = ToJson(access.thread);
  }
  json["more_threads"] = access.more_threads;
  json["place"] = ToJson(access.place, options);
  json["note"] = access.note;
  return json;
}

Json ToJson(const FindingObject& object, const TellOptions& options) {
  Json json = {{"name", object.name}, {"what", object.what}, {"type", object.type}, {"size", object.size}};
  json["offset"] = object.offset ? Json(*object.offset) : Json(nullptr);
  json["allocated_at"] = ToJson(object.allocated_at, options);
  return json;
}

Json ToJson(const Finding& finding, const TellOptions& options) {
  Json accesses = Json::array();
  for (const Access& access : finding.accesses) accesses.push_back(ToJson(access, options));
  Json json = {{"kind", Key(finding.kind)},
               {"severity", Word(SeverityOf(finding.kind))},
               {"fact", finding.fact},
               {"place", ToJson(finding.place, options)}};
  json["kernel"] = finding.kernel.empty() ? Json(nullptr) : Json(finding.kernel);
  json["launch"] = finding.kernel.empty() ? Json(nullptr) : Json(finding.launch);
  json["accesses"] = std::move(accesses);
  json["object"] = finding.object ? ToJson(*finding.object, options) : Json(nullptr);
  json["origin"] = finding.origin;
  json["hint"] = finding.hint;
  json["count"] = finding.count;
  json["follows"] = finding.follows ? Json(*finding.follows) : Json(nullptr);
  return json;
}

}  // namespace

std::string ReportAsJson(const Report& report, const TellOptions& options) {
  Json findings = Json::array();
  for (const Finding& finding : report.findings) findings.push_back(ToJson(finding, options));
  const Checked& checked = report.checked;
  const Json json = {{"schema", kSchema},
                     {"program", report.program},
                     {"findings", std::move(findings)},
                     {"suppressed", report.suppressed},
                     {"left_out", report.left_out},
                     {"checked",
                      {{"launches", checked.launches},
                       {"threads", checked.threads},
                       {"accesses", checked.accesses_vary ? Json(nullptr) : Json(checked.accesses)},
                       {"kernels_never_run", checked.kernels_never_run},
                       {"order", checked.order}}}};
  // Names come from source files, which may hold any bytes.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep
