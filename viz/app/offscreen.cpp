#include "viz/app/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstdlib>

namespace lockstep::viz {
namespace {

class EglOffscreen final : public Offscreen {
 public:
  EglOffscreen(EGLDisplay display, EGLContext context, std::uint32_t width, std::uint32_t height)
      : display_(display), context_(context), width_(width), height_(height) {
    glGenFramebuffers(1, &framebuffer_);
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    const auto w = static_cast<GLsizei>(width), h = static_cast<GLsizei>(height);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glViewport(0, 0, w, h);
  }

  ~EglOffscreen() override {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }

  std::vector<std::uint8_t> Read() const override {
    const std::size_t row = std::size_t{width_} * 4;
    std::vector<std::uint8_t> pixels(row * height_), upright(row * height_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_), GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels.data());
    for (std::uint32_t y = 0; y < height_; ++y) {
      std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(row * (height_ - 1 - y)), row,
                  upright.begin() + static_cast<std::ptrdiff_t>(row * y));
    }
    return upright;
  }

 private:
  EGLDisplay display_;
  EGLContext context_;
  std::uint32_t width_, height_;
  GLuint framebuffer_ = 0, texture_ = 0;
};

std::unexpected<Error> Failure(const char* what) {
  return Fail(
      fmt::format("cannot draw a picture: {} (EGL error {:#x}); the packages libegl1 and libgl1-mesa-dri "
                  "provide a software renderer",
                  what, eglGetError()));
}

}  // namespace

Expected<std::unique_ptr<Offscreen>> Offscreen::Create(std::uint32_t width, std::uint32_t height) {
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  const EGLDisplay display =
      get_display ? get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr) : EGL_NO_DISPLAY;
  if (display == EGL_NO_DISPLAY) return Failure("this system's EGL has no surfaceless platform");
  if (!eglInitialize(display, nullptr, nullptr)) return Failure("EGL cannot be initialised");
  if (!eglBindAPI(EGL_OPENGL_API)) return Failure("EGL offers no OpenGL");
  const EGLint config_attributes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  eglChooseConfig(display, config_attributes, &config, 1, &configs);
  const EGLint context_attributes[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_attributes);
  if (context == EGL_NO_CONTEXT) return Failure("OpenGL 3.3 is not available");
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return Failure("the context cannot be used");
  if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress))) return Failure("OpenGL's functions are missing");
  return std::make_unique<EglOffscreen>(display, context, width, height);
}

}  // namespace lockstep::viz
