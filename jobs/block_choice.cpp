#include "jobs/block_choice.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "shared/trace/read_index.h"

namespace lockstep::jobs {
namespace {

using session::BlockRule;

constexpr char kExpected[] = "expected all, first:N, every:N, corners, or blocks: x,y,z;x,y,z";

// Of "first:8", with `word` "first:". 0 if it is no number.
std::optional<std::uint64_t> CountAfter(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return std::nullopt;
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data() + word.size(), end, count);
  return error == std::errc() && next == end ? count : 0;
}

}  // namespace

Expected<void> AddBlocks(const std::string& text, session::RecordSettings& settings) {
  if (text == "all" || text == "corners") {
    settings.rules.push_back({.kind = text == "all" ? BlockRule::Kind::kAll : BlockRule::Kind::kCorners});
    return {};
  }
  for (const auto& [word, kind] : {std::pair{"first:", BlockRule::Kind::kFirst}, {"every:", BlockRule::Kind::kEvery}}) {
    const auto count = CountAfter(text, word);
    if (!count) continue;
    if (*count == 0) return Fail(fmt::format("`{}`: expected a number from 1 after `{}`", text, word));
    settings.rules.push_back({kind, *count});
    return {};
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string one = text.substr(begin, end - begin);
    const std::optional<trace::Dim3> block = trace::ReadIndex(one);
    if (!block) return Fail(fmt::format("`{}`: {}", one, kExpected));
    settings.blocks.push_back(*block);
    begin = end + 1;
  }
  return {};
}

}  // namespace lockstep::jobs
