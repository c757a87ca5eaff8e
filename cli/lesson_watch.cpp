#include "cli/lesson_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "cli/command.h"
#include "cli/find_lesson.h"
#include "cli/hint_text.h"
#include "cli/keyboard.h"
#include "cli/watch_page.h"
#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"
#include "shared/base/interrupt.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using lessons::ExerciseState;
using lessons::Lesson;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{50};

enum class Leave : std::uint8_t { kQuit, kInterrupt, kNext, kPrevious, kRestart };

// The lesson `by` away that has an exercise, or the same where there is none.
std::size_t Neighbour(const std::vector<Lesson>& lessons, std::size_t here, int by) {
  for (std::int64_t at = static_cast<std::int64_t>(here) + by; at >= 0 && at < std::ssize(lessons); at += by)
    if (lessons[static_cast<std::size_t>(at)].exercise) return static_cast<std::size_t>(at);
  return here;
}

// One lesson's exercise, until a key leads away from it.
class Watched {
 public:
  Watched(const std::vector<Lesson>& all, std::size_t here, const fs::path& file, const Keyboard& keyboard)
      : all_(all),
        lesson_(all[here]),
        is_first_(Neighbour(all, here, -1) == here),
        keyboard_(keyboard),
        loop_(lessons::TaskOf(lesson_, file)) {
    page_.title = TitleOf(lesson_);
    page_.file = file.string();
    page_.is_building = true;
    page_.progress = DescribeProgress(all_, lessons::ReadProgress());
    if (const std::size_t next = Neighbour(all, here, 1); next != here) page_.next = TitleOf(all[next]);
    if (keyboard_.is_there()) return;
    fmt::print("{}   {}\n{}\n\n", Printable(page_.title), page_.progress, Printable(page_.file));
    std::fflush(stdout);
  }

  Leave Run() {
    Show();
    while (true) {
      if (Look()) Show();
      const std::optional<char> key = keyboard_.Read(kLook);
      if (Interrupted()) return Leave::kInterrupt;
      if (std::ferror(stdout)) return Leave::kQuit;
      if (!key) continue;
      if (const auto leave = Press(*key)) return *leave;
      Show();
    }
  }

 private:
  // True if there is something new.
  bool Look() {
    // The terminal may have got another size.
    const TerminalSize size = SizeOfTerminal();
    const bool resized = std::exchange(size_, size) != size;
    lessons::ExerciseReport report = loop_.Report();
    const bool building = report.state == ExerciseState::kBuilding;
    if (building && !std::exchange(page_.is_building, true)) {
      began_ = steady_clock::now();
      return true;
    }
    const bool same = report.attempt == page_.report.attempt && report.state == page_.report.state;
    if (building || (same && !page_.is_building)) return resized;
    page_.is_building = false;
    page_.seconds = std::chrono::duration<double>(steady_clock::now() - began_).count();
    page_.report = std::move(report);
    asks_ = false;
    TakeHints();
    page_.notice.clear();
    if (page_.report.state == ExerciseState::kSolved) Solved();
    return true;
  }

  // Those of the same fault stay in view. The window shows moments; here they would be no help.
  void TakeHints() {
    std::vector<HintText> hints = HintTexts(page_.report, lesson_, page_.file);
    std::erase_if(hints, [](const HintText& hint) { return hint.level == viz::HintLevel::kMoment; });
    if (fault_ != page_.report.fault) page_.hints_taken = most_taken_ = 0;
    fault_ = page_.report.fault;
    page_.hints = std::move(hints);
    page_.hints_taken = std::min(page_.hints_taken, page_.hints.size());
  }

  void NextHint() {
    if (page_.hints.empty()) return;
    page_.hints_taken = page_.hints_taken == page_.hints.size() ? 0 : page_.hints_taken + 1;
    if (page_.hints_taken <= most_taken_ || page_.hints_taken == 0) return;
    most_taken_ = page_.hints_taken;
    const bool is_solution = page_.hints[page_.hints_taken - 1].level == viz::HintLevel::kSolution;
    if (const auto noted = lessons::NoteHints(lesson_, 1, is_solution); !noted) page_.notice = noted.error().message;
  }

  void Solved() {
    if (const auto noted = lessons::NoteSolved(lesson_, page_.report.challenge); !noted)
      page_.notice = noted.error().message;
    page_.progress = DescribeProgress(all_, lessons::ReadProgress());
  }

  void Show() {
    if (keyboard_.is_there())
      fmt::print("{}", DrawPage(page_, size_, WantsColor(stdout)));
    else if (!page_.is_building)
      fmt::print("{}", DescribeVerdict(page_.report));
    std::fflush(stdout);
  }

