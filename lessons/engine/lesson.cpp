#include "lessons/engine/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Expected<std::string> ReadText(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Fail(fmt::format("`{}` cannot be read.", path.string()));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
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

LessonCheck CheckOf(const json& object) {
  const std::string kind = object.at("kind");
  if (kind == "stay-inside") return {.kind = CheckKind::kStayInside};
  if (kind == "compare") return {CheckKind::kCompare, object.at("array"), object.value("tolerance", 0.0)};
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
  lesson.number = object.at("number");
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
    if (!fs::exists(file)) {
      return Fail(fmt::format("`{}` names `{}`, which does not exist.", (lesson.folder / "lesson.json").string(),
                              file.string()));
    }
  }
  return {};
}

// The number behind `<!-- show: launch`, if the page says so.
std::optional<std::uint32_t> LaunchOf(const std::string& markdown) {
  constexpr std::string_view kMark = "<!-- show: launch ";
  const std::size_t at = markdown.find(kMark);
  if (at == std::string::npos) return std::nullopt;
  return static_cast<std::uint32_t>(std::strtoul(markdown.c_str() + at + kMark.size(), nullptr, 10));
}

// Comments are for the engine, not for the reader.
std::string WithoutComments(std::string markdown) {
  for (std::size_t from; (from = markdown.find("<!--")) != std::string::npos;) {
    const std::size_t to = markdown.find("-->", from);
    markdown.erase(from, to == std::string::npos ? std::string::npos : to + 3 - from);
  }
  const std::size_t first = markdown.find_first_not_of('\n'), last = markdown.find_last_not_of('\n');
  return first == std::string::npos ? "" : markdown.substr(first, last - first + 1) + '\n';
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
    page.markdown = WithoutComments(std::move(page.markdown));
  }
  return pages;
}

Expected<Lesson> ReadLesson(const fs::path& folder) {
  const fs::path file = folder / "lesson.json";
  const Expected<std::string> description = ReadText(file);
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
  const Expected<std::string> text = ReadText(folder / text_name);
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
    if (!fs::exists(entry.path() / "lesson.json")) continue;
    Expected<Lesson> lesson = ReadLesson(entry.path());
    if (!lesson) return std::unexpected(lesson.error());
    lessons.push_back(std::move(*lesson));
  }
  if (error) return Fail(fmt::format("The lessons cannot be read: `{}`: {}.", folder.string(), error.message()));
  std::ranges::sort(lessons, {}, &Lesson::number);
  return lessons;
}

}  // namespace lockstep
