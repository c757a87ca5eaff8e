#pragma once

// The window without a window, for tests: the same frame, drawn off-screen, with a mouse and keys that tests control.

#include <functional>
#include <memory>
#include <vector>

#include "viz/app/offscreen.h"
#include "viz/app/start.h"

namespace lockstep::viz {

class Stage {
 public:
  struct Size {
    std::uint32_t width = 1600, height = 1000;
    float scale = 1;
  };
  // `stage` is null, with the reason in the error, if this machine cannot draw at all.
  static Expected<std::unique_ptr<Stage>> Open(Scene scene, Size size, ThemeKind theme = ThemeKind::kLight);
  ~Stage();

  // Draws frames until nothing moves.
  void Settle();
  void DrawOnce();
  void Press(std::string_view key);
  void Hover(ImVec2 at);
  void Click(ImVec2 at);
  void HoldShift(bool is_down);
  void Drag(ImVec2 from, ImVec2 to);
  void Wheel(ImVec2 at, float turns);

  Screen& screen() { return *screen_; }
  Selection& selection() { return screen_->selection(); }
  // 0xAABBGGRR, rows from the top. Only frames that are looked at become pixels.
  std::vector<std::uint32_t> Pixels();
  std::size_t Count(ImU32 color);
  // The pixels of a new screen that `prepare` has brought to its place; this screen is unchanged.
  std::vector<std::uint32_t> PixelsOfNewScreen(Scene scene, const std::function<void(Screen&)>& prepare);

 private:
  Stage() = default;
  void Rasterise();
  std::unique_ptr<Offscreen> offscreen_;
  std::unique_ptr<ImGuiSession> session_;
  std::unique_ptr<Screen> screen_;
  Size size_;
  bool is_rasterised_ = false;
};

}  // namespace lockstep::viz
