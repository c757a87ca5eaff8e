#include "viz/panels/warp_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "shared/replay/choose.h"
#include "shared/replay/headline.h"
#include "shared/replay/warp_access.h"
#include "shared/trace/lookup.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

constexpr std::uint32_t kWords = 32, kWordsOfSector = metrics::kSectorBytes / metrics::kBankBytes;
constexpr std::size_t kRowsWithQueues = 3;

// The layout: the lanes, and under them the rows of memory, in columns of the same width.
struct Sheet {
  float label = 0, column = 0, row = 0, gap = 0;  // widths; the height of a row; between words
  float pitch = 0;                                // from row to row: those of an atomic operation have queues between
  ImVec2 lanes, rows;                             // top left corners
  std::size_t shown = 0;                          // number of rows that fit
};

ImU32 InkOf(const Desk& desk, const replay::WarpAccess& access) {
  return access.writes ? desk.color().write : desk.color().read;
}
ImU32 SoftOf(const Desk& desk, const replay::WarpAccess& access) {
  return access.writes ? desk.color().write_soft : desk.color().read_soft;
}

const char* Times(std::uint32_t count, const char* one, const char* many) { return count == 1 ? one : many; }

const char* Verb(const replay::WarpAccess& access) {
  return access.atomic ? "updates" : access.writes ? "writes" : "reads";
}

// The cost, and whether it is the minimum.
struct Verdict {
  std::string text, why;
  bool good = true;
};

// Lanes that update one address take turns, which costs more than sectors or banks do.
Verdict JudgeAtomic(const replay::WarpAccess& access, const replay::ArrayInfo& array) {
  const replay::Crowd crowd = replay::LargestCrowd(access);
  if (crowd.lanes <= 1) return {.text = "1 turn", .why = "every lane has a cell to itself"};
  const std::uint64_t cell = crowd.offset / std::max<std::uint64_t>(array.element_size, 1);
  return {.text = fmt::format("{} turns", crowd.lanes),
          .why = fmt::format("at {}, one lane after the other", replay::NameCell(array, cell)),
          .good = false};
}

Verdict Judge(const replay::WarpAccess& access, const replay::ArrayInfo& array) {
  if (access.atomic) return JudgeAtomic(access, array);
  const metrics::WarpRequest& request = access.request;
  Verdict verdict;
  if (!access.shared) {
    const std::uint32_t sectors = metrics::Sectors(request), ideal = metrics::IdealSectors(request);
    verdict.good = sectors <= ideal;
    verdict.text = fmt::format("{} {} of 32 bytes", sectors, Times(sectors, "sector", "sectors"));
    verdict.why =
        verdict.good ? "which is the minimum for these accesses" : fmt::format("where {} would suffice", ideal);
    return verdict;
  }
  const std::uint32_t rounds = metrics::BankWavefronts(request), ideal = metrics::IdealWavefronts(request);
  verdict.good = rounds <= ideal;
  const auto banks = replay::WordsOfBanks(access);
  verdict.text = fmt::format("{} {}", rounds, Times(rounds, "round", "rounds"));
  if (verdict.good) {
    verdict.why = "without a bank conflict";
  } else {
    const auto worst = std::ranges::max_element(banks);
    verdict.why = fmt::format("where {} would suffice: bank {} serves {} words one after the other", ideal,
                              worst - banks.begin(), *worst);
  }
  return verdict;
}

void DrawVerdict(const replay::Model& model, const Selection& selection, const Desk& desk,
                 const replay::WarpAccess& access, const replay::ArrayInfo& array, Area area) {
  const Verdict verdict = Judge(access, array);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::uint64_t warp = trace::LinearIndex(selection.thread, model.launch().block) / trace::kWarpSize;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(access.request.lanes));
  std::string who = fmt::format("Warp {} {} {}: {} {}, {} bytes each", warp, Verb(access), array.name, lanes,
                                Times(lanes, "lane", "lanes"), access.request.size);
  if (access.parts > 1) who += fmt::format(", part {} of {}", access.part + 1, access.parts);
  DrawText(draw, desk.fonts.small, area.min, desk.color().quiet, FitText(desk.fonts.small, who, area.width()));
  ImVec2 at{area.min.x, area.min.y + desk.Units(19)};
  at.x += DrawText(draw, desk.fonts.strong, at, verdict.good ? desk.color().read : desk.color().fault, verdict.text);
  at.x += desk.Units(7);
  DrawText(draw, desk.fonts.text, at, desk.color().text,
           FitText(desk.fonts.text, verdict.why, std::max(area.max.x - at.x, 1.0f)));
}

