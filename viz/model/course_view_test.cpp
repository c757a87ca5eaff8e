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

TEST(CourseView, APartEndsWithThePuzzlesThatAreLeft) {
  CourseView course = Course();
  course.parts[0].puzzles = {{.name = "p", .number = 1, .is_done = true, .goal = "10 sectors"},
                             {.name = "q", .number = 2, .goal = "4 reads"},
                             {.name = "r", .number = 3, .is_done = true, .goal = "4 reads"}};
  course.parts[2].puzzles = {{.name = "z", .number = 9, .is_done = true, .goal = "1 barrier"}};
  EXPECT_EQ(course.After("a")->name, "b");
  EXPECT_EQ(course.After("b")->name, "q");
  EXPECT_EQ(course.After("p")->name, "q");
  EXPECT_EQ(course.After("q")->name, "c");
  EXPECT_EQ(course.After("d"), nullptr);
  EXPECT_EQ(course.After("z"), nullptr);
  EXPECT_EQ(course.Find("r")->number, 3);
  EXPECT_EQ(course.Lessons().size(), 4u);
  EXPECT_EQ(course.InOrder().size(), 8u);
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
