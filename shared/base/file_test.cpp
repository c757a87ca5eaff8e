#include "shared/base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace lockstep {
namespace {

using ::testing::HasSubstr;

std::string Text(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

TEST(ReadFile, GivesBackWhatIsInTheFile) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += static_cast<char>(i);
  std::ofstream("whole", std::ios::binary) << text;
  EXPECT_EQ(Text(ReadFile("whole").value()), text);
  EXPECT_EQ(ReadText("whole", text.size()).value(), text);
  std::ofstream("empty").close();
  EXPECT_TRUE(ReadFile("empty").value().empty());
  EXPECT_TRUE(ReadFile("/dev/null").value().empty());
}

TEST(ReadFile, NamesTheReasonForARefusal) {
  EXPECT_THAT(ReadFile("missing").error().message, HasSubstr("`missing`: No such file"));
  EXPECT_THAT(ReadFile(".").error().message, HasSubstr("folder"));
  EXPECT_THAT(ReadFile("/dev/zero").error().message, HasSubstr("`/dev/zero`: it is a device"));
  EXPECT_THAT(ReadText(".", 100).error().message, HasSubstr("folder"));
}

TEST(ReadFile, RefusesALargerFileBeforeItIsRead) {
  std::ofstream("large").close();
  ASSERT_EQ(truncate("large", std::int64_t{1} << 40), 0);
  EXPECT_THAT(ReadFile("large", {.most = 1000}).error().message, HasSubstr("`large`: it has more than 1000 bytes"));
  std::ofstream("fits") << "12345";
  EXPECT_TRUE(ReadText("fits", 5));
  EXPECT_FALSE(ReadText("fits", 4));
}

TEST(ReadFile, DoesNotWaitForAPipeThatAnotherFileNames) {
  unlink("pipe");
  ASSERT_EQ(mkfifo("pipe", 0600), 0);
  EXPECT_THAT(ReadText("pipe", 100).error().message, HasSubstr("pipe"));
}

TEST(ReadFile, ReadsAPipeToItsEndAndNoFurtherThanAllowed) {
  for (const bool fits : {true, false}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    std::thread writer([&] {
      const std::string text(1000, 'x');
      EXPECT_EQ(write(ends[1], text.data(), text.size()), 1000);
      close(ends[1]);
    });
    const auto read = ReadFile("/proc/self/fd/" + std::to_string(ends[0]), {.most = fits ? 1000u : 999u});
    writer.join();
    close(ends[0]);
    EXPECT_EQ(read.has_value(), fits);
    if (read) EXPECT_EQ(read->size(), 1000u);
  }
}

}  // namespace
}  // namespace lockstep
