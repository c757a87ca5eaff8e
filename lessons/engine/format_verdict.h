#pragma once

// A graded exercise for people and for other programs: JSON (README.md has the members) and JUnit's XML, which graders
// of courses and CI read.

#include <string>
#include <vector>

#include "lessons/engine/attempt.h"

namespace lockstep::lessons {

// One answer, with the name that it goes by.
struct Verdict {
  std::string name;  // of the file or the learner
  ExerciseReport report;
  double seconds = 0;
};

// The facts besides the answer that a verdict depends on: Lockstep's version, the lesson, and a hash of its inputs.
struct Grading {
  std::string version, lesson, inputs;
  std::string sandbox, limits;  // in words; empty: the answer is trusted
  std::size_t hidden_runs = 0;  // after those of the lesson
};
// `version` is Lockstep's own. The inputs are the lesson's description and solution, the files that `runs` name, and
// `more` files.
Grading GradingOf(const Lesson& lesson, const std::string& version, const std::vector<jobs::Input>& runs = {},
                  const std::vector<std::filesystem::path>& more = {});

// "solved", "wrong", "does not compile", "failed", "not graded"
std::string_view WordOf(const ExerciseReport& report);

std::string VerdictsAsJson(const std::vector<Verdict>& verdicts, const Lesson& lesson, const Grading& grading);
std::string VerdictsAsJunit(const std::vector<Verdict>& verdicts, const Lesson& lesson, const Grading& grading);
// A line for each: name, state, points, most points, fault, sentence.
std::string VerdictsAsCsv(const std::vector<Verdict>& verdicts, const Grading& grading);
// "compare d_grey": a check in a word or two.
std::string NameOf(const jobs::Requirement& requirement);

}  // namespace lockstep::lessons
