#pragma once

// One frame of the window: the panels in their places, from a scene, a selection and a desk.

#include <memory>

#include "shared/replay/model.h"
#include "viz/app/scene.h"
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
  kNextPage,
  kPreviousPage,  // Shift Page Down, Shift Page Up: of a lesson
  kExercise,      // E: the lesson's program or the exercise's
  kTheme,
  kHelp,
  kLeave,  // Esc: closes the innermost thing that is open, never the window
  kQuit,   // Ctrl Q
};

class Screen {
 public:
  Screen(Scene scene, ThemeKind theme, float scale);

  // Shows another scene; the place in it stays where it was as far as it still exists.
  void Show(Scene scene);
  // The window opens at a page of the lesson, with the program that belongs to it.
  void OpenPage(std::size_t page);
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
  Shown shown() const { return shown_; }

 private:
  // One of a lesson's two programs: what was recorded of it, and the place in it.
  struct Program {
    std::unique_ptr<Model> model;  // null where there is no recording
    Selection selection;
    std::string problem;
  };

  // What came of a program takes the place of what there was; the place in it stays as far as it still exists.
  void TakeProgram(Shown which, std::optional<Recording> recording, std::string problem);
  void Replace(std::optional<Recording> recording, std::string problem);  // of the program in view
  void BringIntoView(Shown which);
  void Exchange();  // the program in view and the one aside
  // A page just turned to takes the view to its program, and to the launch that it speaks of.
  void FollowPage();
  // Goes to what the exercise's sentence speaks of.
  void ToExercisePlace();
  // The cell of the exercise in view that is wrong.
  std::optional<ExpectedCell> ExpectedHere() const;
  void ViewArrayAs();
  // Nothing that was drawn holds for the program that comes into view.
  void ForgetDrawn();
  // Whether the findings have a panel now.
  bool ShowsFindings() const;
  void TurnPage(int by);
  bool HasExercise() const { return scene_.lesson && !scene_.lesson->exercise.file.empty(); }
  void DrawPanels(Area window);
  void DrawProblem(Area area);
  void DrawSides(Area window);
  void PressInSides(Key key);
  void GoWhereAsked();                    // to the finding that a panel or a key asked for
  void OpenLaunch(std::uint32_t launch);  // at its first sight; breakpoints stay
  void PressInModel(Key key);
  void MoveThread(int by);
  void MoveBlock(int by);

  Scene scene_;
  std::unique_ptr<Model> model_;
  Selection selection_;
  Program aside_;                 // the other program of a lesson with an exercise
  Shown shown_ = Shown::kLesson;  // which of the two is in view
  Desk desk_;
  std::optional<std::size_t> page_followed_;
  std::optional<std::uint32_t> launch_to_follow_;  // of the lesson's recording, once that is in view
  bool wants_to_close_ = false;
};

// What is chosen, as JSON: what tests and other programs read.
std::string DescribeState(const Screen& screen);

}  // namespace lockstep::viz
