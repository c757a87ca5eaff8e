#include "sim/launch/start_order.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace lockstep::launch {

StartOrder::StartOrder(const session::Order& order, std::uint64_t count, std::uint64_t number)
    : kind_(order.kind), count_(count), ascends_(session::StartsAscending(order)) {
  if (kind_ != session::OrderKind::kShuffled) return;
  half_bits_ = std::max(1, (static_cast<int>(std::bit_width(count_ - 1)) + 1) / 2);
  session::Chance chance(order.seed * 0x9e3779b97f4a7c15u ^ number * 0xd1342543de82ef95u);
  for (std::uint64_t& key : keys_) key = chance.Next();
}

std::uint64_t StartOrder::Mixed(std::uint64_t half, int round) const {
  return session::Chance(half ^ keys_[static_cast<std::size_t>(round)]).Next() >> (64 - half_bits_);
}

std::uint64_t StartOrder::Encrypt(std::uint64_t value) const {
  std::uint64_t high = value >> half_bits_, low = value & ((std::uint64_t{1} << half_bits_) - 1);
  for (int round = 0; round < kRounds; ++round) high = std::exchange(low, high ^ Mixed(low, round));
  return high << half_bits_ | low;
}

std::uint64_t StartOrder::Decrypt(std::uint64_t value) const {
  std::uint64_t high = value >> half_bits_, low = value & ((std::uint64_t{1} << half_bits_) - 1);
  for (int round = kRounds; round-- > 0;) low = std::exchange(high, low ^ Mixed(high, round));
  return high << half_bits_ | low;
}

std::uint64_t StartOrder::At(std::uint64_t place) const {
  if (kind_ == session::OrderKind::kConsumerFirst) return count_ - 1 - place;
  std::uint64_t number = Encrypt(place);
  while (number >= count_) number = Encrypt(number);
  return number;
}

std::uint64_t StartOrder::PlaceOf(std::uint64_t number) const {
  if (kind_ == session::OrderKind::kConsumerFirst) return count_ - 1 - number;
  if (kind_ != session::OrderKind::kShuffled) return number;
  std::uint64_t place = Decrypt(number);
  while (place >= count_) place = Decrypt(place);
  return place;
}

std::uint64_t StartOrder::Next() {
  if (!ascends_) return At(begun_++);
  while (begun_ > 0 && PlaceOf(ascending_) < begun_) ++ascending_;
  return ascending_++;
}

}  // namespace lockstep::launch
