#pragma once

// A lesson as the window shows it: its text and pictures, the state of its exercise, and the course around it.

#include "lessons/engine/attempt.h"
#include "lessons/engine/course.h"
#include "lessons/engine/lesson.h"
#include "lessons/engine/progress.h"
#include "viz/app/scene.h"

namespace lockstep::cli {

// The lesson's text and pictures.
viz::LessonView ViewOf(const lessons::Lesson& lesson);
viz::CourseView CourseViewOf(const std::vector<lessons::CoursePart>& course, const lessons::Progress& progress);

// The tasks whose lines were in order before.
std::vector<viz::OrderResult> OrdersOf(const lessons::Lesson& lesson, const lessons::LessonNotes& notes);

// Takes the learner's copy of the exercise.
Expected<void> TakeFile(const lessons::Lesson& lesson, viz::Exercise& exercise);
// A report on that copy as the window shows it.
void ShowReport(const lessons::ExerciseReport& report, const lessons::Lesson& lesson, viz::Exercise& exercise);
// The text of the lesson's solution; without it, the levels of hints end earlier.
std::string SolutionOf(const lessons::Lesson& lesson);

// Runs the learner's file once, waits for the result and adds it.
Expected<void> AddExercise(const lessons::Lesson& lesson, viz::Scene& scene);

}  // namespace lockstep::cli
