#include "lessons/engine/format_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "shared/trace/format_launch.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"
#include "shared/trace/trace.h"

namespace lockstep::lessons {
namespace {

constexpr std::uint32_t kThreadsShown = 4;  // the first threads of a block, followed by the last one
constexpr std::size_t kAccessesShown = 3;   // for each thread

struct Row {
  std::string block, thread, reads, writes;
};

// The elements of the program's arrays that one thread read and wrote.
struct Accesses {
  std::vector<std::string> reads, writes;
};

std::string FormatPlaceOf(const trace::Recording& recording, const trace::Step& step, const trace::Object& object) {
  const std::string place = trace::FormatPlace(recording, object, step.offset, step.size);
  const trace::TypeId type = trace::TypeAt(recording, object, step.offset, step.size);
  if (step.flags & trace::Step::kLongValue) return place;
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(step.after >> (8 * i));
  // A byte is a grey level here, not a character.
  if (step.size == 1) return fmt::format("{}={}", place, bytes[0]);
  if (type == trace::TypeId::kNone) return place;
  return fmt::format("{}={}", place,
                     trace::FormatValue(recording, type, bytes.data(), std::min<std::size_t>(step.size, 8)));
}

Accesses AccessesOf(const trace::Recording& recording, const trace::RecordedLaunch& launch, std::uint32_t block,
                    std::uint32_t thread) {
  Accesses accesses;
  for (const trace::Step& step : launch.steps) {
    if (step.block != block || step.thread != thread) continue;
    if (step.object == trace::ObjectId::kNone || trace::IsLaunchObject(step.object)) continue;
    const trace::Object& object = recording.objects[trace::Index(step.object)];
    if (step.kind == trace::StepKind::kRead) accesses.reads.push_back(FormatPlaceOf(recording, step, object));
    if (step.kind == trace::StepKind::kWrite || step.kind == trace::StepKind::kAtomic) {
      accesses.writes.push_back(FormatPlaceOf(recording, step, object));
    }
  }
  return accesses;
}

std::string Join(const std::vector<std::string>& parts) {
  if (parts.empty()) return "-";
  const std::size_t shown = std::min(parts.size(), kAccessesShown);
  std::string text =
      fmt::format("{}", fmt::join(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(shown), " "));
  if (parts.size() > shown) text += fmt::format(" and {} more", parts.size() - shown);
  return text;
}

void AddBlock(const trace::Recording& recording, const trace::RecordedLaunch& launch, std::uint32_t block,
              std::vector<Row>& rows) {
  const auto threads = static_cast<std::uint32_t>(launch.block.Count());
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    if (thread >= kThreadsShown && thread + 1 < threads) continue;
    if (thread >= kThreadsShown && threads > kThreadsShown + 1) rows.push_back({"", "...", "", ""});
    const Accesses accesses = AccessesOf(recording, launch, block, thread);
    rows.push_back({trace::FormatDim(launch.blocks[block].index),
                    trace::FormatDim(trace::FromLinearIndex(thread, launch.block)), Join(accesses.reads),
                    Join(accesses.writes)});
  }
}

std::string Table(const std::vector<Row>& rows) {
  Row width{"block", "thread", "reads", "writes"};
  std::size_t block = width.block.size(), thread = width.thread.size(), reads = width.reads.size();
  for (const Row& row : rows) {
    block = std::max(block, row.block.size());
    thread = std::max(thread, row.thread.size());
    reads = std::max(reads, row.reads.size());
  }
  std::string text = fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}\n", width.block, block, width.thread, thread,
                                 width.reads, reads, width.writes);
  for (const Row& row : rows) {
    std::string line =
        fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}", row.block, block, row.thread, thread, row.reads, reads, row.writes);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string FormatLaunchWithTable(const trace::Recording& recording, const trace::RecordedLaunch& launch) {
  std::string text = fmt::format("launch {}: {}\n", launch.number, trace::FormatLaunch(recording, launch));
  text += fmt::format("  {} blocks of {} threads: {} threads. Recorded: {} block{}, {} steps.\n", launch.grid.Count(),
                      launch.block.Count(), launch.grid.Count() * launch.block.Count(), launch.blocks.size(),
                      launch.blocks.size() == 1 ? "" : "s", launch.steps.size());
  if (launch.truncated) text += fmt::format("  {}\n", launch.truncated_why);
  std::vector<Row> rows;
  if (!launch.blocks.empty()) AddBlock(recording, launch, 0, rows);
  if (launch.blocks.size() > 1) AddBlock(recording, launch, static_cast<std::uint32_t>(launch.blocks.size() - 1), rows);
  return text + Table(rows);
}

}  // namespace

std::string FormatRecording(const trace::Recording& recording) {
  std::string text;
  for (const trace::RecordedLaunch& launch : recording.launches) {
    if (!text.empty()) text += "\n";
    text += FormatLaunchWithTable(recording, launch);
  }
  if (text.empty()) text = "No kernel ran.\n";
  for (const std::string& note : recording.notes) text += note + "\n";
  return text;
}

}  // namespace lockstep::lessons
