#include "sim/compile/pass/warp/widen.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "sim/compile/pass/warp/operations.h"
#include "sim/compile/pass/warp/order.h"
#include "sim/compile/pass/warp/widener.h"

namespace lockstep::pass::warp {
namespace {

llvm::Constant* LaneNumbers(llvm::LLVMContext& context, unsigned first, unsigned count) {
  llvm::SmallVector<std::uint32_t> numbers(count);
  for (unsigned lane = 0; lane < count; ++lane) numbers[lane] = first + lane;
  return llvm::ConstantDataVector::get(context, numbers);
}

bool Prints(const llvm::Function& function) { return llvm::any_of(llvm::instructions(function), IsPrint); }

}  // namespace

Widener::Widener(const WarpBody& region, Shape shape, Guard guard, const WidenOptions& options)
    : region_(region),
      from_(*region.function),
      shape_(shape),
      guard_(guard),
      options_(options),
      prints_(Prints(from_)),
      full_(warp::FullWord(shape.lanes())),
      context_(from_.getContext()),
      data_(from_.getParent()->getDataLayout()),
      dominators_(from_),
      loops_(dominators_),
      lanes_(region, shape, dominators_, loops_),
      build_(context_) {}

llvm::Function* Widener::Run() {
  order_ = OrderBlocks(from_, loops_);
  for (unsigned position = 0; position < order_.size(); ++position) position_[order_[position]] = position;
  MakeBlocks();
  BeginTile();
  for (unsigned position = 0; position < order_.size(); ++position) WriteAll(position);
  for (unsigned position = 0; position < order_.size(); ++position) WriteSome(position);
  build_.SetInsertPoint(end_);
  if (prints_) CallRuntime("__lockstep_show_prints");
  llvm::Value* result = llvm::PoisonValue::get(to_->getReturnType());
  result = build_.CreateInsertValue(result, build_.CreateLoad(build_.getInt32Ty(), next_region_), 0);
  result = build_.CreateInsertValue(result, build_.CreateLoad(build_.getInt32Ty(), arrived_), 1);
  result = build_.CreateInsertValue(result, build_.CreateLoad(build_.getInt1Ty(), rest_), 2);
  build_.CreateRet(result);
  // Of full tiles that never part, the version `some`.
  llvm::removeUnreachableBlocks(*to_);
  return to_;
}

void Widener::MakeBlocks() {
  llvm::SmallVector<llvm::Type*> types(from_.getFunctionType()->params());
  types.append({build_.getInt32Ty(), build_.getInt1Ty()});
  auto* result = llvm::StructType::get(build_.getInt32Ty(), build_.getInt32Ty(), build_.getInt1Ty());
  to_ = llvm::Function::Create(llvm::FunctionType::get(result, types, false), llvm::GlobalValue::InternalLinkage,
                               from_.getName() + ".tile", from_.getParent());
  llvm::AttrBuilder attributes(context_, from_.getAttributes().getFnAttrs());
  attributes.addAttribute(llvm::Attribute::AlwaysInline);
  to_->setSubprogram(from_.getSubprogram());
  to_->setAttributes(llvm::AttributeList::get(context_, llvm::AttributeSet::get(context_, attributes), {}, {}));
  build_.SetInsertPoint(llvm::BasicBlock::Create(context_, "", to_));
  for (llvm::BasicBlock* block : order_) all_[block] = llvm::BasicBlock::Create(context_, "all", to_);
  for (llvm::BasicBlock* block : order_) some_[block] = llvm::BasicBlock::Create(context_, "some", to_);
  end_ = llvm::BasicBlock::Create(context_, "end", to_);
}

void Widener::BeginTile() {
  llvm::Argument *live = to_->getArg(to_->arg_size() - 2), *are_all = to_->getArg(to_->arg_size() - 1);
  WidenArguments();
  next_region_ = Variable(build_.getInt32Ty());
  arrived_ = Variable(build_.getInt32Ty());
  build_.CreateStore(build_.getInt32(kNowhere), next_region_);
  build_.CreateStore(build_.getInt32(0), arrived_);
  rest_ = Variable(build_.getInt1Ty());
  build_.CreateStore(build_.getFalse(), rest_);
  for (llvm::BasicBlock* block : order_) {
    waiting_[block] = Variable(build_.getInt32Ty());
    build_.CreateStore(block == order_[0] ? llvm::cast<llvm::Value>(live) : build_.getInt32(0), waiting_[block]);
  }
  llvm::Value* is_full = shape_.full ? llvm::cast<llvm::Value>(build_.getTrue()) : are_all;
  build_.CreateCondBr(options_.some ? build_.getFalse() : is_full, all_[order_[0]], some_[order_[0]]);
}

void Widener::WidenArguments() {
  auto affine = [&](llvm::Argument* argument, unsigned step_of_row) {
    Wide wide;
    for (unsigned row = 0; row < RowsOf(argument); ++row) {
      llvm::Value* first = build_.CreateAdd(to_->getArg(argument->getArgNo()), build_.getInt32(row * step_of_row));
      wide.first.push_back(first);
      wide.rows.push_back(build_.CreateAdd(Broadcast(first), LaneNumbers(context_, 0, shape_.width)));
    }
    arguments_[argument] = wide;
  };
  for (llvm::Argument& argument : from_.args()) arguments_[&argument].rows = {to_->getArg(argument.getArgNo())};
  for (llvm::Argument* argument : {region_.State(kLinear), region_.Tile(kPlace), region_.Tile(kLane)})
    affine(argument, shape_.width);
  if (!shape_.general) {
    affine(region_.State(kThreadX), 0);
    if (shape_.rows > 1)
      for (unsigned row = 1; row < shape_.rows; ++row)
        arguments_[region_.State(kThreadY)].rows.push_back(
            build_.CreateAdd(to_->getArg(region_.State(kThreadY)->getArgNo()), build_.getInt32(row)));
    return;
  }
  llvm::Value* linear = arguments_[region_.State(kLinear)].rows[0];
  auto size = [&](unsigned field) { return Broadcast(to_->getArg(region_.State(field)->getArgNo())); };
  llvm::Value* row = build_.CreateUDiv(linear, size(kBlockDimX));
  arguments_[region_.State(kThreadX)].rows = {build_.CreateURem(linear, size(kBlockDimX))};
  arguments_[region_.State(kThreadY)].rows = {build_.CreateURem(row, size(kBlockDimY))};
  arguments_[region_.State(kThreadZ)].rows = {build_.CreateUDiv(row, size(kBlockDimY))};
}

void Widener::WidenBody(llvm::BasicBlock& block) {
  for (llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() || IsHint(instruction)) continue;
    build_.SetCurrentDebugLocation(instruction.getDebugLoc());
    WidenInstruction(instruction);
    Keep(instruction);
  }
}

