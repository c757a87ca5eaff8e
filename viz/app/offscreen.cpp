#include "viz/app/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace lockstep::viz {
namespace {

// EGL's functions, from the system's library: without it, all but pictures works.
struct Egl {
  PFNEGLGETPROCADDRESSPROC GetProcAddress;
  PFNEGLGETERRORPROC GetError;
  PFNEGLINITIALIZEPROC Initialize;
  PFNEGLTERMINATEPROC Terminate;
  PFNEGLBINDAPIPROC BindAPI;
  PFNEGLCHOOSECONFIGPROC ChooseConfig;
  PFNEGLCREATECONTEXTPROC CreateContext;
  PFNEGLDESTROYCONTEXTPROC DestroyContext;
  PFNEGLMAKECURRENTPROC MakeCurrent;
};

template <class Function>
bool Find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

// Null: the system has none. Its drivers may have threads, so it stays loaded.
const Egl* LoadEgl() {
  static const std::optional<Egl> loaded = []() -> std::optional<Egl> {
    void* const library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    Egl egl;
    const bool is_whole =
        library && Find(library, "eglGetProcAddress", egl.GetProcAddress) &&
        Find(library, "eglGetError", egl.GetError) && Find(library, "eglInitialize", egl.Initialize) &&
        Find(library, "eglTerminate", egl.Terminate) && Find(library, "eglBindAPI", egl.BindAPI) &&
        Find(library, "eglChooseConfig", egl.ChooseConfig) && Find(library, "eglCreateContext", egl.CreateContext) &&
        Find(library, "eglDestroyContext", egl.DestroyContext) && Find(library, "eglMakeCurrent", egl.MakeCurrent);
    return is_whole ? std::optional(egl) : std::nullopt;
  }();
  return loaded ? &*loaded : nullptr;
}

class EglOffscreen final : public Offscreen {
 public:
  EglOffscreen(const Egl& egl, EGLDisplay display, EGLContext context, std::uint32_t width, std::uint32_t height)
      : egl_(egl), display_(display), context_(context), width_(width), height_(height) {
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
    egl_.MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl_.DestroyContext(display_, context_);
    egl_.Terminate(display_);
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
  const Egl& egl_;
  EGLDisplay display_;
  EGLContext context_;
  std::uint32_t width_, height_;
  GLuint framebuffer_ = 0, texture_ = 0;
};

std::unexpected<Error> Failure(std::string_view what) {
  return Fail(fmt::format(
      "cannot draw a picture: {}; the packages libegl1, libgl1 and libgl1-mesa-dri provide a software renderer", what));
}

std::unexpected<Error> Failure(const Egl& egl, const char* what) {
  return Failure(fmt::format("{} (EGL error {:#x})", what, egl.GetError()));
}

}  // namespace

Expected<std::unique_ptr<Offscreen>> Offscreen::Create(std::uint32_t width, std::uint32_t height) {
  const Egl* const egl = LoadEgl();
  if (!egl) return Failure("there is no EGL");
  // Dear ImGui loads it by itself, and ends the process where it cannot.
  if (!dlopen("libGL.so.1", RTLD_NOW | RTLD_LOCAL)) return Failure("there is no libGL.so.1");
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl->GetProcAddress("eglGetPlatformDisplayEXT"));
  const EGLDisplay display =
      get_display ? get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr) : EGL_NO_DISPLAY;
  if (display == EGL_NO_DISPLAY) return Failure(*egl, "this system's EGL has no surfaceless platform");
  if (!egl->Initialize(display, nullptr, nullptr)) return Failure(*egl, "EGL cannot be initialised");
  if (!egl->BindAPI(EGL_OPENGL_API)) return Failure(*egl, "EGL offers no OpenGL");
  const EGLint config_attributes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  egl->ChooseConfig(display, config_attributes, &config, 1, &configs);
  const EGLint context_attributes[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  const EGLContext context = egl->CreateContext(display, config, EGL_NO_CONTEXT, context_attributes);
  if (context == EGL_NO_CONTEXT) return Failure(*egl, "OpenGL 3.3 is not available");
  if (!egl->MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
    return Failure(*egl, "the context cannot be used");
  if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(egl->GetProcAddress)))
    return Failure(*egl, "OpenGL's functions are missing");
  return std::make_unique<EglOffscreen>(*egl, display, context, width, height);
}

}  // namespace lockstep::viz
