#pragma once

// Pictures for programs: reads PNG and JPEG, writes PNG, with stb_image (Debian: libstb-dev). C++17, for Lockstep and
// nvcc.
//
//   lockstep::Picture picture = lockstep::LoadPicture(argc > 1 ? argv[1] : lockstep::ShippedPicture());
//   cudaMemcpy(d_colour, picture.bytes.data(), picture.bytes.size(), cudaMemcpyHostToDevice);
//
// Layout: planar, one byte for each level (0 to 255): all reds, then all greens, then all blues; rows from top to
// bottom, pixels from left to right. The level of channel c at (row, column) is bytes[(c * height + row) * width +
// column].
//
// LOCKSTEP_PICTURE_ELSEWHERE reduces this header to declarations; one other source file then includes it with
// LOCKSTEP_PICTURE_DEFINE instead. This avoids compiling stb_image repeatedly.

#include <string>
#include <vector>

namespace lockstep {

struct Picture {
  int channels = 3;  // 3: colour; 1: grey
  int height = 0, width = 0;
  std::vector<unsigned char> bytes;  // channels * height * width
};

// Loads a PNG or JPEG as colour. Prints an error and ends the program if the file is missing or not a picture.
Picture LoadPicture(const std::string& path);

// Writes a PNG. Prints an error and ends the program if the file cannot be written.
void SavePicture(const std::string& path, const Picture& picture);

// The picture that comes with Lockstep's lessons: a lake at sunset, 1600x1066.
std::string ShippedPicture();

}  // namespace lockstep

// Only host code decodes pictures, so a pass over the device half skips this part.
#if !defined(LOCKSTEP_PICTURE_ELSEWHERE) && !defined(__CUDA_ARCH__)

#ifdef LOCKSTEP_PICTURE_DEFINE
#define LOCKSTEP_PICTURE_FUNCTION
#else
#define LOCKSTEP_PICTURE_FUNCTION inline
#endif

#define STB_IMAGE_STATIC
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#if __has_include(<stb/stb_image.h>)
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#elif __has_include(<stb_image.h>)
#include <stb_image.h>
#include <stb_image_write.h>
#else
#error "stb_image.h is missing: install the package libstb-dev, or give its folder with -I"
#endif

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace lockstep {

LOCKSTEP_PICTURE_FUNCTION Picture LoadPicture(const std::string& path) {
  Picture picture;
  int channels_of_file = 0;
  unsigned char* pixels = stbi_load(path.c_str(), &picture.width, &picture.height, &channels_of_file, 3);
  if (!pixels) {
    std::fprintf(stderr, "The picture `%s` cannot be read: %s.\n", path.c_str(), stbi_failure_reason());
    std::exit(1);
  }
  const std::size_t count = std::size_t(picture.height) * picture.width;
  picture.bytes.resize(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      picture.bytes[channel * count + i] = pixels[3 * i + channel];
    }
  }
  stbi_image_free(pixels);
  return picture;
}

LOCKSTEP_PICTURE_FUNCTION void SavePicture(const std::string& path, const Picture& picture) {
  const std::size_t count = std::size_t(picture.height) * picture.width, channels = picture.channels;
  std::vector<unsigned char> pixels(channels * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t channel = 0; channel < channels; ++channel) {
      pixels[channels * i + channel] = picture.bytes[channel * count + i];
    }
  }
  const int pitch = picture.width * picture.channels;
  if (!stbi_write_png(path.c_str(), picture.width, picture.height, picture.channels, pixels.data(), pitch)) {
    std::fprintf(stderr, "The picture `%s` cannot be written.\n", path.c_str());
    std::exit(1);
  }
}

// Located relative to this header: in the sources (shared/lockstep) and in an installation
// (include/lockstep/public/lockstep).
LOCKSTEP_PICTURE_FUNCTION std::string ShippedPicture() {
  const auto above = [](std::string path, int levels) {
    while (levels-- > 0 && path.find('/') != std::string::npos) path.erase(path.find_last_of('/'));
    return path + "/";
  };
  const std::string installed = above(__FILE__, 5) + "share/lockstep/lessons/pictures/lake.png";
  std::FILE* file = std::fopen(installed.c_str(), "rb");
  if (!file) return above(__FILE__, 3) + "lessons/pictures/lake.png";
  std::fclose(file);
  return installed;
}

}  // namespace lockstep

#undef LOCKSTEP_PICTURE_FUNCTION
#endif
