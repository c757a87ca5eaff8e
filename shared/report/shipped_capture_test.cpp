#include "shared/report/shipped_capture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lzma.h>

#include <fstream>

#include "shared/base/file.h"
#include "shared/base/xz.h"

namespace lockstep::report {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

void Write(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

// A program with a header, and captures of a GPU run of it.
class Shipped : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "gpu");
    Write(folder_ / "sum.cu", "int main() {}\n");
    Write(folder_ / "sum.h", "// sum\n");
    Write(folder_ / "input.txt", "1 2 3\n");
    auto writer = CaptureWriter::Create(folder_ / "it.lscap", "NVIDIA H200").value();
    const std::vector<std::uint8_t> data = {1, 0, 0, 0, 2, 0, 0, 0};
    ASSERT_TRUE(writer->Add(
        {.name = "out", .type = "int", .element = ElementKind::kInt32, .element_size = 4, .shape = {2}}, data));
    ASSERT_TRUE(writer->Finish());
    Pack();
    Describe(Stamp("sum.cu"), Stamp("sum.h"));
  }

  std::string Stamp(const std::string& name) {
    const auto bytes = ReadFile(folder_ / name).value();
    return fmt::format("{} {:08x}", bytes.size(), Crc32(bytes));
  }

  void Pack() {
    const auto content = ReadFile(folder_ / "it.lscap").value();
    std::string packed(lzma_stream_buffer_bound(content.size()), '\0');
    std::size_t size = 0;
    lzma_easy_buffer_encode(6, LZMA_CHECK_CRC32, nullptr, content.data(), content.size(),
                            reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size());
    Write(folder_ / "gpu/sum.lscap.xz", packed.substr(0, size));
  }

  void Describe(const std::string& source, const std::string& header) {
    Write(folder_ / "gpu/sum.json",
          fmt::format(R"({{"device": "NVIDIA H200", "date": "2026-11-21", "arguments": ["{{lesson}}/input.txt", "3"],
                           "sources": {{"sum.cu": "{}", "sum.h": "{}"}}}})",
                      source, header));
  }

  auto Find(std::vector<std::string> arguments) { return FindShippedCapture(folder_ / "sum.cu", arguments); }
  std::vector<std::string> Usual() { return {(folder_ / "gpu/../input.txt").string(), "3"}; }

  fs::path folder_;
};

TEST_F(Shipped, IsFoundBesideTheProgramAndNamesDeviceAndDay) {
  const auto found = Find(Usual());
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_TRUE(*found);
  EXPECT_EQ((*found)->file.side, "NVIDIA H200, 2026-11-21");
  ASSERT_EQ((*found)->file.captures.size(), 1u);
  EXPECT_EQ((*found)->file.captures[0].bytes, (std::vector<std::uint8_t>{1, 0, 0, 0, 2, 0, 0, 0}));
}

TEST_F(Shipped, IsNothingForAProgramWithoutOne) {
  const auto found = FindShippedCapture(folder_ / "other.cu", {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(*found);
}

TEST_F(Shipped, IsRefusedForOtherArguments) {
  const auto found = Find({"4"});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("was captured with other arguments: -- {lesson}/input.txt 3"));
}

TEST_F(Shipped, IsRefusedIfAProgramOrHeaderWasChanged) {
  Write(folder_ / "sum.h", "// Sum\n");
  const auto found = Find(Usual());
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("was captured before `sum.h` was changed"));
}

TEST_F(Shipped, IsRefusedIfItIsDamaged) {
  Write(folder_ / "gpu/sum.lscap.xz", "not packed");
  EXPECT_FALSE(Find(Usual()));
  Pack();
  for (const char* text :
       {"", "{", "[]", R"({"device": 3})", R"({"device": "a", "date": "b", "arguments": 1, "sources": {}})"}) {
    Write(folder_ / "gpu/sum.json", text);
    EXPECT_FALSE(Find(Usual())) << text;
  }
}

}  // namespace
}  // namespace lockstep::report
