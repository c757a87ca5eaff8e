#include "viz/panels/texture.h"

#include <glad/gl.h>

#include <cstddef>
#include <cstdint>

namespace lockstep::viz {

Texture::~Texture() { Release(); }

void Texture::Release() {
  if (name_ != 0) glDeleteTextures(1, &name_);
  name_ = 0;
}

void Texture::Update(std::span<const std::uint32_t> rgba, std::uint32_t width, std::uint32_t height,
                     std::uint32_t first, std::uint32_t last) {
  const bool new_size = name_ == 0 || width != width_ || height != height_;
  if (!new_size && first >= last) return;
  if (name_ == 0) glGenTextures(1, &name_);
  glBindTexture(GL_TEXTURE_2D, name_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  const auto w = static_cast<GLsizei>(width), h = static_cast<GLsizei>(height);
  if (new_size) {
    width_ = width;
    height_ = height;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(first), w, static_cast<GLsizei>(last - first), GL_RGBA,
                    GL_UNSIGNED_BYTE, rgba.data() + std::size_t{first} * width);
  }
  stale_mipmaps_ = true;
}

void Texture::SetFilter(Filter filter) {
  if (name_ == 0) return;
  glBindTexture(GL_TEXTURE_2D, name_);
  if (filter == Filter::kSmooth && stale_mipmaps_) {
    glGenerateMipmap(GL_TEXTURE_2D);
    stale_mipmaps_ = false;
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                  filter == Filter::kSmooth ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST);
}

ImTextureID Texture::id() const { return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name_)); }

}  // namespace lockstep::viz
