#include "sim/compile/pass/warp/first_writes.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

// Parameters, what they point to (they are from outside the block), and variables.
bool IsOutside(const llvm::Value* object, const WarpBody& body) {
  if (body.IsParameter(object) || llvm::isa<llvm::GlobalVariable, llvm::AllocaInst>(object)) return true;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(object);
  return load && body.IsParameter(llvm::getUnderlyingObject(load->getPointerOperand(), 0));
}

bool MayReadShared(const llvm::Instruction& instruction, const WarpBody& body) {
  if (!instruction.mayReadFromMemory() || IsHint(instruction) || IsWarpOperation(OperationOf(instruction)))
    return false;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (!load || !load->isSimple()) return true;
  llvm::SmallVector<const llvm::Value*> objects;
  llvm::getUnderlyingObjects(load->getPointerOperand(), objects, nullptr, 0);
  return !llvm::all_of(objects, [&](const llvm::Value* object) { return IsOutside(object, body); });
}

// threadIdx.x is less than 1024, so that both extensions keep it.
bool IsThreadX(const llvm::Value* value, const WarpBody& body) {
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value)) value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  return value == body.State(kThreadX);
}

std::optional<FirstWrite> PartsOf(const llvm::StoreInst& store, const WarpBody& body) {
  const llvm::DataLayout& data = store.getModule()->getDataLayout();
  llvm::MapVector<llvm::Value*, llvm::APInt> factors;
  llvm::APInt offset(64, 0);
  const llvm::Value* base = store.getPointerOperand();
  while (auto* address = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    if (!address->collectOffset(data, 64, factors, offset)) return std::nullopt;
    base = address->getPointerOperand();
  }
  const bool dynamic = base == body.State(kDynamicShared);
  if ((!dynamic && base != body.State(kShared)) || factors.size() != 1) return std::nullopt;
  const auto& [index, factor] = factors.front();
  llvm::Type* type = store.getValueOperand()->getType();
  const llvm::TypeSize size = data.getTypeStoreSize(type);
  if (size.isScalable() || data.getTypeSizeInBits(type) != size * 8) return std::nullopt;
  if (!store.isSimple() || !IsThreadX(index, body) || factor != size.getFixedValue() || offset.isNegative())
    return std::nullopt;
  return FirstWrite{.dynamic = dynamic, .offset = offset.getZExtValue(), .bytes = size.getFixedValue()};
}

bool EndsPhase(const llvm::Instruction& instruction) {
  return OperationOf(instruction) == Operation::kBarrier ||
         (instruction.isTerminator() && instruction.getNumSuccessors() == 0);
}

// Visits what may run before the first barrier and the kernel's end, and these, without the ways past block `without`.
// False if `visit` was for an instruction.
template <class Visit>
bool WalkFirstPhase(const llvm::Function& function, const llvm::BasicBlock* without, Visit visit) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*> open{&function.getEntryBlock()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (block == without || !seen.insert(block).second) continue;
    bool ends = false;
    for (const llvm::Instruction& instruction : *block) {
      if (!visit(instruction)) return false;
      ends = EndsPhase(instruction);
      if (ends) break;
    }
    if (!ends) open.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return true;
}

// True if all threads write before the first barrier: no other way leads there, or to the end.
bool IsOnEveryWay(const llvm::StoreInst& store) {
  for (const llvm::Instruction* before = &store; before; before = before->getPrevNode())
    if (EndsPhase(*before)) return false;
  return WalkFirstPhase(*store.getFunction(), store.getParent(),
                        [](const llvm::Instruction& instruction) { return !EndsPhase(instruction); });
}

}  // namespace

std::vector<FirstWrite> FindFirstWrites(const WarpBody& body) {
  std::vector<const llvm::StoreInst*> stores;
  const bool reads_nothing = WalkFirstPhase(*body.function, nullptr, [&](const llvm::Instruction& instruction) {
    if (EndsPhase(instruction)) return true;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) stores.push_back(store);
    return !MayReadShared(instruction, body);
  });
  std::vector<FirstWrite> writes;
  if (!reads_nothing) return writes;
  for (const llvm::StoreInst* store : stores)
    if (const std::optional<FirstWrite> parts = PartsOf(*store, body); parts && IsOnEveryWay(*store))
      writes.push_back(*parts);
  return writes;
}

}  // namespace lockstep::pass::warp
