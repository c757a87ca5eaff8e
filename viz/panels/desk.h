#pragma once

// The state that panels share besides the model and the selection: the look, the places of things on the screen in this
// frame, and what the user has opened, zoomed or scrolled. It affects only how facts are shown.

#include <imgui.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "shared/query/place.h"
#include "shared/replay/arrays.h"
#include "shared/replay/prints.h"
#include "shared/replay/question.h"
#include "shared/replay/stepping.h"
#include "shared/replay/thread_values.h"
#include "viz/edit/code_change.h"
#include "viz/edit/text_buffer.h"
#include "viz/edit/text_editor.h"
#include "viz/model/development.h"
#include "viz/model/hint_ladder.h"
#include "viz/model/hit_finder.h"
#include "viz/model/lesson_view.h"
#include "viz/model/picture.h"
#include "viz/model/rerun.h"
#include "viz/model/side_by_side.h"
#include "viz/model/thread_layout.h"
#include "viz/model/time_window.h"
#include "viz/panels/area.h"
#include "viz/panels/focus_view.h"
#include "viz/panels/query_view.h"
#include "viz/panels/scene_view.h"
#include "viz/panels/texture.h"
#include "viz/panels/theme.h"

namespace lockstep::viz {

struct WatchesView;    // panels/watches.h
struct BookmarksView;  // panels/bookmarks.h
struct OrderView;      // panels/order.h
struct RunsView;       // panels/runs.h

enum class ColourBy { kLine, kState, kValue };

// A plane that can be zoomed and moved: a point (x, y) of the plane is at origin + zoom * (x, y) on the screen.
struct Plane {
  float zoom = 0;      // 0: not fitted yet
  ImVec2 origin;       // relative to the canvas
  ImVec2 canvas;       // the size that it was fitted to
  bool moved = false;  // by the user; otherwise it is fitted again when the canvas changes
};

struct GridView {
  ColourBy by = ColourBy::kLine;
  std::string variable;
  Plane plane;
  Texture texture;
  std::vector<std::uint32_t> pixels;
  std::uint64_t drawn_for = 0;                // a hash of what the texture shows; see grid.cpp
  trace::Dim3 grid{0, 0, 0}, block{0, 0, 0};  // the shape that the plane was fitted to
};

using Shape = std::vector<std::uint64_t>;  // slowest dimension first

// The correct value of a wrong cell, from the exercise's checks.
struct ExpectedCell {
  replay::Cell cell;
  std::string value;
};

// A request to show an array with elements of this type from the next frame on (shared/replay/view_as.h).
struct ViewAsRequest {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::optional<std::size_t> element;
};

// A part of the chosen cell, by its path (shared/replay/fields.h); it is meant as long as that cell is the chosen one.
struct ChosenPart {
  replay::Cell cell;
  std::string path;
};

struct ArrayView {
  std::optional<bool> as_cells;  // default: images as pictures, all else as cells
  bool by_warp = false;          // instead: the memory request of the chosen thread's warp
  Plane plane;
  Picture picture;
  Texture texture;
  trace::ObjectId shown = trace::ObjectId::kNone;
  std::optional<replay::Cell> scrolled_to;
  std::optional<replay::Position> scrolled_outside;  // the moment of the last scroll to a missed element
  std::uint32_t launch = 0xffffffff;
  std::map<std::string, Shape> chosen_shapes;  // by the user, for flat arrays by name
  std::map<std::string, std::string> fields;   // by the user, for arrays of structs by name: the path of the shown part
  std::optional<ChosenPart> part;
  std::map<trace::ObjectId, std::vector<Shape>> source_shapes;  // of the launch's flat arrays that were shown
  std::optional<ViewAsRequest> view_as;
  std::optional<ExpectedCell> expected;  // the wrong cell of the exercise in view
  // While a result develops: of the blocks that were not recorded, those with a lower number are shown; none: all.
  std::optional<std::uint64_t> blocks_shown;
  bool has_strangers = false;  // in this frame: cells of blocks that were not recorded, as they are at the end
};

struct VariablesView {
  std::set<std::string> opened;       // paths of the structs and arrays whose parts are shown
  std::map<std::string, Area> rows;   // in this frame, by path
  std::map<std::string, Area> watch;  // the button that watches the row under the mouse
};

struct SourceView {
  replay::Line scrolled_to;
  float row_height = 0, height = 0;       // of a line and of the panel, in the frame before
  int unsettled = 0;                      // frames in which the line is brought into view again: ImGui limits scrolling
                                          // by the size that the text had in the frame before
  std::map<std::uint32_t, Area> results;  // of the notes in this frame, by line
  std::map<std::uint32_t, Area> margins;  // of the lines in this frame
  std::optional<LineToMend> to_mend;      // marked in the exercise's file
  bool to_marked = false;                 // request: the next frame scrolls to that line
};

struct EditView {
  TextPlace head;               // as drawn last
  std::uint64_t keys_seen = 0;  // EditSession::keys_taken
  double caret_since = 0;       // in seconds: it blinks from then on
  bool caret_shown = true;      // in the last frame
  bool dragging = false;        // the mouse selects
  std::size_t lines_in_page = 20;
  // In this frame: the cursor, and the code's first letter and the one after it in both directions.
  std::optional<Area> caret, letter;
  // Kept for a version of the text.
  std::uint64_t longest_for = 0;
  std::size_t longest = 0;
};

struct TimelineView {
  replay::Stride stride = replay::Stride::kThread;
  double played_until = 0;  // ImGui's clock
  bool backwards = false;   // while it plays
  std::size_t speed = 2;    // of playing: the place in the menu of speeds
  TimeWindow window;
  std::optional<std::pair<std::uint32_t, replay::Position>> whole;  // the launch that it is a part of, and its end
  std::optional<replay::Position> followed;                         // the moment that was last brought into the window
  Area track;                                                       // in this frame
};

struct FindingsView {
  std::vector<Area> cards, sides;  // areas in this frame; the sides are those of the chosen finding
  std::optional<std::uint32_t> scrolled_to;
};

struct SidesView {
  SideChoice choice;
  std::optional<bool> as_cells;  // default: images as pictures, all else as cells
  Plane plane;
  std::array<Texture, 3> textures;
  std::set<std::uint64_t> flat;             // numbers of arrays without a shape of their own
  std::optional<std::uint32_t> drawn_pair;  // the pair that the textures show
  ThemeKind drawn_theme{};
  std::uint64_t drawn_tolerance = 0;
  std::optional<std::pair<std::uint32_t, Histogram>> histogram;  // of the chosen pair
  Area bins;                                                     // in this frame: those of the histogram
  std::optional<std::pair<std::uint32_t, std::uint64_t>> scrolled_to;
  std::vector<Area> cards;  // areas in this frame
};

// The program of a lesson that is in view: its own or that of its exercise.
enum class Shown : std::uint8_t { kLesson, kExercise };

// The ladder of hints of the exercise's fault.
struct HintsView {
  std::string fault;  // which the rungs were taken for
  Rung taken = Rung::kWords;
  std::vector<Rung> rungs;  // in this frame
  std::size_t used = 0;     // rungs taken in this window
  bool saw_solution = false;
  int scrolls = 0;           // frames in which the newest rung is still brought into view
  std::optional<Area> more;  // the button, in this frame
  // Kept for the two texts and the fault's line.
  std::string mine, solution;
  std::uint32_t near = 0;
  std::optional<LineToMend> line;
  CodeChange change;
};

// The result of an exercise that has become solved; see development.cpp.
struct DevelopView {
  bool was_wrong = false;  // in this window, and not solved since
  bool is_wanted = false;  // from now on, once the exercise's program is in view
  std::optional<Development> running;
  double since = 0;  // ImGui's clock
};

struct LessonPanel {
  std::size_t page = 0;
  Shown shown = Shown::kLesson;
  std::optional<ExercisePlace> to_place;  // request: the next frame moves there, in the exercise's program
  // Request: the next frame moves there, and then reveals this answer of the page.
  std::optional<replay::Directions> go;
  std::optional<std::size_t> reveal;
  std::string problem;  // why the last link led nowhere
  // Areas in this frame: the exercise's sentence with the link below it, and the link to the second thread of a race;
  // the arrows that turn the page, the choice of program.
  std::optional<Area> status, other_status, previous, next, programs;
  std::optional<std::size_t> hovered_link;
  // For the session, by page: the tasks that are done, the answers to questions.
  std::map<std::size_t, std::set<std::string>> done;
  std::map<std::size_t, std::vector<replay::Answer>> answers;
  std::optional<std::size_t> typing, pointing;  // the question of the page that a key or a click answers
  std::string watched;                          // the place and look of the last frame; see lesson_moves.cpp
  HintsView hints;
  DevelopView develop;
  std::string wanted;           // request: this lesson, by its name
  bool can_try_again = false;   // a program could not be recorded
  std::size_t tries = 0;        // requests to record it once more
  bool is_before_edit = false;  // the run in view is of the exercise's text before the last edit
  std::size_t codes = 0;        // blocks of code of the page, in this frame
  float exercise_height = 0;    // that its state needed in the last frame
};

// The colours of all threads at the moment, computed once in each frame for all panels.
struct ThreadColors {
  std::vector<ImU32> by_slot;
  replay::ThreadValues values;  // if coloured by a value
  std::vector<ImU32> by_site;   // of a thread at this site
  std::uint64_t made_for = 0;   // the launch and the colouring; see thread_colors.cpp
  replay::Position position = 0;
};

// The places of the chosen thread and of the elements that its line touches in this frame, which arrows connect.
struct Anchors {
  struct Element {
    Area area;
    bool writes = false, done = false;
    bool outside = false;  // no element, but its place
  };
  std::optional<Area> thread;
  std::vector<Element> elements;
  std::vector<Area> covers;  // controls and words, which arrows pass behind
};

struct MapView {
  std::string chosen;                   // by keys: a lesson's name
  std::map<std::string, Area> lessons;  // in this frame, by name
};

// Breakpoints, and the field in which one of them is typed.
struct StopsView {
  HitFinder finder;
  std::optional<replay::Direction> run;  // request: to the next hit, once all are known
  std::optional<int> editing;            // the breakpoint whose text is in the field; 0: a new one
  TextEditor field;
  std::string problem;                    // of the text in the field
  std::optional<std::size_t> problem_at;  // the place in it
  WordList words;
  std::map<int, std::vector<query::Piece>> cells;  // of breakpoints for cells, by their ids; for one launch
  std::uint32_t cells_of = 0xffffffff;
  std::map<int, Area> rows;  // areas of their texts in this frame, by their ids; 0: the row for a new one
};

// A line that a thread has printed, or that a log point prints.
struct OutputLine : replay::Print {
  bool is_log = false;
};

// What the threads of a launch have printed, with the lines of log points, in the order of time.
struct PrintsView {
  std::uint32_t launch = 0xffffffff;
  std::uint64_t version = 0;  // HitFinder::version
  std::vector<OutputLine> prints;
  std::optional<std::size_t> scrolled_to;  // as many were printed at the last scroll
};

// Under the source: the chosen thread's variables, its warp's lanes over time, what the launch prints, breakpoints,
// bookmarks.
enum class Below : std::uint8_t { kVariables, kLanes, kPrints, kStops, kMarks };

// A talk; see present.cpp.
struct PresentView {
  bool is_on = false;
  std::size_t page = 0, stop = 0;  // links of this page that were followed
  std::string link;                // the last of them
  bool scrolls = false;            // request: it is brought into view
  float lesson_width = 0.36f, source_height = 0.5f, memory_width = 0.56f;
};

// Runs of the program for this window; see rerun.h.
struct RerunView {
  RerunState state;
  std::optional<Rerun> wanted;  // the last request
};

// Device pixels for each unit, where the screen has so many at the usual text size.
inline float ScaleOf(float screen_scale, int text_size, bool is_presented) {
  constexpr float kPresented = 1.3f;
  const float text = static_cast<float>(text_size) / 100 * (is_presented ? kPresented : 1);
  return std::round(screen_scale * text * 1000) / 1000;
}

struct Desk {
  Theme theme = MakeTheme(ThemeKind::kLight);
  Fonts fonts;
  float screen_scale = 1;  // device pixels for each unit at the usual text size
  int text_size = 100;     // percent
  float scale = 1;         // device pixels for each unit
  bool animate = true;     // off for screenshots: no blinking, no smooth scrolling
  bool show_help = false;
  bool wants_to_close = false;  // request: the window closes
  bool show_map = false;        // of the course, in place of all panels
  bool show_findings = true;    // if there are any
  Below below = Below::kVariables;