// --- the version `all`

void Widener::WriteAll(unsigned position) {
  block_ = order_[position];
  here_.clear();
  mask_ = nullptr;
  build_.SetInsertPoint(all_[block_]);
  LoadPhis(*block_);
  WidenBody(*block_);
  build_.SetCurrentDebugLocation(block_->getTerminator()->getDebugLoc());
  EndAll(*block_, position);
}

void Widener::EndAll(llvm::BasicBlock& block, unsigned position) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch) {
    build_.CreateBr(end_);
    return;
  }
  auto edge = [&](unsigned side) {
    llvm::BasicBlock* to = branch->getSuccessor(side);
    return MakeEdge(block, *to, nullptr, all_[to]);
  };
  if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
    build_.CreateBr(edge(0));
    return;
  }
  if (!lanes_.HasDivergentEnd(block)) {
    build_.CreateCondBr(Get(branch->getCondition(), 0, false), edge(0), edge(1));
    return;
  }
  auto* mixed = llvm::BasicBlock::Create(context_, "mixed", to_);
  if (options_.flip) {
    build_.CreateBr(mixed);
  } else {
    auto* not_all = llvm::BasicBlock::Create(context_, "", to_);
    const Agreement agreement = Agree(branch->getCondition());
    llvm::Value *all = build_.CreateFreeze(agreement.all), *none = build_.CreateFreeze(agreement.none);
    // A tile with a lane that has nothing to do is the last one of its row that can have work for others.
    if (guard_.branch == branch) build_.CreateStore(build_.CreateNot(guard_.idle == 1 ? all : none), rest_);
    build_.CreateCondBr(all, edge(0), not_all);
    build_.SetInsertPoint(not_all);
    build_.CreateCondBr(none, edge(1), mixed);
  }
  build_.SetInsertPoint(mixed);
  llvm::Value* held = WordWherePart(*branch);
  llvm::Value* not_held = build_.CreateXor(held, FullWord());
  if (const std::optional<unsigned> side = DetourOf(*branch))
    return WriteDetour(*branch, *side, *side == 0 ? held : not_held);
  Part(*branch, {held, not_held});
  build_.CreateBr(NextAfter(position));
}

