#include "lessons/engine/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "lessons/engine/fields.h"
#include "lessons/engine/order_program.h"
#include "lessons/engine/read_exercise.h"
#include "shared/base/file.h"
#include "shared/base/must.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kLargestDescription = 256 << 10, kLargestText = 1 << 20;  // bytes
constexpr std::int64_t kLargestLessonNumber = 9999;
constexpr std::size_t kLongestFactName = 64;

replay::Arrangement ReadScene(Fields& fields) {
  if (!fields.Has("scene")) return {};
  Expected<replay::Arrangement> scene = replay::ReadArrangement(fields.Text("scene"));
  if (!scene) fields.Complain("scene", "is refused: " + scene.error().message);
  return std::move(*scene);
}

// A puzzle needs none besides its exercise: then the exercise as given is shown, with its first run.
void ReadProgram(Fields& fields, Lesson& lesson) {
  if (IsPuzzle(lesson) && !fields.Has("program")) {
    lesson.program = lesson.exercise->file;
    lesson.arguments = lesson.exercise->runs.front().arguments;
    return;
  }
  lesson.program = ReadFileName(fields, "program", lesson.folder);
  lesson.arguments = ReadArguments(fields, lesson.folder);
}

std::string ReadFormerName(Fields& fields) {
  std::string name = fields.TextOr("formerly", "");
  if (fs::path(name).filename() != name || name == "." || name == "..")
    fields.Complain("formerly", "is no name of a folder");
  return name;
}

Lesson LessonOf(Fields fields, const fs::path& folder, std::string& text) {
  Lesson lesson{.number = static_cast<int>(fields.Whole("number", 0, kLargestLessonNumber)),
                .title = fields.Text("title"),
                .folder = folder};
  lesson.formerly = ReadFormerName(fields);
  text = fields.Text("text");
  for (const std::string& picture : fields.Texts("pictures")) {
    lesson.pictures.push_back((folder / picture).lexically_normal());
    MustBeFile(fields, "pictures", lesson.pictures.back());
  }
  if (fields.Has("exercise")) lesson.exercise = ReadExercise(fields.Object("exercise"), folder);
  ReadProgram(fields, lesson);
  lesson.scene = ReadScene(fields);
  lesson.needs = fields.Texts("needs");
  lesson.teaches = fields.Texts("teaches");
  if (fields.Has("facts")) lesson.facts = ReadFacts(fields.Object("facts"));
  fields.Finish();
  return lesson;
}

// The number after `<!-- show: launch`, if the page has one.
std::optional<std::uint32_t> LaunchOf(const std::string& markdown) {
  constexpr std::string_view kMark = "<!-- show: launch ";
  const std::size_t at = markdown.find(kMark);
  if (at == std::string::npos) return std::nullopt;
  const char* const digits = markdown.data() + at + kMark.size();
  std::uint32_t launch = 0;
  if (std::from_chars(digits, markdown.data() + markdown.size(), launch).ec != std::errc()) return std::nullopt;
  return launch;
}

// Comments are for the engine, not for the reader.
std::string WithoutComments(const std::string& markdown) {
  std::string text;
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t from = markdown.find("<!--", at);
    text.append(markdown, at, from - at);
    if (from == std::string::npos) break;
    const std::size_t to = markdown.find("-->", from);
    at = to == std::string::npos ? markdown.size() : to + 3;
  }
  const std::size_t first = text.find_first_not_of('\n'), last = text.find_last_not_of('\n');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1) + '\n';
}

// With the facts' values in place of their names.
std::string WithFacts(const std::string& markdown, const std::map<std::string, LessonFact>& facts,
                      std::vector<std::string>* unknown) {
  std::string text;
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t from = markdown.find("{{", at);
    text.append(markdown, at, from - at);
    if (from == std::string::npos) break;
    const std::size_t to = markdown.find("}}", from);
    const bool is_name = to != std::string::npos && to - from - 2 <= kLongestFactName;
    const std::string name = is_name ? markdown.substr(from + 2, to - from - 2) : "";
    const bool is_word =
        is_name && std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    const auto fact = facts.find(name);
    if (is_word && fact == facts.end() && unknown) unknown->push_back(name);
    text += is_word && fact != facts.end() ? fact->second.value : markdown.substr(from, 2);
    at = is_word && fact != facts.end() ? to + 2 : from + 2;
  }
  return text;
}

}  // namespace

std::vector<LessonPage> SplitPages(const std::string& markdown, const std::map<std::string, LessonFact>& facts,
                                   std::vector<std::string>* unknown) {
  std::vector<LessonPage> pages;
  std::istringstream lines(markdown);
  std::string line;
  bool in_code = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code && line.starts_with("## ")) {
      pages.push_back({.title = line.substr(3)});
    } else if (!pages.empty()) {
      pages.back().markdown += line + '\n';
    }
  }
  for (LessonPage& page : pages) {
    page.launch = LaunchOf(page.markdown);
    page.exercise = page.markdown.contains("<!-- exercise -->");
    page.markdown = WithFacts(WithoutComments(page.markdown), facts, unknown);
  }
  return pages;
}

