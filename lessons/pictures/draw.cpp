// draw_picture OUT.png [WIDTHxHEIGHT]: paints the picture that ships with the lessons; the default size is 1600x1066.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include "lessons/pictures/scene.h"

namespace {

using lockstep::pictures::LakeRow;
using lockstep::pictures::Size;

std::vector<unsigned char> Paint(Size size) {
  const std::size_t pitch = std::size_t{3} * size.width;
  std::vector<unsigned char> bytes(pitch * size.height);
  std::atomic<int> next_row = 0;
  const auto paint_rows = [&] {
    for (int y = next_row++; y < size.height; y = next_row++) {
      std::ranges::copy(LakeRow(size, y), bytes.begin() + static_cast<std::ptrdiff_t>(pitch * y));
    }
  };
  std::vector<std::jthread> painters(std::max(1u, std::thread::hardware_concurrency()));
  for (std::jthread& painter : painters) painter = std::jthread(paint_rows);
  painters.clear();
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  Size size;
  const bool good_size =
      argc < 3 || (std::sscanf(argv[2], "%dx%d", &size.width, &size.height) == 2 && size.width > 0 && size.height > 0);
  if (argc < 2 || argc > 3 || !good_size) {
    std::fprintf(stderr, "usage: draw_picture OUT.png [WIDTHxHEIGHT]\n");
    return 2;
  }
  const std::vector<unsigned char> bytes = Paint(size);
  if (!stbi_write_png(argv[1], size.width, size.height, 3, bytes.data(), 3 * size.width)) {
    std::fprintf(stderr, "draw_picture: cannot write `%s`\n", argv[1]);
    return 1;
  }
}
