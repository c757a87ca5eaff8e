// Orders of lines become programs, which are really built, run and graded.

#include "lessons/engine/order_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "lessons/engine/questions.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kProgram[] = R"(#include <cuda_runtime.h>
#include <cstdlib>
#include "lockstep/publish.h"

__global__ void squares(int* out,
                        int n) {
  const int shift = 1;

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int square = i * i;
  if (i < n) {
    out[i] = square + shift;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5;
  int* d_out;
  cudaMalloc(&d_out, n * sizeof(int));
  LOCKSTEP_PUBLISH(d_out, n);
  squares<<<n / 4 + 1, 4>>>(d_out, n);
  cudaDeviceSynchronize();
  cudaFree(d_out);
}
)";

constexpr char kText[] = R"(## One
```order
Put them in order.
program: order/squares.cu
compare: d_out
run: 5 (5 cells, blocks of 4)
- [x] const int i = blockIdx.x * blockDim.x + threadIdx.x;
- [ ] const int i = threadIdx.x;
  The number in the block.
- [x] const int square = i * i;
- [x] if (i < n) {
- [ ] if (i <= n) {
  One too many.
- [x] out[i] = square + shift;
- [x] }
It is done.
```
)";
enum Line : std::size_t { kIndex, kIndexInBlock, kSquare, kIf, kIfOneMore, kWrite, kBrace };

class OrderTaskTest : public testing::Test {
 protected:
  OrderTaskTest() {
    const fs::path root = fs::absolute("order_task");
    lesson_.folder = root / "lesson";
    fs::create_directories(lesson_.folder / "order");
    Write(kProgram);
    setenv("LOCKSTEP_CACHE", (root / "cache").c_str(), 1);
    setenv("LOCKSTEP_LESSONS", (root / "work").c_str(), 1);
    question_ = ReadMarks(kText).value().at(0).questions.at(0);
  }
  void Write(const std::string& program) const { std::ofstream(lesson_.folder / "order/squares.cu") << program; }

  OrderVerdict Judge(const std::vector<std::size_t>& chosen) {
    return *JudgeOrder(lesson_, question_, chosen, [] { return false; });
  }

  Lesson lesson_;
  replay::Question question_;
};

TEST_F(OrderTaskTest, ShowsTheKernelAroundTheLines) {
  ASSERT_TRUE(ReadSurroundings(lesson_.folder, question_.order));
  EXPECT_THAT(question_.order.before, ElementsAre("__global__ void squares(int* out,",
                                                  "                        int n) {", "  const int shift = 1;", ""));
  EXPECT_THAT(question_.order.after, ElementsAre("}"));
}

TEST_F(OrderTaskTest, RefusesAProgramThatLacksTheLines) {
  const auto refusal = [&] { return ReadSurroundings(lesson_.folder, question_.order).error().message; };
  Write("int main() {}\n");
  EXPECT_EQ(refusal(), "the lines that belong do not stand together in `order/squares.cu`");
  Write(std::string(kProgram) + kProgram);
  EXPECT_EQ(refusal(), "the lines that belong stand in `order/squares.cu` more than once");
  fs::remove(lesson_.folder / "order/squares.cu");
  EXPECT_THAT(refusal(), HasSubstr("order/squares.cu"));
  question_.order.program = "../squares.cu";
  EXPECT_EQ(refusal(), "`../squares.cu` is not in the lesson's folder");
}

TEST_F(OrderTaskTest, ComposesTheProgramWithTheChosenLines) {
  EXPECT_EQ(ComposeProgram(lesson_.folder, question_.order, replay::RightOrder(question_.order))->text, kProgram);
  const std::vector<std::size_t> chosen{kIfOneMore, kWrite, kBrace};
  EXPECT_THAT(ComposeProgram(lesson_.folder, question_.order, chosen)->text,
              HasSubstr("\n\n  if (i <= n) {\n    out[i] = square + shift;\n  }\n}\n"));
}

// Each order that works is right, not only the author's.
TEST_F(OrderTaskTest, AcceptsEveryOrderThatWorks) {
  EXPECT_TRUE(Judge({kIndex, kSquare, kIf, kWrite, kBrace}).is_right);
  EXPECT_EQ(Judge({kIndex, kIf, kSquare, kWrite, kBrace}), OrderVerdict{.is_right = true});
}

TEST_F(OrderTaskTest, SaysWhatHappenedAndWhy) {
  const OrderVerdict outside = Judge({kIndex, kSquare, kIfOneMore, kWrite, kBrace});
  EXPECT_FALSE(outside.is_right);
  EXPECT_EQ(outside.fault, "out-of-bounds-global");
  EXPECT_THAT(outside.sentence, HasSubstr("past the end"));
  EXPECT_EQ(outside.line, 3u);
  EXPECT_EQ(outside.hint, "`if (i <= n) {`: One too many.\n");
  const OrderVerdict missing = Judge({kIndex, kSquare});
  EXPECT_FALSE(missing.is_right);
  EXPECT_THAT(missing.hint, HasSubstr("missing"));
}

TEST_F(OrderTaskTest, SaysWhatTheCompilerDoes) {
  const OrderVerdict verdict = Judge({kSquare, kIndex, kIf, kWrite, kBrace});
  EXPECT_EQ(verdict.fault, "does-not-compile");
  EXPECT_EQ(verdict.sentence, "It does not compile: use of undeclared identifier `i`.");
  EXPECT_EQ(verdict.line, 0u);
  EXPECT_THAT(verdict.hint, HasSubstr("order is not right"));
  EXPECT_FALSE(Judge({kIndex, kIf, kSquare, kWrite}).is_right) << "a brace is missing";
  EXPECT_FALSE(Judge({}).is_right);
}

TEST_F(OrderTaskTest, EndsWhenItIsCancelled) {
  EXPECT_FALSE(JudgeOrder(lesson_, question_, std::vector<std::size_t>{kIndex}, [] { return true; }));
}

}  // namespace
}  // namespace lockstep::lessons
