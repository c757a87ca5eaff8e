#include <array>
#include <cstdlib>
#include <filesystem>

#include "dap/session.h"
#include "lessons/engine/progress.h"
#include "lessons/engine/verdict_apart.h"
#include "shared/base/file.h"
#include "shared/base/must.h"
#include "shared/base/printable.h"
#include "shared/metrics/line_counts.h"
#include "shared/query/bookmarks.h"
#include "shared/replay/testing/recording_builder.h"
#include "shared/report/format_report.h"
#include "shared/session/message.h"
#include "shared/session/record_settings.h"
#include "shared/session/report_file.h"
#include "shared/trace/trace.h"
#include "tests/fuzz/readers/mutate.h"
#include "tests/fuzz/readers/targets.h"
#include "viz/model/kept_stops.h"
#include "viz/model/settings.h"

namespace lockstep::fuzz {
namespace {

constexpr std::string_view kWords[] = {"{",
                                       "}",
                                       "[",
                                       "]",
                                       "\"",
                                       ":",
                                       ",",
                                       "null",
                                       "true",
                                       "-1",
                                       "1.5",
                                       "1e999",
                                       "1e20",
                                       "-1e20",
                                       "18446744073709551615",
                                       "-9223372036854775808",
                                       "99999999999",
                                       "{\"a\":1}",
                                       "\\u001b",
                                       "\\ud800"};

Bytes Written(const std::string& file) { return ReadFile(file).value(); }

template <class Value>
bool IsReasonable(const Expected<Value>& value) {
  return value || !value.error().message.empty();
}

metrics::RunCounts SampleCounts() {
  metrics::RunCounts counts{.host = {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  counts.kernels.push_back(
      {.name = "k",
       .file = "a.cu",
       .line = 3,
       .static_shared = 64,
       .max_threads = 256,
       .shapes = {{{1, 2, 3}, {4, 5, 6}, 7, 8, 9}},
       .lines = {{"a.cu", 4, "k", metrics::RequestKind::kAtomic, metrics::CountedMemory::kShared, {.requests = 9}}},
       .arrays = {{"tile", metrics::CountedMemory::kShared, 1, 2, 3, 4, 5}},
       .work = {1, 2, 3, 4, 5, 6, 7}});
  return counts;
}

std::string SampleVerdict() {
  lessons::ExerciseReport report{
      .state = lessons::ExerciseState::kWrong, .sentence = "no", .points = 1.5, .most_points = 4};
  report.remarks.push_back({.good = true, .sentence = "yes", .run = 2});
  return lessons::ReportAsText(report);
}

constexpr std::string_view kTalk[] = {
    R"({"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"lockstep","linesStartAt1":true}})",
    R"({"seq":2,"type":"request","command":"launch","arguments":{"recording":"talk.lstrace","stopOnEntry":true}})",
    R"({"seq":3,"type":"request","command":"setBreakpoints","arguments":{"source":{"path":"reduce.cu"},"breakpoints":[{"line":11,"condition":"t == 5","hitCondition":"2"},{"line":8,"logMessage":"{t}"}]}})",
    R"({"seq":4,"type":"request","command":"configurationDone"})",
    R"({"seq":5,"type":"request","command":"threads"})",
    R"({"seq":6,"type":"request","command":"stackTrace","arguments":{"threadId":1,"startFrame":0,"levels":5}})",
    R"({"seq":7,"type":"request","command":"next","arguments":{"threadId":1,"granularity":"line"}})",
    R"({"seq":8,"type":"request","command":"scopes","arguments":{"frameId":1}})",
    R"({"seq":9,"type":"request","command":"variables","arguments":{"variablesReference":1,"start":0,"count":10}})",
    R"({"seq":10,"type":"request","command":"evaluate","arguments":{"expression":"tile[3]","context":"watch","frameId":1}})",
    R"({"seq":11,"type":"request","command":"breakpointLocations","arguments":{"source":{"path":"reduce.cu"},"line":2,"endLine":9}})",
    R"({"seq":12,"type":"request","command":"readMemory","arguments":{"memoryReference":"tile","offset":0,"count":16}})",
    R"({"seq":13,"type":"request","command":"goto","arguments":{"threadId":1,"targetId":1}})",
    R"({"seq":14,"type":"request","command":"continue","arguments":{"threadId":1}})"};

}  // namespace

