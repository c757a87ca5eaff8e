#include "shared/session/order.h"

#include "shared/base/whole_number.h"

namespace lockstep::session {

std::optional<Order> ParseOrder(std::string_view text) {
  if (text == "serial") return Order{OrderKind::kSerial, 0};
  if (text == "lockstep") return Order{OrderKind::kLockstep, 0};
  if (text == "shuffled") return Order{OrderKind::kShuffled, 1};
  if (text == "consumer-first") return Order{OrderKind::kConsumerFirst, 0};
  constexpr std::string_view kShuffledPrefix = "shuffled:";
  if (!text.starts_with(kShuffledPrefix)) return std::nullopt;
  text.remove_prefix(kShuffledPrefix.size());
  const auto seed = WholeNumber<decltype(Order::seed)>(text);
  return seed ? std::optional(Order{OrderKind::kShuffled, *seed}) : std::nullopt;
}

std::string OrderName(const Order& order) {
  switch (order.kind) {
    case OrderKind::kSerial: return "serial";
    case OrderKind::kLockstep: return "lockstep";
    case OrderKind::kConsumerFirst: return "consumer-first";
    case OrderKind::kShuffled: return "shuffled:" + std::to_string(order.seed);
  }
  return "serial";
}

bool StartsAscending(const Order& order) {
  return order.kind == OrderKind::kSerial || order.kind == OrderKind::kLockstep;
}

}  // namespace lockstep::session
