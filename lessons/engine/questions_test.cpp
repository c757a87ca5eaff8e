#include "lessons/engine/questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/engine/lesson.h"
#include "lessons/engine/test_text.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::lessons {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kQuiz =
    "```quiz\nHow many threads\nstart?\n- [ ] 256\n  That is one block.\n- [x] 512\n  Two blocks\n  of 256.\n```\n";
constexpr const char* kPrediction =
    "```predict\nWhat does it write?\nstart: thread=3;at=start\nnumber: out[67]\nshow: thread=3;at=write\nIts own "
    "cell.\n```\n";

std::vector<PageMarks> Read(const std::string& text) {
  auto marks = ReadMarks(text);
  EXPECT_TRUE(marks) << (marks ? "" : marks.error().message);
  return marks.value_or(std::vector<PageMarks>{});
}

std::string Refusal(const std::string& text) {
  const auto marks = ReadMarks(text);
  EXPECT_FALSE(marks) << text;
  return marks ? "" : marks.error().message;
}

TEST(TextLinks, EndSoonInAForgedLine) {
  for (const char* piece : {"[a](", "](go:", "[](`", "](("}) {
    std::string line;
    while (line.size() < 500'000) line += piece;
    const auto marks = ReadMarks("## One\n" + line + "\n");
    EXPECT_TRUE(!marks || marks->at(0).links.empty()) << piece;
  }
  const auto page = Read("## One\n[a](b(c)) [unclosed](x: [d](e)\n").at(0);
  ASSERT_EQ(page.links.size(), 2u);
  EXPECT_EQ(page.links[0].target, "b(c)");
  EXPECT_EQ(page.links[1].target, "e");
}

TEST(Drawings, AreJudgedWithTheText) {
  Read("## One\n```drawing\na: 1 2\n> 0-1\nb: . 2\n```\n[a](b)\n");
  EXPECT_EQ(Refusal("## One\n\n```drawing\na: 1\n> 4-1\nb: 2\n```\n"),
            "3: in the drawing, line 2: the row above has no column 4");
  Read("## One\n```\nwords\n```\n```cpp\nx: 1\n```\n");
}

TEST(Questions, AreReadFromTheirPage) {
  const auto pages = Read(std::string("# Lesson\n## One\ntext\n## Two\n") + kQuiz + kPrediction);
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_TRUE(pages[0].questions.empty());
  ASSERT_EQ(pages[1].questions.size(), 2u);
  const replay::Question &quiz = pages[1].questions[0], &prediction = pages[1].questions[1];
  EXPECT_EQ(quiz.text, "How many threads start?");
  ASSERT_EQ(quiz.choices.size(), 2u);
  EXPECT_TRUE(quiz.choices[1].right);
  EXPECT_EQ(quiz.choices[1].reason, "Two blocks of 256.");
  EXPECT_EQ(quiz.line, 5u);
  EXPECT_EQ(prediction.kind, replay::Question::Kind::kNumber);
  EXPECT_EQ(prediction.asked, "out[67]");
  EXPECT_EQ(prediction.explanation, "Its own cell.");
  EXPECT_EQ(prediction.start.at, replay::Directions::Moment::kStart);
}

TEST(Questions, AreRefusedWithLineAndReason) {
  EXPECT_EQ(Refusal("## One\n```quiz\nWhy?\n- [ ] a\n  no\n- [ ] b\n  no\n```\n"),
            "2: one choice of the quiz is right: `- [x] `");
  EXPECT_EQ(Refusal("## One\n```quiz\nWhy?\n- [x] a\n  yes\n- [ ] b\n```\n"),
            "2: the choice `b` has no reason below it");
  EXPECT_EQ(Refusal("## One\n```quiz\nWhy?\n- [x] a\n  yes\n```\n"), "2: the quiz has 1 choices: 2 to 9 are wanted");
  EXPECT_THAT(Refusal("## One\n```quiz\nWhy?\n- [x] a\nyes\n```\n"), HasSubstr("5: a choice begins with"));
  EXPECT_THAT(Refusal("## One\n```predict\nWhat?\nstart: at=start\n```\n"),
              HasSubstr("2: the prediction has no answer"));
  EXPECT_THAT(Refusal("## One\n```predict\nWhat?\nnumber: 1\nreads: a\n```\n"),
              HasSubstr("5: a prediction has one answer"));
  EXPECT_THAT(Refusal("## One\n```predict\nWhat?\nshow: warp=1\n```\n"), HasSubstr("4: `warp` is none of"));
  EXPECT_EQ(Refusal("## One\n\n```quiz\nWhy?\n"), "3: the block is not closed by a line ```");
}

constexpr const char* kOrder =
    "```order\nPut the lines\nin order.\nprogram: order/guard.cu\ncompare: d_out d_sum\nrun: 5 4 (5 cells, blocks of "
    "4)\n"
    "run: 0\n- [x] int i = threadIdx.x;\n- [x] if (i < n) {\n- [ ] if (i <= n) {\n  One thread\n  too many.\n"
    "- [x] out[i] = i;\n- [x] }\nThe guard is first.\n```\n";

TEST(Orders, AreReadWithTheirMistakes) {
  const auto pages = Read(std::string("## One\n") + kQuiz + kOrder);
  ASSERT_EQ(pages[0].questions.size(), 2u);
  const replay::Question& question = pages[0].questions[1];
  EXPECT_EQ(question.kind, replay::Question::Kind::kOrder);
  EXPECT_EQ(question.text, "Put the lines in order.");
  EXPECT_EQ(question.explanation, "The guard is first.");
  const replay::LineOrder& order = question.order;
  EXPECT_EQ(order.program, "order/guard.cu");
  EXPECT_THAT(order.compared, ElementsAre("d_out", "d_sum"));
  ASSERT_EQ(order.runs.size(), 2u);
  EXPECT_THAT(order.runs[0].arguments, ElementsAre("5", "4"));
  EXPECT_EQ(order.runs[0].label, "5 cells, blocks of 4");
  EXPECT_EQ(order.runs[1].label, "");
  ASSERT_EQ(order.lines.size(), 5u);
  EXPECT_EQ(order.lines[2].text, "if (i <= n) {");
  EXPECT_FALSE(order.lines[2].belongs);
  EXPECT_EQ(order.lines[2].reason, "One thread too many.");
}

TEST(Orders, AreRefusedWithLineAndReason) {
  const auto refusal = [](const std::string& fields, const std::string& lines) {
    return Refusal("## One\n```order\n" + fields + lines + "```\n");
  };
  const std::string fields = "Why?\nprogram: p.cu\ncompare: d\n",
                    lines = "- [x] a;\n- [ ] d;\n  No.\n- [x] b;\n- [x] c;\n";
  Read("## One\n```order\n" + fields + lines + "```\n");
  EXPECT_EQ(refusal("program: p.cu\ncompare: d\n", lines), "2: the order has no question");
  EXPECT_THAT(refusal("Why?\ncompare: d\n", lines), HasSubstr("2: the order has no `program:`"));
  EXPECT_THAT(refusal("Why?\nprogram: p.cu\n", lines), HasSubstr("2: the order has no `compare:`"));
  EXPECT_THAT(refusal(fields + "run: 5 (cells) 4\n", lines), HasSubstr("6: the label of a run ends its line"));
  EXPECT_THAT(refusal(fields, "- [x] a;\n- [ ] d;\n  No.\n"), HasSubstr("2: 1 of 2 lines belong: at least 3"));
  EXPECT_THAT(refusal(fields, "- [x] a;\n- [x] b;\n- [x] c;\n"), HasSubstr("2: the order has no mistake"));
  EXPECT_EQ(refusal(fields, "- [ ] d;\n" + lines), "6: a mistake stands below the line that belongs in its place");
  EXPECT_EQ(refusal(fields, lines + "- [ ] e;\n"), "2: the mistake `e;` has no reason below it");
  EXPECT_EQ(refusal(fields, lines + "- [ ] a;\n  No.\n"), "2: the mistake `a;` is there twice");
  EXPECT_THAT(refusal(fields, "- [x] a;\n  Because.\n"), HasSubstr("7: a line that belongs has no reason"));
}

TEST(TextLinks, AreReadWithTheirLines) {
  const auto pages = Read(
      "## One\nSee [a](go:cell=out[5]) and [`b`](try:line=f(x)=).\n`[c](x.md)`\n```\n[d](e)\n```\n"
      "<!-- go: array=d_in; at=start -->\n");
  ASSERT_EQ(pages.size(), 1u);
  ASSERT_EQ(pages[0].links.size(), 2u) << "code has no links";
  EXPECT_EQ(pages[0].links[0].target, "go:cell=out[5]");
  EXPECT_EQ(pages[0].links[1].target, "try:line=f(x)=");
  EXPECT_EQ(pages[0].links[1].line, 2u);
  EXPECT_EQ(pages[0].opens_at.array, "d_in");
  EXPECT_EQ(pages[0].line, 7u);
}

TEST(TextLinks, AreRefusedWithLineAndReason) {
  EXPECT_THAT(Refusal("## One\n\n[a](go:thred=5)\n"), HasSubstr("3: the link `go:thred=5`: `thred` is none of"));
  EXPECT_THAT(Refusal("## One\n[a](try:line=a b)\n"), HasSubstr("2: the link `try:line=a b` contains a space"));
  EXPECT_THAT(Refusal("## One\n[a](try:line=for(intk;at=done), b\n"),
              HasSubstr("2: the link `try:line=for(intk;at=done), b` has a bracket without its partner"));
  EXPECT_THAT(Refusal("## One\n<!-- go: at=noon -->\n"), HasSubstr("2: `at=noon`"));
}

// --- against a run

std::vector<std::string> Complaints(const std::string& text) {
  const trace::Recording recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4});
  Lesson lesson{.text = "lesson.md", .pages = SplitPages(text)};
  auto marks = Read(text);
  for (std::size_t i = 0; i < marks.size(); ++i) lesson.pages[i].marks = marks[i];
  std::vector<std::string> complaints;
  for (const Promise& promise : TestText(lesson, &recording, nullptr))
    if (!promise.kept) complaints.push_back(promise.sentence);
  return complaints;
}

