#include "cli/view_flags.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

namespace lockstep::cli {
namespace {

// Exactly the numbers that `format` has places for, and nothing behind them.
template <class... Numbers>
bool Scan(const std::string& text, const char* format, Numbers*... numbers) {
  int end = 0;
  const std::string whole = std::string(format) + "%n";
  const int found = std::sscanf(text.c_str(), whole.c_str(), numbers..., &end);
  return found == static_cast<int>(sizeof...(numbers)) && end == static_cast<int>(text.size());
}

Expected<std::pair<Dim3, Dim3>> ReadThread(const std::string& text) {
  Dim3 b, t;
  if (Scan(text, "%u,%u,%u/%u,%u,%u", &b.x, &b.y, &b.z, &t.x, &t.y, &t.z)) return std::pair{b, t};
  return Fail(fmt::format("--thread {}: it takes blockIdx/threadIdx, for example 3,0,0/5,0,0", text));
}

}  // namespace

void AddViewFlags(CLI::App& command, ViewFlags& flags) {
  command.add_option("--screenshot", flags.screenshot,
                     "write a PNG of the window instead of opening it; needs no display");
  command.add_option("--size", flags.size, "WIDTHxHEIGHT of the window (1600x1000)");
  command.add_option("--scale", flags.scale, "device pixels a unit: 1, 1.5, 2 (the screen's own)");
  command.add_option("--theme", flags.theme, "light or dark");
  command.add_option("--step", flags.step, "start at this step");
  command.add_option("--thread", flags.thread, "start at this thread: blockIdx/threadIdx as bx,by,bz/tx,ty,tz");
  command.add_option("--mouse", flags.mouse, "with --screenshot: where the mouse hovers, as X,Y");
  command.add_option("--at-launch", flags.launch, "start at this launch, counting all launches of the program from 0");
  command.add_option("--press", flags.press, "with --screenshot: letter keys pressed first, for example lt");
  command.add_option("--state-file", flags.state_file, "keep what is chosen in this file, as JSON");
}

Expected<viz::ViewOptions> ReadViewFlags(const ViewFlags& flags, const std::string& file) {
  viz::ViewOptions options{.title = std::filesystem::path(file).filename().string() + " - Lockstep"};
  options.state_file = flags.state_file;
  options.scale = flags.scale;
  options.keys = flags.press;
  if (flags.launch >= 0) options.launch = static_cast<std::uint32_t>(flags.launch);
  if (flags.scale != 0 && !(flags.scale >= 0.5f && flags.scale <= 8)) {
    return Fail(fmt::format("--scale {}: it takes a number from 0.5 to 8", flags.scale));
  }
  if (!flags.size.empty() && !Scan(flags.size, "%ux%u", &options.width, &options.height)) {
    return Fail(fmt::format("--size {}: it takes WIDTHxHEIGHT, for example 1600x1000", flags.size));
  }
  if (options.width < 320 || options.height < 240 || options.width > 16384 || options.height > 16384) {
    return Fail(fmt::format("--size {}: a window is 320x240 to 16384x16384", flags.size));
  }
  if (!flags.theme.empty() && flags.theme != "light" && flags.theme != "dark") {
    return Fail(fmt::format("--theme {}: it is light or dark", flags.theme));
  }
  if (!flags.theme.empty()) options.theme = flags.theme == "dark" ? viz::ThemeKind::kDark : viz::ThemeKind::kLight;
  if (flags.step >= 0) options.step = static_cast<viz::Position>(std::min<std::int64_t>(flags.step, 0xfffffffe));
  if (!flags.thread.empty()) {
    const auto thread = ReadThread(flags.thread);
    if (!thread) return std::unexpected(thread.error());
    options.thread = *thread;
  }
  if (!flags.mouse.empty()) {
    float x = 0, y = 0;
    if (!Scan(flags.mouse, "%f,%f", &x, &y)) return Fail(fmt::format("--mouse {}: it takes X,Y", flags.mouse));
    options.mouse = std::pair{x, y};
  }
  return options;
}

ExitStatus ShowScene(viz::Scene scene, const ViewFlags& flags, const viz::ViewOptions& options,
                     const viz::SceneSource& newer) {
  const auto shown = flags.screenshot.empty() ? viz::ShowWindow(std::move(scene), options, newer)
                                              : viz::SaveScreenshot(std::move(scene), options, flags.screenshot);
  if (!shown)
    return Complain(flags.screenshot.empty() ? ExitStatus::kMissingTool : ExitStatus::kCannotWrite, shown.error());
  return ExitStatus::kOk;
}

}  // namespace lockstep::cli
