#include "sim/compile/pass/facts/value_ways.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"

namespace lockstep::pass {
namespace {

using trace::OperandKind;

// A value of more sources than this is a table or a loop written out.
constexpr std::size_t kMostSources = 64;

}  // namespace

Ways One(ValueSource source) {
  source.length = source.size;
  return {.ways = {{std::move(source)}}};
}
Ways Nothing() { return {.ways = {{}}}; }
Ways Unknown(std::uint64_t size, std::string text) {
  return One({.kind = OperandKind::kUnknown, .size = size, .text = std::move(text)});
}

void AddSource(Way& way, ValueSource source) {
  if (!llvm::is_contained(way, source)) way.push_back(std::move(source));
}

Ways Mixed(Ways ways, std::uint64_t size) {
  for (Way& way : ways.ways) {
    Way mixed;
    for (ValueSource source : way) {
      source.begin = 0;
      source.size = size;
      source.moves = false;
      AddSource(mixed, source);
    }
    way = std::move(mixed);
  }
  return ways;
}

Ways Cut(Ways ways, std::uint64_t begin, std::uint64_t size, std::uint64_t to) {
  for (Way& way : ways.ways) {
    Way cut;
    for (ValueSource source : way) {
      const std::uint64_t first = std::max(begin, source.begin),
                          end = std::min(begin + size, source.begin + source.size);
      if (first >= end) continue;
      if (source.moves) {
        source.offset += first - source.begin;
        source.length = end - first;
      }
      source.begin = first - begin + to;
      source.size = end - first;
      cut.push_back(source);
    }
    way = std::move(cut);
  }
  return ways;
}

Ways Product(const std::vector<Ways>& parts) {
  std::size_t count = 1, sources = 0;
  for (const Ways& part : parts) {
    count *= part.ways.size();
    if (count > kMostWays) return Unknown(~0u, "the value has too many ways to come to be");
    for (const Way& way : part.ways) sources += way.size();
  }
  if (sources > kMostSources * count) return Unknown(~0u, "the value has too many sources");
  Ways product{.ways = std::vector<Way>(count)};
  std::size_t factor = 1;
  for (const Ways& part : parts) {
    for (std::size_t i = 0; i < count; ++i)
      for (const ValueSource& source : part.ways[i / factor % part.ways.size()]) AddSource(product.ways[i], source);
    if (part.ways.size() > 1)
      for (const auto& [value, own] : part.factors) product.factors.emplace_back(value, own * factor);
    factor *= part.ways.size();
  }
  return product;
}

}  // namespace lockstep::pass
