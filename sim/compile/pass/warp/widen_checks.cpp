// The marks of check mode (lane_checks.h): the runtime gets what all lanes of a row do in one call (sim/hooks/check.h).

#include "sim/compile/pass/hooks/lane_checks.h"
#include "sim/compile/pass/warp/widener.h"

namespace lockstep::pass::warp {

void Widener::WidenCheck(llvm::CallBase& mark) {
  const llvm::StringRef name = mark.getCalledFunction()->getName();
  if (name == kLaneDoubt) {
    llvm::Value* held = build_.CreateAnd(WordOf(mark.getArgOperand(0)), Word());
    CallRuntime("__lockstep_check_lanes_doubt", held);
    return;
  }
  if (name == kLaneRound) {
    CallRuntime("__lockstep_check_lanes_round", Get(region_.Tile(kFirstLinear), 0, false));
    return;
  }
  for (unsigned row = 0; row < shape_.rows; ++row) CheckRow(mark, row);
}

void Widener::CheckRow(llvm::CallBase& mark, unsigned row) {
  const bool loads = mark.getCalledFunction()->getName() == kLaneLoad;
  llvm::Value *site = mark.getArgOperand(0), *address = mark.getArgOperand(1);
  llvm::Value *how = mark.getArgOperand(2), *base = Get(mark.getArgOperand(3), 0, false);
  llvm::Value* linear = First(region_.State(kLinear), row);
  llvm::Value* lanes = build_.CreateZExt(RowBits(Word(), row), build_.getInt32Ty());
  const std::optional<std::int64_t> stride = lanes_.Stride(address);
  if (stride && !lanes_.IsChecked(address)) {
    CallRuntime(loads ? "__lockstep_check_lanes_load" : "__lockstep_check_lanes_store",
                {site, First(address, row), build_.getInt64(*stride), how, base, linear, lanes});
    return;
  }
  llvm::Value* addresses = Get(address, row, true);
  llvm::AllocaInst* array = Variable(addresses->getType());
  build_.CreateStore(addresses, array);
  CallRuntime(loads ? "__lockstep_check_lanes_gather" : "__lockstep_check_lanes_scatter",
              {site, array, how, base, linear, lanes});
}

}  // namespace lockstep::pass::warp
