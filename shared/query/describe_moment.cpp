#include "shared/query/describe_moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>

#include "shared/base/json_text.h"
#include "shared/base/printable.h"
#include "shared/base/trimmed.h"
#include "shared/query/host_history.h"
#include "shared/query/step_row.h"
#include "shared/replay/moment_address.h"
#include "shared/trace/format_host_event.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;
using replay::ThreadPhase;
using replay::ThreadSlot;

constexpr std::size_t kMostRuns = 6;  // of threads that are named for a group

std::string FileName(const Model& model, trace::FileId id) {
  const auto& files = model.recording().files;
  if (trace::Index(id) >= files.size()) return "?";
  return std::filesystem::path(files[trace::Index(id)].path).filename().string();
}

std::string NameOfFunction(const Model& model, trace::FunctionId id) {
  const trace::Function* function = model.function(id);
  return function ? std::string(ShortName(function->name)) : "?";
}

void DescribeLine(const Model& model, ThreadSlot slot, MomentText& text) {
  const replay::Line line = replay::LineOf(model, slot);
  if (line.number == 0) return;
  text.file = FileName(model, line.file);
  text.line = line.number;
  text.source = std::string(Trimmed(model.TextOf(line)));
  const auto notes = replay::NotesOf(model, slot);
  const auto note = std::ranges::find(notes, line, &replay::LineNote::line);
  if (note == notes.end()) return;
  text.numbers = note->numbers;
  text.result = note->result;
}

void DescribeFrames(const Model& model, ThreadSlot slot, MomentText& text) {
  const auto frames = replay::CallStack(model, slot, model.position());
  if (frames.empty()) return;
  for (const replay::Frame& frame : frames | std::views::reverse)
    text.callers.push_back(NameOfFunction(model, frame.function) +
                           (frame.line.number > 0 ? fmt::format(", line {}", frame.line.number) : ""));
  text.variables = replay::DescribeVariables(model, slot, frames.back());
}

std::string LastAccess(const Model& model, ThreadSlot slot) {
  const auto steps = model.index().StepsOf(slot);
  const auto& all = model.launch().steps;
  for (auto at = std::ranges::lower_bound(steps, model.position()); at != steps.begin();) {
    const StepIndex step = *--at;
    const auto object = trace::IsAccess(all[step]) ? model.object(all[step].object) : std::nullopt;
    if (!object || object->kind == trace::ObjectKind::kLocal) continue;
    return fmt::format("{} (line {}, step {})", DescribeStep(model, step), model.LineOfSite(all[step].site).number,
                       step);
  }
  return {};
}

std::string Does(ThreadPhase phase, std::uint32_t line, bool many) {
  const char* const s = many ? "" : "s";
  switch (phase) {
    case ThreadPhase::kNotRecorded: return many ? "were not recorded" : "was not recorded";
    case ThreadPhase::kNotStarted: return many ? "have not started" : "has not started";
    case ThreadPhase::kExited: return many ? "have finished" : "has finished";
    case ThreadPhase::kWaiting: return fmt::format("wait{} at the barrier on line {}", s, line);
    case ThreadPhase::kFaulted: return fmt::format("faulted on line {}", line);
    case ThreadPhase::kRunning: break;
  }
  return fmt::format("{} on line {}", many ? "are" : "is", line);
}

// Runs of neighbours as "(0,0,0) to (31,0,0)".
std::string NameThreads(const std::vector<std::uint32_t>& linear, const trace::Dim3& extent) {
  std::string text;
  std::size_t runs = 0;
  for (std::size_t i = 0; i < linear.size(); ++runs) {
    std::size_t last = i;
    while (last + 1 < linear.size() && linear[last + 1] == linear[last] + 1) ++last;
    if (runs == kMostRuns) return text + fmt::format(" and {} more", linear.size() - i);
    text += (text.empty() ? "" : ", ") + trace::FormatDim(trace::FromLinearIndex(linear[i], extent));
    if (last > i) text += " to " + trace::FormatDim(trace::FromLinearIndex(linear[last], extent));
    i = last + 1;
  }
  return text;
}

std::vector<ThreadGroup> GroupsOf(const Model& model, trace::Dim3 block) {
  const auto slot = model.BlockSlot(block);
  if (!slot) return {};
  std::map<std::pair<ThreadPhase, std::uint32_t>, std::vector<std::uint32_t>> groups;
  const std::uint32_t threads = model.index().threads_per_block();
  for (std::uint32_t i = 0; i < threads; ++i) {
    const auto thread = static_cast<ThreadSlot>(*slot * threads + i);
    const ThreadPhase phase = replay::PhaseOf(model, thread);
    const bool has_line = phase != ThreadPhase::kNotStarted && phase != ThreadPhase::kExited;
    groups[{phase, has_line ? replay::LineOf(model, thread).number : 0}].push_back(i);
  }
  std::vector<ThreadGroup> texts;
  for (const auto& [where, members] : groups)
    texts.push_back({.count = static_cast<std::uint32_t>(members.size()),
                     .threads = NameThreads(members, model.launch().block),
                     .does = Does(where.first, where.second, members.size() > 1)});
  std::ranges::sort(texts, [](const ThreadGroup& a, const ThreadGroup& b) {
    return a.count != b.count ? a.count > b.count : a.does < b.does;
  });
  return texts;
}

