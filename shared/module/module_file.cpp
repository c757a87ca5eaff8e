#include "shared/module/module_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "shared/base/hash.h"
#include "shared/base/whole_number.h"

namespace lockstep::module {
namespace {

constexpr std::string_view kFirstLine = "// Lockstep module 1\n", kCodeLine = "// code\n", kLastLine = "// end\n";
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kLine = 120;  // of base64; a multiple of 4

// Bounds for what is read.
constexpr std::size_t kMostLine = 64 << 10, kMostLines = 1 << 16;
constexpr std::uint64_t kMostCode = std::uint64_t{1} << 30;

std::string OneLine(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\0') c = ' ';
  return text;
}

void AppendBase64(std::string& out, std::string_view bytes) {
  const auto at = [&](std::size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u; };
  std::size_t column = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    for (unsigned shift : {18u, 12u, 6u, 0u}) out.push_back(kDigits[group >> shift & 63]);
    if (column += 4; column == kLine) {
      out.push_back('\n');
      column = 0;
    }
  }
  if (column) out.push_back('\n');
}

// The characters that AppendBase64 writes for this many bytes.
std::uint64_t EncodedSize(std::uint64_t bytes) {
  const std::uint64_t characters = (bytes + 2) / 3 * 4;
  return characters + (characters + kLine - 1) / kLine;
}

std::optional<std::string> FromBase64(std::string_view text, std::uint64_t size) {
  static const std::array<int, 256> values = [] {
    std::array<int, 256> made;
    made.fill(-1);
    for (std::size_t i = 0; i < kDigits.size(); ++i) made[static_cast<unsigned char>(kDigits[i])] = static_cast<int>(i);
    return made;
  }();
  std::string bytes;
  bytes.reserve(size + 2);
  unsigned group = 0, digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % (kLine + 1) == kLine || i + 1 == text.size()) {
      if (text[i] != '\n') return std::nullopt;
      continue;
    }
    const int value = values[static_cast<unsigned char>(text[i])];
    if (value < 0) return std::nullopt;
    group = group << 6 | static_cast<unsigned>(value);
    if (++digits < 4) continue;
    for (unsigned shift : {16u, 8u, 0u}) bytes.push_back(static_cast<char>(group >> shift & 255));
    group = digits = 0;
  }
  if (digits || bytes.size() < size) return std::nullopt;
  // The last group is filled up with zeros.
  if (bytes.find_first_not_of('\0', size) != bytes.npos) return std::nullopt;
  bytes.resize(size);
  return bytes;
}

// The text at an address, of which no byte past the first zero is read.
class Cursor {
 public:
  Cursor(const char* text, std::uint64_t most) : text_(text), left_(most) {}

  bool Skip(std::string_view expected) {
    if (expected.size() > left_ || std::strncmp(text_, expected.data(), expected.size()) != 0) return false;
    Advance(expected.size());
    return true;
  }
  // Without its line break.
  std::optional<std::string_view> Line() {
    const std::size_t room = std::min<std::uint64_t>(left_, kMostLine);
    std::size_t length = 0;
    while (length < room && text_[length] != '\n' && text_[length] != '\0') ++length;
    if (length == room || text_[length] == '\0') return std::nullopt;
    const std::string_view line(text_, length);
    Advance(line.size() + 1);
    return line;
  }
  std::optional<std::string_view> Take(std::uint64_t size) {
    if (size > left_ || strnlen(text_, size) != size) return std::nullopt;
    const std::string_view taken(text_, size);
    Advance(size);
    return taken;
  }

 private:
  void Advance(std::size_t size) {
    text_ += size;
    left_ -= size;
  }
  const char* text_;
  std::uint64_t left_;
};

struct Header {
  Module module;
  std::vector<std::uint64_t> sizes, hashes;  // of the codes
};

bool TakeCode(Header& header, std::string_view mode, std::string_view rest) {
  const std::size_t blank = rest.find(' ');
  if (blank == rest.npos) return false;
  const auto size = WholeNumber<std::uint64_t>(rest.substr(0, blank));
  const auto hash = WholeNumber<std::uint64_t>(rest.substr(blank + 1), 16);
  if (!size || !hash || *size > kMostCode) return false;
  header.module.codes.push_back({.mode = std::string(mode), .bytes = {}});
  header.sizes.push_back(*size);
  header.hashes.push_back(*hash);
  return header.sizes.size() <= 3;
}