Widener::Agreement Widener::Agree(llvm::Value* condition, unsigned depth) {
  if (std::optional<Agreement> ends = AgreeAtEnds(condition)) return *ends;
  if (std::optional<Agreement> one = AgreeAtOne(condition)) return *one;
  if (std::optional<Agreement> both = AgreeInBoth(condition, depth)) return *both;
  llvm::Value* word = WordOf(condition);
  return {build_.CreateICmpEQ(word, FullWord()), build_.CreateIsNull(word)};
}

// Tiles of one row begin at multiples of their width.
llvm::Value* Widener::WordWherePart(const llvm::BranchInst& branch) {
  const std::optional<Limit> limit = FindLimit(branch.getCondition(), region_, shape_);
  const bool is_known = limit && limit->constant && limit->index == region_.State(kThreadX) && shape_.rows == 1;
  if (options_.flip || !is_known) return WordOf(branch.getCondition());
  const std::uint32_t lanes = (1u << *limit->constant % shape_.width) - 1;
  return build_.getInt32(limit->below == 0 ? lanes : ~lanes);
}

// The side of the branch that only leads to the other one, and is short.
std::optional<unsigned> Widener::DetourOf(const llvm::BranchInst& branch) const {
  constexpr std::size_t kLongest = 40;
  if (options_.flip || options_.some) return std::nullopt;
  for (unsigned side = 0; side < 2; ++side) {
    llvm::BasicBlock *detour = branch.getSuccessor(side), *join = branch.getSuccessor(1 - side);
    const llvm::Loop* loop = loops_.getLoopFor(branch.getParent());
    const bool in_same = loops_.getLoopFor(detour) == loop && loops_.getLoopFor(join) == loop;
    if (in_same && detour->getSinglePredecessor() && detour->getSingleSuccessor() == join &&
        !loops_.isLoopHeader(join) && detour->size() <= kLongest)
      return side;
  }
  return std::nullopt;
}

// Lanes that part for one short block run it under their mask, and all go on together.
void Widener::WriteDetour(const llvm::BranchInst& branch, unsigned side, llvm::Value* lanes) {
  llvm::BasicBlock &from = *block_, &detour = *branch.getSuccessor(side), &join = *branch.getSuccessor(1 - side);
  StorePhis(from, join, build_.CreateXor(lanes, FullWord()));
  StorePhis(from, detour, lanes);
  auto* work = llvm::BasicBlock::Create(context_, "detour", to_);
  build_.CreateCondBr(build_.CreateIsNull(lanes), all_[&join], work);
  build_.SetInsertPoint(work);
  block_ = &detour;
  mask_ = lanes;
  here_.clear();
  LoadPhis(detour);
  WidenBody(detour);
  StorePhis(detour, join, mask_);
  build_.CreateBr(all_[&join]);
  mask_ = nullptr;
  block_ = &from;
}

