#include "sim/explain/handed_over.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "shared/base/address.h"
#include "sim/machine/host_work.h"
#include "sim/machine/machine.h"

namespace lockstep::explain {
namespace {

constexpr std::uint64_t kWord = 4;                // bytes
constexpr std::uint64_t kMostWatched = 16 << 20;  // bytes that are compared at each launch
constexpr std::size_t kMostWords = 1 << 20;       // that are known as arguments

bool BothCanTouch(memory::MemoryKind kind) {
  return kind == memory::MemoryKind::kManaged || kind == memory::MemoryKind::kPinned ||
         kind == memory::MemoryKind::kRegistered;
}

// A word of the host counts as the bytes that it needs, of the number or, if that is negative, of
// its complement. So the passes of a loop (0, 1, 2 and so on) count little.
std::uint64_t BytesNeeded(std::uint64_t word, std::uint64_t bytes) {
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - 8 * bytes);
  const std::uint64_t number = std::min(word, ~word & ones);
  return std::clamp<std::uint64_t>((std::bit_width(number) + 7) / 8, 1, bytes);
}

const std::uint8_t* BytesAt(std::uint64_t address) { return reinterpret_cast<const std::uint8_t*>(address); }

}  // namespace

void HandedOver::Watch(std::uint64_t address, std::uint64_t size) {
  watched_[address] = {.serial = 0, .known = std::vector<std::uint8_t>(size)};
}

void HandedOver::WatchOfDevice(std::uint64_t address, std::uint64_t size) {
  if (size > kMostWatched || watched_bytes_ > kMostWatched - size) return;
  watched_bytes_ += size;
  watched_[address] = {.serial = 0, .known = std::vector<std::uint8_t>(BytesAt(address), BytesAt(address) + size)};
}

void HandedOver::WatchObjects() {
  std::set<std::uint64_t> live;  // serial numbers
  for (const memory::MemoryObject* object : machine_.memory().LiveObjects()) {
    if (!BothCanTouch(object->kind)) continue;
    live.insert(object->serial);
    const auto known = watched_.find(object->address);
    if (known != watched_.end() && known->second.serial == object->serial) continue;
    Watched& watched = watched_[object->address] = {.serial = object->serial, .known = {}};
    const bool is_small = object->size <= kMostWatched && watched_bytes_ <= kMostWatched - object->size;
    if (is_small) watched.known.resize(object->size);
    (is_small ? watched_bytes_ : stored_bytes_) += object->size;
  }
  std::erase_if(watched_, [&](const auto& one) {
    const auto& [address, watched] = one;
    const bool is_gone = watched.serial != 0 && !live.contains(watched.serial);
    if (is_gone) watched_bytes_ -= watched.known.size();
    return is_gone;
  });
}

void HandedOver::Count(std::uint64_t address, Watched& watched) {
  std::vector<std::uint8_t>& known = watched.known;
  if (known.empty() || std::memcmp(known.data(), BytesAt(address), known.size()) == 0) return;
  for (std::uint64_t at = 0; at < known.size(); at += kWord) {
    const std::uint64_t size = std::min(kWord, known.size() - at);
    if (std::memcmp(known.data() + at, BytesAt(address + at), size) != 0) stored_bytes_ += size;
  }
  std::memcpy(known.data(), BytesAt(address), known.size());
}

std::pair<const std::uint64_t, HandedOver::Watched>* HandedOver::Find(std::uint64_t address) {
  auto after = watched_.upper_bound(address);
  if (after == watched_.begin()) return nullptr;
  auto& found = *std::prev(after);
  return address - found.first < found.second.known.size() ? &found : nullptr;
}

void HandedOver::CountAt(std::uint64_t address) {
  if (auto* const found = Find(address)) Count(found->first, found->second);
}

bool HandedOver::IsOfDevice(std::uint64_t address) const {
  return machine_.Locate(reinterpret_cast<const void*>(address)).DeviceCanTouch();
}