TEST(TextTest, AcceptsWhatTheRunHas) {
  EXPECT_THAT(Complaints(std::string("## One\n<!-- go: array=d_in -->\n[a](go:thread=7;line=out[i]) "
                                     "[b](try:cell=d_out[3][4]) [c](https://example.org) [d](try:colour=i)\n") +
                         kQuiz + kPrediction + kOrder),
              ElementsAre());
}

TEST(TextTest, NamesTheLineOfWhatLeadsNowhere) {
  EXPECT_THAT(Complaints("## One\n\n[a](go:thread=64)\n"),
              ElementsAre(HasSubstr("lesson.md:3: `go:thread=64` leads nowhere: there is no thread (64,0,0)")));
  EXPECT_THAT(Complaints("## One\n[a](nothing.md)\n"), ElementsAre(HasSubstr("lesson.md:2: `nothing.md` is neither")));
  EXPECT_THAT(Complaints("## One\n<!-- go: launch=3 -->\n"), ElementsAre(HasSubstr("lesson.md:2: the page's `go:`")));
  EXPECT_THAT(Complaints("## One\n<!-- show: launch 3 -->\n"), ElementsAre(HasSubstr("page `One` shows launch 3")));
  EXPECT_THAT(Complaints("## One\n[a](go:colour=speed)\n"),
              ElementsAre(HasSubstr("the kernel has no variable `speed`")));
  EXPECT_THAT(Complaints("## One\n[a](go:program=exercise;at=end)\n"),
              ElementsAre(HasSubstr("lesson.md:2: the exercise as given was not recorded")));
}

