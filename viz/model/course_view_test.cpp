#include "viz/model/course_view.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

CourseView Course() {
  return {{{"First", {{.name = "a", .number = 1, .teaches = {"block", "race"}}, {.name = "b", .number = 2}}},
           {"Empty", {}},
           {"Last",
            {{.name = "c", .number = 7, .teaches = {"race"}},
             {.name = "d", .number = 9, .needs = {"race", "block", "tile"}, .teaches = {"tile"}}}}}};
}

TEST(CourseView, GoesOnAcrossParts) {
  const CourseView course = Course();
  EXPECT_EQ(course.After("a")->name, "b");
  EXPECT_EQ(course.After("b")->name, "c");
  EXPECT_EQ(course.After("d"), nullptr);
  EXPECT_EQ(course.After("x"), nullptr);
  EXPECT_EQ(course.Find("c")->number, 7);
  EXPECT_EQ(course.Find("x"), nullptr);
}

TEST(CourseView, FindsTheLastLessonThatTeachesWhatIsNeeded) {
  const CourseView course = Course();
  const auto needed = course.NeededBy(*course.Find("d"));
  ASSERT_EQ(needed.size(), 2u) << "a lesson does not build on itself";
  EXPECT_EQ(needed[0]->name, "c");
  EXPECT_EQ(needed[1]->name, "a");
}

}  // namespace
}  // namespace lockstep::viz
