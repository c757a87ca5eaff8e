#include "sim/compile/pass/warp/regions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "sim/compile/pass/warp/canonical.h"
#include "sim/compile/pass/warp/lanes.h"
#include "sim/compile/pass/warp/operations.h"
#include "sim/compile/pass/warp/tiles.h"

namespace lockstep::pass::warp {
namespace {

struct Barrier {
  llvm::CallBase* call;
  llvm::BasicBlock* at = nullptr;     // holds the call alone
  llvm::BasicBlock* after = nullptr;  // begins the next region
};

enum class Owner { kThread, kTile, kBlock };

// A value that crosses a barrier: its variable inside a region, and its place in storage between regions.
struct Kept {
  llvm::AllocaInst* variable;
  Owner owner;
  std::uint64_t offset;
};

std::vector<Barrier> FindBarriers(llvm::Function& function) {
  std::vector<Barrier> barriers;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (OperationOf(instruction) == Operation::kBarrier) barriers.push_back({llvm::cast<llvm::CallBase>(&instruction)});
  for (Barrier& barrier : barriers) {
    barrier.at = barrier.call->getParent()->splitBasicBlock(barrier.call);
    barrier.after = barrier.at->splitBasicBlock(barrier.call->getNextNode());
  }
  return barriers;
}

// The call's result, from the count of the threads that brought a true predicate (or, for `and`, a false one).
void ReadVotes(const WarpBody& body, const Barrier& barrier) {
  if (barrier.call->getType()->isVoidTy() || barrier.call->use_empty()) return;
  llvm::IRBuilder<> build(&*barrier.after->getFirstInsertionPt());
  llvm::Value* count = build.CreateLoad(build.getInt32Ty(), body.Tile(kVotes));
  const llvm::StringRef name = barrier.call->getCalledFunction()->getName();
  if (name.ends_with("_and")) count = build.CreateZExt(build.CreateIsNull(count), build.getInt32Ty());
  if (name.ends_with("_or")) count = build.CreateZExt(build.CreateIsNotNull(count), build.getInt32Ty());
  barrier.call->replaceAllUsesWith(count);
}

llvm::Value* PredicateOf(llvm::IRBuilderBase& build, const Barrier& barrier) {
  if (barrier.call->arg_empty()) return build.getFalse();
  llvm::Value* predicate = barrier.call->getArgOperand(0);
  const bool is_and = barrier.call->getCalledFunction()->getName().ends_with("_and");
  return is_and ? build.CreateIsNull(predicate) : build.CreateIsNotNull(predicate);
}

bool IsParameterLoad(const llvm::Instruction& instruction, const WarpBody& body) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  auto* from =
      load ? llvm::dyn_cast<llvm::Argument>(load->getPointerOperand()->stripInBoundsConstantOffsets()) : nullptr;
  return from && from->getArgNo() < body.parameters;
}

// Moves what follows from parameters and indices into the entry, with which every region begins.
llvm::BasicBlock& MoveToEntry(const WarpBody& body) {
  llvm::Function& function = *body.function;
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::Instruction* first = &*llvm::find_if(entry, [&](const llvm::Instruction& instruction) {
    return !IsParameterLoad(instruction, body) && !llvm::isSafeToSpeculativelyExecute(&instruction);
  });
  entry.splitBasicBlock(first);
  auto depends_on_entry = [&](const llvm::Instruction& instruction) {
    return llvm::all_of(instruction.operands(), [&](const llvm::Value* operand) {
      auto* from = llvm::dyn_cast<llvm::Instruction>(operand);
      return !from || from->getParent() == &entry;
    });
  };
  for (bool again = true; again;) {
    again = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (instruction.getParent() == &entry || instruction.isTerminator()) continue;
      if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) || !depends_on_entry(instruction)) continue;
      const bool movable = IsParameterLoad(instruction, body) ||
                           (!instruction.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&instruction));
      if (!movable) continue;
      instruction.moveBefore(entry.getTerminator());
      again = true;
    }
  }
  return entry;
}

// True if a use of `value` can follow barrier `at` without a new definition between.
bool Crosses(const llvm::Instruction& value, const llvm::BasicBlock& at) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> uses;
  for (const llvm::Use& use : value.uses()) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    uses.insert(phi ? phi->getIncomingBlock(use) : user->getParent());
  }
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*> open{&at};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (block == value.getParent() || !seen.insert(block).second) continue;
    if (uses.contains(block)) return true;
    open.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return false;
}

