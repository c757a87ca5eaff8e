#include "cli/view_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "lessons/engine/places.h"
#include "shared/trace/lookup.h"
#include "viz/app/keys.h"
#include "viz/app/panels.h"

namespace lockstep::cli {
namespace {

// Parses exactly this many numbers, separated by `between`, and nothing else.
template <class Number, std::size_t kCount>
std::optional<std::array<Number, kCount>> ReadNumbers(std::string_view text, const char (&between)[kCount]) {
  std::array<Number, kCount> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc()) return std::nullopt;
    if (i + 1 == kCount) return next == end ? std::optional(numbers) : std::nullopt;
    if (next == end || *next != between[i]) return std::nullopt;
    at = next + 1;
  }
  return std::nullopt;
}

// No screen is larger; a picture of this size is drawn in seconds.
constexpr std::uint32_t kLeastWidth = 320, kLeastHeight = 240, kMostWidth = 7680, kMostHeight = 4320;

Expected<void> ReadSize(const ViewFlags& flags, viz::ViewOptions& options) {
  if (flags.scale != 0 && !(flags.scale >= 0.5f && flags.scale <= 8))
    return Fail(fmt::format("--scale {}: expected a number from 0.5 to 8", flags.scale));
  if (!flags.size.empty()) {
    const auto size = ReadNumbers<std::uint32_t>(flags.size, "x");
    if (!size) return Fail(fmt::format("--size {}: expected WIDTHxHEIGHT, for example 1600x1000", flags.size));
    options.width = (*size)[0];
    options.height = (*size)[1];
  }
  const std::uint32_t longer = std::max(options.width, options.height),
                      shorter = std::min(options.width, options.height);
  if (options.width < kLeastWidth || options.height < kLeastHeight || longer > kMostWidth || shorter > kMostHeight)
    return Fail(fmt::format("--size {}: expected {}x{} to {}x{}, or the same in portrait format", flags.size,
                            kLeastWidth, kLeastHeight, kMostWidth, kMostHeight));
  const float scale = flags.scale > 0 ? flags.scale : 1;
  if (static_cast<float>(longer) * scale > kMostWidth || static_cast<float>(shorter) * scale > kMostHeight)
    return Fail(fmt::format("--scale {}: {}x{} would be more than {}x{} pixels", flags.scale, options.width,
                            options.height, kMostWidth, kMostHeight));
  return {};
}

Expected<std::pair<trace::Dim3, trace::Dim3>> ReadThread(const std::string& text) {
  if (const auto n = ReadNumbers<std::uint32_t>(text, ",,/,,"))
    return std::pair{trace::Dim3{(*n)[0], (*n)[1], (*n)[2]}, trace::Dim3{(*n)[3], (*n)[4], (*n)[5]}};
  return Fail(fmt::format("--thread {}: expected blockIdx/threadIdx, for example 3,0,0/5,0,0", text));
}

Expected<void> ReadPointer(const ViewFlags& flags, viz::ViewOptions& options) {
  if (flags.screenshot.empty() && !(flags.mouse.empty() && flags.press.empty()))
    return Fail("--mouse and --press need --screenshot");
  for (const char letter : flags.press)
    if (const auto key = viz::KeyOfLetter(static_cast<unsigned char>(letter)); !key || !viz::HasMeaning(*key))
      return Fail(fmt::format("--press {}: `{}` is not a key; `?` in the window shows the keys", flags.press, letter));
  if (flags.mouse.empty()) return {};
  const auto place = ReadNumbers<float>(flags.mouse, ",");
  const auto [x, y] = place.value_or(std::array{-1.0f, -1.0f});
  if (!(x >= 0 && y >= 0 && x < static_cast<float>(options.width) && y < static_cast<float>(options.height)))
    return Fail(fmt::format("--mouse {}: expected X,Y inside {}x{}", flags.mouse, options.width, options.height));
  options.mouse = std::pair{x, y};
  return {};
}

// --- places in the recording

std::string NumbersOf(const trace::Recording& recording) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(recording.launches.size(), kMost); ++i)
    text += fmt::format("{}{}", i ? ", " : "", recording.launches[i].number);
  return recording.launches.size() > kMost ? text + ", ..." : text;
}