  std::optional<Leave> Press(char key) {
    const bool sure = std::exchange(asks_, false);
    page_.notice.clear();
    switch (key) {
      case Keyboard::kInterrupt: return Leave::kInterrupt;
      case Keyboard::kGone:
      case Keyboard::kEnd:
      case 'q': return Leave::kQuit;
      case 'n':
        if (!page_.next.empty()) return Leave::kNext;
        page_.notice = fmt::format("This is the last {}.", kind_);
        break;
      case 'p':
        if (!is_first_) return Leave::kPrevious;
        page_.notice = fmt::format("This is the first {}.", kind_);
        break;
      case 'h': NextHint(); break;
      case 'r':
        if (sure) return Leave::kRestart;
        asks_ = true;
        page_.notice = "r again: the exercise as it came. Yours is kept beside it. Any other key: back.";
        break;
      default: break;
    }
    return std::nullopt;
  }

  const std::vector<Lesson>& all_;
  const Lesson& lesson_;
  const bool is_first_;
  const std::string kind_ = WordFor(ShelfOf(lesson_));
  const Keyboard& keyboard_;
  lessons::ExerciseLoop loop_;
  WatchPage page_;
  TerminalSize size_ = SizeOfTerminal();
  steady_clock::time_point began_ = steady_clock::now();
  bool asks_ = false;  // whether to start again
  std::string fault_;  // that the hints are for
  std::size_t most_taken_ = 0;
};

// The place in `lessons` of the named one, which is added if it is not shipped; without a name, where one was.
Expected<std::size_t> FindStart(std::vector<Lesson>& lessons, const std::string& named, Shelf shelf) {
  if (named.empty()) {
    const Lesson* going_on = LessonToGoOnWith(lessons, lessons::ReadProgress());
    if (!going_on) return Fail(fmt::format("there are no {}s", WordFor(shelf)));
    const auto here = static_cast<std::size_t>(going_on - lessons.data());
    for (const std::size_t start : {here, Neighbour(lessons, here, 1), Neighbour(lessons, here, -1)})
      if (lessons[start].exercise) return start;
    return Fail("no lesson has an exercise");
  }
  Expected<Lesson> lesson = FindLessonWithExercise(named, shelf);
  if (!lesson) return std::unexpected(lesson.error());
  std::error_code error;
  for (std::size_t i = 0; i < lessons.size(); ++i)
    if (fs::equivalent(lessons[i].folder, lesson->folder, error)) return i;
  lessons.push_back(std::move(*lesson));
  return lessons.size() - 1;
}

Expected<fs::path> FileOf(const Lesson& lesson, bool restarts) {
  if (auto noted = lessons::NoteOpened(lesson); !noted) return std::unexpected(noted.error());
  const fs::path folder = lessons::WorkFolder(lesson);
  return restarts ? lessons::RestartExercise(*lesson.exercise, folder)
                  : lessons::TakeExercise(*lesson.exercise, folder);
}

ExitStatus Watch(const std::string& named, Shelf shelf) {
  Expected<std::vector<Lesson>> lessons = AllLessons(shelf);
  if (!lessons) return Complain(ExitStatus::kBadInput, lessons.error());
  const Expected<std::size_t> start = FindStart(*lessons, named, shelf);
  if (!start) return Complain(ExitStatus::kBadInput, start.error());
  const Keyboard keyboard;
  if (keyboard.is_there()) fmt::print("\x1b[2J");
  Leave leave = Leave::kNext;
  for (std::size_t here = *start; leave != Leave::kQuit && leave != Leave::kInterrupt;) {
    const Expected<fs::path> file = FileOf((*lessons)[here], leave == Leave::kRestart);
    if (!file) return Complain(ExitStatus::kCannotWrite, file.error());
    leave = Watched(*lessons, here, *file, keyboard).Run();
    if (leave == Leave::kNext) here = Neighbour(*lessons, here, 1);
    if (leave == Leave::kPrevious) here = Neighbour(*lessons, here, -1);
  }
  if (keyboard.is_there()) fmt::print("\n");
  return leave == Leave::kInterrupt ? ExitStatus::kInterrupted : ExitStatus::kOk;
}

}  // namespace

void AddLessonWatch(CLI::App& lesson, Shelf shelf) {
  auto named = std::make_shared<std::string>();
  CLI::App* watch = lesson.add_subcommand("watch", "Grade the exercise in this terminal whenever you save it");
  watch->add_option(ArgumentFor(shelf), *named, "its number, or its folder; the one where you were unless named");
  OnRun(watch, [named, shelf] { return Watch(*named, shelf); });
}

}  // namespace lockstep::cli
