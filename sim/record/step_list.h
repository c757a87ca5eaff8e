#pragma once

// The steps of the launch that is being recorded, as they are written down.
//
// A write's new value is not known when its hook runs, which is before the write. It is read back when the next step is
// added: no other thread of a watched block runs in between. What is settled is packed, some thousands at a time, so
// that a launch of many million steps fits in memory.

#include <cstdint>
#include <string>

#include "shared/trace/recording.h"
#include "sim/record/target.h"

namespace lockstep::record {

// The thread that makes a step.
struct StepMaker {
  std::uint32_t block = 0;   // index into RecordedLaunch::blocks
  std::uint32_t thread = 0;  // linear thread index in its block
};

class StepList {
 public:
  // From now on steps go to `launch`, `budget` of them at most. It must stay where it is until the next Begin.
  void Begin(trace::RecordedLaunch& launch, std::uint64_t budget);

  // All of these settle the last write first.
  // The step that uses up the budget is still written; the launch is truncated then, and the caller adds no more.
  trace::Step& Add(StepMaker maker, trace::StepKind kind, trace::SiteId site);
  // With a text of its own: what a printf printed, what a fault says.
  trace::Step& AddText(StepMaker maker, trace::StepKind kind, trace::SiteId site, std::string text);
  // A read, a write or an atomic of `size` bytes at `address`. Long ones (copies of whole structs) are several steps.
  void AddAccess(StepMaker maker, trace::StepKind kind, trace::SiteId site, const Target& target, std::uint64_t address,
                 std::uint64_t size);
  // A write of a value that is in place already: a parameter's.
  void AddGivenValue(StepMaker maker, trace::SiteId site, trace::ObjectId object, std::uint64_t address,
                     std::uint64_t size);

  // Reads back what the last write wrote. To be called before anything else may change that memory.
  void Settle() {
    if (pending_ != kNothing) ReadBack();
  }

 private:
  static constexpr std::size_t kNothing = ~std::size_t{0};

  void ReadBack();
  void PutValue(trace::Step& step, std::uint64_t& field, std::uint64_t address);

  trace::RecordedLaunch* launch_ = nullptr;
  std::uint64_t budget_ = 0;
  std::size_t pending_ = kNothing;  // the write whose new value is not known yet
  std::uint64_t pending_address_ = 0;
};

}  // namespace lockstep::record
