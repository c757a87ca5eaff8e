#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "shared/base/unfinished_file.h"
#include "viz/app/fonts.h"
#include "viz/app/keys.h"
#include "viz/app/start.h"
#include "viz/app/view.h"

namespace lockstep::viz {
namespace {

// Nothing moves: wake up this often to ask for a newer scene.
constexpr double kIdleSeconds = 0.1;

// The letter that is written on the key, whatever the keyboard's layout.
bool IsLetter(int key, int scancode, char letter) {
  const char* name = glfwGetKeyName(key, scancode);
  return name && name[0] == letter && name[1] == 0;
}

std::optional<Key> KeyOf(int key, int scancode, int modifiers) {
  const bool shift = modifiers & GLFW_MOD_SHIFT;
  if ((modifiers & GLFW_MOD_CONTROL) && IsLetter(key, scancode, 'q')) return Key::kQuit;
  switch (key) {
    case GLFW_KEY_RIGHT: return Key::kForward;
    case GLFW_KEY_LEFT: return Key::kBackward;
    case GLFW_KEY_DOWN: return Key::kWarpForward;
    case GLFW_KEY_UP: return Key::kWarpBackward;
    case GLFW_KEY_PAGE_DOWN: return shift ? Key::kNextPage : Key::kBlockForward;
    case GLFW_KEY_PAGE_UP: return shift ? Key::kPreviousPage : Key::kBlockBackward;
    case GLFW_KEY_HOME: return Key::kStart;
    case GLFW_KEY_END: return Key::kEnd;
    case GLFW_KEY_SPACE: return Key::kPlay;
    case GLFW_KEY_F1: return Key::kHelp;
    case GLFW_KEY_F5: return shift ? Key::kRunBackward : Key::kRunForward;
    case GLFW_KEY_F9: return Key::kBreakpoint;
    case GLFW_KEY_TAB: return Key::kNextArray;
    case GLFW_KEY_ESCAPE: return Key::kLeave;
    default: return std::nullopt;
  }
}

// The window of the system and its OpenGL context.
class Window {
 public:
  static Expected<std::unique_ptr<Window>> Open(const ViewOptions& options) {
    if (!glfwInit()) return Fail(Cause("no window can be opened"));
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    int width = static_cast<int>(options.width), height = static_cast<int>(options.height);
    if (options.scale > 0) {
      glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_FALSE);
      width = static_cast<int>(static_cast<float>(width) * options.scale);
      height = static_cast<int>(static_cast<float>(height) * options.scale);
    }
    GLFWwindow* window = glfwCreateWindow(width, height, options.title.c_str(), nullptr, nullptr);
    if (!window) {
      const std::string cause = Cause("no window with OpenGL 3.3 can be opened");
      glfwTerminate();
      return Fail(cause);
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress))) return Fail("OpenGL's functions are missing");
    auto opened = std::unique_ptr<Window>(new Window(window));
    opened->Listen();
    return opened;
  }

  ~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
  }

  GLFWwindow* handle() const { return window_; }
  std::vector<Key> TakeKeys() { return std::exchange(keys_, {}); }
  // Whether anything has happened since the last time.
  bool TakeActivity() { return std::exchange(active_, false); }
  float scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::max(1.0f, std::round(x * 4) / 4);
  }

 private:
  explicit Window(GLFWwindow* window) : window_(window) {}

  static std::string Cause(const char* what) {
    const char* why = nullptr;
    glfwGetError(&why);
    return fmt::format("{}{}{}; `--screenshot FILE.png` needs no display", what, why ? ": " : "", why ? why : "");
  }

  static Window& Of(GLFWwindow* window) {
    auto& found = *static_cast<Window*>(glfwGetWindowUserPointer(window));
    found.active_ = true;
    return found;
  }

  // ImGui's own listeners, installed later, pass on to these.
  void Listen() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
      Window& self = Of(window);
      const auto meant = KeyOf(key, scancode, modifiers);
      if (action != GLFW_RELEASE && meant) self.keys_.push_back(*meant);
    });
    glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned letter) {
      Window& self = Of(window);
      if (const auto meant = KeyOfLetter(letter)) self.keys_.push_back(*meant);
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double, double) { Of(window); });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int) { Of(window); });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int, int, int) { Of(window); });
    glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double) { Of(window); });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int) { Of(window); });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { Of(window); });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { Of(window); });
  }

  GLFWwindow* window_;
  std::vector<Key> keys_;
  bool active_ = false;
};

void DrawOnce(Screen& screen, GLFWwindow* window) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  screen.Draw();
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  glViewport(0, 0, width, height);
  screen.ClearBackground();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window);
}

// An error where the state could not be written in the end; the window goes on without.
Expected<void> Run(Window& window, Screen& screen, const ViewOptions& options, const SceneSource& newer) {
  std::string told;
  Expected<void> written;
  // An event takes some frames to show: ImGui places in one what it measured in the one before.
  constexpr int kFramesToSettle = 4;
  int frames_to_draw = kFramesToSettle;
  while (!glfwWindowShouldClose(window.handle()) && !screen.wants_to_close()) {
    if (frames_to_draw > 0 || screen.is_moving())
      glfwPollEvents();
    else
      glfwWaitEventsTimeout(kIdleSeconds);
    if (window.TakeActivity()) frames_to_draw = kFramesToSettle;
    for (const Key key : window.TakeKeys()) screen.Press(key);
    if (newer) {
      if (auto scene = newer()) screen.Show(std::move(*scene)), frames_to_draw = kFramesToSettle;
    }
    // Nothing has changed: the picture stays, and the processor is left to others.
    if (frames_to_draw <= 0 && !screen.is_moving()) continue;
    DrawOnce(screen, window.handle());
    --frames_to_draw;
    if (options.state_file.empty()) continue;
    std::string state = DescribeState(screen);
    if (state == told) continue;
    written = WriteFile(options.state_file, state + "\n");
    told = std::move(state);
  }
  return written;
}

}  // namespace

bool HasDisplay() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  };
  return set("DISPLAY") || set("WAYLAND_DISPLAY");
}

Expected<void> ShowWindow(Scene scene, const ViewOptions& options, const SceneSource& newer) {
  auto window = Window::Open(options);
  if (!window) return std::unexpected(window.error());
  const ImGuiSession session;
  const float scale = options.scale > 0 ? options.scale : (*window)->scale();
  Screen screen(std::move(scene), options.theme.value_or(ThemeKind::kLight), scale);
  screen.desk().fonts = LoadFonts(scale);
  Place(screen, options);
  ImGui_ImplGlfw_InitForOpenGL((*window)->handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  const Expected<void> ran = Run(**window, screen, options, newer);
  screen.ReleaseTextures();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  return ran;
}

}  // namespace lockstep::viz
