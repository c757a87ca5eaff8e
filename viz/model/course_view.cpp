#include "viz/model/course_view.h"

#include <algorithm>

namespace lockstep::viz {

std::vector<const CourseLesson*> CourseView::Lessons() const {
  std::vector<const CourseLesson*> all;
  for (const CoursePart& part : parts)
    for (const CourseLesson& lesson : part.lessons) all.push_back(&lesson);
  return all;
}

std::vector<const CourseLesson*> CourseView::InOrder() const {
  std::vector<const CourseLesson*> all;
  for (const CoursePart& part : parts)
    for (const auto* lessons : {&part.lessons, &part.puzzles})
      for (const CourseLesson& lesson : *lessons) all.push_back(&lesson);
  return all;
}

const CourseLesson* CourseView::Find(const std::string& name) const {
  const auto all = InOrder();
  const auto found = std::ranges::find(all, name, &CourseLesson::name);
  return found == all.end() ? nullptr : *found;
}

const CourseLesson* CourseView::After(const std::string& name) const {
  const auto all = InOrder();
  const auto here = std::ranges::find(all, name, &CourseLesson::name);
  if (here == all.end()) return nullptr;
  const auto is_wanted = [](const CourseLesson* one) { return !one->IsPuzzle() || !one->is_done; };
  const auto next = std::find_if(here + 1, all.end(), is_wanted);
  return next == all.end() ? nullptr : *next;
}

std::vector<const CourseLesson*> CourseView::NeededBy(const CourseLesson& lesson) const {
  std::vector<const CourseLesson*> needed;
  for (const std::string& idea : lesson.needs) {
    const CourseLesson* last = nullptr;
    for (const CourseLesson* one : Lessons()) {
      if (one->name == lesson.name) break;
      if (std::ranges::find(one->teaches, idea) != one->teaches.end()) last = one;
    }
    if (last && std::ranges::find(needed, last) == needed.end()) needed.push_back(last);
  }
  return needed;
}

}  // namespace lockstep::viz
