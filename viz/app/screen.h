#pragma once

// One frame of the window: the panels in their places, from a scene, a selection and a desk.

#include <memory>

#include "viz/app/scene.h"
#include "viz/model/model.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// The keys that mean something. The window turns its system's keys into these.
enum class Key {
  kForward,
  kBackward,  // → ←  by the chosen stride
  kNextStep,
  kPreviousStep,  // . ,  a single step
  kWarpForward,
  kWarpBackward,  // ↓ ↑
  kBlockForward,
  kBlockBackward,  // Page Down, Page Up
  kStart,
  kEnd,
  kPlay,
  kRunForward,
  kRunBackward,
  kBreakpoint,
  kNextThread,
  kPreviousThread,
  kNextBlock,
  kPreviousBlock,  // ] [ } {
  kStrideStep,
  kStrideThread,
  kStrideWarp,
  kStrideBlock,  // 1 2 3 4
  kColour,
  kNextArray,
  kCells,
  kNextShape,  // V W
  kWarpAccess,
  kLanes,
  kFindings,
  kNextFinding,
  kPreviousFinding,
  kOtherSide,  // F N P O
  kTheme,
  kHelp,
  kClose,
};

class Screen {
 public:
  Screen(Scene scene, ThemeKind theme, float scale);

  // Shows another scene; the place in it stays where it was as far as it still exists.
  void Show(Scene scene);
  void Press(Key key);
  // Draws everything into the current ImGui frame. Fonts must be loaded.
  void Draw();

  // Fills the viewport with what lies behind the panels; the frame is drawn over it.
  void ClearBackground() const;
  // Frees what lives on the graphics side; call it while the context still stands.
  void ReleaseTextures();

  bool wants_to_close() const { return wants_to_close_; }
  // Changes by itself: it plays.
  bool is_moving() const { return selection_.playing; }

  Desk& desk() { return desk_; }
  const Desk& desk() const { return desk_; }
  Selection& selection() { return selection_; }
  const Selection& selection() const { return selection_; }
  Model* model() { return model_.get(); }  // null where there is no recording
  const Model* model() const { return model_.get(); }
  const Scene& scene() const { return scene_; }

 private:
  // A page that speaks of a launch, just turned to, takes the view there.
  void FollowPage();
  // Whether the findings have a panel now.
  bool ShowsFindings() const;
  void DrawPanels(Area window);
  void DrawProblem(Area area);
  void DrawSides(Area window);
  void PressInSides(Key key);
  void OpenLaunch(std::uint32_t launch);  // at its first sight; breakpoints stay
  void PressInModel(Key key);
  void MoveThread(int by);
  void MoveBlock(int by);

  Scene scene_;
  std::unique_ptr<Model> model_;
  Selection selection_;
  Desk desk_;
  std::size_t page_followed_ = 0;
  bool wants_to_close_ = false;
};

// What is chosen, as JSON: what tests and other programs read.
std::string DescribeState(const Screen& screen);

}  // namespace lockstep::viz
