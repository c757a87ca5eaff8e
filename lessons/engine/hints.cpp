#include "lessons/engine/hints.h"

#include <variant>

#include "shared/base/file.h"

namespace lockstep::lessons {
namespace {

constexpr std::uint64_t kLongest = 64 << 10;  // bytes

// For what goes round the exercise: the same in every lesson.
struct CommonHint {
  jobs::Fault fault;
  const char* text;
};
constexpr CommonHint kCommon[] = {
    {jobs::Fault::kInputChanged,
     "The kernels get other numbers than the exercise gives them. Is an input written by a kernel, or filled with "
     "something else by the host? Leave it as it is, and put the result into its own array.\n"},
    {jobs::Fault::kMoreUploaded,
     "The host hands the device more than the input. Which of these bytes could a kernel compute itself? That is its "
     "work here.\n"},
    {jobs::Fault::kNoArray,
     "The exercise looks for an array by its name. Is it still allocated, named with `LOCKSTEP_PUBLISH`, and used by a "
     "kernel that is launched after that?\n"},
};

const std::filesystem::path* Look(const Hints& hints, const std::string& key) {
  const auto found = hints.find(key);
  return found == hints.end() ? nullptr : &found->second;
}

std::string ArrayOf(const LessonCheck& check) {
  const auto* compare = std::get_if<jobs::CompareArray>(&check.requirement);
  return compare ? compare->array : "";
}

const std::filesystem::path* FileFor(const LessonExercise& exercise, const ExerciseReport& report,
                                     const std::string& fault) {
  for (std::size_t i = 0; i < report.remarks.size(); ++i) {
    if (report.remarks[i].fault != fault) continue;
    const LessonCheck& check = exercise.checks[i];
    if (const auto* file = Look(check.hints, fault)) return file;
    if (const auto* file = Look(exercise.hints, fault + ":" + ArrayOf(check))) return file;
  }
  return Look(exercise.hints, fault);
}

std::string HintOn(const LessonExercise& exercise, const ExerciseReport& report, const std::string& fault) {
  if (const auto* file = FileFor(exercise, report, fault))
    if (auto text = ReadText(*file, kLongest)) return std::move(*text);
  for (const CommonHint& common : kCommon)
    if (jobs::KeyOf(common.fault) == fault) return common.text;
  return "";
}

}  // namespace

std::string HintFor(const LessonExercise& exercise, const ExerciseReport& report) {
  std::string hint = HintOn(exercise, report, report.fault);
  for (const jobs::Remark& remark : report.remarks)
    if (hint.empty() && !remark.good) hint = HintOn(exercise, report, remark.fault);
  return hint;
}

bool IsHintKey(const std::string& key) {
  const std::size_t mark = key.find(':');
  return jobs::IsFaultKey(key.substr(0, mark)) && mark + 1 != key.size();
}

}  // namespace lockstep::lessons
