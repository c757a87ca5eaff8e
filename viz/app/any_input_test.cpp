// Whatever is clicked, typed and dragged, in a window of any size: the frame is drawn, and the moment is one of the
// recording.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "shared/replay/testing/recording_builder.h"
#include "shared/trace/lookup.h"
#include "viz/app/keys.h"
#include "viz/panels/runs.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

constexpr auto kNamedKeys = std::to_array<std::string_view>(
    {"→",  "←",  "↑",  "↓",   "Page Down", "Home",    "End",   "Space", "Tab",       "Esc",    "Enter",  "F1",
     "F3", "F5", "F9", "F11", "Delete",    "Page Up", "Enter", "Esc",   "Backspace", "Ctrl K", "Ctrl +", "Ctrl -"});
constexpr auto kTexts = std::to_array<std::string_view>({"writes to tile where",
                                                         "line 5 where i == 1 / 0",
                                                         "why out[3]",
                                                         "whynot p[7].pos",
                                                         "hits",
                                                         "threads of grid print i",
                                                         "step 99999999999999999999",
                                                         "b4000000000 t(1,2,3",
                                                         "first write to \"",
                                                         "loop 7 print",
                                                         "((((((((((-",
                                                         "races",
                                                         "since 0:3",
                                                         "uses of tile[99999999999]",
                                                         "phases",
                                                         "diff",
                                                         "prev write to in[0:999] order by new desc limit 0",
                                                         "isnan(ps[3].pos.x) ? 1 : 0",
                                                         "x\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80 \xff",
                                                         "count by lane, warp",
                                                         "t5",
                                                         ""});

Scene AnyScene(unsigned n) {
  switch (n % 6) {
    case 0: return {.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
    case 1: return {.recording = replay::ReduceRecording()};
    case 2: return {.recording = replay::RacyRecording()};
    case 3: return {.recording = replay::ParticlesRecording()};
    case 4:
      return {.recording = replay::ScaleRecording(3),
              .other = OtherRecording{.recording = replay::ScaleRecording(2, 2), .names = {"new", "old"}}};
    default: return {.recording = replay::GreyRecording({.width = 5, .height = 1, .threads = 1, .recorded_blocks = 1})};
  }
}

class Hands {
 public:
  Hands(Stage& stage, unsigned seed) : stage_(stage), random_(seed) {}

  void DoAnything() {
    switch (Any(12)) {
      case 0:
      case 1:
      case 2: return Letter();
      case 3:
      case 4: return stage_.screen().Press(Of(kNamedKeys));
      case 5:
      case 6: return Button(0, 1 + Any(2));
      case 7: return Button(1, 1);
      case 8: return Drag();
      case 9: return Wheel();
      case 10: return Text();
      default: return Any(4) == 0 ? Resize() : stage_.DrawOnce();
    }
  }

 private:
  unsigned Any(unsigned n) { return static_cast<unsigned>(random_() % n); }
  template <class List>
  typename List::value_type Of(const List& list) {
    return list[Any(static_cast<unsigned>(list.size()))];
  }
  // Half of the clicks are at something that the last frame offered.
  ImVec2 Anywhere() {
    const Desk& desk = stage_.screen().desk();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (Any(2) == 0 && !desk.controls.empty()) {
      auto control = desk.controls.begin();
      std::advance(control, Any(static_cast<unsigned>(desk.controls.size())));
      return control->second.center();
    }
    return {size.x * static_cast<float>(Any(1000)) / 999, size.y * static_cast<float>(Any(1000)) / 999};
  }
  void Letter() {
    const unsigned letter = '!' + Any('~' - '!' + 1);
    const std::string held = Any(8) == 0 ? "Alt " : "";
    if (const auto key = KeyOfLetter(letter); key && *key != "Ctrl Q") stage_.screen().Press(held + *key);
    stage_.DrawOnce();
  }
  void Button(int button, unsigned times) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = Anywhere();
    stage_.HoldShift(Any(5) == 0);
    for (unsigned i = 0; i < times; ++i)
      for (const bool down : {true, false}) {
        io.MouseDown[button] = down;
        stage_.DrawOnce();
      }
    stage_.HoldShift(false);
  }
  void Drag() {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = Anywhere();
    stage_.DrawOnce();
    io.MouseDown[0] = true;
    for (unsigned i = 0; i < 3; ++i) {
      stage_.DrawOnce();
      io.MousePos = Anywhere();
    }
    stage_.DrawOnce();
    io.MouseDown[0] = false;
    stage_.DrawOnce();
  }
  void Wheel() {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = Anywhere();
    io.MouseWheel = static_cast<float>(Any(9)) - 4;
    stage_.DrawOnce();
  }
  void Text() {
    stage_.screen().Press(Of(std::to_array<std::string_view>({"Ctrl K", "=", "S", "K", "Shift F9", "/"})));
    for (const char letter : Of(kTexts))
      if (letter == ' ')
        stage_.screen().Press("Space");
      else if (const auto key = KeyOfLetter(static_cast<unsigned char>(letter)))
        stage_.screen().Press(*key);
    stage_.DrawOnce();
    stage_.screen().Press("Enter");
    stage_.DrawOnce();
  }
  void Resize() {
    static const auto kSizes = std::to_array<ImVec2>({{300, 200}, {64, 64}, {640, 900}, {1280, 720}, {1600, 1000}});
    ImGui::GetIO().DisplaySize = Of(kSizes);
    stage_.DrawOnce();
  }

  Stage& stage_;
  std::mt19937 random_;
};

TEST(AnyInput, LeavesAMomentOfTheRecordingInView) {
  constexpr int kEvents = 60;
  for (unsigned seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto opened = Stage::Open(AnyScene(seed), {1000, 700}, seed % 2 == 0 ? ThemeKind::kLight : ThemeKind::kDark);
    ASSERT_TRUE(opened) << opened.error().message;
    Stage& stage = **opened;
    Hands hands(stage, seed);
    for (int i = 0; i < kEvents; ++i) {
      hands.DoAnything();
      const replay::Model& model = *stage.screen().model();
      const Selection& at = stage.selection();
      ASSERT_LT(at.launch, model.recording().launches.size());
      ASSERT_LE(model.position(), model.end());
      ASSERT_TRUE(trace::IsInside(at.block, model.launch().grid)) << "event " << i;
      ASSERT_TRUE(trace::IsInside(at.thread, model.launch().block)) << "event " << i;
    }
    stage.screen().Press("Esc");
    stage.Settle();
  }
}

}  // namespace
}  // namespace lockstep::viz
