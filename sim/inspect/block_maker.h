#pragma once

// Makes the checked blocks of the launch that runs.

#include <memory>

#include "sim/inspect/block.h"
#include "sim/inspect/context.h"

namespace lockstep::inspect {

class BlockMaker {
 public:
  // `unordered`: episodes of work that is unordered with the launch.
  BlockMaker(CheckContext& context, check::Releases& releases, const check::EpisodeRanges& unordered)
      : context_(context), releases_(releases), unordered_(unordered) {}

  // The request must live until the next launch begins.
  void LaunchBegins(const launch::LaunchRequest& request) { request_ = &request; }
  std::unique_ptr<CheckedBlock> Make(const LockstepBlock& block, std::uint64_t linear) const {
    const std::uint32_t threads = block.block_dim[0] * block.block_dim[1] * block.block_dim[2];
    const LaunchFacts& launch = context_.launch;
    auto checked = std::make_unique<CheckedBlock>(context_.episodes, releases_,
                                                  launch.first_block + static_cast<std::uint32_t>(linear), threads,
                                                  launch.floor, &unordered_);
    checked->linear = linear;
    AddSharedMemory(*checked, *request_, block, context_.memory, context_.settings.with_ordinals);
    return checked;
  }

 private:
  CheckContext& context_;
  check::Releases& releases_;
  const check::EpisodeRanges& unordered_;
  const launch::LaunchRequest* request_ = nullptr;
};

}  // namespace lockstep::inspect