void HandedOver::CountArguments(const launch::LaunchRequest& request) {
  std::uint64_t place = 0;  // of the parameter
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const std::uint64_t size = request.kernel->parameters[i].size;
    const std::uint64_t begin = AddressOf(request.arguments[i]);
    for (std::uint64_t at = 0; at < size; at += kWord) {
      std::uint64_t address = 0;
      if (at % sizeof address == 0 && size - at >= sizeof address)
        std::memcpy(&address, BytesAt(begin + at), sizeof address);
      if (address != 0 && IsOfDevice(address)) {
        // Its offset within its memory is a number that the host chooses.
        if (const std::uint64_t offset = OffsetOf(address)) CountWord(request, place + at, offset, sizeof offset);
        at += kWord;
        continue;
      }
      std::uint32_t word = 0;
      const std::uint64_t bytes = std::min(kWord, size - at);
      std::memcpy(&word, BytesAt(begin + at), bytes);
      CountWord(request, place + at, word, bytes);
    }
    place += size;
  }
}

void HandedOver::CountWord(const launch::LaunchRequest& request, std::uint64_t place, std::uint64_t word,
                           std::uint64_t bytes) {
  if (words_.contains({request.kernel, place, word})) return;
  const auto of_place = words_.lower_bound({request.kernel, place, 0});
  const bool is_first =
      of_place == words_.end() || std::get<0>(*of_place) != request.kernel || std::get<1>(*of_place) != place;
  if (words_.size() < kMostWords) words_.insert({request.kernel, place, word});
  // A word by itself counts whole: many of them, with a small number in each, are no loop but an array.
  argument_bytes_ += is_first ? std::min(bytes, kWord) : BytesNeeded(word, bytes);
}

std::uint64_t HandedOver::OffsetOf(std::uint64_t address) const {
  const memory::MemoryObject* const object = machine_.memory().FindLive(address);
  return object ? address - object->address : 0;
}

// A kernel sees its shape, so the host can choose it to say something; the first one is free.
void HandedOver::CountShape(const launch::LaunchRequest& request) {
  const trace::Dim3 grid = request.grid, block = request.block;
  const std::vector<std::uint64_t> shape{AddressOf(request.kernel), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                         request.dynamic_shared};
  const auto known = shapes_.lower_bound({AddressOf(request.kernel)});
  const bool is_first = known == shapes_.end() || known->front() != AddressOf(request.kernel);
  if (shapes_.size() < kMostWords && shapes_.insert(shape).second && !is_first) argument_bytes_ += kWord;
}

void HandedOver::LaunchBegins(const launch::LaunchRequest& request) {
  // Arrays of kernels that the host plays are the host's own, and arguments of a kernel's launches are a kernel's.
  if (request.played) return;
  WatchObjects();
  for (auto& [address, watched] : watched_) Count(address, watched);
  if (request.parent) return;
  CountShape(request);
  CountArguments(request);
}

void HandedOver::LaunchEnds() {
  for (auto& [address, watched] : watched_)
    if (!watched.known.empty()) std::memcpy(watched.known.data(), BytesAt(address), watched.known.size());
}

// The bytes of memory that the host has not stored there.
void HandedOver::Expect(std::uint64_t to, const void* from, std::uint64_t size) {
  auto* const found = Find(to);
  if (!found) return;
  std::vector<std::uint8_t>& known = found->second.known;
  const std::uint64_t at = to - found->first;
  if (size <= known.size() - at) std::memmove(known.data() + at, from, size);
}

void HandedOver::Copies(const machine::CopyPlan& plan) {
  WatchObjects();
  CountAt(AddressOf(plan.from));
  CountAt(AddressOf(plan.to));
  for (std::size_t z = 0; z < plan.depth; ++z)
    for (std::size_t y = 0; y < plan.height; ++y)
      Expect(AddressOf(plan.to + z * plan.to_slice + y * plan.to_pitch),
             plan.from + z * plan.from_slice + y * plan.from_pitch, plan.width);
}

void HandedOver::Fills(const machine::FillOperation& fill) {
  const cudaMemsetParams& p = fill.parms;
  argument_bytes_ += p.value == 0 ? 1 : p.elementSize;
  WatchObjects();
  if (!Find(AddressOf(p.dst))) return;
  CountAt(AddressOf(p.dst));
  std::vector<std::uint8_t> row(p.width * p.elementSize);
  for (std::size_t at = 0; at < row.size(); ++at)
    row[at] = static_cast<std::uint8_t>(p.value >> (8 * (at % p.elementSize)));
  for (std::size_t z = 0; z < fill.depth; ++z)
    for (std::size_t y = 0; y < p.height; ++y)
      Expect(AddressOf(p.dst) + z * fill.slice + y * p.pitch, row.data(), row.size());
}

}  // namespace lockstep::explain
