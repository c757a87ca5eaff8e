#include "viz/testing/stage.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "viz/app/fonts.h"

namespace lockstep::viz {

Expected<std::unique_ptr<Stage>> Stage::Open(Scene scene, Size size, ThemeKind theme) {
  auto offscreen = Offscreen::Create(size.width, size.height);
  if (!offscreen) return std::unexpected(offscreen.error());
  std::unique_ptr<Stage> stage(new Stage);
  stage->size_ = size;
  stage->offscreen_ = std::move(*offscreen);
  stage->session_ = std::make_unique<ImGuiSession>();
  stage->screen_ = std::make_unique<Screen>(std::move(scene), theme, size.scale);
  stage->screen_->desk().animate = false;
  stage->screen_->desk().fonts = LoadFonts(size.scale);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  io.MousePos = {-1e6f, -1e6f};
  stage->Settle();
  return stage;
}

Stage::~Stage() {
  if (!screen_) return;
  screen_->ReleaseTextures();
  ImGui_ImplOpenGL3_Shutdown();
}

void Stage::Settle() {
  constexpr int kFrames = 4;
  for (int i = 0; i < kFrames; ++i) DrawOnce();
  if (!screen_->is_asking()) return;
  while (screen_->is_asking()) DrawOnce();
  for (int i = 0; i < kFrames; ++i) DrawOnce();
}

void Stage::DrawOnce() {
  ImGui::GetIO().DeltaTime = 1.0f / 60;
  RefreshFonts(screen_->desk());
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  screen_->Draw();
  ImGui::Render();
  is_rasterised_ = false;
}

void Stage::Rasterise() {
  if (std::exchange(is_rasterised_, true)) return;
  glViewport(0, 0, static_cast<GLsizei>(size_.width), static_cast<GLsizei>(size_.height));
  screen_->ClearBackground();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Stage::Press(std::string_view key) {
  screen_->Press(key);
  Settle();
}

void Stage::Hover(ImVec2 at) {
  ImGui::GetIO().MousePos = at;
  Settle();
}

void Stage::Click(ImVec2 at) { Drag(at, at); }

void Stage::HoldShift(bool is_down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, is_down);
#else
  ImGui::GetIO().KeyShift = is_down;
#endif
}

void Stage::Drag(ImVec2 from, ImVec2 to) {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = from;
  DrawOnce();
  io.MouseDown[0] = true;
  DrawOnce();
  io.MousePos = to;
  DrawOnce();
  io.MouseDown[0] = false;
  Settle();
}

void Stage::Wheel(ImVec2 at, float turns) {
  Hover(at);
  ImGui::GetIO().MouseWheel = turns;
  DrawOnce();
  Settle();
}

std::vector<std::uint32_t> Stage::Pixels() {
  Rasterise();
  const auto bytes = offscreen_->Read();
  std::vector<std::uint32_t> pixels(bytes.size() / 4);
  std::memcpy(pixels.data(), bytes.data(), bytes.size());
  for (std::uint32_t& pixel : pixels) pixel |= 0xff000000;
  return pixels;
}

std::vector<std::uint32_t> Stage::PixelsOfNewScreen(Scene scene, const std::function<void(Screen&)>& prepare) {
  const Desk& desk = screen_->desk();
  auto fresh = std::make_unique<Screen>(std::move(scene), desk.theme.kind, desk.screen_scale);
  fresh->desk().text_size = desk.text_size;
  fresh->desk().FindScale();
  fresh->desk().animate = false;
  fresh->desk().fonts = desk.fonts;
  prepare(*fresh);
  std::swap(screen_, fresh);
  Settle();
  auto pixels = Pixels();
  screen_->ReleaseTextures();
  std::swap(screen_, fresh);
  Settle();
  return pixels;
}

std::size_t Stage::Count(ImU32 color) {
  const auto pixels = Pixels();
  return static_cast<std::size_t>(std::ranges::count(pixels, color | 0xff000000));
}

}  // namespace lockstep::viz