// The number of elements between the operand and the result of an address computation, and what it needs for that.
struct Step {
  llvm::SmallMapVector<llvm::Value*, std::int64_t, 2> factors;
  std::int64_t constant = 0;
};

std::optional<Step> StepOf(const llvm::GetElementPtrInst& address, std::int64_t size, const llvm::DataLayout& data) {
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(64, 0);
  if (!address.collectOffset(data, 64, variable, constant)) return std::nullopt;
  Step step{.factors = {}, .constant = constant.getSExtValue() / size};
  if (constant.getSExtValue() % size != 0) return std::nullopt;
  for (const auto& [value, bytes] : variable) {
    if (bytes.getSExtValue() % size != 0) return std::nullopt;
    step.factors[value] = bytes.getSExtValue() / size;
  }
  return step;
}

// The type of all loads and stores through `pointer`, if these are all that is done with it.
bool HasElementsOnly(const llvm::Value& pointer, llvm::Type*& type, const llvm::DataLayout& data) {
  for (const llvm::User* user : pointer.users()) {
    llvm::Type* accessed = nullptr;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) accessed = load->getType();
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store && store->getValueOperand() != &pointer) accessed = store->getValueOperand()->getType();
    if (llvm::isa<llvm::GetElementPtrInst>(user)) {
      if (!HasElementsOnly(*user, type, data)) return false;
      continue;
    }
    if (!accessed || (type && type != accessed)) return false;
    type = accessed;
  }
  return true;
}

bool HasWholeSteps(const llvm::Value& pointer, std::int64_t size, const llvm::DataLayout& data) {
  return llvm::all_of(pointer.users(), [&](const llvm::User* user) {
    auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    return !address || (StepOf(*address, size, data) && HasWholeSteps(*address, size, data));
  });
}

// The type of the elements of an array all of whose uses are accesses of them; null if it has others.
llvm::Type* ElementsOf(const llvm::AllocaInst& local, const llvm::DataLayout& data) {
  llvm::Type* type = nullptr;
  if (!HasElementsOnly(local, type, data) || !type) return nullptr;
  const std::uint64_t size = data.getTypeAllocSize(type);
  if (data.getTypeSizeInBits(type) != size * 8 || local.getAllocationSize(data)->getFixedValue() % size != 0)
    return nullptr;
  return HasWholeSteps(local, static_cast<std::int64_t>(size), data) ? type : nullptr;
}

// Instructions that regions must have in common to become one function.
constexpr std::size_t kLeastCommon = 8;

class Cutter {
 public:
  Cutter(WarpBody& body, llvm::FunctionAnalysisManager& analyses) : body_(body), analyses_(analyses) {}

  Regions Cut() {
    barriers_ = FindBarriers(*body_.function);
    if (barriers_.empty()) {
      rows_ = kRowsOfTile;
      MoveLocals();
      CloseLoops(*body_.function, analyses_);
      return {.functions = {body_.function}, .function_of = {0}, .storage_bytes = thread_bytes_ * rows_};
    }
    together_ = Tiles(body_, llvm::DominatorTree(*body_.function)).StayTogether();
    for (const Barrier& barrier : barriers_) ReadVotes(body_, barrier);
    MoveLocals();
    llvm::BasicBlock& entry = MoveToEntry(body_);
    KeepValues(entry);
    block_bytes_ = llvm::alignTo(block_bytes_, 16);
    Regions made{.storage_bytes = thread_bytes_ * rows_,
                 .tile_bytes = llvm::alignTo(tile_bytes_, 16),
                 .block_bytes = block_bytes_,
                 .together = together_};
    Starts starts{entry.getSingleSuccessor()};
    for (const Barrier& barrier : barriers_) starts.push_back(barrier.after);
    made.function_of.resize(starts.size());
    for (const Numbers& regions : Group(starts)) {
      for (unsigned region : regions) made.function_of[region] = made.functions.size();
      MakeFunction(made, entry, starts, regions);
    }
    for (llvm::Function* region : made.functions) CloseLoops(*region, analyses_);
    body_.function->eraseFromParent();
    body_.function = nullptr;
    return made;
  }

 private:
  using Starts = llvm::SmallVector<llvm::BasicBlock*>;
  using Numbers = llvm::SmallVector<unsigned>;
  using Blocks = llvm::SmallPtrSet<llvm::BasicBlock*, 16>;

  static std::uint64_t Reserve(std::uint64_t& at, std::uint64_t size) {
    const std::uint64_t offset = llvm::alignTo(at, 16);
    at = offset + size;
    return offset;
  }