Sheet LayOut(const Desk& desk, const replay::WarpAccess& access, const replay::ArrayInfo& array, std::size_t rows,
             Area area) {
  Sheet sheet;
  const std::string widest = fmt::format("{}[{}]", array.name, array.count);
  sheet.label = std::min(TextWidth(desk.fonts.code_small, widest), desk.Units(90)) + desk.Units(12);
  sheet.column = std::max(std::floor((area.width() - sheet.label) / kWords), 2.0f);
  sheet.gap = sheet.column >= 8 ? 2.0f : 1.0f;
  sheet.lanes = {area.min.x + sheet.label, area.min.y};
  sheet.rows = {sheet.lanes.x, sheet.lanes.y + desk.Units(18) + desk.Units(30)};
  const float foot = desk.Units(access.shared && !access.atomic ? 40.0f : 22.0f);
  const float room = std::max(area.max.y - foot - sheet.rows.y, 1.0f);
  sheet.row =
      std::clamp(std::floor(room / static_cast<float>(std::max<std::size_t>(rows, 1))), desk.Units(8), desk.Units(24));
  sheet.pitch = sheet.row;
  if (access.atomic && rows <= kRowsWithQueues) sheet.pitch = std::floor(room / static_cast<float>(rows));
  sheet.shown = std::min(rows, static_cast<std::size_t>(std::max(room / sheet.pitch, 1.0f)));
  return sheet;
}

Area WordArea(const Sheet& sheet, std::size_t row, std::uint32_t word) {
  const ImVec2 min{sheet.rows.x + sheet.column * static_cast<float>(word),
                   sheet.rows.y + sheet.pitch * static_cast<float>(row)};
  return {min, {min.x + sheet.column - sheet.gap, min.y + sheet.row - sheet.gap}};
}

Area LaneArea(const Desk& desk, const Sheet& sheet, std::uint32_t lane) {
  const float x = sheet.lanes.x + sheet.column * static_cast<float>(lane);
  return {{x, sheet.lanes.y}, {x + sheet.column - sheet.gap, sheet.lanes.y + desk.Units(18)}};
}

void DrawCentered(const Desk& desk, Area area, ImU32 color, const std::string& text) {
  ImFont* font = desk.fonts.code_small;
  const float width = TextWidth(font, text);
  if (width > area.width() || font->FontSize > area.height() + desk.Units(3)) return;
  DrawText(ImGui::GetWindowDrawList(), font, {area.center().x - width / 2, area.center().y - font->FontSize / 2}, color,
           text);
}

// The row of lanes; returns the lane under the mouse.
std::optional<std::uint32_t> DrawLaneRow(const Desk& desk, const Sheet& sheet, const replay::WarpAccess& access) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::optional<std::uint32_t> hovered;
  for (std::uint32_t lane = 0; lane < access.lane_count; ++lane) {
    const Area area = LaneArea(desk, sheet, lane);
    const bool active = access.request.lanes >> lane & 1;
    draw->AddRectFilled(area.min, area.max, active ? SoftOf(desk, access) : desk.color().idle, desk.Units(3));
    if (lane == access.lane)
      draw->AddRect({area.min.x - 1, area.min.y - 1}, {area.max.x + 1, area.max.y + 1}, desk.color().chosen,
                    desk.Units(3), 0, desk.Units(2));
    DrawCentered(desk, area, active ? desk.color().text : desk.color().faint, std::to_string(lane));
    if (IsHovered(area)) hovered = lane;
  }
  DrawText(draw, desk.fonts.small, {sheet.lanes.x - sheet.label, sheet.lanes.y + desk.Units(1)}, desk.color().quiet,
           "lanes");
  return hovered;
}

std::string LanesText(std::uint32_t lanes) {
  if (std::popcount(lanes) == 1) return std::to_string(std::countr_zero(lanes));
  return fmt::format("{}×", std::popcount(lanes));
}

// The first element in a row, as written in the source; the row's distance in bytes if there is none.
std::string RowLabel(const replay::Model& model, const replay::ArrayInfo& array, std::uint64_t row) {
  const auto object = model.object(array.object);
  const std::uint64_t begin = row * kWords * metrics::kBankBytes;
  if (!object || begin + kWords * metrics::kBankBytes <= object->address) return "";
  const std::uint64_t offset = begin > object->address ? begin - object->address : 0;
  const std::uint64_t cell = (offset + array.element_size - 1) / array.element_size;
  return cell < array.count ? replay::NameCell(array, cell) : "";
}

// A word of memory: the lanes that request it, and its effect on others.
struct Word {
  std::uint32_t lanes = 0;  // that request it
  bool moves = false;       // another word of its sector is requested
  bool conflicts = false;   // its bank serves another word too, or lanes take turns at it
  bool meant = true;        // requested by the lane under the mouse, if there is one
};