// An index equals a number in one lane, or in none.
std::optional<Widener::Agreement> Widener::AgreeAtOne(llvm::Value* condition) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!compare || !compare->isEquality() || compare->getParent() != block_ || RowsOf(compare) > 1) return std::nullopt;
  for (unsigned side = 0; side < 2; ++side) {
    llvm::Value *index = compare->getOperand(side), *number = compare->getOperand(1 - side);
    if (!index->getType()->isIntegerTy() || lanes_.Varies(number) || lanes_.Stride(index) != 1 ||
        lanes_.IsChecked(index) || lanes_.MayWrap(index))
      continue;
    llvm::Value* lane = build_.CreateSub(Get(number, 0, false), First(index, 0));
    llvm::Value* is_outside =
        build_.CreateFreeze(build_.CreateICmpUGE(lane, llvm::ConstantInt::get(lane->getType(), shape_.width)));
    const bool is_equal = compare->getPredicate() == llvm::CmpInst::ICMP_EQ;
    return is_equal ? Agreement{build_.getFalse(), is_outside} : Agreement{is_outside, build_.getFalse()};
  }
  return std::nullopt;
}

// Two affine values compare in all lanes as they do in the first and the last, unless one of them wraps around between.
std::optional<Widener::Agreement> Widener::AgreeAtEnds(llvm::Value* condition) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!compare || !compare->isRelational() || compare->getParent() != block_) return std::nullopt;
  if (!compare->getOperand(0)->getType()->isIntegerTy() || !lanes_.VariesByColumn(compare)) return std::nullopt;
  std::int64_t strides[2];
  for (unsigned side = 0; side < 2; ++side) {
    llvm::Value* operand = compare->getOperand(side);
    const std::optional<std::int64_t> stride = lanes_.Stride(operand);
    if (!stride || lanes_.IsChecked(operand) || lanes_.MayWrap(operand)) return std::nullopt;
    strides[side] = *stride;
  }
  llvm::Value *all = build_.getTrue(), *none = build_.getTrue();
  for (unsigned row = 0; row < RowsOf(compare); ++row) {
    llvm::Value *first[2], *last[2], *straight = build_.getTrue();
    for (unsigned side = 0; side < 2; ++side) {
      first[side] = last[side] = First(compare->getOperand(side), row);
      if (strides[side] == 0) continue;
      const std::int64_t way = strides[side] * (std::int64_t{shape_.width} - 1);
      last[side] = build_.CreateAdd(first[side], llvm::ConstantInt::getSigned(first[side]->getType(), way));
      const bool rises = strides[side] > 0;
      const auto order = compare->isSigned() ? (rises ? llvm::CmpInst::ICMP_SGE : llvm::CmpInst::ICMP_SLE)
                                             : (rises ? llvm::CmpInst::ICMP_UGE : llvm::CmpInst::ICMP_ULE);
      straight = build_.CreateAnd(straight, build_.CreateICmp(order, last[side], first[side]));
    }
    llvm::Value* at_first = build_.CreateICmp(compare->getPredicate(), first[0], first[1]);
    llvm::Value* at_last = build_.CreateICmp(compare->getPredicate(), last[0], last[1]);
    llvm::Value *each = build_.CreateAnd(at_first, at_last), *any = build_.CreateOr(at_first, at_last);
    if (strides[0] == 0 || strides[1] == 0) {
      // It holds up to some lane, or from some lane on.
      const bool is_less =
          llvm::ICmpInst::isLT(compare->getPredicate()) || llvm::ICmpInst::isLE(compare->getPredicate());
      const bool up_to = is_less == (strides[0] > 0 || strides[1] < 0);
      each = up_to ? at_last : at_first;
      any = up_to ? at_first : at_last;
    }
    all = build_.CreateAnd(all, build_.CreateAnd(straight, each));
    none = build_.CreateAnd(none, build_.CreateAnd(straight, build_.CreateNot(any)));
  }
  return Agreement{build_.CreateFreeze(all), build_.CreateFreeze(none)};
}

