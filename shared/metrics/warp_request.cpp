#include "shared/metrics/warp_request.h"

#include <algorithm>
#include <bit>

namespace lockstep::metrics {
namespace {

template <class Work>
void ForEachLane(std::uint32_t lanes, Work&& work) {
  for (; lanes; lanes &= lanes - 1) work(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

// A small sorted set of numbers.
template <std::size_t kMost>
class Numbers {
 public:
  void Add(std::uint64_t number) { numbers_[count_++] = number; }
  void Sort() {
    std::sort(numbers_.begin(), numbers_.begin() + count_);
    count_ = static_cast<std::uint32_t>(std::unique(numbers_.begin(), numbers_.begin() + count_) - numbers_.begin());
  }
  std::uint32_t count() const { return count_; }
  const std::uint64_t* begin() const { return numbers_.data(); }
  const std::uint64_t* end() const { return numbers_.data() + count_; }

 private:
  std::array<std::uint64_t, kMost> numbers_;
  std::uint32_t count_ = 0;
};

// The number of lanes that shared memory serves together.
std::uint32_t LanesTogether(std::uint32_t size) { return size <= 4 ? 32 : size <= 8 ? 16 : 8; }

std::uint32_t MaskOf(std::uint32_t first, std::uint32_t count) {
  return (count == 32 ? ~0u : (1u << count) - 1) << first;
}

std::uint32_t WavefrontsOf(const WarpRequest& request, std::uint32_t lanes) {
  // An unaligned lane of 16 bytes touches 5 words; such lanes are served 8 at a time.
  Numbers<trace::kWarpSize * 2> words;
  ForEachLane(lanes, [&](std::uint32_t lane) {
    const std::uint64_t first = request.addresses[lane] / kBankBytes;
    const std::uint64_t last = (request.addresses[lane] + request.size - 1) / kBankBytes;
    for (std::uint64_t word = first; word <= last; ++word) words.Add(word);
  });
  words.Sort();
  std::array<std::uint32_t, kBanks> asked{};
  for (std::uint64_t word : words) ++asked[word % kBanks];
  return *std::ranges::max_element(asked);
}

}  // namespace

std::uint32_t Sectors(const WarpRequest& request) {
  Numbers<trace::kWarpSize * 2> sectors;
  ForEachLane(request.lanes, [&](std::uint32_t lane) {
    const std::uint64_t first = request.addresses[lane] / kSectorBytes;
    const std::uint64_t last = (request.addresses[lane] + request.size - 1) / kSectorBytes;
    sectors.Add(first);
    if (last != first) sectors.Add(last);
  });
  sectors.Sort();
  return sectors.count();
}

std::uint32_t LocalSectors(const WarpRequest& request) {
  constexpr std::uint32_t kLanesOfSector = kSectorBytes / kBankBytes;
  // An unaligned lane of 16 bytes touches 5 words.
  Numbers<std::size_t{trace::kWarpSize} * 5> sectors;
  ForEachLane(request.lanes, [&](std::uint32_t lane) {
    const std::uint64_t first = request.addresses[lane] / kBankBytes;
    const std::uint64_t last = (request.addresses[lane] + request.size - 1) / kBankBytes;
    for (std::uint64_t word = first; word <= last; ++word) sectors.Add(word * trace::kWarpSize + lane / kLanesOfSector);
  });
  sectors.Sort();
  return sectors.count();
}

std::uint32_t IdealSectors(const WarpRequest& request) {
  Numbers<trace::kWarpSize> starts;
  ForEachLane(request.lanes, [&](std::uint32_t lane) { starts.Add(request.addresses[lane]); });
  starts.Sort();
  std::uint64_t bytes = 0, end = 0;
  for (std::uint64_t start : starts) {
    bytes += start + request.size - std::max(start, end);
    end = start + request.size;
  }
  return static_cast<std::uint32_t>((bytes + kSectorBytes - 1) / kSectorBytes);
}

std::uint32_t DueSectors(const WarpRequest& request, std::uint32_t sectors) {
  const auto bytes = static_cast<std::uint32_t>(std::popcount(request.lanes)) * request.size;
  return std::min(sectors, (bytes + kSectorBytes - 1) / kSectorBytes);
}

std::uint32_t BankWavefronts(const WarpRequest& request) {
  const std::uint32_t together = LanesTogether(request.size);
  std::uint32_t rounds = 0;
  for (std::uint32_t first = 0; first < trace::kWarpSize; first += together)
    rounds += WavefrontsOf(request, request.lanes & MaskOf(first, together));
  return rounds;
}

std::uint32_t IdealWavefronts(const WarpRequest& request) {
  const std::uint32_t together = LanesTogether(request.size);
  std::uint32_t rounds = 0;
  for (std::uint32_t first = 0; first < trace::kWarpSize; first += together)
    rounds += (request.lanes & MaskOf(first, together)) != 0;
  return rounds;
}

std::uint32_t LargestCrowd(const WarpRequest& request) {
  std::uint32_t crowd = 0;
  std::uint64_t lowest = 0;
  for (std::uint32_t left = request.lanes; left;) {
    const std::uint64_t address = request.addresses[std::countr_zero(left)];
    std::uint32_t same = 0;
    ForEachLane(left, [&](std::uint32_t lane) { same |= request.addresses[lane] == address ? 1u << lane : 0; });
    const int more = std::popcount(same) - std::popcount(crowd);
    if (more > 0 || (more == 0 && address < lowest)) {
      crowd = same;
      lowest = address;
    }
    left &= ~same;
  }
  return crowd;
}

std::uint32_t LanesOnOneAddress(const WarpRequest& request) {
  return static_cast<std::uint32_t>(std::popcount(LargestCrowd(request)));
}

}  // namespace lockstep::metrics
