#include "shared/replay/prints.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

// Two blocks of two threads; thread 1 of each prints, that of the second block first.
trace::Recording Talking() {
  RecordingBuilder b("talk.cu", "void talk() {\n  printf();\n}\n");
  const trace::FunctionId talk = b.AddFunction("talk", 1);
  b.BeginLaunch(b.AddKernel("talk", talk, {}), {2, 1, 1}, {2, 1, 1}, {{0, 0, 0}, {1, 0, 0}});
  b.Line({0, 0}, 2);
  b.Print({1, 1}, 2, "one\n");
  b.Line({0, 1}, 2);
  b.Print({0, 1}, 2, "two\n");
  return b.Finish();
}

TEST(Prints, AreInTheOrderOfTimeWithTheirThreads) {
  Model model(Talking());
  model.MoveTo(0, 0);
  const auto prints = PrintsOf(model);
  ASSERT_EQ(prints.size(), 2u);
  EXPECT_EQ(prints[0].text, "one\n");
  EXPECT_EQ(model.BlockOf(prints[0].thread), (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(model.ThreadOf(prints[1].thread), (trace::Dim3{1, 0, 0}));
}

TEST(Prints, LeadToTheMomentAfterThem) {
  Model model(Talking());
  model.MoveTo(0, 0);
  const auto prints = PrintsOf(model);
  Cursor cursor;
  GoToPrint(model, cursor, prints.at(0));
  EXPECT_EQ(cursor.step, prints[0].step + 1);
  EXPECT_EQ(cursor.block, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(cursor.thread, (trace::Dim3{1, 0, 0}));
}

TEST(Prints, StandOnOneLine) {
  EXPECT_EQ(OnOneLine("x = 3\n"), "x = 3");
  EXPECT_EQ(OnOneLine("a\nb"), "a\\nb");
  EXPECT_EQ(OnOneLine("\n"), "");
  EXPECT_EQ(OnOneLine(std::string_view("a\0\x1b[2J", 6)), "a\\x00\\x1b[2J");
}

}  // namespace
}  // namespace lockstep::replay