std::optional<Widener::Agreement> Widener::AgreeInBoth(llvm::Value* condition, unsigned depth) {
  const std::optional<Conjunction> parts = depth < kMostParts ? PartsOf(condition) : std::nullopt;
  if (!parts) return std::nullopt;
  const Agreement a = Agree(parts->left, depth + 1), b = Agree(parts->right, depth + 1);
  // Not plain `and` and `or`: the right side may be poison where the left one decides.
  llvm::Value *yes = build_.getTrue(), *no = build_.getFalse();
  if (parts->is_and) return Agreement{build_.CreateSelect(a.all, b.all, no), build_.CreateSelect(a.none, yes, b.none)};
  return Agreement{build_.CreateSelect(a.all, yes, b.all), build_.CreateSelect(a.none, b.none, no)};
}

// --- the version `some`

void Widener::WriteSome(unsigned position) {
  block_ = order_[position];
  here_.clear();
  build_.SetInsertPoint(some_[block_]);
  mask_ = build_.CreateLoad(build_.getInt32Ty(), waiting_[block_]);
  build_.CreateStore(build_.getInt32(0), waiting_[block_]);
  auto* body = llvm::BasicBlock::Create(context_, "", to_);
  const llvm::Loop* loop = loops_.getLoopFor(block_);
  llvm::BasicBlock* skip = loop && loop->getHeader() == block_ ? AfterLoop(*loop) : NextAfter(position);
  build_.CreateCondBr(build_.CreateIsNull(mask_), skip, body);
  build_.SetInsertPoint(body);
  // Outside loops, all lanes may go on without masks as soon as they are together.
  if (!loop && position > 0 && !options_.some && !options_.flip && !block_->getSinglePredecessor()) {
    auto* apart = llvm::BasicBlock::Create(context_, "", to_);
    build_.CreateCondBr(build_.CreateICmpEQ(mask_, FullWord()), all_[block_], apart);
    build_.SetInsertPoint(apart);
  }
  LoadPhis(*block_);
  WidenBody(*block_);
  build_.SetCurrentDebugLocation(block_->getTerminator()->getDebugLoc());
  EndSome(*block_, position);
}

void Widener::EndSome(llvm::BasicBlock& block, unsigned position) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  llvm::BasicBlock* next = NextAfter(position);
  if (!branch) {
    build_.CreateBr(next);
    return;
  }
  if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
    StorePhis(block, *branch->getSuccessor(0), mask_);
    AddLanes(*branch->getSuccessor(0), mask_);
    build_.CreateBr(next);
    return;
  }
  if (!lanes_.HasDivergentEnd(block)) {
    llvm::BasicBlock* sides[2];
    for (unsigned side = 0; side < 2; ++side) sides[side] = MakeEdge(block, *branch->getSuccessor(side), mask_, next);
    build_.CreateCondBr(Get(branch->getCondition(), 0, false), sides[0], sides[1]);
    return;
  }
  llvm::Value* held = WordOf(branch->getCondition());
  Part(*branch, {build_.CreateAnd(mask_, held), build_.CreateAnd(mask_, build_.CreateNot(held))});
  build_.CreateBr(next);
}

// The block where `some` goes on after a block: back to the header of a loop that ends here and has lanes left, else to
// the next block in order.
llvm::BasicBlock* Widener::NextAfter(unsigned position) {
  llvm::BasicBlock*& found = next_[position];
  if (found) return found;
  const llvm::Loop* loop = loops_.getLoopFor(order_[position]);
  const bool loop_ends = loop && (position + 1 == order_.size() || !loop->contains(order_[position + 1]));
  if (!loop_ends) return found = position + 1 == order_.size() ? end_ : some_[order_[position + 1]];
  const llvm::IRBuilderBase::InsertPointGuard guard(build_);
  auto* again = llvm::BasicBlock::Create(context_, "again", to_);
  found = again;
  llvm::BasicBlock* header = loop->getHeader();
  build_.SetInsertPoint(again);
  llvm::Value* has_lanes = build_.CreateIsNotNull(build_.CreateLoad(build_.getInt32Ty(), waiting_[header]));
  build_.CreateCondBr(has_lanes, some_[header], AfterLoop(*loop));
  return again;
}

