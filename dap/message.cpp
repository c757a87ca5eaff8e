#include "dap/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "shared/base/json_text.h"
#include "shared/base/printable.h"

namespace lockstep::dap {
namespace {

constexpr int kDeepest = 64;  // levels of objects and lists

// The levels of a text that is JSON. The parser could count them while it parses, but with a function that watches it,
// it looks at all earlier elements of a list at the end of each.
int DepthOf(std::string_view json) {
  int depth = 0, deepest = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if (c == '}' || c == ']') --depth;
  }
  return deepest;
}

Expected<std::size_t> LengthOf(std::string_view header) {
  constexpr std::string_view kName = "Content-Length: ";
  while (!header.empty()) {
    const std::string_view line = header.substr(0, header.find("\r\n"));
    header.remove_prefix(std::min(line.size() + 2, header.size()));
    if (!line.starts_with(kName)) continue;
    const std::string_view digits = line.substr(kName.size());
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    if (error != std::errc{} || end != digits.data() + digits.size() || length > MessageReader::kLongestMessage)
      return Fail(fmt::format("`{}` is no length of a message (at most {} bytes)", Printable(ShortName(line)),
                              MessageReader::kLongestMessage));
    return length;
  }
  return Fail("a message has no Content-Length");
}

}  // namespace

std::string FormatMessage(const Json& message) {
  const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

Expected<std::optional<Json>> MessageReader::Next() {
  const std::size_t end = bytes_.find("\r\n\r\n");
  if (end == std::string::npos) {
    if (bytes_.size() > kLongestHeader) return Fail("the header of a message has no end");
    return std::nullopt;
  }
  const auto length = LengthOf(std::string_view(bytes_).substr(0, end));
  if (!length) return std::unexpected(length.error());
  const std::size_t begin = end + 4;
  if (bytes_.size() - begin < *length) return std::nullopt;
  const std::string text = bytes_.substr(begin, *length);
  bytes_.erase(0, begin + *length);
  const bool is_deep = DepthOf(text) > kDeepest;
  Json message = is_deep ? Json() : ParseWholeNumbers(text, false);
  if (message.is_discarded() || !message.is_object()) return Fail("a message is no JSON object");
  return std::optional(std::move(message));
}

}  // namespace lockstep::dap