// The window starts in the first launch that has steps, unless another one is requested.
Expected<void> JudgeStart(const trace::Recording& recording, const viz::ViewOptions& options) {
  if (recording.launches.empty()) return {};
  auto launch = options.launch
                    ? std::ranges::find(recording.launches, *options.launch, &trace::RecordedLaunch::number)
                    : std::ranges::find_if(recording.launches, [](const auto& l) { return !l.steps.empty(); });
  if (options.launch && launch == recording.launches.end())
    return Fail(fmt::format("--at-launch {}: not recorded; the recording has launches {}", *options.launch,
                            NumbersOf(recording)));
  if (launch == recording.launches.end()) launch = recording.launches.begin();
  if (options.step && *options.step >= launch->steps.size())
    return Fail(fmt::format("--step {}: launch {} has {} recorded steps, counted from 0", *options.step, launch->number,
                            launch->steps.size()));
  if (!options.thread) return {};
  const auto& [block, thread] = *options.thread;
  if (IsInside(block, launch->grid) && IsInside(thread, launch->block)) return {};
  return Fail(
      fmt::format("--thread {},{},{}/{},{},{}: launch {} has {}x{}x{} blocks of {}x{}x{} threads, counted from 0",
                  block.x, block.y, block.z, thread.x, thread.y, thread.z, launch->number, launch->grid.x,
                  launch->grid.y, launch->grid.z, launch->block.x, launch->block.y, launch->block.z));
}

}  // namespace

void AddViewFlags(CLI::App& command, ViewFlags& flags) {
  command.add_option("--screenshot", flags.screenshot,
                     "write a PNG of the window instead of opening it; needs no display");
  command.add_option("--size", flags.size, "WIDTHxHEIGHT of the window (1600x1000)");
  command.add_option("--scale", flags.scale, "device pixels for each unit: 1, 1.5, 2 (default: the screen's)");
  command.add_option("--theme", flags.theme, "light or dark");
  command.add_option("--step", flags.step, "start at this step, with its thread unless --thread names one");
  command.add_option("--thread", flags.thread, "start at this thread: blockIdx/threadIdx as bx,by,bz/tx,ty,tz");
  command.add_option("--mouse", flags.mouse, "with --screenshot: where the mouse hovers, as X,Y");
  command.add_option("--at-launch", flags.launch,
                     "start at this launch, counted over all launches of the program from 0");
  command.add_option("--press", flags.press, "with --screenshot: letter keys to press first, for example lt");
  command.add_option("--ask", flags.ask,
                     "a place or a question, as typed into the window's bar: \"why out[7]\" (docs/QUERIES.md)");
  command.add_option("--state-file", flags.state_file, "write the state of the window to this file, as JSON");
}

Expected<viz::ViewOptions> ReadViewFlags(const ViewFlags& flags, const std::string& file) {
  viz::ViewOptions options{.title = std::filesystem::path(file).filename().string() + " - Lockstep"};
  options.state_file = flags.state_file;
  if (const std::filesystem::path folder = lessons::WorkRoot(); !folder.empty())
    options.settings_file = folder / "window.json";
  options.scale = flags.scale;
  options.keys = flags.press;
  options.ask = flags.ask;
  options.launch = flags.launch;
  options.step = flags.step;
  if (auto size = ReadSize(flags, options); !size) return std::unexpected(size.error());
  if (!flags.theme.empty() && flags.theme != "light" && flags.theme != "dark") {
    return Fail(fmt::format("--theme {}: expected light or dark", flags.theme));
  }
  if (!flags.theme.empty()) options.theme = flags.theme == "dark" ? viz::ThemeKind::kDark : viz::ThemeKind::kLight;
  if (!flags.thread.empty()) {
    const auto thread = ReadThread(flags.thread);
    if (!thread) return std::unexpected(thread.error());
    options.thread = *thread;
  }
  if (auto pointer = ReadPointer(flags, options); !pointer) return std::unexpected(pointer.error());
  return options;
}

std::filesystem::path StopsFileOf(const viz::ViewOptions& options, const std::filesystem::path& program) {
  constexpr std::size_t kLongest = 200;  // file systems take 255 bytes
  if (options.settings_file.empty()) return {};
  std::error_code error;
  std::string name = std::filesystem::weakly_canonical(program, error).string();
  if (error) return {};
  std::ranges::replace(name, '/', '%');
  if (name.size() > kLongest) name.erase(0, name.size() - kLongest);
  return options.settings_file.parent_path() / "stops" / (name + ".json");
}

std::vector<Output> OutputsOf(const ViewFlags& flags) {
  return {{"--screenshot", flags.screenshot}, {"--state-file", flags.state_file}};
}

ExitStatus ShowScene(viz::Scene scene, const ViewFlags& flags, const viz::ViewOptions& options,
                     const viz::SceneSource& newer) {
  if (scene.recording)
    if (auto start = JudgeStart(*scene.recording, options); !start)
      return Complain(ExitStatus::kBadUsage, start.error());
  const auto shown = flags.screenshot.empty() ? viz::ShowWindow(std::move(scene), options, newer)
                                              : viz::SaveScreenshot(std::move(scene), options, flags.screenshot);
  if (!shown)
    return Complain(flags.screenshot.empty() ? ExitStatus::kMissingTool : ExitStatus::kCannotWrite, shown.error());
  return ExitStatus::kOk;
}

}  // namespace lockstep::cli