llvm::BasicBlock* Widener::AfterLoop(const llvm::Loop& loop) {
  const unsigned last = position_[loop.getHeader()] + loop.getNumBlocks() - 1;
  const llvm::Loop* outer = loop.getParentLoop();
  const bool outer_ends = outer && (last + 1 == order_.size() || !outer->contains(order_[last + 1]));
  if (!outer_ends) return last + 1 == order_.size() ? end_ : some_[order_[last + 1]];
  const llvm::IRBuilderBase::InsertPointGuard guard(build_);
  auto* again = llvm::BasicBlock::Create(context_, "again", to_);
  build_.SetInsertPoint(again);
  llvm::BasicBlock* header = outer->getHeader();
  llvm::Value* has_lanes = build_.CreateIsNotNull(build_.CreateLoad(build_.getInt32Ty(), waiting_[header]));
  build_.CreateCondBr(has_lanes, some_[header], AfterLoop(*outer));
  return again;
}

// --- edges

llvm::BasicBlock* Widener::MakeEdge(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::Value* mask,
                                    llvm::BasicBlock* target) {
  const llvm::IRBuilderBase::InsertPointGuard guard(build_);
  auto* edge = llvm::BasicBlock::Create(context_, "", to_);
  build_.SetInsertPoint(edge);
  StorePhis(from, to, mask);
  if (mask) AddLanes(to, mask);
  build_.CreateBr(target);
  return edge;
}

// A value that leaves a loop may be one that the way back to the loop's header replaces.
void Widener::Part(llvm::BranchInst& branch, std::array<llvm::Value*, 2> lanes) {
  PhiWrites writes;
  for (unsigned side = 0; side < 2; ++side)
    AddPhis(*branch.getParent(), *branch.getSuccessor(side), lanes[side], writes);
  for (const auto& [value, variable] : writes) build_.CreateStore(value, variable);
  for (unsigned side = 0; side < 2; ++side) AddLanes(*branch.getSuccessor(side), lanes[side]);
}

void Widener::StorePhis(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::Value* mask) {
  PhiWrites writes;
  AddPhis(from, to, mask, writes);
  for (const auto& [value, variable] : writes) build_.CreateStore(value, variable);
}

// Lanes that are not in `mask` keep the values with which they came to the block on another edge.
void Widener::AddPhis(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::Value* mask, PhiWrites& writes) {
  for (llvm::PHINode& phi : to.phis()) {
    llvm::Value* value = phi.getIncomingValueForBlock(&from);
    if (llvm::isa<llvm::UndefValue>(value)) continue;
    const Slot slot = SlotOf(phi);  // a copy, because values may get slots below
    const bool vector = lanes_.VariesByColumn(&phi);
    const unsigned rows = slot.rows.size();
    for (unsigned row = 0; row < rows; ++row) {
      llvm::Value* incoming = Get(value, row, vector);
      if (mask && lanes_.Varies(&phi)) {
        llvm::Value* old = build_.CreateLoad(incoming->getType(), slot.rows[row]);
        llvm::Value* here = vector ? MaskOf(mask, row, rows) : HasLanes(mask, row, rows);
        incoming = build_.CreateSelect(here, incoming, old);
      }
      writes.push_back({incoming, slot.rows[row]});
    }
    for (unsigned row = 0; row < slot.first.size(); ++row) writes.push_back({First(value, row), slot.first[row]});
    for (unsigned row = 0; row < slot.fits.size(); ++row) {
      llvm::Value* fits = Fits(value, row);
      writes.push_back({fits ? fits : build_.getTrue(), slot.fits[row]});
    }
  }
}

void Widener::AddLanes(llvm::BasicBlock& to, llvm::Value* mask) {
  llvm::Value* old = build_.CreateLoad(build_.getInt32Ty(), waiting_[&to]);
  build_.CreateStore(build_.CreateOr(old, mask), waiting_[&to]);
}

llvm::Function* Widen(const WarpBody& region, Shape shape, bool together, const WidenOptions& options) {
  return Widener(region, shape, together ? FindGuard(region, shape) : Guard(), options).Run();
}

}  // namespace lockstep::pass::warp
