#include "lessons/engine/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "shared/base/trimmed.h"
#include "shared/replay/drawing.h"

namespace lockstep::lessons {
namespace {

using replay::Choice;
using replay::Question;
using Kind = Question::Kind;

constexpr std::size_t kMostChoices = 9;  // one key each

void Append(std::string& text, std::string_view line) {
  if (!text.empty()) text += ' ';
  text += line;
}

template <class... Arguments>
std::unexpected<Error> FailAt(std::size_t line, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  return Fail(fmt::format("{}: {}", line, fmt::format(format, std::forward<Arguments>(arguments)...)));
}

Expected<replay::Directions> DirectionsAt(std::size_t line, std::string_view text) {
  auto to = replay::ReadDirections(text);
  if (!to) return FailAt(line, "{}", to.error().message);
  return to;
}

// --- quizzes

// "- [x] text" begins a choice; indented lines after it are its reason.
Expected<void> AddToQuiz(Question& quiz, std::size_t number, const std::string& line) {
  const std::string_view words = Trimmed(line);
  const bool right = words.starts_with("- [x] "), wrong = words.starts_with("- [ ] ");
  constexpr std::size_t kMark = 6;
  if (right || wrong) {
    quiz.choices.push_back({.text = std::string(Trimmed(words.substr(kMark))), .right = right});
  } else if (quiz.choices.empty()) {
    Append(quiz.text, words);
  } else if (line.starts_with(' ')) {
    Append(quiz.choices.back().reason, words);
  } else if (!words.empty()) {
    return FailAt(number, "a choice begins with `- [ ] ` or `- [x] `, and the lines of its reason with a space");
  }
  return {};
}

Expected<void> JudgeQuiz(const Question& quiz) {
  if (quiz.text.empty()) return FailAt(quiz.line, "the quiz has no question");
  if (quiz.choices.size() < 2 || quiz.choices.size() > kMostChoices)
    return FailAt(quiz.line, "the quiz has {} choices: 2 to {} are wanted", quiz.choices.size(), kMostChoices);
  if (std::ranges::count(quiz.choices, true, &Choice::right) != 1)
    return FailAt(quiz.line, "one choice of the quiz is right: `- [x] `");
  for (const Choice& choice : quiz.choices)
    if (choice.reason.empty()) return FailAt(quiz.line, "the choice `{}` has no reason below it", choice.text);
  return {};
}

// --- predictions

// "reads: d_a" and the like; false if the line is no such field.
Expected<bool> TakeField(Question& question, std::size_t number, std::string_view line) {
  static constexpr std::pair<std::string_view, Kind> kAnswers[] = {
      {"number:", Kind::kNumber}, {"reads:", Kind::kReads}, {"writes:", Kind::kWrites}};
  for (const auto& [name, kind] : kAnswers) {
    if (!line.starts_with(name)) continue;
    if (!question.asked.empty()) return FailAt(number, "a prediction has one answer: number, reads or writes");
    question.kind = kind;
    question.asked = Trimmed(line.substr(name.size()));
    return true;
  }
  for (const std::string_view name : {"start:", "show:"}) {
    if (!line.starts_with(name)) continue;
    auto to = DirectionsAt(number, line.substr(name.size()));
    if (!to) return std::unexpected(to.error());
    (name == "start:" ? question.start : question.shown) = std::move(*to);
    return true;
  }
  return false;
}

// Words before the fields ask, those after them explain.
Expected<void> AddToPrediction(Question& question, bool& has_fields, std::size_t number, const std::string& line) {
  const std::string_view words = Trimmed(line);
  const Expected<bool> is_field = TakeField(question, number, words);
  if (!is_field) return std::unexpected(is_field.error());
  has_fields |= *is_field;
  if (!*is_field && !words.empty()) Append(has_fields ? question.explanation : question.text, words);
  return {};
}

Expected<void> JudgePrediction(const Question& question) {
  if (question.text.empty()) return FailAt(question.line, "the prediction has no question");
  if (question.asked.empty())
    return FailAt(question.line, "the prediction has no answer: `number:`, `reads:` or `writes:` is wanted");
  return {};
}

// --- pages

// The target of a link that begins here, up to its closing bracket; it may contain brackets in pairs, as in Markdown.
// Nothing where it is not closed, or longer than any that a person writes.
std::optional<std::string> TargetAt(std::string_view text) {
  constexpr std::size_t kLongest = 1000;
  int open = 0;
  for (std::size_t end = 0; end < std::min(text.size(), kLongest); ++end) {
    if (text[end] == ')' && open == 0) return std::string(text.substr(0, end));
    open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
  }
  return std::nullopt;
}

class Reader {
 public:
  Expected<std::vector<PageMarks>> Read(const std::string& markdown) {
    std::istringstream lines(markdown);
    std::string line;
    while (std::getline(lines, line)) {
      ++number_;
      if (auto read = Take(line); !read) return std::unexpected(read.error());
    }
    if (question_) return FailAt(question_->line, "the block is not closed by a line ```");
    return std::move(pages_);
  }

