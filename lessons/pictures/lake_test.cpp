#include <gtest/gtest.h>

#include <cstdlib>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include "lessons/pictures/scene.h"

namespace lockstep::pictures {
namespace {

// Levels may differ by one, because the last bit of exp() and pow() depends on the C library.
TEST(Lake, ShippedPictureIsWhatTheGeneratorPaints) {
  int width = 0, height = 0, channels = 0;
  unsigned char* shipped = stbi_load(LOCKSTEP_SOURCE_DIR "/lessons/pictures/lake.png", &width, &height, &channels, 3);
  ASSERT_NE(shipped, nullptr) << stbi_failure_reason();
  ASSERT_EQ(width, 1600);
  ASSERT_EQ(height, 1066);
  int different = 0, looked_at = 0;
  for (int y = 3; y < height; y += 29) {
    const std::vector<unsigned char> row = LakeRow({width, height}, y);
    for (std::size_t i = 0; i < row.size(); ++i, ++looked_at) {
      different += std::abs(row[i] - shipped[std::size_t{3} * width * y + i]) > 1;
    }
  }
  EXPECT_LT(different, looked_at / 1000);
  stbi_image_free(shipped);
}

}  // namespace
}  // namespace lockstep::pictures
