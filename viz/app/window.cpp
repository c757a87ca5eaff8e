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
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/unfinished_file.h"
#include "shared/session/variables.h"
#include "viz/app/fonts.h"
#include "viz/app/keys.h"
#include "viz/app/mouse_queue.h"
#include "viz/app/start.h"
#include "viz/app/view.h"

namespace lockstep::viz {
namespace {

// The interval of polls for a newer scene while nothing moves.
constexpr double kIdleSeconds = 0.1;

std::string_view NameOf(int key) {
  switch (key) {
    case GLFW_KEY_RIGHT: return "→";
    case GLFW_KEY_LEFT: return "←";
    case GLFW_KEY_DOWN: return "↓";
    case GLFW_KEY_UP: return "↑";
    case GLFW_KEY_PAGE_DOWN: return "Page Down";
    case GLFW_KEY_PAGE_UP: return "Page Up";
    case GLFW_KEY_HOME: return "Home";
    case GLFW_KEY_END: return "End";
    case GLFW_KEY_SPACE: return "Space";
    case GLFW_KEY_TAB: return "Tab";
    case GLFW_KEY_ESCAPE: return "Esc";
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return "Enter";
    case GLFW_KEY_BACKSPACE: return "Backspace";
    case GLFW_KEY_DELETE: return "Delete";
    default: return {};
  }
}

// A key without a letter, or a letter with Ctrl; letters alone are typed.
std::optional<std::string> KeyOf(int key, int scancode, int modifiers) {
  std::string name(NameOf(key));
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) name = fmt::format("F{}", key - GLFW_KEY_F1 + 1);
  const bool control = modifiers & GLFW_MOD_CONTROL;
  if (const char* letter = name.empty() && control ? glfwGetKeyName(key, scancode) : nullptr; letter && !letter[1])
    name = KeyOfLetter(static_cast<unsigned char>(letter[0])).value_or("");
  if (name.empty()) return std::nullopt;
  if (modifiers & GLFW_MOD_SHIFT) name.insert(0, "Shift ");
  if (modifiers & GLFW_MOD_ALT) name.insert(0, "Alt ");
  if (control) name.insert(0, "Ctrl ");
  return name;
}

// The window of the system and its OpenGL context.
class Window {
 public:
  // Before Open. Returns the scale that a window probably has.
  static Expected<float> Prepare(const ViewOptions& options) {
    if (!glfwInit()) return Fail(Cause("no window can be opened"));
    float x = 1, y = 1;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) glfwGetMonitorContentScale(monitor, &x, &y);
    return options.scale > 0 ? options.scale : Rounded(x);
  }

  static Expected<std::unique_ptr<Window>> Open(const ViewOptions& options) {
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
    // Below this, panels have no room for their own names.
    glfwSetWindowSizeLimits(window, std::min(width, 480), std::min(height, 360), GLFW_DONT_CARE, GLFW_DONT_CARE);
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
  std::vector<std::string> TakeKeys() { return std::exchange(keys_, {}); }
  MouseQueue& clicks() { return clicks_; }
  // True if there was any input since the last call.
  bool TakeActivity() { return std::exchange(active_, false); }
  void SetTitle(const std::string& title) {
    if (title.empty() || title == title_) return;
    glfwSetWindowTitle(window_, title.c_str());
    title_ = title;
  }
  // Over the whole screen, or where it was before.
  void SetFullScreen(bool full) {
    if (full == (glfwGetWindowMonitor(window_) != nullptr)) return;
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (full && mode) {
      glfwGetWindowPos(window_, &x_, &y_);
      glfwGetWindowSize(window_, &width_, &height_);
      glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else if (!full) {
      glfwSetWindowMonitor(window_, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
    }
  }
  float scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return Rounded(x);
  }

 private:
  explicit Window(GLFWwindow* window) : window_(window) {}

  static float Rounded(float scale) { return std::max(1.0f, std::round(scale * 4) / 4); }

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

  // ImGui installs its callbacks later, and forwards events to these.
  void Listen() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
      Window& self = Of(window);
      if (action == GLFW_RELEASE) return;
      if (auto name = KeyOf(key, scancode, modifiers)) self.keys_.push_back(std::move(*name));
    });
    glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned letter) {
      Window& self = Of(window);
      if (auto name = KeyOfLetter(letter)) self.keys_.push_back(std::move(*name));
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double, double) { Of(window); });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int) { Of(window); });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
      Window& self = Of(window);
      if (button != GLFW_MOUSE_BUTTON_LEFT) return;
      double x = 0, y = 0;
      glfwGetCursorPos(window, &x, &y);
      self.clicks_.Note(action == GLFW_PRESS, {static_cast<float>(x), static_cast<float>(y)});
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double) { Of(window); });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int) { Of(window); });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { Of(window); });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { Of(window); });
  }

  GLFWwindow* window_;
  int x_ = 0, y_ = 0, width_ = 0, height_ = 0;  // before it was full
  std::string title_;                           // empty: the one that it was opened with
  std::vector<std::string> keys_;
  MouseQueue clicks_;
  bool active_ = false;
};

