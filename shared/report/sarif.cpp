// A report as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts show beside the
// source.

#include <filesystem>
#include <nlohmann/json.hpp>

#include "shared/report/format_report.h"
#include "shared/report/source_name.h"
#include "shared/trace/format_launch.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view LevelOf(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kAdvice: return "note";
  }
  return "none";
}

// Every byte that RFC 3986 does not allow in a path is percent-encoded.
std::string UriOf(const std::string& path) {
  constexpr std::string_view kAllowed = "-._~/!$&'()*+,;=@";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri = std::filesystem::path(path).is_absolute() ? "file://" : "";
  for (unsigned char c : path) {
    if (std::isalnum(c) || kAllowed.find(static_cast<char>(c)) != std::string_view::npos) {
      uri += static_cast<char>(c);
    } else {
      uri += {'%', kHex[c >> 4], kHex[c & 15]};
    }
  }
  return uri;
}

Json LocationOf(const SourcePlace& place, const FormatOptions& options) {
  Json physical = {{"artifactLocation", {{"uri", UriOf(SourceName(place.file, options.base))}}}};
  if (place.line != 0) {
    physical["region"] = {{"startLine", place.line}};
    if (place.column != 0) physical["region"]["startColumn"] = place.column;
  }
  Json location = {{"physicalLocation", std::move(physical)}};
  if (!place.function.empty()) {
    location["logicalLocations"] = Json::array({{{"name", place.function}, {"kind", "function"}}});
  }
  return location;
}

// The place where a thread or the host did something; of a thread, which one in a property bag.
Json SideOf(const FindingSide& side, const FormatOptions& options) {
  Json location = LocationOf(side.place, options);
  if (!side.by_host)
    location["properties"] = {{"block", trace::FormatDim(side.block)}, {"thread", trace::FormatDim(side.thread)}};
  return location;
}

Json Rules() {
  Json rules = Json::array();
  for (int i = 0; i < kFindingKinds; ++i) {
    const auto kind = static_cast<FindingKind>(i);
    rules.push_back({{"id", Key(kind)},
                     {"shortDescription", {{"text", Meaning(kind)}}},
                     {"defaultConfiguration", {{"level", LevelOf(SeverityOf(kind))}}}});
  }
  return rules;
}

// The text of the finding without the place on its first line, which SARIF stores separately.
std::string MessageOf(const Finding& finding, const FormatOptions& options) {
  const std::string text = FormatFinding(finding, {.base = options.base});
  const std::size_t details = text.find('\n');
  return finding.fact + text.substr(details, text.find_last_not_of('\n') + 1 - details);
}

Json ResultOf(const Finding& finding, const FormatOptions& options) {
  Json result = {{"ruleId", Key(finding.kind)},
                 {"ruleIndex", static_cast<int>(finding.kind)},
                 {"level", LevelOf(SeverityOf(finding.kind))},
                 {"message", {{"text", MessageOf(finding, options)}}},
                 {"occurrenceCount", finding.count}};
  if (!finding.place.file.empty()) result["locations"] = Json::array({LocationOf(finding.place, options)});
  Json related = Json::array();
  for (const FindingSide& side : finding.sides)
    if (!side.place.file.empty()) related.push_back(SideOf(side, options));
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  return result;
}

}  // namespace

std::string ReportAsSarif(const Report& report, const FormatOptions& options) {
  Json results = Json::array();
  for (const Finding& finding : report.findings) results.push_back(ResultOf(finding, options));
  const Json run = {{"tool", {{"driver", {{"name", "Lockstep"}, {"rules", Rules()}}}}},
                    {"results", std::move(results)}};
  const Json sarif = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return sarif.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::report
