#include "lessons/engine/test_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/evaluate.h"
#include "shared/replay/thread_values.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using replay::Directions;
using replay::Question;

class TextTester {
 public:
  TextTester(const Lesson& lesson, const trace::Recording* program, const trace::Recording* exercise)
      : lesson_(lesson), program_(ModelOf(program)), exercise_(ModelOf(exercise)) {}

  std::vector<Promise> Test() {
    TestScene();
    for (const LessonPage& page : lesson_.pages) {
      TestOpening(page);
      before_.reset();
      for (const TextLink& link : page.marks.links) TestLink(page, link);
      for (const Question& question : page.marks.questions) TestQuestion(page, question);
    }
    if (promises_.empty())
      promises_.push_back({true, fmt::format("links: {}, tasks: {}, questions: {}; all of them lead somewhere", links_,
                                             tasks_, questions_)});
    return std::move(promises_);
  }

 private:
  static std::unique_ptr<replay::Model> ModelOf(const trace::Recording* recording) {
    if (!recording || !replay::Model::HasLaunches(*recording)) return nullptr;
    return std::make_unique<replay::Model>(*recording);
  }

  template <class... Arguments>
  void Complain(std::size_t line, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    promises_.push_back({false, fmt::format("{}:{}: {}", lesson_.text.filename().string(), line,
                                            fmt::format(format, std::forward<Arguments>(arguments)...))});
  }

  // The place at which the page opens, in the program that `to` is about; none, with a complaint, if that was not
  // recorded.
  std::optional<replay::Cursor> Open(const LessonPage& page, const Directions& to, std::size_t line) {
    replay::Model* model = ProgramOf(to);
    if (!model) {
      Complain(line, "the {} was not recorded", to.exercise ? "exercise as given" : "lesson's program");
      return std::nullopt;
    }
    const std::uint32_t launch = to.exercise ? 0 : page.launch.value_or(0);
    if (launch >= model->recording().launches.size()) return std::nullopt;  // TestOpening has complained
    replay::Cursor cursor = replay::FirstCursor(*model, launch);
    if (to.exercise == page.marks.opens_at.exercise) (void)replay::GoTo(*model, cursor, page.marks.opens_at);
    model->MoveTo(cursor);
    return cursor;
  }
  replay::Model* ProgramOf(const Directions& to) { return to.exercise ? exercise_.get() : program_.get(); }

  // Goes there from the place at which the page opens; false after a complaint.
  bool Go(const LessonPage& page, const Directions& to, std::size_t line, const std::string& what) {
    std::optional<replay::Cursor> cursor = Open(page, to, line);
    if (!cursor) return false;
    replay::Model& model = *ProgramOf(to);
    if (const auto went = replay::GoTo(model, *cursor, to); !went) {
      Complain(line, "{} leads nowhere: {}", what, went.error().message);
      return false;
    }
    const auto names = replay::NamesWithValues(model);
    const bool is_known = to.colour.empty() || to.colour == "line" || to.colour == "state" ||
                          std::ranges::find(names, to.colour) != names.end();
    if (!is_known) Complain(line, "{}: the kernel has no variable `{}`", what, to.colour);
    here_ = *cursor;
    return is_known;
  }

  // Each array of the lesson's scene must be in a launch of the lesson's program.
  void TestScene() {
    std::set<std::string> known;
    for (std::uint32_t i = 0; program_ && i < program_->recording().launches.size(); ++i) {
      program_->MoveTo(replay::FirstCursor(*program_, i));
      for (const trace::RecordedBlock& block : program_->launch().blocks)
        for (const replay::ArrayInfo& array : replay::ListArrays(*program_, block.index)) known.insert(array.name);
    }
    for (const std::string& name : lesson_.scene.Names())
      if (program_ && !known.contains(name))
        promises_.push_back({false, fmt::format("`scene` names `{}`, and no launch has such an array", name)});
  }

  void TestOpening(const LessonPage& page) {
    const std::size_t launches = program_ ? program_->recording().launches.size() : 0;
    if (page.launch && *page.launch >= launches)
      promises_.push_back({false, fmt::format("page `{}` shows launch {}, and the program's launches are 0 to {}",
                                              page.title, *page.launch, static_cast<std::int64_t>(launches) - 1)});
    else if (page.marks.line > 0)
      Go(page, page.marks.opens_at, page.marks.line, "the page's `go:`");
  }

