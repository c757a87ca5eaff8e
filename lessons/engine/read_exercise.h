#pragma once

// The member `exercise` of a lesson's description, and what else has metrics in it. README.md describes every field.

#include "lessons/engine/fields.h"
#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

// `folder` is the lesson's. All of them throw FieldError.
LessonExercise ReadExercise(Fields fields, const std::filesystem::path& folder);
std::map<std::string, LessonFact> ReadFacts(Fields fields);

// Arguments may begin with `token`, which stands for the folder.
std::vector<std::string> ReadArguments(Fields& fields, const std::filesystem::path& folder,
                                       std::string_view token = "{lesson}");
// The member `runs`; empty where it is missing.
std::vector<jobs::Input> ReadRuns(Fields& fields, const std::filesystem::path& folder,
                                  std::string_view token = "{lesson}");
// A regular file in or beside the lesson's folder.
std::filesystem::path ReadFileName(Fields& fields, const std::string& name, const std::filesystem::path& folder);
// Complains, in the name of the field, unless the file is a regular one.
void MustBeFile(const Fields& fields, const std::string& name, const std::filesystem::path& file);

}  // namespace lockstep::lessons
