#include "sim/compile/pass/warp/gain.h"

#include "sim/compile/pass/warp/lanes.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

// Cycles, roughly. Of a processor with vectors of 16 numbers (Zen 5) a gather was measured at 3.5 for each lane,
// whether the lane takes part or not.
constexpr double kOnce = 1, kVector = 4, kGather = 3.5, kSlow = 16;
constexpr double kRounds = 8, kMostDepth = 3;
// Of the lanes that entered a loop which they leave one by one.
constexpr double kStay = 0.5;

struct Cost {
  double threads = 0, together = 0;  // of the shape's lanes
};

bool IsFree(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst>(instruction) || IsHint(instruction);
}

// Divisions and calls take long in any engine, and less for each lane of a vector.
bool IsSlow(const llvm::Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  return (llvm::isa<llvm::CallBase>(instruction) && !IsVectorIntrinsic(instruction)) ||
         code == llvm::Instruction::FDiv || code == llvm::Instruction::SDiv || code == llvm::Instruction::UDiv ||
         code == llvm::Instruction::SRem || code == llvm::Instruction::URem || instruction.isAtomic();
}

class Estimate {
 public:
  Estimate(const WarpBody& region, Shape shape)
      : shape_(shape),
        data_(region.function->getParent()->getDataLayout()),
        dominators_(*region.function),
        loops_(dominators_),
        lanes_(region, shape, dominators_, loops_) {
    for (const llvm::BasicBlock& block : *region.function) Add(block);
  }

  bool IsWorse() const { return !loops_.empty() && sum_.together > sum_.threads; }

 private:
  void Add(const llvm::BasicBlock& block) {
    double times = 1, stay = 1;
    for (const llvm::Loop* loop = loops_.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
      if (loop->getLoopDepth() <= kMostDepth) times *= kRounds;
      if (lanes_.MayLeaveApart(*loop)) stay *= kStay;
    }
    for (const llvm::Instruction& instruction : block) {
      if (IsFree(instruction)) continue;
      const double one = IsSlow(instruction) ? kSlow : kOnce;
      sum_.threads += times * stay * shape_.lanes() * one;
      sum_.together += times * Together(instruction);
    }
  }

  double Together(const llvm::Instruction& instruction) const {
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
    if (address) {
      const std::optional<std::int64_t> stride = lanes_.Stride(address);
      const llvm::TypeSize size =
          data_.getTypeStoreSize(llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction)));
      if (!lanes_.Varies(address)) return kOnce;
      if (stride == 0) return kOnce * shape_.rows;
      return stride == static_cast<std::int64_t>(size.getFixedValue()) ? kVector : kGather * shape_.lanes();
    }
    const bool varies = llvm::any_of(instruction.operands(), [&](const auto& use) { return lanes_.Varies(use); });
    const double each = varies || lanes_.Varies(&instruction) ? kVector : kOnce;
    return IsSlow(instruction) ? each * kSlow / 2 : each;
  }

  Shape shape_;
  const llvm::DataLayout& data_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  Lanes lanes_;
  Cost sum_;
};

}  // namespace

std::optional<std::string> WhyNoGain(const WarpBody& region, Shape shape) {
  if (Estimate(region, shape).IsWorse()) return "its lanes would collect more from scattered places than they compute";
  return std::nullopt;
}

}  // namespace lockstep::pass::warp
