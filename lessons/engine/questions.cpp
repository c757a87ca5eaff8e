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

// A block ```quiz, ```predict or ```order while it is read.
struct Block {
  Question question;
  bool has_fields = false;  // the words before them ask, those after them explain
};

// --- quizzes

// "- [x] text" or "- [ ] text"
struct Item {
  bool is_marked;
  std::string text;
};
std::optional<Item> ItemOf(std::string_view words) {
  const bool marked = words.starts_with("- [x] ");
  if (!marked && !words.starts_with("- [ ] ")) return std::nullopt;
  constexpr std::size_t kMark = 6;
  return Item{marked, std::string(Trimmed(words.substr(kMark)))};
}

// "- [x] text" begins a choice; indented lines after it are its reason.
Expected<void> AddToQuiz(Block& block, std::size_t number, const std::string& line) {
  Question& quiz = block.question;
  const std::string_view words = Trimmed(line);
  if (const auto item = ItemOf(words)) {
    quiz.choices.push_back({.text = item->text, .right = item->is_marked});
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
Expected<void> AddToPrediction(Block& block, std::size_t number, const std::string& line) {
  Question& question = block.question;
  const std::string_view words = Trimmed(line);
  const Expected<bool> is_field = TakeField(question, number, words);
  if (!is_field) return std::unexpected(is_field.error());
  block.has_fields |= *is_field;
  if (!*is_field && !words.empty()) Append(block.has_fields ? question.explanation : question.text, words);
  return {};
}

Expected<void> JudgePrediction(const Question& question) {
  if (question.text.empty()) return FailAt(question.line, "the prediction has no question");
  if (question.asked.empty())
    return FailAt(question.line, "the prediction has no answer: `number:`, `reads:` or `writes:` is wanted");
  return {};
}

// --- orders

std::vector<std::string> WordsOf(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// "5 4 (5 cells, blocks of 4)"
Expected<replay::OrderRun> RunOf(std::size_t number, std::string_view text) {
  const std::size_t bracket = text.find('(');
  if (bracket != std::string_view::npos && !text.ends_with(')'))
    return FailAt(number, "the label of a run ends its line: `run: 5 4 (5 cells, blocks of 4)`");
  replay::OrderRun run{.arguments = WordsOf(text.substr(0, bracket))};
  if (bracket != std::string_view::npos) run.label = text.substr(bracket + 1, text.size() - bracket - 2);
  return run;
}

// "program: order/guard.cu" and the like; false if the line is no such field.
Expected<bool> TakeOrderField(replay::LineOrder& order, std::size_t number, std::string_view line) {
  const auto value = [&](std::string_view name) -> std::optional<std::string_view> {
    return line.starts_with(name) ? std::optional(Trimmed(line.substr(name.size()))) : std::nullopt;
  };
  if (const auto program = value("program:")) return order.program = *program, true;
  if (const auto arrays = value("compare:")) return order.compared = WordsOf(*arrays), true;
  const auto text = value("run:");
  if (!text) return false;
  auto run = RunOf(number, *text);
  if (!run) return std::unexpected(run.error());
  order.runs.push_back(std::move(*run));
  return true;
}

// Words, fields, then the lines: "- [x] " for one that belongs, "- [ ] " for a mistake, with its reason indented below
// it. Words after these explain.
Expected<void> AddToOrder(Block& block, std::size_t number, const std::string& line) {
  replay::LineOrder& order = block.question.order;
  const std::string_view words = Trimmed(line);
  if (auto item = ItemOf(words)) {
    if (!item->is_marked && order.lines.empty())
      return FailAt(number, "a mistake stands below the line that belongs in its place");
    order.lines.push_back({.text = std::move(item->text), .belongs = item->is_marked});
    return {};
  }
  if (order.lines.empty()) {
    const Expected<bool> is_field = TakeOrderField(order, number, words);
    if (!is_field) return std::unexpected(is_field.error());
    if (!*is_field) Append(block.question.text, words);
  } else if (line.starts_with(' ') && !order.lines.back().belongs) {
    Append(order.lines.back().reason, words);
  } else if (line.starts_with(' ')) {
    return FailAt(number, "a line that belongs has no reason: only mistakes, `- [ ] `, have one");
  } else if (!words.empty()) {
    Append(block.question.explanation, words);
  }
  return {};
}

constexpr std::size_t kFewestToOrder = 3, kMostToOrder = 14;

Expected<void> JudgeOrder(const Question& question) {
  const replay::LineOrder& order = question.order;
  if (question.text.empty()) return FailAt(question.line, "the order has no question");
  if (order.program.empty()) return FailAt(question.line, "the order has no `program:`, a file of the lesson's folder");
  if (order.compared.empty())
    return FailAt(question.line, "the order has no `compare:`, the arrays that must be right");
  const auto belong = static_cast<std::size_t>(std::ranges::count(order.lines, true, &replay::OrderLine::belongs));
  if (belong < kFewestToOrder || order.lines.size() > kMostToOrder)
    return FailAt(question.line, "{} of {} lines belong: at least {} are wanted, and {} lines at most", belong,
                  order.lines.size(), kFewestToOrder, kMostToOrder);
  if (belong == order.lines.size()) return FailAt(question.line, "the order has no mistake among its lines: `- [ ] `");
  for (const replay::OrderLine& line : order.lines) {
    if (line.belongs) continue;
    if (line.reason.empty()) return FailAt(question.line, "the mistake `{}` has no reason below it", line.text);
    if (std::ranges::count(order.lines, line.text, &replay::OrderLine::text) > 1)
      return FailAt(question.line, "the mistake `{}` is there twice", line.text);
  }
  return {};
}

// --- pages

// How each kind of block is read: line by line, and as a whole once it is closed.
struct BlockKind {
  std::string_view word;
  Expected<void> (*add)(Block& block, std::size_t number, const std::string& line);
  Expected<void> (*judge)(const Question& question);
  Kind kind;
};
constexpr BlockKind kBlockKinds[] = {{replay::kQuizBlock, AddToQuiz, JudgeQuiz, Kind::kQuiz},
                                     {replay::kPredictBlock, AddToPrediction, JudgePrediction, Kind::kNumber},
                                     {replay::kOrderBlock, AddToOrder, JudgeOrder, Kind::kOrder}};

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
    if (block_) return FailAt(block_->question.line, "the block is not closed by a line ```");
    return std::move(pages_);
  }

 private:
  Expected<void> Take(const std::string& line) {
    if (line.starts_with("```")) return TakeFence(line);
    if (block_) return kind_->add(*block_, number_, line);
    if (drawing_) *drawing_ += line + '\n';
    if (in_code_) return {};
    if (line.starts_with("## ")) pages_.emplace_back();
    if (pages_.empty()) return {};
    if (auto taken = TakeComment(line); !taken) return taken;
    return TakeLinks(line);
  }

  Expected<void> TakeFence(const std::string& line) {
    const std::string_view info = Trimmed(std::string_view(line).substr(3));
    if (block_) {
      if (auto judged = kind_->judge(block_->question); !judged) return judged;
      if (!pages_.empty()) pages_.back().questions.push_back(std::move(block_->question));
      block_.reset();
      return {};
    }
    const auto* kind = std::ranges::find(kBlockKinds, info, &BlockKind::word);
    if (!in_code_ && kind != std::end(kBlockKinds)) {
      kind_ = kind;
      block_ = Block{.question = {.kind = kind->kind, .line = number_}};
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
  std::optional<Block> block_;
  const BlockKind* kind_ = nullptr;  // of that block
  bool in_code_ = false;
  std::optional<std::string> drawing_;
  std::size_t number_ = 0, begun_ = 0;  // the line, and that on which the drawing begins
};

}  // namespace

Expected<std::vector<PageMarks>> ReadMarks(const std::string& markdown) { return Reader().Read(markdown); }

}  // namespace lockstep::lessons