void DrawWord(const Desk& desk, const replay::WarpAccess& access, const Word& word, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const ImU32 ink = word.conflicts ? c.fault : InkOf(desk, access);
  ImU32 back = c.raised;
  // Words that are moved but not requested are paler.
  if (word.lanes)
    back = word.meant ? ink : WithAlpha(ink, 0.35f);
  else if (word.moves)
    back = SoftOf(desk, access);
  draw->AddRectFilled(area.min, area.max, back, desk.Units(2));
  if (word.lanes) DrawCentered(desk, area, TextOn(desk.theme, ink), LanesText(word.lanes));
  if (word.lanes >> access.lane & 1)
    draw->AddRect({area.min.x - 1, area.min.y - 1}, {area.max.x + 1, area.max.y + 1}, c.chosen, desk.Units(2), 0,
                  desk.Units(2));
}

// Sectors are the unit of transfer: a bracket over each of the four columns of words.
void DrawSectors(const Desk& desk, const Sheet& sheet) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (std::uint32_t first = 0; first < kWords; first += kWordsOfSector) {
    const Area a = WordArea(sheet, 0, first), b = WordArea(sheet, 0, first + kWordsOfSector - 1);
    const float y = a.min.y - desk.Units(5);
    draw->AddLine({a.min.x, y}, {b.max.x, y}, desk.color().mark);
    const std::string text = fmt::format("sector {}", first / kWordsOfSector);
    if (TextWidth(desk.fonts.small, text) < b.max.x - a.min.x)
      DrawText(draw, desk.fonts.small,
               {(a.min.x + b.max.x - TextWidth(desk.fonts.small, text)) / 2, y - desk.fonts.small->FontSize - 1},
               desk.color().quiet, text);
  }
}

void DrawRowLabel(const replay::Model& model, const Desk& desk, const Sheet& sheet, const replay::ArrayInfo& array,
                  std::uint64_t number, std::size_t place) {
  const bool has_room = sheet.row >= desk.fonts.code_small->FontSize - desk.Units(1) || place % 4 == 0;
  if (!has_room) return;
  const std::string label = FitText(desk.fonts.code_small, RowLabel(model, array, number), sheet.label);
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.code_small,
           {sheet.rows.x - sheet.label, sheet.rows.y + sheet.pitch * static_cast<float>(place) + sheet.row / 2 -
                                            desk.fonts.code_small->FontSize / 2},
           desk.color().faint, label);
}

void DrawRows(const replay::Model& model, const Desk& desk, const Sheet& sheet, const replay::WarpAccess& access,
              const replay::ArrayInfo& array, const std::vector<replay::MemoryRow>& rows,
              std::optional<std::uint32_t> hovered) {
  const auto banks = replay::WordsOfBanks(access);
  for (std::size_t i = 0; i < sheet.shown; ++i) {
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const auto sector = rows[i].lanes.begin() + word / kWordsOfSector * kWordsOfSector;
      const bool sector_used =
          std::any_of(sector, sector + kWordsOfSector, [](std::uint32_t lanes) { return lanes != 0; });
      const std::uint32_t lanes = rows[i].lanes[word];
      DrawWord(desk, access,
               {.lanes = lanes,
                .moves = !access.shared && sector_used,
                .conflicts = access.atomic ? std::popcount(lanes) > 1 : access.shared && lanes && banks[word] > 1,
                .meant = !hovered || (lanes >> *hovered & 1)},
               WordArea(sheet, i, word));
    }
    DrawRowLabel(model, desk, sheet, array, rows[i].number, i);
  }
  if (!access.shared) DrawSectors(desk, sheet);
}

// Over each column its bank, under it the number of words that the bank serves. Under those of an atomic operation
// stand the lanes' turns.
void DrawBanks(const Desk& desk, const Sheet& sheet, const replay::WarpAccess& access) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const auto banks = replay::WordsOfBanks(access);
  const float under = sheet.rows.y + sheet.row * static_cast<float>(sheet.shown) + desk.Units(3);
  for (std::uint32_t bank = 0; bank < metrics::kBanks; ++bank) {
    const Area column = WordArea(sheet, 0, bank);
    const Area over{{column.min.x, column.min.y - desk.Units(17)}, {column.max.x, column.min.y - desk.Units(3)}};
    DrawCentered(desk, over, c.faint, std::to_string(bank));
    if (banks[bank] == 0 || access.atomic) continue;
    const Area count{{column.min.x, under}, {column.max.x, under + desk.Units(15)}};
    DrawCentered(desk, count, banks[bank] > 1 ? c.fault : c.quiet, std::to_string(banks[bank]));
  }
  DrawText(draw, desk.fonts.small, {sheet.rows.x - sheet.label, sheet.rows.y - desk.Units(17)}, c.quiet, "banks");
  if (!access.atomic) DrawText(draw, desk.fonts.small, {sheet.rows.x - sheet.label, under}, c.quiet, "words");
}

