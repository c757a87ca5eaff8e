// A report as JSON. FINDINGS.md describes every member.

#include <nlohmann/json.hpp>

#include "shared/report/format_report.h"
#include "shared/report/source_name.h"
#include "shared/trace/modelled.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

Json ToJson(const SourcePlace& place, const FormatOptions& options) {
  if (place.file.empty()) return nullptr;
  return {{"file", SourceName(place.file, options.base)},
          {"line", place.line},
          {"column", place.column},
          {"function", place.function}};
}

Json ToJson(const trace::Dim3& dim) { return Json::array({dim.x, dim.y, dim.z}); }

std::string_view WordOf(Action action) {
  constexpr std::string_view kWords[] = {"read",      "wrote", "updated",  "waits", "left",
                                         "allocated", "freed", "launched", "called"};
  static_assert(std::size(kWords) == static_cast<std::size_t>(kLastAction) + 1);
  return kWords[static_cast<std::size_t>(action)];
}

Json ToJson(const FindingSide& side, const FormatOptions& options) {
  Json json = {{"action", WordOf(side.action)}, {"size", side.size}, {"by", side.by_host ? "host" : "thread"}};
  if (!side.by_host) {
    json["block"] = ToJson(side.block);
    json["thread"] = ToJson(side.thread);
    json["ordinal"] = side.ordinal ? Json(side.ordinal) : Json(nullptr);
  }
  json["more_threads"] = side.more_threads;
  json["place"] = ToJson(side.place, options);
  json["note"] = side.note;
  return json;
}

Json ToJson(const FindingObject& object, const FormatOptions& options) {
  Json json = {{"name", object.name}, {"what", object.what}, {"type", object.type}, {"size", object.size}};
  json["offset"] = object.offset ? Json(*object.offset) : Json(nullptr);
  json["allocated_at"] = ToJson(object.allocated_at, options);
  return json;
}

Json ToJson(const Finding& finding, const FormatOptions& options) {
  Json sides = Json::array();
  for (const FindingSide& side : finding.sides) sides.push_back(ToJson(side, options));
  Json json = {{"kind", Key(finding.kind)},
               {"severity", Word(SeverityOf(finding.kind))},
               {"fact", finding.fact},
               {"place", ToJson(finding.place, options)}};
  json["kernel"] = finding.kernel.empty() ? Json(nullptr) : Json(finding.kernel);
  json["launch"] = finding.kernel.empty() ? Json(nullptr) : Json(finding.launch);
  json["sides"] = std::move(sides);
  json["object"] = finding.object ? ToJson(*finding.object, options) : Json(nullptr);
  json["origin"] = finding.origin;
  json["hint"] = finding.hint;
  json["count"] = finding.count;
  json["follows"] = finding.follows ? Json(*finding.follows) : Json(nullptr);
  return json;
}

}  // namespace

std::string ReportAsJson(const Report& report, const FormatOptions& options) {
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
                       {"library_calls", checked.library_calls},
                       {"kernels_never_run", checked.kernels_never_run},
                       {"kernels_unchecked", checked.kernels_unchecked},
                       {"modelled", trace::KeysOf(checked.modelled)},
                       {"order", checked.order}}}};
  // Names come from source files, which may hold any bytes.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::report