// The host's last event before the launch.
std::string LastHostEvent(const Model& model) {
  const trace::Recording& recording = model.recording();
  const std::size_t launch = HostHistory(recording).EventOf(model.launch_place());
  if (launch == 0 || launch >= recording.host_events.size()) return {};
  const trace::HostEvent& event = recording.host_events[launch - 1];
  const std::string place = trace::FormatHostPlace(recording, event);
  return fmt::format("{}{}{} {}", event.call, place.empty() ? "" : " at ", place,
                     trace::FormatHostEvent(recording, event));
}

std::string FormatVariable(const replay::VariableRow& row) {
  return fmt::format("  {} = {}{}{}\n", row.name, row.known ? row.value : "not yet written",
                     row.type.empty() ? "" : fmt::format("  ({})", row.type),
                     row.changed ? ", written by this line" : "");
}

}  // namespace

MomentText DescribePlace(Model& model, const replay::Cursor& place) {
  model.MoveTo(place);
  const trace::RecordedLaunch& launch = model.launch();
  const ThreadSlot slot = model.SlotOf(place.block, place.thread);
  const replay::Headline headline = replay::DescribeMoment(model, place);
  MomentText text{.launch = launch.number,
                  .kernel = fmt::format("{}, {}x{}x{} blocks of {}x{}x{} threads",
                                        model.kernel() ? model.kernel()->name : "?", launch.grid.x, launch.grid.y,
                                        launch.grid.z, launch.block.x, launch.block.y, launch.block.z),
                  .step = model.position(),
                  .end = model.end(),
                  .address = replay::WriteAddress("", replay::AddressOf(model.recording(), place)),
                  .sentence = fmt::format("{} {}.", headline.who, headline.does)};
  text.host = LastHostEvent(model);
  text.block = GroupsOf(model, place.block);
  if (slot == ThreadSlot::kNone) return text;
  DescribeLine(model, slot, text);
  DescribeFrames(model, slot, text);
  text.last_access = LastAccess(model, slot);
  return text;
}

std::string FormatMoment(const MomentText& moment) {
  std::string text = fmt::format("Launch {}: {}. Step {} of {} ({}).\n\n{}\n", moment.launch, moment.kernel,
                                 moment.step, moment.end, moment.address, moment.sentence);
  if (moment.line > 0) {
    text += fmt::format("It is on line {} of {}:\n\n    {}\n", moment.line, moment.file, moment.source);
    if (!moment.numbers.empty())
      text += fmt::format("    that is {}{}\n", moment.numbers,
                          moment.result.empty() || moment.result == moment.numbers ? "" : " = " + moment.result);
  }
  if (!moment.host.empty()) text += fmt::format("\nBefore the launch, the host's {}.\n", moment.host);
  if (!moment.last_access.empty()) text += fmt::format("\nIts last access: {}.\n", moment.last_access);
  if (!moment.variables.empty()) text += "\nIts variables:\n";
  for (const replay::VariableRow& row : moment.variables) text += FormatVariable(row);
  if (moment.callers.size() > 1)
    text += fmt::format("\nCalled from {}.\n", fmt::join(moment.callers | std::views::drop(1), ", from "));
  if (!moment.block.empty()) text += "\nThe threads of its block:\n";
  for (const ThreadGroup& group : moment.block)
    text += fmt::format("  {} {}: {}\n", group.count, group.does, group.threads);
  return PrintableLines(text);
}

std::string FormatMomentJson(const MomentText& moment) {
  using Json = nlohmann::ordered_json;
  Json variables = Json::array();
  for (const replay::VariableRow& row : moment.variables) {
    variables.push_back({{"name", JsonOfText(row.name)}, {"type", JsonOfText(row.type)}, {"value", nullptr}});
    if (row.known) variables.back()["value"] = JsonOfText(row.value);
    variables.back()["changed"] = row.changed;
  }
  Json groups = Json::array();
  for (const ThreadGroup& group : moment.block)
    groups.push_back({{"count", group.count}, {"threads", group.threads}, {"does", group.does}});
  Json callers = Json::array();
  for (const std::string& caller : moment.callers) callers.emplace_back(JsonOfText(caller));
  const Json json = {{"launch", moment.launch},
                     {"kernel", JsonOfText(moment.kernel)},
                     {"host", JsonOfText(moment.host)},
                     {"step", moment.step},
                     {"end", moment.end},
                     {"address", moment.address},
                     {"sentence", JsonOfText(moment.sentence)},
                     {"file", JsonOfText(moment.file)},
                     {"line", moment.line},
                     {"source", JsonOfText(moment.source)},
                     {"numbers", JsonOfText(moment.numbers)},
                     {"result", JsonOfText(moment.result)},
                     {"stack", std::move(callers)},
                     {"variables", std::move(variables)},
                     {"last_access", JsonOfText(moment.last_access)},
                     {"threads", std::move(groups)}};
  return json.dump(2) + "\n";
}

}  // namespace lockstep::query