// Under each word the lanes that take turns at it, as squares one below the other, with the number of the longest
// queue.
void DrawQueues(const Desk& desk, const Sheet& sheet, const replay::WarpAccess& access, const replay::MemoryRow& row,
                std::size_t place) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const std::uint32_t longest = replay::LargestCrowd(access).lanes;
  const float top = WordArea(sheet, place, 0).max.y + desk.Units(4);
  const float room = sheet.pitch - sheet.row - desk.fonts.strong->FontSize - desk.Units(6);
  const float square = std::min(std::floor(room / static_cast<float>(longest)), desk.Units(9));
  if (square < 2) return;
  bool numbered = false;
  for (std::uint32_t word = 0; word < kWords; ++word) {
    const auto lanes = static_cast<std::uint32_t>(std::popcount(row.lanes[word]));
    const Area column = WordArea(sheet, place, word);
    for (std::uint32_t turn = 0; turn < lanes; ++turn) {
      const float y = top + square * static_cast<float>(turn);
      draw->AddRectFilled({column.min.x, y}, {column.max.x, y + square - 1}, lanes > 1 ? c.fault : InkOf(desk, access));
    }
    if (lanes != longest || numbered) continue;
    const std::string text = std::to_string(lanes);
    DrawText(draw, desk.fonts.strong,
             {column.center().x - TextWidth(desk.fonts.strong, text) / 2, top + square * static_cast<float>(lanes)},
             lanes > 1 ? c.fault : c.quiet, text);
    numbered = true;
  }
  DrawText(draw, desk.fonts.small, {sheet.rows.x - sheet.label, top}, c.quiet, "turns");
}

// The access in view: the one to the chosen cell, else the last one done, else the first.
const replay::WarpAccess* Choose(const std::vector<replay::WarpAccess>& accesses, const Selection& selection,
                                 const replay::ArrayInfo& array) {
  const replay::WarpAccess* chosen = nullptr;
  for (const replay::WarpAccess& access : accesses) {
    if (access.object != array.object) continue;
    const bool at_cell =
        selection.cell ==
        replay::Cell{array.object, access.offsets[access.lane] / std::max<std::uint64_t>(array.element_size, 1)};
    if (!chosen || (access.done && !at_cell)) chosen = &access;
    if (at_cell) return &access;
  }
  return chosen;
}

}  // namespace

void DrawWarpAccess(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                    Area canvas) {
  const auto accesses = replay::WarpAccessesOf(model, model.SlotOf(selection.block, selection.thread));
  const replay::WarpAccess* access = Choose(accesses, selection, array);
  if (!access) {
    DrawNotice(desk, canvas, fmt::format("This line does not touch {}", array.name),
               "Step to a line that does, to see its warp's memory request.");
    return;
  }
  const auto rows = replay::RowsOf(*access);
  ImGui::SetCursorScreenPos(canvas.min);
  ImGui::BeginChild("warp", {canvas.width(), canvas.height()}, false, ImGuiWindowFlags_NoScrollWithMouse);
  DrawVerdict(model, selection, desk, *access, array, canvas);
  const Area area{{canvas.min.x, canvas.min.y + desk.Units(50)}, canvas.max};
  const Sheet sheet = LayOut(desk, *access, array, rows.size(), area);
  if (area.height() > desk.Units(60)) {
    const auto hovered = DrawLaneRow(desk, sheet, *access);
    DrawRows(model, desk, sheet, *access, array, rows, hovered);
    if (access->shared) DrawBanks(desk, sheet, *access);
    if (access->atomic && rows.size() <= kRowsWithQueues)
      for (std::size_t i = 0; i < sheet.shown; ++i) DrawQueues(desk, sheet, *access, rows[i], i);
    if (sheet.shown < rows.size())
      DrawText(ImGui::GetWindowDrawList(), desk.fonts.small, {sheet.rows.x, canvas.max.y - desk.Units(18)},
               desk.color().quiet, fmt::format("and {} more rows of 128 bytes", rows.size() - sheet.shown));
    const std::uint64_t linear = trace::LinearIndex(selection.thread, model.launch().block);
    const std::uint64_t first = linear / trace::kWarpSize * trace::kWarpSize;
    const Arrows by = ReachWithArrows(desk, "lanes by keys", area);
    std::optional<std::uint64_t> wanted;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) wanted = *hovered;
    if (by)
      wanted = Moved(linear - first, by.x + by.y,
                     std::min<std::uint64_t>(trace::kWarpSize, model.launch().block.Count() - first));
    if (wanted) {
      const trace::ObjectId object = selection.object;
      replay::ChooseThread(model, selection, selection.block,
                           trace::FromLinearIndex(first + *wanted, model.launch().block));
      selection.object = object;
    }
  }
  ImGui::EndChild();
}

}  // namespace lockstep::viz