  FocusView focus;
  Anchors anchors;
  std::map<std::string, Area> controls;  // areas of menus and choices in this frame, by name
  ThreadColors thread_colors;
  std::map<replay::Line, std::size_t> line_colors;  // for the launch's lines, the index of the theme's colour
  std::uint32_t line_colors_for = 0xffffffff;

  GridView grid;
  ArrayView array;
  SceneView scene;
  Plane scene_plane;
  SourceView source;
  VariablesView variables;
  std::array<std::optional<ThreadPlace>, 2> kept_threads;  // B and C: panels/threads_beside.h
  EditView edit;
  TimelineView timeline;
  PrintsView prints;
  StopsView stops;
  // Null until they are used.
  std::shared_ptr<WatchesView> watches;
  std::shared_ptr<BookmarksView> bookmarks;
  std::shared_ptr<OrderView> order;
  std::shared_ptr<RunsView> runs;
  FindingsView findings;
  SidesView sides;
  LessonPanel lesson;
  MapView map;
  PresentView present;
  QueryView query;
  RerunView rerun;
  std::map<std::string, Texture> lesson_images;

  // Shares of the window, which the splitters change.
  float lesson_width = 0.25f, findings_width = 0.24f, answer_width = 0.27f, right_width = 0.40f, source_height = 0.62f,
        grid_height = 0.44f;
  // The scene needs more room than one array.
  float grid_height_beside_scene = 0.32f, right_width_beside_scene = 0.46f;

  float Units(float n) const { return n * scale; }
  // To be called once the screen, the text's size or the presenting has changed.
  void FindScale() { scale = ScaleOf(screen_scale, text_size, present.is_on); }
  const Palette& color() const { return theme.color; }
};

}  // namespace lockstep::viz
