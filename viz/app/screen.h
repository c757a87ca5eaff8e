#pragma once

// One frame of the window: the panels in their places, drawn from a scene, a selection and a desk.

#include <memory>
#include <string_view>

#include "shared/replay/model.h"
#include "viz/app/scene.h"
#include "viz/model/place_history.h"
#include "viz/model/settings.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/order.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

class Screen {
 public:
  Screen(Scene scene, ThemeKind theme, float scale);
  ~Screen();  // keeps unsaved text

  // Looks as it did when these were the settings.
  void Remember(const Settings& settings);
  Settings settings() const;
  // The place in view was requested: the first page of a lesson does not move it.
  void KeepPlace() { keeps_place_ = true; }
  // Shows another scene; the place in it is kept as far as it still exists.
  void Show(Scene scene);
  // Opens the window at a page of the lesson, with the program that belongs to it.
  void OpenPage(std::size_t page);
  // A key by its name (keys.h); the first panel that owns it acts.
  void Press(std::string_view key);
  // Looks after the exercise's file: reads its changes, keeps unsaved text. `now` in seconds of any clock. True if
  // there is something new to draw.
  bool Tick(double now);
  // Draws everything into the current ImGui frame. Fonts must be loaded.
  void Draw();

  // Fills the viewport with the background of the panels; the frame is drawn over it.
  void ClearBackground() const;
  // Frees the graphics resources; must be called while the context exists.
  void ReleaseTextures();

  // Of the system's window while a lesson is in view; else empty.
  std::string title() const;

  bool wants_to_close() const { return wants_to_close_; }
  // True if it changes without input: it plays, a result develops, a question has no answer yet, or a panel has asked
  // for something.
  bool is_moving() const {
    return !desk_.requests.empty() || selection_.playing || desk_.Of<LessonPanel>().develop.running || is_asking();
  }
  // True while a question has no answer yet, or hits of breakpoints are searched for.
  bool is_asking() const;
  // Asks, as if this were typed into the bar.
  void Ask(std::string_view question);

  Desk& desk() { return desk_; }
  const Desk& desk() const { return desk_; }
  Selection& selection() { return selection_; }
  const Selection& selection() const { return selection_; }
  replay::Model* model() { return model_.get(); }  // null if there is no recording
  const replay::Model* model() const { return model_.get(); }
  const Scene& scene() const { return scene_; }
  PlaceHistory& places() { return places_; }
  const PlaceHistory& places() const { return places_; }
  Shown shown() const { return shown_; }
  Reading reading() const;
  EditSession* edit() { return edit_.get(); }  // null unless there is an exercise whose file can be edited
  const EditSession* edit() const { return edit_.get(); }

 private:
  // One of a lesson's two programs: its recording, and the place in it.
  struct Program {
    std::unique_ptr<replay::Model> model;  // null if there is no recording
    Selection selection;
    std::string problem;
  };

  // Opens the file of the exercise in the scene; unsaved text of another one is kept.
  void OpenExercise();
  // Another lesson has come into the window: nothing of the one before is kept.
  void BeginLesson();
  // Replaces the recording of a program; the place in it is kept as far as it still exists. Returns the model before.
  std::unique_ptr<replay::Model> TakeProgram(Shown which, std::optional<trace::Recording> recording,
                                             std::string problem);
  // Another run of the same program: the same moment of the same thread, and the same finding.
  void TakeRerun(trace::Recording recording);
  // Of the program in view; returns the model before.
  std::unique_ptr<replay::Model> Replace(std::optional<trace::Recording> recording, std::string problem);
  void ExchangeRuns();                                   // the run in view and the other one, at the same place
  void TakeWhole(std::unique_ptr<replay::Model> whole);  // see Scene::whole
  // Shows the order of steps that is wanted, once it is there.
  void FollowOrder();
  void TakeOrder();
  void ShowOrder(OrderedModel ordered);
  void ShowRecordedOrder();
  void ForgetOrdered();
  void DrawReading(Area window) const;
  void BringIntoView(Shown which);
  void Exchange();  // the program in view and the one aside
  // Switches to the program of the page, and to the launch that it refers to.
  void FollowPage();
  void CarryOutRequests();
  void CarryOut(const request::GoToFinding& asked);
  void CarryOut(const request::GoToMoment& asked);
  void CarryOut(const request::GoTo& asked);
  void CarryOut(const request::GoToExercise& asked);
  void CarryOut(const request::Follow& asked);
  void CarryOut(const request::ExchangeRuns& asked);
  void CarryOut(const request::OpenLesson& asked);
  void CarryOut(const request::CloseWindow& asked);
  // Discards everything that was cached for the program in view.
  void ForgetDrawn();
  // The view that the panels see now.
  View Look();
  // The panel that has this place, if any is shown there.
  const Panel* PanelAt(const View& view, PanelPlace place) const;
  void DrawIn(View& view, PanelPlace place, Area area);
  // The rails from the left on, each with the line beside it; returns the rest.
  Area DrawRails(View& view, Area window);
  void DrawPanels(View& view, Area window);
  void DrawMiddle(View& view, Area middle);
  void DrawPresented(View& view, Area middle);  // the source above the array
  void DrawSides(View& view, Area window);
  void DrawProblem(Area area);
  // Moves the model to this frame's moment, after the panels have prepared it.
  void Advance(View& view);
  bool GoBackOrForward(std::string_view key);  // over the places that were visited; false: another key
  void OpenLaunch(std::uint32_t launch);       // at its initial place; breakpoints are kept

  Scene scene_;
  std::unique_ptr<replay::Model> model_;
  // While another order is shown, the model as recorded; the selection and the places are those of the shown order.
  std::unique_ptr<replay::Model> recorded_;
  Selection selection_;
  std::optional<replay::ViewOrder> order_begun_;
  Program aside_;                 // the other program of a lesson with an exercise
  Shown shown_ = Shown::kLesson;  // the one in view
  Desk desk_;
  std::unique_ptr<EditSession> edit_;
  PlaceHistory places_;  // of the program in view
  std::optional<std::size_t> page_followed_;
  bool keeps_place_ = false;
  Settings remembered_;
  std::string wanted_lesson_;  // Reading::wanted
  bool wants_to_close_ = false;
  // For the lesson's recording, once that is in view.
  std::optional<std::uint32_t> launch_to_follow_;
  std::optional<replay::Directions> directions_to_follow_;
};

// The state of the window as JSON, for tests and other programs.
std::string DescribeState(const Screen& screen);

}  // namespace lockstep::viz
