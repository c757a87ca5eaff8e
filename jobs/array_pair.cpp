#include "jobs/array_pair.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace lockstep::jobs {
namespace {

// Neighbouring numbers of the type have neighbouring places; both zeros have one.
template <class Bits>
Bits PlaceInLine(const std::uint8_t* bytes) {
  Bits bits;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits < 0 ? std::numeric_limits<Bits>::min() - bits : bits;
}

template <class Bits>
std::uint64_t UlpsBetween(const std::uint8_t* a, const std::uint8_t* b) {
  const Bits x = PlaceInLine<Bits>(a), y = PlaceInLine<Bits>(b);
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

const std::uint8_t* BytesOf(const RecordedArray& array, std::uint64_t cell) {
  return array.after->bytes.data() + cell * array.CellSize();
}

}  // namespace

bool ArrayPair::Differ(std::uint64_t cell) const {
  const std::uint8_t *const ours = BytesOf(mine, cell), *const theirs = BytesOf(right, cell);
  if (std::memcmp(ours, theirs, mine.CellSize()) == 0) return false;
  if (!mine.HasNumbers() || !right.HasNumbers()) return true;
  const double a = mine.Number(cell), b = right.Number(cell);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
  if (mine.HasFloats() && std::fabs(a - b) <= slack) return false;
  if (wanted.ulp && mine.HasFloats())
    return (mine.CellSize() == sizeof(double) ? UlpsBetween<std::int64_t>(ours, theirs)
                                              : UlpsBetween<std::int32_t>(ours, theirs)) > *wanted.ulp;
  // Whole numbers of eight bytes have more digits than a double.
  if (wanted.tolerance == 0 && !mine.HasFloats()) return true;
  return !(std::fabs(a - b) <= wanted.tolerance) && a != b;
}

}  // namespace lockstep::jobs
