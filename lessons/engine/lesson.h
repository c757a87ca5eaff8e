#pragma once

// A lesson is a folder: its text (lesson.md), its program, an exercise, and lesson.json, which says what is what.
// README.md beside this shows how to write one.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jobs/remarks.h"
#include "shared/base/error.h"

namespace lockstep {

// A `## ` section of the text.
struct LessonPage {
  std::string title;
  std::string markdown;
  std::optional<std::uint32_t> launch;  // `<!-- show: launch N -->`: the launch that this page speaks of
  bool exercise = false;                // `<!-- exercise -->`: the page shows the exercise's state
};

struct LessonExercise {
  std::filesystem::path file;      // as shipped: the learner edits a copy
  std::filesystem::path solution;  // what the learner's arrays are compared with
  std::vector<std::string> arguments;
  std::vector<std::string> blocks;  // recorded instead of the first ones: "6662,0,0"
  std::vector<jobs::Requirement> checks;
};

struct Lesson {
  int number = 0;
  std::string title;
  std::filesystem::path folder;
  std::vector<LessonPage> pages;
  std::vector<std::filesystem::path> pictures;  // what the text shows with ![](NAME): its file name is NAME
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::optional<LessonExercise> exercise;
};

// Reads FOLDER/lesson.json and the text it names. The Error names the file and what is wrong in it.
Expected<Lesson> ReadLesson(const std::filesystem::path& folder);

// All lessons in the folders of `lessons`, by number.
Expected<std::vector<Lesson>> ReadLessons(const std::filesystem::path& lessons);

// The text as pages: `# ` is the lesson's title, each `## ` begins a page.
std::vector<LessonPage> SplitPages(const std::string& markdown);

}  // namespace lockstep
