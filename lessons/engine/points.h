#pragma once

// The points of checks. Numbers earn points only for right results (jobs/judge.h), and only where every condition is
// met: a check without points, which says what an answer must use or leave alone.

#include <span>

#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

// Numbers that are within their bounds say nothing where a condition is not met.
void LeaveOutWithoutConditions(std::span<jobs::Remark> remarks, std::span<const LessonCheck> checks);

// `remarks`: one a check.
double PointsOf(std::span<const jobs::Remark> remarks, std::span<const LessonCheck> checks);
double MostPoints(std::span<const LessonCheck> checks);

// The largest part of the points that the exercise may earn as it is given, and the smallest part that the checks have
// which it fails.
inline constexpr double kMostAsGiven = 1.0 / 3, kLeastToWin = 0.5;

}  // namespace lockstep::lessons
