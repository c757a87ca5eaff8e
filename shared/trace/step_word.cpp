#include "shared/trace/step_word.h"

#include <fmt/format.h>

#include "shared/trace/words.h"

namespace lockstep::trace {
namespace {

constexpr std::string_view kOperations[] = {"shuffle",   "shuffle up", "shuffle down", "shuffle xor",
                                            "any",       "all",        "uni",          "ballot",
                                            "match any", "match all",  "reduce",       "multiply"};

// "lanes 0-3, 7"
std::string LanesText(std::uint32_t mask) {
  if (mask == 0) return "no lane";
  std::string text;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if (!(mask >> lane & 1)) continue;
    std::uint32_t last = lane;
    while (last + 1 < kWarpSize && mask >> (last + 1) & 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", lane);
    if (last > lane) text += fmt::format("-{}", last);
    lane = last;
  }
  return (mask & (mask - 1) ? "lanes " : "lane ") + text;
}

}  // namespace

std::string_view Word(StepKind kind) {
  switch (kind) {
#define LOCKSTEP_STEP(name, word, text) \
  case StepKind::name: return word;
#include "shared/trace/step.def"
#undef LOCKSTEP_STEP
  }
  return "?";
}

std::string_view Meaning(StepKind kind) {
  switch (kind) {
#define LOCKSTEP_STEP(name, word, text) \
  case StepKind::name: return text;
#include "shared/trace/step.def"
#undef LOCKSTEP_STEP
  }
  return "?";
}

std::string ExchangeText(const Step& step) {
  const WarpExchange exchange = ExchangeOf(step.offset);
  const auto code = static_cast<std::size_t>(exchange.operation);
  std::string text(code < std::size(kOperations) ? kOperations[code] : "exchange");
  if (IsShuffle(exchange.operation) && exchange.meeting > 0)
    return text + fmt::format(": the value of lane {}", exchange.lane);
  switch (exchange.operation) {
    case WarpOperation::kAny:
    case WarpOperation::kAll:
    case WarpOperation::kUni: return text + (step.after ? ": yes" : ": no");
    case WarpOperation::kBallot:
    case WarpOperation::kMatchAny:
    case WarpOperation::kMatchAll: return text + ": " + LanesText(static_cast<std::uint32_t>(step.after));
    default: return text;
  }
}

}  // namespace lockstep::trace
