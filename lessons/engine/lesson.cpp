#include "lessons/engine/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

#include "shared/base/file.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kLargestDescription = 256 << 10, kLargestText = 1 << 20;  // bytes
constexpr std::int64_t kLargestNumber = 9999;

int NumberOf(const json& number) {
  if (!number.is_number_integer()) throw std::runtime_error("`number` is not a whole number");
  const bool is_huge = number.is_number_unsigned() && number.get<std::uint64_t>() > kLargestNumber;
  if (is_huge || number.get<std::int64_t>() < 0 || number.get<std::int64_t>() > kLargestNumber)
    throw std::runtime_error(fmt::format("`number` is not from 0 to {}", kLargestNumber));
  return number.get<int>();
}

// Arguments may say {lesson}: the lesson's folder.
std::vector<std::string> ArgumentsOf(const json& object, const fs::path& folder) {
  std::vector<std::string> arguments = object.value("arguments", std::vector<std::string>{});
  for (std::string& argument : arguments) {
    constexpr std::string_view kLesson = "{lesson}";
    if (argument.starts_with(kLesson)) argument.replace(0, kLesson.size(), folder.string());
    if (argument.starts_with('/')) argument = fs::path(argument).lexically_normal().string();
  }
  return arguments;
}

jobs::Requirement CheckOf(const json& object) {
  const std::string kind = object.at("kind");
  if (kind == "stay-inside") return {.kind = jobs::RequirementKind::kStayInside};
  const double tolerance = object.value("tolerance", 0.0);
  if (!(tolerance >= 0)) throw std::runtime_error("`tolerance` is less than 0");
  if (kind == "compare") return {jobs::RequirementKind::kCompare, object.at("array"), tolerance};
  throw std::runtime_error(fmt::format("there is no check `{}`", kind));
}

LessonExercise ExerciseOf(const json& object, const fs::path& folder) {
  LessonExercise exercise;
  exercise.file = folder / object.at("file").get<std::string>();
  exercise.solution = folder / object.at("solution").get<std::string>();
  exercise.arguments = ArgumentsOf(object, folder);
  exercise.blocks = object.value("blocks", std::vector<std::string>{});
  for (const json& check : object.at("checks")) exercise.checks.push_back(CheckOf(check));
  return exercise;
}

Lesson LessonOf(const json& object, const fs::path& folder) {
  Lesson lesson;
  lesson.folder = folder;
  lesson.number = NumberOf(object.at("number"));
  lesson.title = object.at("title");
  lesson.program = folder / object.at("program").get<std::string>();
  lesson.arguments = ArgumentsOf(object, folder);
  for (const std::string& picture : object.value("pictures", std::vector<std::string>{})) {
    lesson.pictures.push_back((folder / picture).lexically_normal());
  }
  if (object.contains("exercise")) lesson.exercise = ExerciseOf(object.at("exercise"), folder);
  return lesson;
}

Expected<void> FilesExist(const Lesson& lesson) {
  std::vector<fs::path> files = lesson.pictures;
  files.push_back(lesson.program);
  if (lesson.exercise) files.insert(files.end(), {lesson.exercise->file, lesson.exercise->solution});
  for (const fs::path& file : files) {
    // A pipe in a file's place would be waited for, and a device never ends.
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
      return Fail(fmt::format("`{}` names `{}`, which {}.", (lesson.folder / "lesson.json").string(), file.string(),
                              fs::exists(file, error) ? "is not a regular file" : "does not exist"));
    }
  }
  return {};
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

}  // namespace

std::vector<LessonPage> SplitPages(const std::string& markdown) {
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
    page.markdown = WithoutComments(page.markdown);
  }
  return pages;
}

Expected<Lesson> ReadLesson(const fs::path& folder) {
  const fs::path file = folder / "lesson.json";
  const Expected<std::string> description = ReadText(file, kLargestDescription);
  if (!description) return std::unexpected(description.error());
  Lesson lesson;
  std::string text_name;
  try {
    const json object = json::parse(*description);
    lesson = LessonOf(object, fs::absolute(folder).lexically_normal());
    text_name = object.at("text");
  } catch (const std::exception& error) {
    return Fail(fmt::format("`{}` is not a lesson's description: {}.", file.string(), error.what()));
  }
  const Expected<std::string> text = ReadText(folder / text_name, kLargestText);
  if (!text) return std::unexpected(text.error());
  lesson.pages = SplitPages(*text);
  if (lesson.pages.empty()) {
    return Fail(fmt::format("`{}` has no pages: each begins with a line `## TITLE`.", (folder / text_name).string()));
  }
  if (const Expected<void> exist = FilesExist(lesson); !exist) return std::unexpected(exist.error());
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

}  // namespace lockstep