void DrawOnce(Screen& screen, GLFWwindow* window, MouseQueue& clicks) {
  RefreshFonts(screen.desk());
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  clicks.Take(ImGui::GetIO());
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

// A theme that was requested for this window alone is not remembered.
void Remember(const Screen& screen, const ViewOptions& options, SettingsFile& file) {
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;  // a panel's edge may be on its way
  Settings settings = screen.settings();
  if (options.theme && settings.dark == (*options.theme == ThemeKind::kDark)) settings.dark = file.kept().dark;
  if (const auto kept = file.Keep(settings); !kept)
    std::fprintf(stderr, "lockstep: the look of the window is not remembered: %s\n", kept.error().message.c_str());
}

// Breakpoints come back with the first recording; from then on they are kept.
class StopsKeeper {
 public:
  explicit StopsKeeper(const ViewOptions& options) : file_(options.stops_file) {}
  void Follow(Screen& screen, bool is_end = false) {
    if (!screen.model()) return;
    if (!std::exchange(has_restored_, true)) Restore(screen, file_.kept());
    if (const auto kept = file_.Keep(StopsOf(screen, is_end)); !kept)
      std::fprintf(stderr, "lockstep: breakpoints, watches and places are not kept: %s\n",
                   kept.error().message.c_str());
  }

 private:
  KeptStopsFile file_;
  bool has_restored_ = false;
};

// An error if the state could not be written at the end; the window does not depend on it.
Expected<void> Run(Window& window, Screen& screen, const ViewOptions& options, SettingsFile& settings,
                   const SceneSource& newer) {
  std::string told;
  StopsKeeper stops(options);
  Expected<void> written;
  // An event takes several frames to show: ImGui places in one frame what it measured in the frame before.
  constexpr int kFramesToSettle = 4;
  int frames_to_draw = kFramesToSettle;
  while (!glfwWindowShouldClose(window.handle()) && !screen.wants_to_close()) {
    if (frames_to_draw > 0 || screen.is_moving())
      glfwPollEvents();
    else
      glfwWaitEventsTimeout(kIdleSeconds);
    if (window.TakeActivity() || !window.clicks().empty()) frames_to_draw = kFramesToSettle;
    for (const std::string& key : window.TakeKeys()) screen.Press(key);
    if (newer) {
      if (auto scene = newer(screen.reading())) screen.Show(std::move(*scene)), frames_to_draw = kFramesToSettle;
    }
    if (screen.Tick(glfwGetTime())) frames_to_draw = kFramesToSettle;
    // Nothing has changed: skip the frame to save processor time.
    if (frames_to_draw <= 0 && !screen.is_moving()) continue;
    stops.Follow(screen);
    window.SetFullScreen(screen.desk().is_presented);
    window.SetTitle(screen.title());
    DrawOnce(screen, window.handle(), window.clicks());
    --frames_to_draw;
    Remember(screen, options, settings);
    if (options.state_file.empty()) continue;
    std::string state = DescribeState(screen);
    if (state == told) continue;
    written = WriteFile(options.state_file, state + "\n");
    told = std::move(state);
  }
  stops.Follow(screen, true);
  return written;
}

bool WantsLessMotion() {
  const char* value = std::getenv(session::kReducedMotionVariable);
  return value && *value && std::string_view(value) != "0";
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
  const Expected<float> guess = Window::Prepare(options);
  if (!guess) return std::unexpected(guess.error());
  const ImGuiSession session;
  SettingsFile settings(options.settings_file);
  Settings look = settings.kept();
  if (options.theme) look.dark = *options.theme == ThemeKind::kDark;
  // Letters are drawn by another thread while the system makes the window; nothing else uses ImGui meanwhile.
  const Fonts fonts = LoadFonts(ScaleOf(*guess, look.text_size, false));
  std::future<bool> letters = std::async(std::launch::async, [atlas = ImGui::GetIO().Fonts] { return atlas->Build(); });
  auto window = Window::Open(options);
  letters.wait();
  if (!window) return std::unexpected(window.error());
  const float scale = options.scale > 0 ? options.scale : (*window)->scale();
  Screen screen(std::move(scene), ThemeKind::kLight, scale);
  screen.desk().animate = !WantsLessMotion();
  screen.Remember(look);
  screen.desk().fonts = fonts;
  if (fonts.scale != screen.desk().scale) {
    ImGui::GetIO().Fonts->Clear();
    screen.desk().fonts = LoadFonts(screen.desk().scale);
  }
  Place(screen, options);
  ImGui_ImplGlfw_InitForOpenGL((*window)->handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  const Expected<void> ran = Run(**window, screen, options, settings, newer);
  screen.ReleaseTextures();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  return ran;
}

}  // namespace lockstep::viz
