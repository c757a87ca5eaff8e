#pragma once

// An answer as the lines in which it differs from another program of its lesson, its base.
//
//   The lanes ask those after them.        what the answer is: the head comment of its program
//   --- exercise.cu                        the base; without this line, the lesson's solution
//   @@                                     begins a hunk
//    int heard = 0;                        a line of the base that stays: ' ', or nothing if it is empty
//   -heard = __shfl_up_sync(m, end, 1);    a line of the base that goes
//   +heard = __shfl_down_sync(m, end, 1);  a line that comes
//
// A hunk has no number of a line. Its lines of the base stand together there, once, and after those of the hunk before.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

struct AnswerHunk {
  std::size_t line = 0;            // of its `@@` in the diff, from 1
  std::vector<std::string> lines;  // each with its mark; that of an empty line is ' '
};

struct AnswerDiff {
  std::vector<std::string> about;  // lines without `//`; at least one
  std::string base;                // a file of the lesson's folder; empty: the solution
  std::vector<AnswerHunk> hunks;   // at least one
};

// Errors begin with the number of the line and have no full stop.
Expected<AnswerDiff> ParseAnswerDiff(std::string_view text);
// The program that a diff makes of its base, whose head comment (the lines `//` at its beginning) it replaces.
Expected<std::string> ApplyAnswerDiff(const AnswerDiff& diff, std::string_view base);

// As text: what a program with a head comment changes in a base, with as few lines of its surroundings as say where.
// Nothing where a diff cannot say it: the program has no head comment, changes nothing, or its last line has no end.
std::string WriteAnswerDiff(std::string_view program, std::string_view base, const std::string& base_name);

// --- the answers of a lesson: NAME.diff, or a whole program

bool IsAnswerDiff(const std::filesystem::path& answer);
// The text of the whole program. Errors name the file.
Expected<std::string> ReadAnswer(const Lesson& lesson, const std::filesystem::path& answer);
// A file with the whole program: the answer itself, or NAME.cu in the build cache.
Expected<std::filesystem::path> MakeAnswer(const Lesson& lesson, const std::filesystem::path& answer);
// The program as a diff from the solution, or from the exercise as given where that diff is shorter.
Expected<std::string> DiffOfAnswer(const Lesson& lesson, const std::filesystem::path& program);

// The lines of the solution that the exercise as given lacks. Comments, braces and empty lines are none.
Expected<std::size_t> LinesToWrite(const LessonExercise& exercise);

}  // namespace lockstep::lessons
