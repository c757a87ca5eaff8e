#include "shared/replay/moment_address.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/whole_number.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/lookup.h"
#include "shared/trace/read_index.h"

namespace lockstep::replay {
namespace {

// The text up to `mark`, which is taken away with it.
std::string_view TakeUntil(std::string_view& text, char mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

template <class T>
bool Set(std::optional<T>& field, std::optional<T> value) {
  field = value;
  return value.has_value();
}

bool SetThread(MomentAddress& moment, std::string_view value) {
  const auto named = trace::ReadThread(value);
  if (!named) return false;
  if (named->block) moment.block = named->block;
  moment.thread = named->thread;
  return true;
}

// False if the value makes no sense; nothing if there is no such key.
std::optional<bool> SetPart(MomentAddress& moment, std::string_view key, std::string_view value) {
  if (key == "launch") return Set(moment.launch, WholeNumber<std::uint32_t>(value));
  if (key == "step") return Set(moment.step, WholeNumber<std::uint32_t>(value));
  if (key == "line") return Set(moment.line, WholeNumber<std::uint32_t>(value));
  if (key == "block") return Set(moment.block, trace::ReadIndex(value));
  if (key == "thread") return SetThread(moment, value);
  return std::nullopt;
}

Expected<std::uint32_t> FindLaunch(const trace::Recording& recording, const MomentAddress& moment) {
  const auto& launches = recording.launches;
  if (launches.empty()) return Fail("no kernel ran in the recording");
  const auto found = moment.launch
                         ? std::ranges::find(launches, *moment.launch, &trace::RecordedLaunch::number)
                         : std::ranges::find_if(launches, [](const auto& launch) { return !launch.steps.empty(); });
  if (found != launches.end()) return static_cast<std::uint32_t>(found - launches.begin());
  if (!moment.launch) return 0;
  constexpr std::size_t kMost = 10;
  std::string numbers;
  for (std::size_t i = 0; i < std::min(launches.size(), kMost); ++i)
    numbers += fmt::format("{}{}", i ? ", " : "", launches[i].number);
  return Fail(fmt::format("launch {} is not recorded; the recording has launches {}{}", *moment.launch, numbers,
                          launches.size() > kMost ? ", ..." : ""));
}

// Just after the step at which the address's thread, or any thread, comes to the line.
Expected<void> GoToLine(const trace::Recording& recording, const MomentAddress& moment, Cursor& cursor) {
  const trace::RecordedLaunch& launch = recording.launches[cursor.launch];
  for (std::size_t i = cursor.step; i < launch.steps.size(); ++i) {
    const trace::Step& step = launch.steps[i];
    if (step.kind != trace::StepKind::kLine || trace::Index(step.site) >= recording.sites.size()) continue;
    if (recording.sites[trace::Index(step.site)].line != *moment.line) continue;
    const trace::Dim3 block = launch.blocks[step.block].index;
    const trace::Dim3 thread = trace::FromLinearIndex(step.thread, launch.block);
    if (moment.block.value_or(block) != block || moment.thread.value_or(thread) != thread) continue;
    cursor.step = static_cast<Position>(i + 1);
    cursor.block = block;
    cursor.thread = thread;
    return {};
  }
  return Fail(fmt::format("no recorded {} comes to line {} from step {} of launch {} on",
                          moment.thread || moment.block ? "step of this thread" : "thread", *moment.line, cursor.step,
                          launch.number));
}

}  // namespace

Expected<AddressedFile> ReadAddress(std::string_view text) {
  const std::size_t hash = text.rfind('#');
  if (hash == text.npos || text.find('=', hash) == text.npos) return AddressedFile{std::string(text), {}};
  AddressedFile address{std::string(text.substr(0, hash)), {}};
  std::string_view rest = text.substr(hash + 1);
  while (!rest.empty()) {
    const std::string_view part = TakeUntil(rest, '&');
    std::string_view value = part;
    const std::string_view key = TakeUntil(value, '=');
    const std::optional<bool> set = SetPart(address.moment, key, value);
    if (!set)
      return Fail(
          fmt::format("`{}`: `{}` is no part of an address, but launch, step, block, thread and line are", text, part));
    if (!*set)
      return Fail(fmt::format("`{}`: `{}` should be {}", text, part,
                              key == "thread"  ? "thread=x,y,z or thread=bx,by,bz/x,y,z"
                              : key == "block" ? "block=x,y,z"
                                               : fmt::format("{}=N", key)));
  }
  return address;
}

std::string WriteAddress(std::string_view file, const MomentAddress& moment) {
  std::string parts;
  const auto add = [&](std::string part) { parts += (parts.empty() ? "#" : "&") + std::move(part); };
  if (moment.launch) add(fmt::format("launch={}", *moment.launch));
  if (moment.step) add(fmt::format("step={}", *moment.step));
  if (moment.block) add(fmt::format("block={},{},{}", moment.block->x, moment.block->y, moment.block->z));
  if (moment.thread) add(fmt::format("thread={},{},{}", moment.thread->x, moment.thread->y, moment.thread->z));
  if (moment.line) add(fmt::format("line={}", *moment.line));
  return std::string(file) + parts;
}

MomentAddress AddressOf(const trace::Recording& recording, const Cursor& cursor) {
  MomentAddress moment{.step = cursor.step, .block = cursor.block, .thread = cursor.thread};
  if (cursor.launch < recording.launches.size()) moment.launch = recording.launches[cursor.launch].number;
  return moment;
}

Expected<Cursor> FindMoment(const trace::Recording& recording, const MomentAddress& moment) {
  const auto place = FindLaunch(recording, moment);
  if (!place) return std::unexpected(place.error());
  const trace::RecordedLaunch& launch = recording.launches[*place];
  if (moment.step && *moment.step > launch.steps.size())
    return Fail(fmt::format("there is no step {}: launch {} has {}", *moment.step, launch.number, launch.steps.size()));
  if (moment.block && !IsInside(*moment.block, launch.grid))
    return Fail(fmt::format("there is no block {}: launch {} has {}x{}x{} blocks, counted from 0",
                            trace::FormatDim(*moment.block), launch.number, launch.grid.x, launch.grid.y,
                            launch.grid.z));
  if (moment.thread && !IsInside(*moment.thread, launch.block))
    return Fail(fmt::format("there is no thread {}: blocks of launch {} have {}x{}x{} threads, counted from 0",
                            trace::FormatDim(*moment.thread), launch.number, launch.block.x, launch.block.y,
                            launch.block.z));
  Cursor cursor{.launch = *place, .step = moment.step.value_or(0)};
  if (moment.line) {
    if (auto found = GoToLine(recording, moment, cursor); !found) return std::unexpected(found.error());
    return cursor;
  }
  if (cursor.step > 0 || !launch.steps.empty()) {
    const trace::Step& last = launch.steps[cursor.step > 0 ? cursor.step - 1 : 0];
    cursor.block = launch.blocks[last.block].index;
    if (!moment.block || *moment.block == cursor.block)
      cursor.thread = trace::FromLinearIndex(last.thread, launch.block);
  }
  cursor.block = moment.block.value_or(cursor.block);
  cursor.thread = moment.thread.value_or(cursor.thread);
  return cursor;
}

}  // namespace lockstep::replay
