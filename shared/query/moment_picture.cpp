#include "shared/query/moment_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "shared/base/xml_text.h"
#include "shared/trace/lookup.h"
#include "shared/trace/words.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::ThreadPhase;
using replay::ThreadSlot;

constexpr int kMargin = 16, kLine = 20, kThread = 26, kBlock = 14;
constexpr std::uint64_t kMostBlocks = 4096, kColumns = 32;
// Distinct for readers who see no red or no green, on white and on black.
constexpr const char* kInks[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                 "#56b4e9", "#d55e00", "#8c6bb1", "#999999"};

class Svg {
 public:
  void Text(int x, int y, std::string_view text, std::string_view kind = "") {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, kind, ForXml(text));
    // Of a monospaced letter of 13 pixels; centred texts lie within their cells.
    if (kind.find("mid") == kind.npos) Cover(x + static_cast<int>(8 * text.size()), y);
  }
  void Box(int x, int y, int width, int height, std::string_view kind, std::string_view fill = "") {
    body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"{}/>\n", x, y, width, height,
                         kind, fill.empty() ? "" : fmt::format(" style=\"fill:{}\"", fill));
    Cover(x + width, y + height);
  }
  std::string Take() const {
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
               width_ + kMargin, height_ + kMargin) +
           R"svg(<style>