  llvm::Value* StorageOf(llvm::IRBuilderBase& build, const WarpBody& body, std::uint64_t offset, std::uint64_t size) {
    llvm::Value* base = build.CreateConstGEP1_64(build.getInt8Ty(), body.Tile(kStorage), offset * rows_);
    return build.CreateGEP(llvm::ArrayType::get(build.getInt8Ty(), size), base,
                           build.CreateZExt(body.Tile(kPlace), build.getInt64Ty(), "", true));
  }

  void MoveLocals() {
    llvm::Function& function = *body_.function;
    const llvm::DataLayout& data = function.getParent()->getDataLayout();
    llvm::SmallVector<llvm::AllocaInst*> locals;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) locals.push_back(local);
      if (instruction.isLifetimeStartOrEnd()) instruction.eraseFromParent();
    }
    for (llvm::AllocaInst* local : locals) {
      // Rows stay aligned as the local is.
      const std::uint64_t size = llvm::alignTo(local->getAllocationSize(data)->getFixedValue(), local->getAlign());
      const std::uint64_t offset = Reserve(thread_bytes_, size);
      llvm::IRBuilder<> build(&*function.getEntryBlock().getFirstInsertionPt());
      if (llvm::Type* type = ElementsOf(*local, data)) {
        const Spread to{.type = type,
                        .base = build.CreateConstGEP1_64(build.getInt8Ty(), body_.Tile(kStorage), offset * rows_),
                        .place = build.CreateZExt(body_.Tile(kPlace), build.getInt64Ty(), "", true)};
        SpreadElements(*local, build.getInt64(0), to, data);
      } else {
        local->replaceAllUsesWith(StorageOf(build, body_, offset, size));
      }
      local->eraseFromParent();
    }
  }

  // The order of a local array's elements: first the first ones of all threads, then the second ones, so that lanes
  // which use one index access neighbours.
  struct Spread {
    llvm::Type* type;
    llvm::Value *base, *place;
  };

  void SpreadElements(llvm::Value& pointer, llvm::Value* index, const Spread& to, const llvm::DataLayout& data) {
    const llvm::TypeSize size = data.getTypeAllocSize(to.type);
    for (llvm::User* user : llvm::make_early_inc_range(pointer.users())) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      llvm::IRBuilder<> build(instruction);
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
        const Step step = *StepOf(*address, static_cast<std::int64_t>(size.getFixedValue()), data);
        llvm::Value* sum = build.CreateAdd(index, build.getInt64(step.constant));
        for (const auto& [value, factor] : step.factors)
          sum = build.CreateAdd(
              sum, build.CreateMul(build.CreateSExtOrTrunc(value, build.getInt64Ty()), build.getInt64(factor)));
        SpreadElements(*address, sum, to, data);
        address->eraseFromParent();
        continue;
      }
      llvm::Value* number = build.CreateAdd(build.CreateMul(index, build.getInt64(rows_)), to.place);
      llvm::Value* element = build.CreateGEP(to.type, to.base, number);
      instruction->replaceUsesOfWith(&pointer, element);
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
        load->setAlignment(data.getABITypeAlign(to.type));
      else
        llvm::cast<llvm::StoreInst>(instruction)->setAlignment(data.getABITypeAlign(to.type));
    }
  }

  void KeepValues(llvm::BasicBlock& entry) {
    llvm::SmallVector<std::pair<llvm::Instruction*, Owner>> crossing;
    {
      llvm::DominatorTree dominators(*body_.function);
      const llvm::LoopInfo loops(dominators);
      const Lanes lanes(body_, {.general = true}, dominators, loops);
      const Tiles tiles(body_, dominators);
      auto owner_of = [&](const llvm::Instruction& value) {
        if (together_ && llvm::all_of(value.uses(), [&](const llvm::Use& use) { return tiles.HaveInCommon(use); }))
          return Owner::kBlock;
        const bool varies = llvm::any_of(value.uses(), [&](const llvm::Use& use) { return lanes.VariesAt(use); });
        return varies ? Owner::kThread : Owner::kTile;
      };
      for (llvm::Instruction& instruction : llvm::instructions(*body_.function)) {
        if (instruction.getParent() == &entry || instruction.getType()->isVoidTy() || instruction.use_empty()) continue;
        if (llvm::any_of(barriers_, [&](const Barrier& barrier) { return Crosses(instruction, *barrier.at); }))
          crossing.push_back({&instruction, owner_of(instruction)});
      }
    }
    const llvm::DataLayout& data = body_.function->getParent()->getDataLayout();
    for (const auto& [value, owner] : crossing) {
      const std::uint64_t size = data.getTypeAllocSize(value->getType());
      std::uint64_t& used = owner == Owner::kBlock ? block_bytes_ : owner == Owner::kTile ? tile_bytes_ : thread_bytes_;
      const std::uint64_t offset = Reserve(used, size);
      llvm::AllocaInst* variable = llvm::DemoteRegToStack(*value, false, entry.getFirstInsertionPt());
      kept_.push_back({variable, owner, offset});
    }
  }

  llvm::Value* PlaceOf(llvm::IRBuilderBase& build, const Kept& kept, const WarpBody& region, bool to_write) {
    if (kept.owner == Owner::kBlock)
      return build.CreateConstGEP1_64(build.getInt8Ty(), region.Tile(kBlockStore),
                                      kept.offset + (to_write ? block_bytes_ : 0));
    if (kept.owner == Owner::kTile)
      return build.CreateConstGEP1_64(build.getInt8Ty(), region.Tile(kTileStore), kept.offset);
    const llvm::DataLayout& data = region.function->getParent()->getDataLayout();
    return StorageOf(build, region, kept.offset, data.getTypeAllocSize(kept.variable->getAllocatedType()));
  }

  // Replaces a barrier's block by the region's end.
  void EndRegion(llvm::BasicBlock& block, unsigned number, const llvm::SmallVectorImpl<Kept>& kept,
                 const WarpBody& region) {
    for (llvm::BasicBlock* next : llvm::successors(&block)) next->removePredecessor(&block);
    block.getTerminator()->eraseFromParent();
    llvm::IRBuilder<> build(&block);
    auto* call = llvm::cast<llvm::CallBase>(&block.back());
    llvm::Value* predicate = PredicateOf(build, {.call = call});
    for (const Kept& each : kept)
      build.CreateStore(build.CreateLoad(each.variable->getAllocatedType(), each.variable),
                        PlaceOf(build, each, region, true));
    llvm::FunctionCallee arrive = region.function->getParent()->getOrInsertFunction(
        kArrive, build.getVoidTy(), build.getInt32Ty(), build.getInt1Ty());
    llvm::CallInst* arrival = build.CreateCall(arrive, {build.getInt32(number), predicate});
    for (const auto attribute : {llvm::Attribute::NoMerge, llvm::Attribute::Convergent, llvm::Attribute::NoUnwind})
      arrival->addFnAttr(attribute);
    build.CreateRetVoid();
    call->eraseFromParent();
  }

  // The blocks from `start` up to barriers.
  Blocks ReachedFrom(llvm::BasicBlock& start) const {
    Blocks reached;
    llvm::SmallVector<llvm::BasicBlock*> open{&start};
    while (!open.empty()) {
      llvm::BasicBlock* block = open.pop_back_val();
      if (llvm::any_of(barriers_, [&](const Barrier& barrier) { return barrier.at == block; })) continue;
      if (reached.insert(block).second) open.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return reached;
  }

  // True if it is inside a loop that has rounds without barriers, which would get a second entry.
  bool BeginsInRounds(llvm::BasicBlock& start, const llvm::LoopInfo& loops) const {
    for (const llvm::Loop* loop = loops.getLoopFor(&start); loop; loop = loop->getParentLoop())
      for (llvm::BasicBlock* next : llvm::successors(loop->getHeader()))
        if (ReachedFrom(*next).contains(loop->getHeader())) return true;
    return false;
  }

  // The regions of each function: those of which half is the code of others.
  std::vector<Numbers> Group(const Starts& starts) const {
    struct Code {
      bool may_share;
      Numbers regions = {};
      Blocks blocks = {};
    };
    const llvm::LoopInfo loops{llvm::DominatorTree(*body_.function)};
    auto size_of = [](const auto& blocks) {
      std::size_t size = 0;
      for (const llvm::BasicBlock* block : blocks) size += block->size();
      return size;
    };
    std::vector<Code> groups;
    for (unsigned region = 0; region < starts.size(); ++region) {
      const Blocks reached = ReachedFrom(*starts[region]);
      auto is_like = [&](const Code& group) {
        llvm::SmallVector<llvm::BasicBlock*> common;
        llvm::copy_if(reached, std::back_inserter(common), [&](auto* block) { return group.blocks.contains(block); });
        const std::size_t least = std::min(size_of(reached), size_of(group.blocks));
        return group.may_share && size_of(common) >= kLeastCommon && 2 * size_of(common) >= least;
      };
      const bool may_share = together_ && !BeginsInRounds(*starts[region], loops);
      auto found = may_share ? llvm::find_if(groups, is_like) : groups.end();
      if (found == groups.end()) found = groups.insert(groups.end(), {.may_share = may_share});
      found->regions.push_back(region);
      found->blocks.insert(reached.begin(), reached.end());
    }
    std::vector<Numbers> numbers;
    for (const Code& group : groups) numbers.push_back(group.regions);
    return numbers;
  }

  // `regions`: those that the function begins with, as kRegion says.
  void MakeFunction(Regions& made, llvm::BasicBlock& entry, const Starts& starts, const Numbers& regions) {
    const bool is_first = regions.size() == 1 && regions[0] == 0;
    llvm::ValueToValueMapTy map;
    llvm::Function* function = llvm::CloneFunction(body_.function, map);
    const WarpBody region{.function = function, .parameters = body_.parameters};
    auto copy_of = [&](auto* value) { return llvm::cast<std::remove_pointer_t<decltype(value)>>(&*map[value]); };
    llvm::BasicBlock* begin = copy_of(&entry);
    if (!llvm::is_contained(regions, 0)) begin->getSingleSuccessor()->removePredecessor(begin);
    begin->getTerminator()->eraseFromParent();
    auto* into = llvm::SwitchInst::Create(region.Tile(kRegion), copy_of(starts[regions[0]]), regions.size() - 1, begin);
    for (unsigned number : llvm::drop_begin(regions))
      into->addCase(llvm::ConstantInt::get(llvm::Type::getInt32Ty(function->getContext()), number),
                    copy_of(starts[number]));
    llvm::SmallVector<Kept> kept;
    for (const Kept& each : kept_) kept.push_back({copy_of(each.variable), each.owner, each.offset});
    // First cut all ways into the next regions, to see what is left of this one.
    llvm::SmallVector<llvm::BasicBlock*> ends;
    for (const Barrier& barrier : barriers_) {
      ends.push_back(copy_of(barrier.at));
      for (llvm::BasicBlock* next : llvm::successors(ends.back())) next->removePredecessor(ends.back());
      ends.back()->getTerminator()->eraseFromParent();
      new llvm::UnreachableInst(function->getContext(), ends.back());
    }
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> reached;
    llvm::SmallVector<llvm::BasicBlock*> open{begin};
    while (!open.empty())
      if (llvm::BasicBlock* block = open.pop_back_val(); reached.insert(block).second)
        open.append(llvm::succ_begin(block), llvm::succ_end(block));
    llvm::SmallVector<Kept> used, written;
    for (const Kept& each : kept) {
      const auto in_region = [&](const llvm::User* user) {
        return reached.contains(llvm::cast<llvm::Instruction>(user)->getParent());
      };
      if (llvm::any_of(each.variable->users(), in_region)) used.push_back(each);
      if (llvm::any_of(each.variable->users(),
                       [&](const llvm::User* user) { return llvm::isa<llvm::StoreInst>(user) && in_region(user); }))
        written.push_back(each);
    }
    std::vector<unsigned> next;
    if (llvm::any_of(reached, [](const auto* block) { return llvm::isa<llvm::ReturnInst>(block->getTerminator()); }))
      next.push_back(kNowhere);
    for (unsigned k = 0; k < ends.size(); ++k) {
      if (!reached.contains(ends[k])) continue;
      next.push_back(k + 1);
      EndRegion(*ends[k], k + 1, written, region);
    }
    llvm::IRBuilder<> build(into);
    if (!is_first)
      for (const Kept& each : used)
        build.CreateStore(build.CreateLoad(each.variable->getAllocatedType(), PlaceOf(build, each, region, false)),
                          each.variable);
    llvm::removeUnreachableBlocks(*function);
    made.functions.push_back(function);
    made.next.push_back(std::move(next));
  }

  WarpBody& body_;
  llvm::FunctionAnalysisManager& analyses_;
  std::vector<Barrier> barriers_;
  std::vector<Kept> kept_;
  std::uint64_t thread_bytes_ = 0, tile_bytes_ = 0, block_bytes_ = 0, rows_ = kRowsOfBlock;
  bool together_ = false;
};

}  // namespace

Regions CutAtBarriers(WarpBody& body, llvm::FunctionAnalysisManager& analyses) { return Cutter(body, analyses).Cut(); }

}  // namespace lockstep::pass::warp
