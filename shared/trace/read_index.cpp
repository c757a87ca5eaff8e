#include "shared/trace/read_index.h"

#include <charconv>

namespace lockstep::trace {

std::optional<Dim3> ReadIndex(std::string_view text) {
  std::uint32_t parts[3] = {0, 0, 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::uint32_t& part : parts) {
    const auto [next, error] = std::from_chars(at, end, part);
    if (error != std::errc()) return std::nullopt;
    if (next == end) return Dim3{parts[0], parts[1], parts[2]};
    if (*next != ',') return std::nullopt;
    at = next + 1;
  }
  return std::nullopt;
}

std::optional<NamedThread> ReadThread(std::string_view text) {
  NamedThread named;
  if (const std::size_t slash = text.find('/'); slash != text.npos) {
    named.block = ReadIndex(text.substr(0, slash));
    if (!named.block) return std::nullopt;
    text.remove_prefix(slash + 1);
  }
  const auto thread = ReadIndex(text);
  if (!thread) return std::nullopt;
  named.thread = *thread;
  return named;
}

}  // namespace lockstep::trace
