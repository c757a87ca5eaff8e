#include "viz/app/fonts.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui_freetype.h>

#include <cmath>
#include <span>

// The assembler embeds the font files in the program, so that nothing must be located or copied at the start.
#define EMBED(name, path)                                                                                             \
  __asm__(".pushsection .rodata\n.balign 16\n" #name "_begin:\n.incbin \"" path "\"\n" #name "_end:\n.popsection\n"); \
  extern "C" {                                                                                                        \
  __attribute__((visibility("hidden"))) extern const unsigned char name##_begin[];                                    \
  __attribute__((visibility("hidden"))) extern const unsigned char name##_end[];                                      \
  }

EMBED(lockstep_font_inter, LOCKSTEP_FONT_INTER)
EMBED(lockstep_font_inter_italic, LOCKSTEP_FONT_INTER_ITALIC)
EMBED(lockstep_font_inter_strong, LOCKSTEP_FONT_INTER_STRONG)
EMBED(lockstep_font_mono, LOCKSTEP_FONT_MONO)
EMBED(lockstep_font_mono_strong, LOCKSTEP_FONT_MONO_STRONG)
EMBED(lockstep_font_symbols, LOCKSTEP_FONT_SYMBOLS)

namespace lockstep::viz {
namespace {

using Bytes = std::span<const unsigned char>;

// Latin, punctuation, arrows, and the symbols of formulas.
const ImWchar kLetters[] = {0x0020, 0x017f, 0x2000, 0x2027, 0x2030, 0x203a, 0x2190, 0x2199, 0x2200, 0x22ff, 0};
const ImWchar kSymbols[] = {0x2000, 0x206f, 0x0370, 0x03ff, 0x2070, 0x209f, 0x2190, 0x21ff, 0x2200,
                            0x22ff, 0x2500, 0x25ff, 0x2600, 0x26ff, 0x2700, 0x27bf, 0};

void Add(Bytes font, float pixels, const ImWchar* ranges, bool merge) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merge;
  config.OversampleH = config.OversampleV = 1;
  config.PixelSnapH = true;
  config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  // ImGui does not write to the data; its interface merely lacks the const.
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(font.data()), static_cast<int>(font.size()),
                                             pixels, &config, ranges);
}

ImFont* Load(Bytes font, float size, float scale) {
  const float pixels = std::round(size * scale);
  Add(font, pixels, kLetters, false);
  ImFont* loaded = ImGui::GetIO().Fonts->Fonts.back();
  Add({lockstep_font_symbols_begin, lockstep_font_symbols_end}, pixels, kSymbols, true);
  return loaded;
}

}  // namespace

Fonts LoadFonts(float scale) {
  const Bytes inter{lockstep_font_inter_begin, lockstep_font_inter_end};
  const Bytes italic{lockstep_font_inter_italic_begin, lockstep_font_inter_italic_end};
  const Bytes strong{lockstep_font_inter_strong_begin, lockstep_font_inter_strong_end};
  const Bytes mono{lockstep_font_mono_begin, lockstep_font_mono_end};
  const Bytes mono_strong{lockstep_font_mono_strong_begin, lockstep_font_mono_strong_end};
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  atlas->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas->Flags |= ImFontAtlasFlags_NoMouseCursors;
  atlas->TexDesiredWidth = 2048;
  Fonts fonts{.scale = scale};
  fonts.text = Load(inter, 15, scale);
  fonts.italic = Load(italic, 15, scale);
  fonts.strong = Load(strong, 15, scale);
  fonts.small = Load(inter, 12.5f, scale);
  fonts.title = Load(strong, 21, scale);
  fonts.code = Load(mono, 14.5f, scale);
  fonts.code_strong = Load(mono_strong, 14.5f, scale);
  fonts.code_small = Load(mono, 12, scale);
  fonts.code_sizes = {fonts.code, Load(mono, 13, scale), fonts.code_small, Load(mono, 10.5f, scale),
                      Load(mono, 9, scale)};
  return fonts;
}

void RefreshFonts(Desk& desk) {
  if (desk.fonts.scale == desk.scale) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui::GetIO().Fonts->Clear();
  desk.fonts = LoadFonts(desk.scale);
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

}  // namespace lockstep::viz
