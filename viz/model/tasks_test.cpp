#include "viz/model/tasks.h"

#include <gtest/gtest.h>

#include "shared/replay/choose.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

TEST(Tasks, AreTheTryLinksOfAPageEachOnce) {
  const auto page = ReadMarkdown(
      "*Try it:* [select **thread** 5](try:thread=5), then [step](try:at=end). See [this](go:at=start).\n\n"
      "| a | b |\n| --- | --- |\n| [once more](try:at=end) | [colour](try:colour=i) |\n");
  EXPECT_EQ(TasksOf(page), (std::vector<std::string>{"try:thread=5", "try:at=end", "try:colour=i"}));
  EXPECT_TRUE(HasTasks(page[0].runs));
}

TEST(Tasks, HaveTheDirectionsOfTheirLinks) {
  EXPECT_EQ(DirectionsOf("try:thread=5")->thread, (trace::Dim3{5, 0, 0}));
  EXPECT_TRUE(DirectionsOf("go:at=end"));
  EXPECT_FALSE(DirectionsOf("https://example.org"));
  EXPECT_FALSE(DirectionsOf("try:thread=none"));
}

TEST(Tasks, AreDoneOnceEverythingHolds) {
  replay::Model model(replay::GreyRecording({.threads = 64}));
  replay::Cursor cursor = replay::FirstCursor(model);
  const auto task = *DirectionsOf("try:thread=7;array=d_in;colour=i");
  EXPECT_FALSE(IsDone(model, cursor, {.colour = "i"}, task));
  ASSERT_TRUE(replay::GoTo(model, cursor, task));
  EXPECT_FALSE(IsDone(model, cursor, {.colour = "line"}, task));
  EXPECT_TRUE(IsDone(model, cursor, {.colour = "i"}, task));
  EXPECT_FALSE(IsDone(model, cursor, {.colour = "i", .exercise = true}, task));
}

TEST(Tasks, AskForTheArrayAndForWhatIsUnderTheSource) {
  replay::Model model(replay::GreyRecording({.threads = 64}));
  const replay::Cursor cursor = replay::FirstCursor(model);
  const Look look{.view = "cells", .below = "output"};
  EXPECT_TRUE(IsDone(model, cursor, look, *DirectionsOf("try:view=cells")));
  EXPECT_TRUE(IsDone(model, cursor, look, *DirectionsOf("try:view=output")));
  EXPECT_FALSE(IsDone(model, cursor, look, *DirectionsOf("try:view=lanes")));
  EXPECT_FALSE(IsDone(model, cursor, look, *DirectionsOf("try:view=picture")));
}

}  // namespace
}  // namespace lockstep::viz
