#include "sim/compile/pass/language/warp_steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {
namespace {

constexpr unsigned kMostSteps = 12;  // length of the computations that are compared

// A volatile access to memory that other threads may see.
struct Access {
  llvm::Instruction* instruction;
  const llvm::Value* address;
  llvm::SmallVector<const llvm::Value*, 2> objects;

  bool IsWrite() const { return llvm::isa<llvm::StoreInst>(instruction); }
};

// If locals are in memory, the variable that a pointer was read from identifies what it points to.
const llvm::Value* Named(const llvm::Value* object) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(object);
  return load && llvm::isa<llvm::AllocaInst>(load->getPointerOperand()) ? load->getPointerOperand() : object;
}

std::vector<Access> FindAccesses(llvm::Function& function) {
  std::vector<Access> found;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (!(load && load->isVolatile()) && !(store && store->isVolatile())) continue;
      Access access{&instruction, llvm::getLoadStorePointerOperand(&instruction), {}};
      llvm::getUnderlyingObjects(access.address, access.objects);
      if (llvm::any_of(access.objects, [](const llvm::Value* object) { return llvm::isa<llvm::AllocaInst>(object); }))
        continue;
      for (const llvm::Value*& object : access.objects) object = Named(object);
      found.push_back(std::move(access));
    }
  return found;
}

// True if both compute the same result from the same values.
bool AreSame(const llvm::Value* a, const llvm::Value* b, unsigned steps = kMostSteps) {
  if (a == b) return true;
  auto *one = llvm::dyn_cast<llvm::Instruction>(a), *other = llvm::dyn_cast<llvm::Instruction>(b);
  if (steps == 0 || !one || !other || !one->isSameOperationAs(other) || llvm::isa<llvm::PHINode>(one)) return false;
  if (one->mayReadOrWriteMemory() && Named(one) == one) return false;
  return llvm::all_of(llvm::zip_equal(one->operands(), other->operands()),
                      [&](const auto& pair) { return AreSame(std::get<0>(pair), std::get<1>(pair), steps - 1); });
}

// True if one access may write what another lane reads by the other.
bool MayPassOn(const Access& a, const Access& b) {
  return a.IsWrite() != b.IsWrite() &&
         llvm::any_of(a.objects, [&](const llvm::Value* object) { return llvm::is_contained(b.objects, object); }) &&
         !AreSame(a.address, b.address);
}

// Visits the instructions that can follow `from` without a barrier in between.
template <class Visit>
void VisitFollowers(llvm::Instruction& from, const llvm::SetVector<llvm::Function*>& waits, const Visit& visit) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<llvm::BasicBlock*> open;
  auto visit_rest = [&](llvm::BasicBlock& block, llvm::BasicBlock::iterator at) {
    for (; at != block.end(); ++at) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&*at);
      if (call && call->getCalledFunction() && waits.contains(call->getCalledFunction())) return;
      visit(*at);
    }
    for (llvm::BasicBlock* next : llvm::successors(&block))
      if (seen.insert(next).second) open.push_back(next);
  };
  visit_rest(*from.getParent(), std::next(from.getIterator()));
  while (!open.empty()) {
    llvm::BasicBlock* block = open.pop_back_val();
    visit_rest(*block, block->begin());
  }
}

}  // namespace

bool KeepWarpsInStep(llvm::Function& function, const llvm::SetVector<llvm::Function*>& waits) {
  const std::vector<Access> accesses = FindAccesses(function);
  if (llvm::all_of(accesses, [](const Access& access) { return access.IsWrite(); })) return false;
  llvm::DenseMap<const llvm::Instruction*, const Access*> by_instruction;
  for (const Access& access : accesses) by_instruction[access.instruction] = &access;
  llvm::SetVector<llvm::Instruction*> before, behind;
  for (const Access& access : accesses)
    VisitFollowers(*access.instruction, waits, [&](const llvm::Instruction& instruction) {
      const Access* next = by_instruction.lookup(&instruction);
      if (!next || !MayPassOn(access, *next)) return;
      if (access.IsWrite())
        behind.insert(access.instruction);
      else
        before.insert(next->instruction);
    });
  auto insert = [&](llvm::Instruction& at, const llvm::DebugLoc& place) {
    llvm::IRBuilder<> build(&at);
    build.SetCurrentDebugLocation(place);
    build.CreateCall(function.getParent()->getOrInsertFunction("__lockstep_converge", build.getVoidTy()));
  };
  for (llvm::Instruction* store : before) insert(*store, store->getDebugLoc());
  for (llvm::Instruction* store : behind) insert(*store->getNextNode(), store->getDebugLoc());
  return !before.empty() || !behind.empty();
}

}  // namespace lockstep::pass
