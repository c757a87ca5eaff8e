#include "sim/compile/pass/facts/first_guesses.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"

namespace lockstep::pass {
namespace {

void AddGuessesOf(llvm::AtomicCmpXchgInst& exchange, FirstGuesses& guesses) {
  llvm::SmallVector<llvm::Value*> open{exchange.getCompareOperand()};
  llvm::SmallPtrSet<llvm::Value*, 8> seen;
  while (!open.empty()) {
    llvm::Value* value = open.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value))
      open.append(phi->incoming_values().begin(), phi->incoming_values().end());
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) open.push_back(cast->getOperand(0));
    auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    if (load && load->getPointerOperand()->stripPointerCasts() == exchange.getPointerOperand()->stripPointerCasts())
      guesses.insert(load);
  }
}

}  // namespace

FirstGuesses FindFirstGuesses(llvm::Function& function) {
  FirstGuesses guesses;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) AddGuessesOf(*exchange, guesses);
  return guesses;
}

}  // namespace lockstep::pass