namespace {

// The text for a solved exercise.
Expected<void> ReadWhy(Lesson& lesson) {
  if (!lesson.exercise) return {};
  if (!lesson.exercise->solved) {
    if (const LessonPage& last = lesson.pages.back(); !last.exercise) lesson.why = last.markdown;
    return {};
  }
  const std::filesystem::path& file = *lesson.exercise->solved;
  const Expected<std::string> text = ReadText(file, kLargestText);
  if (!text) return std::unexpected(text.error());
  std::vector<std::string> unknown;
  lesson.why = WithFacts(WithoutComments(*text), lesson.facts, &unknown);
  if (unknown.empty()) return {};
  return Fail(
      fmt::format("`{}` quotes `{{{{{}}}}}`, which is none of the lesson's `facts`.", file.string(), unknown[0]));
}

std::string NameOnShelf(const Lesson& lesson, const std::string& folder) {
  return IsPuzzle(lesson) ? "puzzles/" + folder : folder;
}

// The text around the lines that are to be put in order. Two tasks of a name would share what is noted of them.
Expected<void> ReadOrders(Lesson& lesson) {
  std::set<std::string> names;
  for (LessonPage& page : lesson.pages) {
    for (replay::Question& question : page.marks.questions) {
      if (question.kind != replay::Question::Kind::kOrder) continue;
      const auto fail = [&](const std::string& what) {
        return Fail(fmt::format("{}:{}: {}.", lesson.text.string(), question.line, what));
      };
      if (auto read = ReadSurroundings(lesson.folder, question.order); !read) return fail(read.error().message);
      if (!names.insert(OrderNameOf(question)).second)
        return fail(fmt::format("another order of the lesson has a program `{}`, too", OrderNameOf(question)));
    }
  }
  return {};
}

}  // namespace

std::string NameOf(const Lesson& lesson) {
  // "." and "lesson/" have no last part.
  std::error_code error;
  return NameOnShelf(lesson, fs::weakly_canonical(lesson.folder, error).filename().string());
}

std::string FormerNameOf(const Lesson& lesson) {
  return lesson.formerly.empty() ? "" : NameOnShelf(lesson, lesson.formerly);
}

std::string TitleOf(const Lesson& lesson) {
  return fmt::format("{} {}: {}", IsPuzzle(lesson) ? "Puzzle" : "Lesson", lesson.number, lesson.title);
}

std::string WordsFor(const jobs::Metric& metric) {
  std::string words = jobs::Describe(metric);
  std::erase(words, '`');
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string Describe(const PuzzleGoal& goal) {
  std::string words = jobs::Tell(goal.metric, goal.at_most);
  std::erase(words, '`');
  if (goal.at_most > 0) words.insert(words.find_first_of("0123456789"), "at most ");
  return words;
}

Expected<Lesson> ReadLesson(const fs::path& folder) {
  const fs::path file = folder / "lesson.json";
  const Expected<std::string> description = ReadText(file, kLargestDescription);
  if (!description) return std::unexpected(description.error());
  Lesson lesson;
  std::string text_name;
  try {
    const json object = json::parse(*description);
    lesson = LessonOf(Fields(object, ""), fs::absolute(folder).lexically_normal(), text_name);
  } catch (const FieldError& error) {
    return Fail(fmt::format("`{}`: {}.", file.string(), error.what()));
  } catch (const json::exception& error) {
    return Fail(fmt::format("`{}` is not a lesson's description: {}.", file.string(), error.what()));
  }
  const fs::path text_file = folder / text_name;
  const Expected<std::string> text = ReadText(text_file, kLargestText);
  if (!text) return Fail(fmt::format("`{}`: `text`: {}", file.string(), text.error().message));
  std::vector<std::string> unknown;
  lesson.text = text_file;
  lesson.pages = SplitPages(*text, lesson.facts, &unknown);
  if (lesson.pages.empty())
    return Fail(fmt::format("`{}` has no pages: each begins with a line `## TITLE`.", text_file.string()));
  if (!unknown.empty())
    return Fail(fmt::format("`{}` quotes `{{{{{}}}}}`, and `facts` of `{}` has no such name.", text_file.string(),
                            unknown.front(), file.string()));
  auto marks = ReadMarks(WithFacts(*text, lesson.facts, nullptr));
  if (!marks) return Fail(fmt::format("{}:{}.", text_file.string(), marks.error().message));
  MUST(marks->size() == lesson.pages.size(), "pages were counted differently");
  for (std::size_t i = 0; i < marks->size(); ++i) lesson.pages[i].marks = std::move((*marks)[i]);
  if (auto read = ReadOrders(lesson); !read) return std::unexpected(read.error());
  if (auto read = ReadWhy(lesson); !read) return std::unexpected(read.error());
  return lesson;
}

Expected<std::vector<Lesson>> ReadLessons(const fs::path& folder) {
  std::error_code error;
  std::vector<Lesson> lessons;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::error_code ignored;
    if (!fs::exists(entry.path() / "lesson.json", ignored)) continue;
    Expected<Lesson> lesson = ReadLesson(entry.path());
    if (!lesson) return std::unexpected(lesson.error());
    lessons.push_back(std::move(*lesson));
  }
  if (error) return Fail(fmt::format("The lessons cannot be read: `{}`: {}.", folder.string(), error.message()));
  std::ranges::sort(lessons, {}, &Lesson::number);
  return lessons;
}

}  // namespace lockstep::lessons