 private:
  Expected<void> Take(const std::string& line) {
    if (line.starts_with("```")) return TakeFence(line);
    if (question_) {
      return is_quiz_ ? AddToQuiz(*question_, number_, line) : AddToPrediction(*question_, has_fields_, number_, line);
    }
    if (drawing_) *drawing_ += line + '\n';
    if (in_code_) return {};
    if (line.starts_with("## ")) pages_.emplace_back();
    if (pages_.empty()) return {};
    if (auto taken = TakeComment(line); !taken) return taken;
    return TakeLinks(line);
  }

  Expected<void> TakeFence(const std::string& line) {
    const std::string_view info = Trimmed(std::string_view(line).substr(3));
    if (question_) {
      auto judged = is_quiz_ ? JudgeQuiz(*question_) : JudgePrediction(*question_);
      if (!judged) return judged;
      if (!pages_.empty()) pages_.back().questions.push_back(std::move(*question_));
      question_.reset();
      return {};
    }
    if (!in_code_ && (info == "quiz" || info == "predict")) {
      question_ = Question{.line = number_};
      is_quiz_ = info == "quiz";
      has_fields_ = false;
      return {};
    }
    if (drawing_) {
      if (const auto drawing = replay::ReadDrawing(*drawing_); !drawing)
        return FailAt(begun_, "in the drawing, line {}", drawing.error().message);
      drawing_.reset();
    } else if (!in_code_ && info == "drawing") {
      drawing_.emplace();
      begun_ = number_;
    }
    in_code_ = !in_code_;
    return {};
  }

  Expected<void> TakeComment(std::string_view line) {
    constexpr std::string_view kMark = "<!-- go:";
    if (!Trimmed(line).starts_with(kMark)) return {};
    const std::size_t from = line.find(kMark) + kMark.size(), to = line.find("-->", from);
    auto opens = DirectionsAt(number_, line.substr(from, std::min(to, line.size()) - from));
    if (!opens) return std::unexpected(opens.error());
    pages_.back().opens_at = std::move(*opens);
    pages_.back().line = number_;
    return {};
  }

  Expected<void> TakeLinks(std::string_view line) {
    std::size_t quotes = 0, counted = 0;  // marks of code in the first `counted` bytes
    for (std::size_t at = 0; (at = line.find("](", at)) != std::string_view::npos;) {
      at += 2;
      quotes += static_cast<std::size_t>(std::ranges::count(line.substr(counted, at - counted), '`'));
      counted = at;
      if (quotes % 2 != 0) continue;  // in code
      const std::optional<std::string> target = TargetAt(line.substr(at));
      if (!target && LeadsIntoTheWindow(line.substr(at)))
        return FailAt(number_, "the link `{}` has a bracket without its partner", line.substr(at, kShown));
      if (!target) continue;
      at += target->size();
      for (const std::string_view kind : {kGoLink, kTryLink}) {
        if (!target->starts_with(kind)) continue;
        if (target->contains(' ')) return FailAt(number_, "the link `{}` contains a space", *target);
        if (const auto read = replay::ReadDirections(std::string_view(*target).substr(kind.size())); !read)
          return FailAt(number_, "the link `{}`: {}", *target, read.error().message);
      }
      pages_.back().links.push_back({*target, number_});
    }
    return {};
  }

  static constexpr std::size_t kShown = 60;  // bytes of a link that is wrong

  static bool LeadsIntoTheWindow(std::string_view target) {
    return target.starts_with(kGoLink) || target.starts_with(kTryLink);
  }

  std::vector<PageMarks> pages_;
  std::optional<Question> question_;
  bool is_quiz_ = false, has_fields_ = false, in_code_ = false;
  std::optional<std::string> drawing_;
  std::size_t number_ = 0, begun_ = 0;  // the line, and that on which the drawing begins
};

}  // namespace

Expected<std::vector<PageMarks>> ReadMarks(const std::string& markdown) { return Reader().Read(markdown); }

}  // namespace lockstep::lessons
