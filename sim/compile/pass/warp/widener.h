#pragma once

// The state of Widen (widen.h) and its parts: control flow in widen.cpp, values in wide_values.cpp, memory in
// widen_memory.cpp, calls and warp operations in widen_calls.cpp, the marks of
// check mode in widen_checks.cpp.

#include <array>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/warp/lanes.h"
#include "sim/compile/pass/warp/tiles.h"
#include "sim/compile/pass/warp/widen_options.h"

namespace lockstep::pass::warp {

// A value over a tile: one scalar or vector if it does not vary by row, else one for each row. Affine values have the
// scalars of their first column too, and if these are checked (lanes.h), whether the other lanes follow from them.
struct Wide {
  llvm::SmallVector<llvm::Value*, 2> rows, first, fits;
};

// The variable that holds a value between blocks.
struct Slot {
  llvm::SmallVector<llvm::AllocaInst*, 2> rows, first, fits;
};

class Widener {
 public:
  Widener(const WarpBody& region, Shape shape, Guard guard, const WidenOptions& options);
  llvm::Function* Run();

 private:
  using Visit = llvm::function_ref<void(llvm::Value* lane)>;
  struct Agreement {
    llvm::Value *all, *none;
  };

  // --- widen.cpp: control flow
  void MakeBlocks();
  void BeginTile();
  void WidenArguments();
  void WriteAll(unsigned position);
  void WriteSome(unsigned position);
  void EndAll(llvm::BasicBlock& block, unsigned position);
  void EndSome(llvm::BasicBlock& block, unsigned position);
  void WidenBody(llvm::BasicBlock& block);
  llvm::BasicBlock* NextAfter(unsigned position);
  llvm::BasicBlock* AfterLoop(const llvm::Loop& loop);
  llvm::BasicBlock* MakeEdge(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::Value* mask, llvm::BasicBlock* target);
  using PhiWrites = llvm::SmallVector<std::pair<llvm::Value*, llvm::AllocaInst*>>;
  // Lanes of a block go on to both sides of its branch.
  void Part(llvm::BranchInst& branch, std::array<llvm::Value*, 2> lanes);
  void StorePhis(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::Value* mask);
  // The values of the phis of `to` on the edge, for all of an edge's phis to be read before one is written.
  void AddPhis(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::Value* mask, PhiWrites& writes);
  void AddLanes(llvm::BasicBlock& to, llvm::Value* mask);
  Agreement Agree(llvm::Value* condition, unsigned depth = 0);
  std::optional<Agreement> AgreeAtEnds(llvm::Value* condition);
  std::optional<Agreement> AgreeAtOne(llvm::Value* condition);
  llvm::Value* WordWherePart(const llvm::BranchInst& branch);
  std::optional<unsigned> DetourOf(const llvm::BranchInst& branch) const;
  void WriteDetour(const llvm::BranchInst& branch, unsigned side, llvm::Value* lanes);
  std::optional<Agreement> AgreeInBoth(llvm::Value* condition, unsigned depth);

  // --- wide_values.cpp
  llvm::Type* TypeOf(llvm::Type* type, bool vector) const;
  llvm::AllocaInst* Variable(llvm::Type* type);
  Slot& SlotOf(const llvm::Instruction& value);
  bool LeavesBlock(const llvm::Instruction& value) const;
  void Keep(llvm::Instruction& value);
  void LoadPhis(llvm::BasicBlock& block);
  llvm::Value* Get(llvm::Value* value, unsigned row, bool vector);
  llvm::Value* First(llvm::Value* value, unsigned row);
  llvm::Value* Fits(llvm::Value* value, unsigned row);  // null: always
  unsigned RowsOf(const llvm::Value* value) const { return lanes_.VariesByRow(value) ? shape_.rows : 1; }
  // The parts of `a && b` or `a || b` of the block that is being written. `b` may be poison where `a` decides.
  struct Conjunction {
    llvm::Value *left, *right;
    bool is_and;
  };
  static constexpr unsigned kMostParts = 4;
  std::optional<Conjunction> PartsOf(llvm::Value* condition) const;
  // The lanes for which the condition holds.
  llvm::Value* WordOf(llvm::Value* condition, unsigned depth = 0);
  llvm::Value* FullWord() { return build_.getInt32(full_); }
  // The block's mask, all lanes in the version `all`.
  llvm::Value* Word() { return mask_ ? mask_ : FullWord(); }
  llvm::Value* RowBits(llvm::Value* word, unsigned row);
  // As a vector, of one row; of all rows together if the value does not vary by row. Null in the version `all`.
  llvm::Value* MaskOf(llvm::Value* word, unsigned row, unsigned rows);
  // The number of lanes if these are known and the first ones of a row, in a number that one access can have.
  std::optional<unsigned> FirstLanes(unsigned rows) const;
  llvm::Value* HasLanes(llvm::Value* word, unsigned row, unsigned rows);
  // All lanes as one vector, and back.
  llvm::Value* Flat(llvm::Value* value);
  Wide FromFlat(llvm::Value* vector, bool by_column, unsigned rows);
  llvm::Value* Broadcast(llvm::Value* scalar) { return build_.CreateVectorSplat(shape_.width, scalar); }

