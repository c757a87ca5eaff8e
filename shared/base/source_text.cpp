#include "shared/base/source_text.h"

#include "shared/base/file.h"

namespace lockstep {

std::string SourceTextOf(const std::string& path) {
  constexpr std::uint64_t kLargest = 4 << 20;
  Expected<std::string> text = ReadText(path, kLargest);
  return text && !text->contains('\0') ? std::move(*text) : "";
}

}  // namespace lockstep
