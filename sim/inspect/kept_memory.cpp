#include "sim/inspect/kept_memory.h"

#include <algorithm>
#include <cstring>

namespace lockstep::inspect {
namespace {

// More are not kept: 8 MiB of device memory.
constexpr std::size_t kMostWords = 1 << 20;

// A word never crosses a page, and so never leaves what the program may read.
std::uint64_t WordAt(std::uint64_t address) {
  std::uint64_t word;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

}  // namespace

void KeptMemory::Begin() {
  is_on_ = true;
  in_doubt_ = false;
  words_.clear();
}

void KeptMemory::End() {
  is_on_ = false;
  words_.clear();
}

void KeptMemory::Keep(std::uint64_t address, std::uint64_t size) {
  if (in_doubt_) return;
  for (std::uint64_t word = address & ~7ull; word < address + size; word += 8) words_.try_emplace(word, WordAt(word));
  in_doubt_ = words_.size() > kMostWords;
}

bool KeptMemory::IsAsKept() const {
  return !in_doubt_ && std::ranges::all_of(words_, [](const auto& word) { return WordAt(word.first) == word.second; });
}

}  // namespace lockstep::inspect
