#include "tests/fuzz/engines/reduce.h"

#include <gmock/gmock.h>

namespace lockstep::fuzz {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kProgram = R"(int before;
__global__ void kernel(int* out) {
int a = 1;
if (a) {
a += 2;
guilty(a);
}
for (;;) {
a += 3;
}
s[t] = a;
__syncthreads();
a = s[0];
__syncthreads();
m.out[0] = a;
}
int after;
)";

TEST(Reduce, LeavesWhatTheTroubleNeeds) {
  const std::string reduced = Reduce(kProgram, [](const std::string& text) { return text.contains("guilty"); });
  EXPECT_EQ(reduced, R"(int before;
__global__ void kernel(int* out) {
if (a) {
guilty(a);
}
m.out[0] = a;
}
int after;
)");
}

TEST(Reduce, KeepsBothBarriersOfAnExchange) {
  const std::string reduced = Reduce(kProgram, [](const std::string& text) { return text.contains("a = s[0]"); });
  EXPECT_THAT(reduced, HasSubstr("__syncthreads();\na = s[0];\n__syncthreads();\n"));
  EXPECT_THAT(reduced, Not(HasSubstr("guilty")));
}

TEST(Reduce, ChangesNothingWithoutTrouble) {
  EXPECT_EQ(Reduce(kProgram, [](const std::string&) { return false; }), kProgram);
}

}  // namespace
}  // namespace lockstep::fuzz
