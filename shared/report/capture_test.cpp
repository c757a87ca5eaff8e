// Capture files: reading returns what was written, in order; truncated and forged files are detected.

#include "shared/report/capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "shared/base/file.h"
#include "shared/lockstep/capture_file.h"

namespace lockstep::report {
namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::HasSubstr;

std::string OwnName() { return std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".lscap"; }

Capture Floats(std::uint64_t order, std::vector<float> values) {
  Capture capture{.order = order,
                  .name = "h_out",
                  .type = "float",
                  .element = ElementKind::kFloat32,
                  .element_size = 4,
                  .shape = {values.size()},
                  .file = "grey.cu",
                  .line = 40};
  capture.bytes.resize(4 * values.size());
  if (!values.empty()) std::memcpy(capture.bytes.data(), values.data(), capture.bytes.size());
  return capture;
}

Capture Odd(std::uint64_t order) {
  return {.order = order, .way = CaptureWay::kPublished, .name = "t", .shape = {3, 1}, .bytes = {1, 2, 3}};
}

Bytes Written(const std::vector<Capture>& captures) {
  auto writer = CaptureWriter::Create(OwnName(), "simulator").value();
  for (const Capture& capture : captures) EXPECT_TRUE(writer->Add(capture));
  EXPECT_TRUE(writer->Finish());
  return ReadFile(OwnName()).value();
}

void ExpectSame(const Capture& a, const Capture& b) {
  EXPECT_EQ(std::tie(a.order, a.way, a.name, a.type, a.element, a.element_size, a.shape, a.file, a.line, a.bytes),
            std::tie(b.order, b.way, b.name, b.type, b.element, b.element_size, b.shape, b.file, b.line, b.bytes));
}

TEST(CaptureFile, GivesBackWhatWasWritten) {
  const std::vector<Capture> captures = {Floats(0, {1, 2, 3}), Odd(1), Floats(2, {})};
  const auto back = ReadCaptureBytes(Written(captures), "x");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(back->complete);
  EXPECT_EQ(back->side, "simulator");
  ASSERT_EQ(back->captures.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) ExpectSame(back->captures[i], captures[i]);
}

TEST(CaptureFile, GivesBackInTheOrderOfTheCallsWhateverTheOrderOfWriting) {
  const auto back = ReadCaptureBytes(Written({Odd(2), Odd(0), Odd(1)}), "x");
  EXPECT_EQ(back->captures[0].order, 0u);
  EXPECT_EQ(back->captures[2].order, 2u);
}

TEST(CaptureFile, KeepsWhatADeadProgramWrote) {
  std::filesystem::remove(OwnName());
  CaptureWriter::Create(OwnName(), "GPU").value()->Add(Odd(0)).value();
  EXPECT_FALSE(std::filesystem::exists(OwnName()));
  const auto back = ReadCaptures(OwnName() + ".unfinished");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_FALSE(back->complete);
  EXPECT_EQ(back->captures.size(), 1u);
}

TEST(CaptureFile, KeepsLinksAndDevices) {
  std::filesystem::remove(OwnName());
  std::filesystem::remove(OwnName() + ".link");
  std::filesystem::create_symlink(OwnName(), OwnName() + ".link");
  std::ofstream(OwnName()) << "old";
  for (const std::string& path : {OwnName() + ".link", std::string("/dev/null")}) {
    auto writer = CaptureWriter::Create(path, "GPU").value();
    writer->Add(Odd(0)).value();
    writer->Finish().value();
  }
  EXPECT_TRUE(std::filesystem::is_symlink(OwnName() + ".link"));
  EXPECT_TRUE(ReadCaptures(OwnName()).value().complete);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(CaptureFile, ReadsACutFileUpToItsLastWholeRecord) {
  const Bytes file = Written({Floats(0, {1, 2, 3}), Odd(1)});
  std::size_t most = 0;
  for (std::size_t size = 8; size < file.size(); ++size) {
    const auto back = ReadCaptureBytes(std::span(file).first(size), "x");
    ASSERT_TRUE(back) << size << ": " << back.error().message;
    ASSERT_FALSE(back->complete);
    ASSERT_GE(back->captures.size(), most);
    most = back->captures.size();
  }
  EXPECT_EQ(most, 2u);
}

TEST(CaptureFile, DetectsEveryFlippedBit) {
  const Bytes file = Written({Floats(0, {1, 2, 3}), Odd(1)});
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    Bytes flipped = file;
    flipped[bit / 8] ^= 1 << (bit % 8);
    const auto back = ReadCaptureBytes(flipped, "x");
    // Bytes 12 to 15 of the file have no meaning.
    ASSERT_TRUE(!back || !back->complete || (bit / 8 >= 12 && bit / 8 < 16)) << "bit " << bit;
  }
}

TEST(CaptureFile, SurvivesForgeryUnderAValidChecksum) {
  const Bytes file = Written({Floats(0, {1, 2, 3}), Odd(1)});
  std::mt19937 random(3);
  const auto fix = [](Bytes& forged) {
    for (std::size_t at = 16; at + 32 <= forged.size();) {
      std::uint64_t length;
      std::uint32_t kind;
      std::memcpy(&kind, &forged[at], 4);
      std::memcpy(&length, &forged[at + 8], 8);
      if (length > forged.size() - at - 32) return;
      lockstep_capture::Checksum sum;
      sum.AddWord(kind);
      sum.AddWord(length);
      sum.Add(&forged[at] + 32, length);
      const std::uint64_t value = sum.Value(), check = ~length;
      const std::uint32_t kind_check = ~kind;
      std::memcpy(&forged[at + 4], &kind_check, 4);
      std::memcpy(&forged[at + 16], &check, 8);
      std::memcpy(&forged[at + 24], &value, 8);
      at += 32 + length;
    }
  };
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    Bytes forged = file;
    for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips) {
      forged[16 + random() % (forged.size() - 16)] ^= 1 << (random() % 8);
    }
    fix(forged);
    const auto back = ReadCaptureBytes(forged, "x");
    refused += !back;
    if (!back) continue;
    for (const Capture& capture : back->captures) {
      std::uint64_t size = capture.element_size;
      for (std::uint64_t extent : capture.shape) size *= extent;
      ASSERT_EQ(size, capture.bytes.size());
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(CaptureFile, RefusesAFileThatIsNoCapture) {
  EXPECT_THAT(ReadCaptureBytes(Bytes(100, 'x'), "x").error().message, HasSubstr("`x` is not a capture file"));
  EXPECT_THAT(ReadCaptureBytes({}, "x").error().message, HasSubstr("not a capture file"));
  EXPECT_THAT(ReadCaptures("missing.lscap").error().message, HasSubstr("No such file"));
}

TEST(CaptureFile, RefusesAnotherVersion) {
  Bytes file = Written({});
  file[8] = 9;
  EXPECT_THAT(ReadCaptureBytes(file, "x").error().message, HasSubstr("format 9"));
}

TEST(CaptureWriter, NamesTheFileThatItCannotWrite) {
  const auto writer = CaptureWriter::Create("no/folder/x.lscap", "simulator");
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().message, HasSubstr("no/folder/x.lscap"));
}

}  // namespace
}  // namespace lockstep::report