// "KEY REST"; unknown keys are text for people.
bool TakeLine(Header& header, std::string_view line) {
  if (!line.starts_with("// ")) return false;
  line.remove_prefix(3);
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view key = line.substr(0, blank), rest = line.substr(std::min(blank + 1, line.size()));
  if (key == "run" || key == "check" || key == "record") return TakeCode(header, key, rest);
  if (key == "abi") {
    const auto abi = WholeNumber<std::uint32_t>(rest);
    header.module.abi = abi.value_or(0);
    return abi.has_value();
  }
  if (key == "source") header.module.source = rest;
  if (key == "name") {
    // Linkage names have no blank.
    const std::size_t last = rest.rfind(' ');
    if (last == rest.npos) return false;
    header.module.names.push_back({std::string(rest.substr(0, last)), std::string(rest.substr(last + 1))});
  }
  return true;
}

bool HasMagic(const char* image, std::uint64_t most, std::string_view magic) {
  return most >= magic.size() && std::strncmp(image, magic.data(), magic.size()) == 0;
}

// Comments and blank lines may come before PTX's directives.
bool LooksLikePtx(const char* image, std::uint64_t most) {
  constexpr std::uint64_t kHead = 16 << 10;
  std::size_t length = 0;
  const auto is_text = [](char c) { return c == '\n' || c == '\r' || c == '\t' || (c >= ' ' && c <= '~'); };
  while (length < std::min(most, kHead) && is_text(image[length])) ++length;
  const std::string_view head(image, length);
  return head.contains(".version") && head.contains(".target");
}

}  // namespace

std::string Write(const Module& module) {
  std::string text(kFirstLine);
  text += "// Kernels for the CPU, built by Lockstep: neither PTX nor code for a GPU.\n";
  text += fmt::format("// source {}\n// abi {}\n", OneLine(module.source), module.abi);
  for (const Code& code : module.codes)
    text += fmt::format("// {} {} {:016x}\n", code.mode, code.bytes.size(), Fnv1a(code.bytes));
  for (const Name& name : module.names)
    text += fmt::format("// name {} {}\n", OneLine(name.asked), OneLine(name.linkage));
  text += kCodeLine;
  for (const Code& code : module.codes) AppendBase64(text, code.bytes);
  text += kLastLine;
  return text;
}

Kind KindOf(const char* image, std::uint64_t most) {
  constexpr std::size_t kMachine = 18;  // its place in ELF's header
  constexpr unsigned char kGpu = 190;
  if (HasMagic(image, most, kFirstLine)) return Kind::kOurs;
  if (HasMagic(image, most,
               "\x7f"
               "ELF"))
    return most > kMachine && static_cast<unsigned char>(image[kMachine]) == kGpu ? Kind::kCubin : Kind::kElf;
  if (HasMagic(image, most, "\x50\xed\x55\xba")) return Kind::kFatbin;
  return LooksLikePtx(image, most) ? Kind::kPtx : Kind::kOther;
}

Expected<Module> Read(const char* image, std::uint64_t most) {
  Cursor cursor(image, most);
  Header header;
  if (!cursor.Skip(kFirstLine)) return Fail("is no module of Lockstep");
  for (std::size_t lines = 0; !cursor.Skip(kCodeLine); ++lines) {
    const std::optional<std::string_view> line = cursor.Line();
    if (!line) return Fail("has been cut off");
    if (lines == kMostLines || !TakeLine(header, *line)) return Fail("is damaged: its header makes no sense");
  }
  Module& module = header.module;
  if (module.codes.empty()) return Fail("is damaged: it has no code");
  for (std::size_t i = 0; i < module.codes.size(); ++i) {
    const std::optional<std::string_view> text = cursor.Take(EncodedSize(header.sizes[i]));
    if (!text) return Fail("has been cut off");
    std::optional<std::string> bytes = FromBase64(*text, header.sizes[i]);
    if (!bytes || Fnv1a(*bytes) != header.hashes[i]) return Fail("is damaged: its code is not what was written");
    module.codes[i].bytes = std::move(*bytes);
  }
  if (!cursor.Skip(kLastLine)) return Fail("has been cut off");
  return std::move(module);
}

}  // namespace lockstep::module