  bool IsFile(const std::string& target) const {
    if (target.starts_with("https://") || target.starts_with("http://")) return true;
    std::error_code error;
    return std::ranges::any_of(lesson_.pictures, [&](const fs::path& one) { return one.filename() == target; }) ||
           fs::is_regular_file(lesson_.folder / target.substr(0, target.find('#')), error);
  }

  // At the place of the page's link before.
  bool IsDoneBefore(const Directions& task) {
    if (!before_ || before_->exercise != task.exercise) return false;
    replay::Model& model = *ProgramOf(task);
    model.MoveTo(before_->place);
    return replay::IsAt(model, before_->place, task);
  }

  void TestLink(const LessonPage& page, const TextLink& link) {
    const bool is_task = link.target.starts_with(kTryLink);
    ++(is_task ? tasks_ : links_);
    if (!is_task && !link.target.starts_with(kGoLink)) {
      if (!IsFile(link.target))
        Complain(link.line, "`{}` is neither a file of the lesson nor one of its pictures", link.target);
      return;
    }
    const auto to = replay::ReadDirections(link.target.substr((is_task ? kTryLink : kGoLink).size()));
    if (!to) return Complain(link.line, "`{}`: {}", link.target, to.error().message);  // ReadLesson has refused it
    const std::string what = fmt::format("`{}`", link.target);
    if (is_task) {
      const auto opening = Open(page, *to, link.line);
      const bool has_look = !to->colour.empty() || !to->view.empty() || !to->scene.empty();
      if (opening && !has_look && replay::IsAt(*ProgramOf(*to), *opening, *to))
        Complain(link.line, "{} is satisfied before the learner has done anything", what);
      else if (opening && !has_look && IsDoneBefore(*to))
        Complain(link.line, "{} is satisfied by the link before it, `{}`", what, before_->link);
    }
    if (!Go(page, *to, link.line, what)) return;
    before_ = Before{link.target, here_, to->exercise};
    if (is_task && !replay::IsAt(*ProgramOf(*to), here_, *to))
      Complain(link.line, "{} cannot be satisfied: at that place it does not hold", what);
  }

  void TestQuestion(const LessonPage& page, const Question& question) {
    ++questions_;
    // An order is judged by runs of its own (test_lesson.cpp).
    if (question.kind == Question::Kind::kQuiz || question.kind == Question::Kind::kOrder) return;
    if (!Go(page, question.start, question.line, "`start:` of the prediction")) return;
    if (!Go(page, question.shown, question.line, "`show:` of the prediction")) return;
    const replay::Model& model = *ProgramOf(question.shown);
    const replay::ThreadSlot thread = model.SlotOf(here_.block, here_.thread);
    if (question.kind == Question::Kind::kNumber) {
      const auto value = replay::Evaluate(model, thread, question.asked);
      if (!value)
        Complain(question.line, "the prediction's `{}` has no value: {}", question.asked, value.error().message);
      else if (!value->number)
        Complain(question.line, "the prediction's `{}` is no number", question.asked);
      return;
    }
    const bool writes = question.kind == Question::Kind::kWrites;
    if (replay::CellsOf(model, thread, question.asked, writes).empty())
      Complain(question.line, "thread {} of block {} {} no cell of `{}`", replay::Text(here_.thread),
               replay::Text(here_.block), writes ? "writes" : "reads", question.asked);
  }

  const Lesson& lesson_;
  std::unique_ptr<replay::Model> program_, exercise_;
  replay::Cursor here_;
  // The link before on the page, and where it leads.
  struct Before {
    std::string link;
    replay::Cursor place;
    bool exercise = false;
  };
  std::optional<Before> before_;
  std::size_t links_ = 0, tasks_ = 0, questions_ = 0;
  std::vector<Promise> promises_;
};

}  // namespace

std::vector<Promise> TestText(const Lesson& lesson, const trace::Recording* program, const trace::Recording* exercise) {
  return TextTester(lesson, program, exercise).Test();
}

}  // namespace lockstep::lessons
