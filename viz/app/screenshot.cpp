#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>
#include <stb/stb_image_write.h>

#include "shared/base/must.h"
#include "shared/base/unfinished_file.h"
#include "viz/app/fonts.h"
#include "viz/app/keys.h"
#include "viz/app/offscreen.h"
#include "viz/app/start.h"
#include "viz/app/view.h"

namespace lockstep::viz {
namespace {

constexpr std::uint32_t kMaxSide = 16384;

std::string AsPng(const std::vector<std::uint8_t>& pixels, std::uint32_t width, std::uint32_t height) {
  std::string png;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  const bool made = stbi_write_png_to_func(append, &png, static_cast<int>(width), static_cast<int>(height), 4,
                                           pixels.data(), static_cast<int>(width * 4)) != 0;
  MUST(made, "a picture could not be encoded");
  return png;
}

void DrawOnce(Screen& screen, ImVec2 size, std::optional<ImVec2> mouse) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = size;
  io.DeltaTime = 1.0f / 60;
  io.MousePos = mouse.value_or(ImVec2(-1e6f, -1e6f));
  RefreshFonts(screen.desk());
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  screen.Draw();
  ImGui::Render();
  glViewport(0, 0, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y));
  screen.ClearBackground();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace

Expected<void> SaveScreenshot(Scene scene, const ViewOptions& options, const std::filesystem::path& png) {
  const float scale = options.scale > 0 ? options.scale : 1;
  const auto width = static_cast<std::uint32_t>(static_cast<float>(options.width) * scale);
  const auto height = static_cast<std::uint32_t>(static_cast<float>(options.height) * scale);
  if (width < 64 || height < 64 || width > kMaxSide || height > kMaxSide) {
    return Fail(fmt::format("a screenshot of {}x{} pixels is too small or too large: each side from 64 to {}", width,
                            height, kMaxSide));
  }
  auto offscreen = Offscreen::Create(width, height);
  if (!offscreen) return std::unexpected(offscreen.error());
  std::vector<std::uint8_t> pixels;
  std::string state;
  {
    const ImGuiSession session;
    Screen screen(std::move(scene), options.theme.value_or(ThemeKind::kLight), scale);
    screen.desk().animate = false;
    screen.desk().fonts = LoadFonts(scale);
    Place(screen, options);
    if (screen.model()) Restore(screen, KeptStopsFile(options.stops_file).kept());
    ImGui_ImplOpenGL3_Init("#version 330 core");
    std::optional<ImVec2> mouse;
    if (options.mouse) mouse = ImVec2(options.mouse->first * scale, options.mouse->second * scale);
    // ImGui measures in one frame what it places in the next; scrolling takes another one.
    constexpr int kFramesToSettle = 4;
    const ImVec2 size{static_cast<float>(width), static_cast<float>(height)};
    for (const char letter : options.keys) {
      DrawOnce(screen, size, mouse);  // a key may act on what is in view
      if (const auto key = KeyOfLetter(static_cast<unsigned char>(letter))) screen.Press(*key);
    }
    while (screen.is_asking()) DrawOnce(screen, size, mouse);
    for (int i = 0; i < kFramesToSettle; ++i) DrawOnce(screen, size, mouse);
    pixels = (*offscreen)->Read();
    state = DescribeState(screen);
    screen.ReleaseTextures();
    ImGui_ImplOpenGL3_Shutdown();
  }
  for (std::size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
  if (auto written = WriteFile(png, AsPng(pixels, width, height)); !written) return written;
  return options.state_file.empty() ? Expected<void>() : WriteFile(options.state_file, state + "\n");
}

}  // namespace lockstep::viz
