#include "shared/replay/unwritten.h"

#include <algorithm>
#include <numeric>

#include "shared/replay/step_bytes.h"

namespace lockstep::replay {
namespace {

std::vector<trace::ByteRange> UnwrittenAtLaunch(const Model& model, trace::ObjectId id) {
  const auto object = model.object(id);
  const std::uint64_t kept = model.playback().Bytes(id).size();
  if (!object || kept == 0) return {};
  // Shared memory begins without values, unless the host plays it.
  const auto& given = model.launch().memory_before;
  if (object->kind == trace::ObjectKind::kShared &&
      std::ranges::find(given, id, &trace::Snapshot::object) == given.end())
    return {{0, kept}};
  const auto& all = model.launch().unwritten;
  const auto found = std::ranges::find(all, id, &trace::UnwrittenMemory::object);
  return found == all.end() ? std::vector<trace::ByteRange>{} : found->ranges;
}

}  // namespace

// The pieces are as small as the smallest write, with one entry for each.
WrittenSince FindWrittenSince(const Model& model, trace::ObjectId id) {
  const auto ranges = UnwrittenAtLaunch(model, id);
  if (ranges.empty()) return {};
  WrittenSince since;
  std::uint64_t piece = 16;
  for (const trace::ByteRange& range : ranges) piece = std::gcd(piece, std::gcd(range.begin, range.end));
  const auto& steps = model.launch().steps;
  for (const StepIndex i : model.index().WritesTo(id)) {
    piece = std::gcd(piece, std::gcd<std::uint64_t>(steps[i].offset, steps[i].size));
  }
  since.piece = piece;
  since.position.assign(ranges.back().end / piece, 0);
  for (const trace::ByteRange& range : ranges) {
    std::fill(since.position.begin() + static_cast<std::ptrdiff_t>(range.begin / piece),
              since.position.begin() + static_cast<std::ptrdiff_t>(range.end / piece), WrittenSince::kNever);
  }
  for (const StepIndex i : model.index().WritesTo(id)) {
    const std::uint64_t end = std::uint64_t{steps[i].offset} + steps[i].size;
    for (std::uint64_t at = steps[i].offset / piece; at < end / piece && at < since.position.size(); ++at) {
      since.position[at] = std::min(since.position[at], i + 1);
    }
  }
  return since;
}

bool IsUnwritten(const Model& model, trace::ObjectId object, std::uint64_t offset, std::uint64_t size,
                 Position position) {
  return IsUnwritten(model.WrittenSinceOf(object), offset, size, position);
}

bool IsUnwritten(const WrittenSince& since, std::uint64_t offset, std::uint64_t size, Position position) {
  if (since.position.empty()) return false;
  const std::uint64_t end =
      std::min<std::uint64_t>((offset + size + since.piece - 1) / since.piece, since.position.size());
  for (std::uint64_t at = offset / since.piece; at < end; ++at) {
    if (since.position[at] > position) return true;
  }
  return false;
}

bool BeginsUnwritten(const Model& model, trace::ObjectId object) {
  return !model.WrittenSinceOf(object).position.empty();
}

}  // namespace lockstep::replay