TEST(TextTest, RefusesASceneOfArraysThatTheRunLacks) {
  EXPECT_THAT(Complaints("## One\n<!-- go: scene=d_in/d_tile -->\n"),
              ElementsAre(HasSubstr("the page's `go:` leads nowhere: the launch has no array `d_tile`")));
  const trace::Recording recording = replay::GreyRecording({});
  const Lesson lesson{.text = "lesson.md", .scene = *replay::ReadArrangement("d_in/d_tile")};
  EXPECT_EQ(TestText(lesson, &recording, nullptr).at(0).sentence,
            "`scene` names `d_tile`, and no launch has such an array");
}

TEST(TextTest, RefusesATaskThatIsDoneFromTheStart) {
  EXPECT_THAT(Complaints("## One\n[a](try:thread=5)\n"),
              ElementsAre("lesson.md:2: `try:thread=5` is satisfied before the learner has done anything"));
  EXPECT_THAT(Complaints("## One\n<!-- go: thread=6 -->\n[a](try:thread=5)\n"), ElementsAre());
}

TEST(TextTest, RefusesATaskThatTheLinkBeforeItFulfils) {
  EXPECT_THAT(Complaints("## One\n[a](go:thread=6;at=end)\n[b](try:thread=6;line=out[i];at=done)\n"),
              ElementsAre("lesson.md:3: `try:thread=6;line=out[i];at=done` is satisfied by the link before it, "
                          "`go:thread=6;at=end`"));
  EXPECT_THAT(Complaints("## One\n[a](go:thread=6;at=end)\n## Two\n[b](try:thread=6;line=out[i];at=done)\n"),
              ElementsAre());
}

TEST(TextTest, RefusesAPredictionWithoutAnAnswer) {
  EXPECT_THAT(Complaints("## One\n```predict\nWhat?\nnumber: speed\nshow: at=end\n```\n"),
              ElementsAre(HasSubstr("lesson.md:2: the prediction's `speed` has no value")));
  EXPECT_THAT(Complaints("## One\n```predict\nWhat?\nreads: d_out\nshow: thread=1\n```\n"),
              ElementsAre("lesson.md:2: thread (1,0,0) of block (1,0,0) reads no cell of `d_out`"));
}

}  // namespace
}  // namespace lockstep::lessons
