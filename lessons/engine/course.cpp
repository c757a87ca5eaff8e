#include "lessons/engine/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lessons/engine/fields.h"
#include "shared/base/file.h"

namespace lockstep::lessons {
namespace {

constexpr std::uint64_t kLargestCourse = 64 << 10;  // bytes
constexpr std::int64_t kLastLesson = 9999;

std::vector<CoursePart> PartsOf(Fields fields) {
  std::vector<CoursePart> parts;
  for (Fields& one : fields.Objects("parts")) {
    parts.push_back({.from = static_cast<int>(one.Whole("from", 0, kLastLesson)), .title = one.Text("title")});
    if (parts.size() > 1 && parts.back().from <= parts[parts.size() - 2].from)
      one.Complain("from", "must be greater than that of the part before");
    one.Finish();
  }
  if (parts.empty()) fields.Complain("parts", "is missing or empty");
  fields.Finish();
  return parts;
}

}  // namespace

Expected<std::vector<CoursePart>> ReadCourse(const std::filesystem::path& lessons) {
  Expected<std::vector<Lesson>> all = ReadLessons(lessons);
  if (!all) return std::unexpected(all.error());
  const std::filesystem::path file = lessons / "course.json";
  const Expected<std::string> text = ReadText(file, kLargestCourse);
  if (!text) return std::unexpected(text.error());
  std::vector<CoursePart> parts;
  try {
    const nlohmann::json object = nlohmann::json::parse(*text);
    parts = PartsOf(Fields(object, ""));
  } catch (const FieldError& error) {
    return Fail(fmt::format("`{}`: {}.", file.string(), error.what()));
  } catch (const nlohmann::json::exception& error) {
    return Fail(fmt::format("`{}` does not describe a course: {}.", file.string(), error.what()));
  }
  for (Lesson& lesson : *all) {
    auto part = std::ranges::find_if(parts.rbegin(), parts.rend(),
                                     [&](const CoursePart& one) { return one.from <= lesson.number; });
    (part == parts.rend() ? parts.front() : *part).lessons.push_back(std::move(lesson));
  }
  return parts;
}

}  // namespace lockstep::lessons
