#include "shared/base/xz.h"

#include <gtest/gtest.h>
#include <lzma.h>

namespace lockstep {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes Packed(const Bytes& content) {
  Bytes packed(lzma_stream_buffer_bound(content.size()));
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC32, nullptr, content.data(), content.size(), packed.data(), &size,
                                    packed.size()),
            LZMA_OK);
  packed.resize(size);
  return packed;
}

TEST(Xz, UnpacksWhatWasPacked) {
  for (const std::size_t size : {0, 1, 4096, 5'000'000}) {
    Bytes content(size);
    for (std::size_t i = 0; i < size; ++i) content[i] = static_cast<std::uint8_t>(i * i / 7);
    const Bytes packed = Packed(content);
    const auto unpacked = UnpackXz(packed, 5'000'000, "it");
    ASSERT_TRUE(unpacked) << unpacked.error().message;
    EXPECT_EQ(*unpacked, content);
  }
}

TEST(Xz, StopsAtTheLimitOfABomb) {
  const Bytes packed = Packed(Bytes(100'000'000));
  ASSERT_LT(packed.size(), 50'000u);
  const auto unpacked = UnpackXz(packed, 2'000'000, "bomb.lscap.xz");
  ASSERT_FALSE(unpacked);
  EXPECT_EQ(unpacked.error().message, "bomb.lscap.xz: it unpacks to more than 2000000 bytes");
}

TEST(Xz, RefusesDamagedData) {
  const Bytes packed = Packed(Bytes(2000, 7));
  for (std::size_t cut = 6; cut < packed.size(); ++cut)
    EXPECT_FALSE(UnpackXz(std::span(packed).first(cut), 1'000'000, "cut")) << cut;
  for (std::size_t at = 6; at < packed.size(); ++at) {
    Bytes flipped = packed;
    flipped[at] ^= 0x10;
    EXPECT_FALSE(UnpackXz(flipped, 1'000'000, "flipped")) << at;
  }
  Bytes longer = packed;
  longer.push_back(1);
  EXPECT_FALSE(UnpackXz(longer, 1'000'000, "longer"));
}

TEST(Xz, KnowsTheCrcOfTheStandard) {
  const std::string digits = "123456789";
  EXPECT_EQ(Crc32(std::span(reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size())), 0xcbf43926u);
}

}  // namespace
}  // namespace lockstep