svg { background: #fff; color: #1b1b1b; --line: #b8b8b8; --cell: #f4f4f4; --write: #c04000; --read: #0060b0 }
@media (prefers-color-scheme: dark) {
  svg { background: #16181c; color: #e8e8e8; --line: #555; --cell: #24272d; --write: #ff9a60; --read: #6fb8ff }
}
text { font: 13px monospace; fill: currentColor }
.small { font-size: 10px } .mid { text-anchor: middle } .head { font-weight: bold } .on { fill: #000 }
.cell { fill: var(--cell); stroke: var(--line) } .empty { fill: none; stroke: var(--line) }
.unset { fill: url(#hatch); stroke: var(--line) } .me { fill: none; stroke: currentColor; stroke-width: 3 }
.reads { fill: none; stroke: var(--read); stroke-width: 3 } .writes { fill: none; stroke: var(--write); stroke-width: 3 }
</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="2" height="6" fill="#999"/></pattern></defs>
)svg" + body_ +
           "</svg>\n";
  }

 private:
  void Cover(int x, int y) {
    width_ = std::max(width_, x);
    height_ = std::max(height_, y);
  }
  std::string body_;
  int width_ = 0, height_ = 0;
};

Expected<ThreadSlot> MoveTo(Model& model, const replay::Cursor& place) {
  model.MoveTo(place);
  const ThreadSlot thread = model.SlotOf(place.block, place.thread);
  if (thread != ThreadSlot::kNone) return thread;
  return Fail(fmt::format("block {} was not recorded: `lockstep record --block {},{},{}` records it",
                          replay::Text(place.block), place.block.x, place.block.y, place.block.z));
}

// The subject of the picture, in two lines; returns where the rest begins.
int DrawHead(Svg& svg, const Model& model, const replay::Cursor& place, const std::string& what) {
  const trace::RecordedLaunch& launch = model.launch();
  svg.Text(kMargin, kMargin + 12, what, "head");
  svg.Text(kMargin, kMargin + 12 + kLine,
           fmt::format("launch {}: {}, step {} of {}, thread {} of block {}", launch.number,
                       model.kernel() ? model.kernel()->name : "?", model.position(), model.end(),
                       replay::Text(place.thread), replay::Text(place.block)));
  return kMargin + 2 * kLine + 8;
}

// Returns where the blocks end on the right.
int DrawBlocks(Svg& svg, const Model& model, const replay::Cursor& place, int top) {
  const trace::Dim3 grid = model.launch().grid;
  svg.Text(kMargin, top + 12, fmt::format("{}x{}x{} blocks", grid.x, grid.y, grid.z));
  const std::uint64_t across = grid.y * grid.z == 1 ? kColumns : grid.x;
  const std::uint64_t shown = std::min(grid.Count(), kMostBlocks);
  for (std::uint64_t i = 0; i < shown; ++i) {
    const trace::Dim3 block = trace::FromLinearIndex(i, grid);
    const int x = kMargin + static_cast<int>(i % across) * kBlock,
              y = top + kLine + static_cast<int>(i / across) * kBlock;
    svg.Box(x, y, kBlock - 2, kBlock - 2, "empty", model.BlockSlot(block) ? "#56b4e9" : "");
    if (block == place.block) svg.Box(x, y, kBlock - 2, kBlock - 2, "me");
  }
  return kMargin + std::max<int>(160, static_cast<int>(std::min(across, shown)) * kBlock);
}

struct ThreadPlace {
  std::string word;
  std::string source;
};

// The place of a thread: its line, or why it is on none.
ThreadPlace PlaceOf(const Model& model, ThreadSlot thread) {
  const ThreadPhase phase = replay::PhaseOf(model, thread);
  const replay::Line line = replay::LineOf(model, thread);
  if (phase == ThreadPhase::kRunning || (phase == ThreadPhase::kWaiting && line.number > 0)) {
    std::string_view source = model.TextOf(line);
    source.remove_prefix(std::min(source.find_first_not_of(" \t"), source.size()));
    return {fmt::format("line {}{}", line.number, phase == ThreadPhase::kWaiting ? ", waiting" : ""),
            std::string(source)};
  }
  return {replay::Word(phase), ""};
}

void DrawThreads(Svg& svg, const Model& model, const replay::Cursor& place, ThreadSlot chosen, int left, int top) {
  const std::uint32_t threads = model.index().threads_per_block();
  const std::uint32_t first = static_cast<std::uint32_t>(chosen) / threads * threads;
  const std::uint32_t across = model.launch().block.y * model.launch().block.z == 1
                                   ? std::min<std::uint32_t>(threads, trace::kWarpSize)
                                   : model.launch().block.x;
  svg.Text(left, top + 12, fmt::format("the {} threads of block {}", threads, replay::Text(place.block)));
  std::map<std::string, std::pair<std::size_t, std::string>> places;  // number of its ink, source
  for (std::uint32_t i = 0; i < threads; ++i) {
    const ThreadPlace at = PlaceOf(model, static_cast<ThreadSlot>(first + i));
    const auto& [ink, source] = places.try_emplace(at.word, places.size(), at.source).first->second;
    const int x = left + static_cast<int>(i % across) * kThread,
              y = top + kLine + static_cast<int>(i / across) * kThread;
    svg.Box(x, y, kThread - 3, kThread - 3, "empty", kInks[ink % std::size(kInks)]);
    svg.Text(x + kThread / 2 - 1, y + kThread / 2 + 2, std::to_string(i), "small mid on");
    if (first + i == static_cast<std::uint32_t>(chosen)) svg.Box(x, y, kThread - 3, kThread - 3, "me");
  }
  int y = top + 2 * kLine + static_cast<int>((threads + across - 1) / across) * kThread;
  for (const auto& [word, of] : places) {
    svg.Box(left, y - 11, 13, 13, "empty", kInks[of.first % std::size(kInks)]);
    svg.Text(left + kLine, y, of.second.empty() ? word : word + ": " + of.second);
    y += kLine;
  }
}

struct Frames {
  std::map<std::uint64_t, bool> cells;  // of the thread's line; true: it writes there
};

Frames FramesOf(const Model& model, ThreadSlot thread, const replay::ArrayInfo& array) {
  Frames frames;
  for (const replay::Touch& touch : replay::TouchesOf(model, thread))
    if (touch.object == array.object)
      frames.cells[touch.offset / std::max<std::uint64_t>(array.element_size, 1)] |= touch.writes;
  return frames;
}

Expected<replay::ArrayInfo> FindArray(const Model& model, trace::Dim3 block, const std::string& name) {
  std::string known;
  for (replay::ArrayInfo& array : replay::ListArrays(model, block)) {
    if (array.name == name) return std::move(array);
    known += (known.empty() ? "" : ", ") + array.name;
  }
  return Fail(fmt::format("--array {}: the block has no such array; it has {}", name, known.empty() ? "none" : known));
}

}  // namespace

Expected<std::string> DrawGrid(Model& model, const replay::Cursor& place) {
  const auto thread = MoveTo(model, place);
  if (!thread) return std::unexpected(thread.error());
  Svg svg;
  const int top = DrawHead(svg, model, place, "Where the threads are");
  const int right = DrawBlocks(svg, model, place, top);
  DrawThreads(svg, model, place, *thread, right + 2 * kMargin, top);
  return svg.Take();
}

Expected<std::string> DrawArray(Model& model, const replay::Cursor& place, const std::string& name,
                                std::uint64_t cells) {
  const auto thread = MoveTo(model, place);
  if (!thread) return std::unexpected(thread.error());
  const auto array = FindArray(model, place.block, name);
  if (!array) return std::unexpected(array.error());
  const Frames frames = FramesOf(model, *thread, *array);
  // A matrix keeps its rows if they are short; other arrays have rows of eight.
  const std::uint64_t row = array->shape.size() > 1 && array->shape.back() <= kColumns ? array->shape.back() : 8;
  const std::uint64_t first = frames.cells.empty() ? 0 : frames.cells.begin()->first;
  const std::uint64_t before = first - std::min(first, cells / 2);
  const std::uint64_t begin = array->count <= cells ? 0 : before / row * row;
  const std::uint64_t end = std::min(array->count, begin + cells);
  std::size_t widest = 1;
  std::vector<replay::CellValue> values;
  for (std::uint64_t cell = begin; cell < end; ++cell) {
    values.push_back(replay::ReadCell(model, *array, cell));
    widest = std::max(widest, values.back().never_written ? 0 : values.back().text.size());
  }
  const int width = static_cast<int>(std::min<std::size_t>(widest, 16)) * 8 + 12, height = 26;
  Svg svg;
  int top =
      DrawHead(svg, model, place,
               fmt::format("{}: {} of {}", name, array->element_name,
                           end - begin < array->count ? fmt::format("{} cells, {} to {}", array->count, begin, end - 1)
                                                      : fmt::format("{} cells", array->count)));
  const int left = kMargin + 56;
  for (std::uint64_t cell = begin; cell < end; ++cell) {
    const int x = left + static_cast<int>((cell - begin) % row) * width;
    const int y = top + static_cast<int>((cell - begin) / row) * height;
    const replay::CellValue& value = values[cell - begin];
    if ((cell - begin) % row == 0) svg.Text(kMargin, y + 17, fmt::format("[{}]", cell));
    svg.Box(x, y, width - 2, height - 2, value.never_written ? "unset" : "cell",
            value.not_finite && !value.never_written ? "#cc79a7" : "");
    if (!value.never_written)
      svg.Text(x + width / 2 - 1, y + 17, value.known ? value.text.substr(0, 16) : "?",
               value.not_finite ? "mid on" : "mid");
    if (const auto frame = frames.cells.find(cell); frame != frames.cells.end())
      svg.Box(x, y, width - 2, height - 2, frame->second ? "writes" : "reads");
  }
  top += static_cast<int>((end - begin + row - 1) / row) * height + kLine;
  svg.Text(kMargin, top, "hatched: never written; blue frame: the thread's line reads it; orange frame: writes it",
           "small");
  return svg.Take();
}

}  // namespace lockstep::query
