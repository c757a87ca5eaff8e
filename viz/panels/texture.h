#pragma once

// A texture for ImGui. Needs a current OpenGL context during its lifetime.

#include <imgui.h>

#include <cstdint>
#include <span>

namespace lockstep::viz {

class Texture {
 public:
  enum class Filter { kSharp, kSmooth };  // magnified pixels are squares · minified ones are averaged

  Texture() = default;
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  // Replaces rows [first, last) of a picture of 0xAABBGGRR pixels; if the size is new, replaces all of it.
  void Update(std::span<const std::uint32_t> rgba, std::uint32_t width, std::uint32_t height, std::uint32_t first,
              std::uint32_t last);
  void SetFilter(Filter filter);
  void Release();

  ImTextureID id() const;
  bool empty() const { return name_ == 0; }

 private:
  unsigned name_ = 0;
  std::uint32_t width_ = 0, height_ = 0;
  bool stale_mipmaps_ = false;
};

}  // namespace lockstep::viz