void TryReport(std::uint64_t seed) {
  static const Bytes good = [] {
    const report::SourcePlace place{"/a/sum.cu", 7, 3, "pick"};
    const report::FindingSide side{
        .action = report::Action::kWrite, .size = 4, .place = place, .note = "at `__syncthreads()`"};
    const report::Finding finding{.kind = report::FindingKind::kSharedRace,
                                  .fact = "two threads write",
                                  .place = place,
                                  .kernel = "pick",
                                  .sides = {side, side},
                                  .object = report::FindingObject{.name = "d", .size = 4, .offset = -4}};
    MUST(session::WriteReport({.findings = {finding}, .checked = {.kernels_never_run = {"k"}}}, "good.json"),
         "no report");
    return Written("good.json");
  }();
  Chance chance(seed);
  Write("report.json", Damaged(good, kWords, chance));
  const auto report = session::ReadReport("report.json");
  MUST(IsReasonable(report), "an error has no message");
  if (!report) return;
  const std::string text = report::FormatReport(*report);
  MUST(text == PrintableLines(text), "a terminal would obey a report");
  report::ReportAsJson(*report);
  report::ReportAsSarif(*report);
}

void TryCounts(std::uint64_t seed) {
  static const Bytes good = [] {
    MUST(metrics::WriteCounts(SampleCounts(), "good.counts"), "no counts");
    return Written("good.counts");
  }();
  Chance chance(seed);
  Write("some.counts", Damaged(good, kWords, chance));
  const auto counts = metrics::ReadCounts("some.counts");
  MUST(IsReasonable(counts), "an error has no message");
  if (counts) MUST(metrics::WriteCounts(*counts, "again.counts"), "what is read cannot be written");
}

void TrySettings(std::uint64_t seed) {
  static const std::array<std::string, 5> good = {
      ToJson(session::RecordSettings{.path = "a", .launch = 3, .places = {{.launch = 1, .blocks = {{1, 2, 3}}}}}),
      ToJson(session::RecordSummary{.launches = 3,
                                    .kernels = {{.name = "k\xff", .grid = {4, 5, 6}, .first = 1}},
                                    .parts = {{.launch = 1, .kernel = "k", .blocks = 2}},
                                    .failure = "no room"}),
      ToJson(session::CheckSettings{.path = "a", .arrays = {.names = {"d"}, .path = "b", .launches = 1}}),
      SampleVerdict(),
      "{\"status\":102,\"message\":\"m\",\"hint\":\"h\"}\n{\"status\":0,\"message\":\"n\",\"hint\":\"\"}\n"};
  Chance chance(seed);
  const std::size_t which = chance.Below(good.size());
  const std::string text = TextOf(Damaged(BytesOf(good[which]), kWords, chance));
  MUST(IsReasonable(session::RecordSettingsFromJson(text)), "an error has no message");
  MUST(IsReasonable(session::RecordSummaryFromJson(text)), "an error has no message");
  MUST(IsReasonable(session::CheckSettingsFromJson(text)), "an error has no message");
  MUST(IsReasonable(lessons::ReportFromText(text)), "an error has no message");
  Write("messages", BytesOf(text));
  for (const session::Message& message : session::ReadMessages("messages")) session::Format(message);
}

void TryKept(std::uint64_t seed) {
  static constexpr std::string_view kKept =
      R"({"bookmarks": [{"name": "here", "at": "launch=1&block=0,0,0&thread=3,0,0&step=7"}], "theme": "dark",
      "text_size": 110, "panels": {"source": 0.4, "lanes": 1}, "below": "lanes", "scene": true, "findings": false,
      "breakpoints": [{"text": "k.cu:7 if t == 3", "file": "k.cu", "on": true}], "watches": ["t"], "places": ["out[3]"],
      "done": ["01"], "last": "01", "lessons": {"01": {"page": 3, "hints": 1, "saw_solution": true, "best": {"reads": 9}}}})";
  Chance chance(seed);
  const Bytes damaged = Damaged(BytesOf(kKept), kWords, chance);
  const std::string text = TextOf(damaged);
  Write("kept.json", damaged);
  MUST(IsReasonable(query::ReadBookmarks("kept.json")), "an error has no message");
  viz::ToJson(viz::SettingsFrom(text));
  const viz::KeptStops stops = viz::KeptStopsFrom(text);
  static const trace::Recording recording = replay::ReduceRecording();
  viz::ToKeep(viz::ToBreakpoints(stops.breakpoints, recording), recording);
  Write("progress.json", damaged);
  setenv("LOCKSTEP_LESSONS", std::filesystem::current_path().c_str(), 1);
  lessons::ReadProgress();
}

void TryEditor(std::uint64_t seed) {
  static const bool is_written = trace::WriteTrace(replay::ReduceRecording(), "talk.lstrace").has_value();
  MUST(is_written, "no recording");
  Chance chance(seed);
  std::size_t answers = 0;
  dap::Session session({.send = [&](const dap::Json& message) { answers += !dap::FormatMessage(message).empty(); }});
  for (const std::string_view said : kTalk) {
    dap::MessageReader reader;
    const std::string text =
        chance.Percent(30) ? TextOf(Damaged(BytesOf(said), kWords, chance, 1 << 12)) : std::string(said);
    reader.Add("Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
    const auto message = reader.Next();
    MUST(IsReasonable(message), "an error has no message");
    if (message && *message && !session.is_over()) session.Take(**message);
  }
}

}  // namespace lockstep::fuzz