  // --- widen_memory.cpp
  void WidenLoad(llvm::LoadInst& load);
  llvm::Value* LoadRow(llvm::LoadInst& load, unsigned row);
  void WidenStore(llvm::StoreInst& store);
  void StoreRow(llvm::StoreInst& store, unsigned row, unsigned rows);
  void StoreLast(llvm::StoreInst& store);
  bool HasScatters() const;
  static bool IsSum(const llvm::AtomicRMWInst& atomic);
  void WidenSum(llvm::AtomicRMWInst& atomic);
  void AddSum(llvm::AtomicRMWInst& atomic, llvm::Value* address);
  void ModifyLaneByLane(llvm::AtomicRMWInst& atomic);
  void SwapLaneByLane(llvm::CallBase& swap);
  void LoadAtomically(llvm::LoadInst& load);
  void StoreAtomically(llvm::StoreInst& store);
  llvm::Value* PlacesOf(llvm::Value* address);
  bool IsInShared(const llvm::Value* address) const;
  llvm::Value* Modify(llvm::AtomicRMWInst& atomic, llvm::Value* address, llvm::Value* operand, bool is_shared);

  // --- widen_calls.cpp
  void WidenInstruction(llvm::Instruction& instruction);
  void WidenPlain(llvm::Instruction& instruction);
  // The scalar of the first column, and whether the columns after it follow in steps of the stride.
  llvm::Value* FirstOf(llvm::Instruction& instruction, unsigned row);
  llvm::Value* FitsOf(llvm::Instruction& instruction, unsigned row);
  void WidenDivision(llvm::Instruction& instruction);
  void WidenIntrinsic(llvm::CallBase& call);
  void WidenCall(llvm::CallBase& call);
  llvm::CallInst* CallRuntime(llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments = {});
  void WidenMath(llvm::CallBase& call);
  void WidenOperation(llvm::CallBase& call);
  void WidenShuffle(llvm::CallBase& call);
  void WidenVote(llvm::CallBase& call);
  void WidenMatch(llvm::CallBase& call);
  void WidenGather(llvm::CallBase& call);
  void Arrive(llvm::CallBase& call);
  llvm::Constant* AtLane(llvm::Value* value, unsigned lane) const;
  // --- widen_checks.cpp
  void WidenCheck(llvm::CallBase& mark);
  void CheckRow(llvm::CallBase& mark, unsigned row);

  // The lanes that take part, for each lane: those that are there and that its own mask names.
  llvm::Value* Partners(llvm::CallBase& call);
  // Runs `visit` for each lane of `word`, which is not 0, in ascending order.
  void ForEachLane(llvm::Value* word, Visit visit);
  // An array of the values of all lanes, for access by a number that is not constant.
  struct Spilled {
    llvm::Value* one = nullptr;  // not null: all lanes have this value
    llvm::AllocaInst* array = nullptr;
    llvm::Type *type = nullptr, *stored = nullptr;
  };
  Spilled Spill(llvm::Value* value);
  Spilled MakeArray(llvm::Type* type);
  llvm::Value* Read(const Spilled& from, llvm::Value* lane);
  void Write(const Spilled& to, llvm::Value* lane, llvm::Value* value);
  void TakeFrom(const Spilled& array, llvm::Instruction& result);
  llvm::Value* FirstColumn(unsigned row, unsigned rows);

  const WarpBody& region_;
  llvm::Function& from_;
  Shape shape_;
  Guard guard_;
  WidenOptions options_;
  bool prints_;
  std::uint32_t full_;
  llvm::LLVMContext& context_;
  const llvm::DataLayout& data_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  Lanes lanes_;

  llvm::Function* to_ = nullptr;
  llvm::IRBuilder<> build_;
  std::vector<llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> position_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> all_, some_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::AllocaInst*> waiting_;  // the lanes that are to run a block of `some`
  llvm::DenseMap<unsigned, llvm::BasicBlock*> next_;
  llvm::BasicBlock* end_ = nullptr;
  llvm::AllocaInst *next_region_ = nullptr, *arrived_ = nullptr, *rest_ = nullptr;

  llvm::DenseMap<const llvm::Value*, Slot> slots_;
  llvm::DenseMap<const llvm::Value*, Wide> arguments_, here_;  // here_: values of the block that is being written
  llvm::BasicBlock* block_ = nullptr;                          // the block of the region that is being written
  llvm::Value* mask_ = nullptr;                                // its lanes; null in the version `all`
};

}  // namespace lockstep::pass::warp
