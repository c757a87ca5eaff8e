#include "shared/replay/question.h"

#include <gtest/gtest.h>

#include "shared/replay/choose.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

Answer Typed(std::string_view keys) {
  Answer answer;
  for (const char key : keys) Type(answer, std::string_view(&key, 1));
  return answer;
}

// A 64 x 48 picture in which every pixel's grey is known: 201, 47, 15 make 89.
trace::Recording Grey() {
  return GreyRecording({.threads = 64, .picture = [](std::uint32_t, std::uint32_t, std::uint32_t channel) {
                          return static_cast<std::uint8_t>(channel == 0 ? 201 : channel == 1 ? 47 : 15);
                        }});
}

TEST(Answers, AreTypedAsNumbers) {
  EXPECT_EQ(Typed("-12.5").typed, "-12.5");
  EXPECT_EQ(Typed("1-2.3.4").typed, "12.34");
  Answer answer = Typed("12");
  EXPECT_TRUE(Type(answer, "Backspace"));
  EXPECT_EQ(answer.typed, "1");
  EXPECT_FALSE(Type(answer, "C")) << "letters are the window's keys";
  EXPECT_FALSE(Type(answer, "Shift 1"));
  EXPECT_LE(Typed(std::string(100, '1')).typed.size(), 24u);
}

TEST(Answers, OfNumbersAreTheRunsOwn) {
  Model model(Grey());
  Cursor cursor = FirstCursor(model);
  ASSERT_TRUE(GoTo(model, cursor, *ReadDirections("block=1;thread=6;at=write")));
  const Question question{.kind = Question::Kind::kNumber, .asked = "i"};
  Answer right = Typed("70"), wrong = Typed("6");
  Reveal(model, cursor, question, right);
  Reveal(model, cursor, question, wrong);
  EXPECT_TRUE(right.right);
  EXPECT_FALSE(wrong.right);
  EXPECT_EQ(wrong.said, "6");
  EXPECT_EQ(wrong.found, "70");
  EXPECT_TRUE(IsSettled(question, wrong));
}

TEST(Answers, ForgiveTheLastDigitsOfAFloatOnly) {
  Model model(Grey());
  Cursor cursor = FirstCursor(model);
  ASSERT_TRUE(GoTo(model, cursor, *ReadDirections("thread=6;at=write")));
  const Question quarter{.kind = Question::Kind::kNumber, .asked = "r * 0.2989f"},
      whole{.kind = Question::Kind::kNumber, .asked = "i * 100"};
  Answer near = Typed("60.1"), far = Typed("62"), off_by_one = Typed("7001");
  Reveal(model, cursor, quarter, near);
  Reveal(model, cursor, quarter, far);
  Reveal(model, cursor, whole, off_by_one);
  EXPECT_TRUE(near.right) << near.found;
  EXPECT_FALSE(far.right);
  EXPECT_FALSE(off_by_one.right);
}

TEST(Answers, OfCellsAreAnyThatTheThreadTouches) {
  Model model(Grey());
  Cursor cursor = FirstCursor(model);
  ASSERT_TRUE(GoTo(model, cursor, *ReadDirections("block=1;thread=6")));
  const Question reads{.kind = Question::Kind::kReads, .asked = "d_in"},
      writes{.kind = Question::Kind::kWrites, .asked = "d_out"};
  Answer green{.cell = 70 + 64 * 48}, other{.cell = 71}, written{.cell = 70};
  Reveal(model, cursor, reads, green);
  Reveal(model, cursor, reads, other);
  Reveal(model, cursor, writes, written);
  EXPECT_TRUE(green.right);
  EXPECT_EQ(green.said, "d_in[1][1][6]");
  EXPECT_EQ(green.found, "d_in[0][1][6], d_in[1][1][6], d_in[2][1][6]");
  EXPECT_FALSE(other.right);
  EXPECT_TRUE(written.right);
  EXPECT_EQ(written.found, "d_out[1][6]");
}

TEST(Answers, SettleAQuizOnceTheRightChoiceIsTried) {
  const Question quiz{.choices = {{"a", false, "no"}, {"b", true, "yes"}}};
  EXPECT_FALSE(IsSettled(quiz, {}));
  EXPECT_FALSE(IsSettled(quiz, {.tried = {0}}));
  EXPECT_TRUE(IsSettled(quiz, {.tried = {0, 1}}));
}

}  // namespace
}  // namespace lockstep::replay
