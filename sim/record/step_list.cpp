#include "sim/record/step_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace lockstep::record {
namespace {

constexpr std::uint64_t kLongestPiece = 32768;
// Longer values lie in RecordedLaunch::long_values.
constexpr std::uint64_t kLongestInStep = 8;
// So many steps are packed together.
constexpr std::size_t kPackedTogether = 64 * trace::PackedSteps::kMost;

}  // namespace

void StepList::Begin(trace::RecordedLaunch& launch, std::uint64_t budget) {
  launch_ = &launch;
  budget_ = budget;
  pending_ = kNothing;
}

trace::Step& StepList::Add(StepMaker maker, trace::StepKind kind, trace::SiteId site) {
  Settle();
  if (launch_->steps.unpacked() >= kPackedTogether) launch_->steps.Pack();
  if (launch_->steps.size() >= budget_ && !launch_->truncated) {
    launch_->truncated = true;
    launch_->truncated_why =
        fmt::format("the recording ends after {} step{}: `--steps N` records more, `--block x,y,z` another block",
                    budget_, budget_ == 1 ? "" : "s");
  }
  return launch_->steps.Add({.kind = kind, .block = maker.block, .thread = maker.thread, .site = site});
}

trace::Step& StepList::AddText(StepMaker maker, trace::StepKind kind, trace::SiteId site, std::string text) {
  trace::Step& step = Add(maker, kind, site);
  step.offset = static_cast<std::uint32_t>(launch_->texts.size());
  launch_->texts.push_back(std::move(text));
  return step;
}

void StepList::AddAccess(StepMaker maker, trace::StepKind kind, trace::SiteId site, const Target& target,
                         std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t done = 0; done < size; done += kLongestPiece) {
    trace::Step& step = Add(maker, kind, site);
    step.object = target.object;
    step.offset = static_cast<std::uint32_t>(target.offset + done);
    step.size = static_cast<std::uint16_t>(std::min(size - done, kLongestPiece));
    if (kind == trace::StepKind::kRead || kind == trace::StepKind::kReadLocal) {
      PutValue(step, step.after, address + done);
      if (step.flags & trace::Step::kLongValue) step.before = step.after;
      continue;
    }
    PutValue(step, step.before, address + done);
    pending_ = launch_->steps.size() - 1;
    pending_address_ = address + done;
  }
}

void StepList::AddGivenValue(StepMaker maker, trace::SiteId site, trace::ObjectId object, std::uint64_t address,
                             std::uint64_t size) {
  trace::Step& step = Add(maker, trace::StepKind::kWrite, site);
  step.object = object;
  step.size = static_cast<std::uint16_t>(std::min(size, kLongestPiece));
  PutValue(step, step.before, address);
  PutValue(step, step.after, address);
}

void StepList::ReadBack() {
  trace::Step& step = launch_->steps.Change(std::exchange(pending_, kNothing));
  PutValue(step, step.after, pending_address_);
}

void StepList::PutValue(trace::Step& step, std::uint64_t& field, std::uint64_t address) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(address);
  if (step.size <= kLongestInStep) {
    field = 0;
    std::memcpy(&field, bytes, step.size);
    return;
  }
  step.flags |= trace::Step::kLongValue;
  field = launch_->long_values.size();
  launch_->long_values.insert(launch_->long_values.end(), bytes, bytes + step.size);
}

}  // namespace lockstep::record
