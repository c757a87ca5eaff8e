#include "lessons/engine/points.h"

#include <variant>

#include "jobs/judge.h"

namespace lockstep::lessons {

void LeaveOutWithoutConditions(std::span<jobs::Remark> remarks, std::span<const LessonCheck> checks) {
  bool has_all = true;
  for (std::size_t i = 0; i < remarks.size(); ++i) has_all &= remarks[i].good || checks[i].points != 0;
  if (has_all) return;
  for (std::size_t i = 0; i < remarks.size(); ++i)
    if (const auto* bound = std::get_if<jobs::MeetBound>(&checks[i].requirement); bound && remarks[i].good)
      remarks[i] = jobs::LeftOut(*bound, "a condition of the exercise is not met");
}

double PointsOf(std::span<const jobs::Remark> remarks, std::span<const LessonCheck> checks) {
  double points = 0;
  for (std::size_t i = 0; i < remarks.size(); ++i)
    if (remarks[i].good) points += checks[i].points;
  return points;
}

double MostPoints(std::span<const LessonCheck> checks) {
  double points = 0;
  for (const LessonCheck& check : checks) points += check.points;
  return points;
}

}  // namespace lockstep::lessons
