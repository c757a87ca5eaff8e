#pragma once

// The exercise of a lesson, graded for a class: many submissions at once, each in a sandbox and under limits, by the
// lesson's runs and by hidden ones. The verdicts depend neither on the order of the submissions nor on the number of
// cores.

#include "lessons/engine/format_verdict.h"
#include "lessons/engine/submissions.h"

namespace lockstep::lessons {

struct ClassRequest {
  std::filesystem::path hidden;  // a folder with hidden.json; empty: none
  bool in_sandbox = true;
  jobs::ProgramLimits limits;
  std::size_t at_once = 0;                   // submissions; 0: one a core
  std::function<void(std::size_t)> on_done;  // how many are graded; called by several threads
  std::function<bool()> cancelled;
  // The command line that calls GradeOne with these, and prints the text of the report (verdict_apart.h): each
  // submission is graded by a process of its own.
  std::function<std::vector<std::string>(const Submission&, std::size_t number, const std::filesystem::path& scratch)>
      command_for;
};

struct GradedClass {
  Grading grading;
  std::vector<Verdict> verdicts;  // in the order of the submissions
};

// The runs that hidden.json adds to the lesson's. README.md describes it.
Expected<std::vector<jobs::Input>> ReadHidden(const std::filesystem::path& folder);

// An Error where nothing can be graded: hidden runs that cannot be read, or that the reference solution does not pass.
Expected<GradedClass> GradeClass(const Lesson& lesson, const ExerciseTask& task,
                                 const std::vector<Submission>& submissions, const ClassRequest& request,
                                 const std::string& version);

// One of the class, in the folder where GradeClass has observed the reference solution.
Expected<ExerciseReport> GradeOne(const ExerciseTask& task, const Submission& submission, std::size_t number,
                                  const std::filesystem::path& scratch, const ClassRequest& request);

}  // namespace lockstep::lessons
