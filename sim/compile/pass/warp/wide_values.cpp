#include "llvm/IR/Constants.h"
#include "sim/compile/pass/warp/widener.h"

namespace lockstep::pass::warp {

llvm::Type* Widener::TypeOf(llvm::Type* type, bool vector) const {
  return vector ? llvm::FixedVectorType::get(type, shape_.width) : type;
}

llvm::AllocaInst* Widener::Variable(llvm::Type* type) {
  llvm::BasicBlock& entry = to_->getEntryBlock();
  return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
}

Slot& Widener::SlotOf(const llvm::Instruction& value) {
  Slot& slot = slots_[&value];
  if (!slot.rows.empty()) return slot;
  const bool affine = lanes_.VariesByColumn(&value) && lanes_.Stride(&value);
  for (unsigned row = 0; row < RowsOf(&value); ++row) {
    slot.rows.push_back(Variable(TypeOf(value.getType(), lanes_.VariesByColumn(&value))));
    if (affine) slot.first.push_back(Variable(value.getType()));
    if (lanes_.IsChecked(&value)) slot.fits.push_back(Variable(build_.getInt1Ty()));
  }
  return slot;
}

bool Widener::LeavesBlock(const llvm::Instruction& value) const {
  return llvm::any_of(value.users(), [&](const llvm::User* user) {
    return llvm::isa<llvm::PHINode>(user) || llvm::cast<llvm::Instruction>(user)->getParent() != value.getParent();
  });
}

void Widener::Keep(llvm::Instruction& value) {
  auto found = here_.find(&value);
  if (found == here_.end() || llvm::isa<llvm::PHINode>(value) || !LeavesBlock(value)) return;
  const Slot& slot = SlotOf(value);
  for (unsigned row = 0; row < slot.rows.size(); ++row)
    build_.CreateStore(Get(&value, row, lanes_.VariesByColumn(&value)), slot.rows[row]);
  for (unsigned row = 0; row < slot.first.size(); ++row) build_.CreateStore(First(&value, row), slot.first[row]);
  for (unsigned row = 0; row < slot.fits.size(); ++row) build_.CreateStore(Fits(&value, row), slot.fits[row]);
}

void Widener::LoadPhis(llvm::BasicBlock& block) {
  for (llvm::PHINode& phi : block.phis()) {
    const Slot& slot = SlotOf(phi);
    Wide wide;
    auto load = [&](const auto& variables, auto& values) {
      for (llvm::AllocaInst* variable : variables)
        values.push_back(build_.CreateLoad(variable->getAllocatedType(), variable));
    };
    load(slot.rows, wide.rows);
    load(slot.first, wide.first);
    load(slot.fits, wide.fits);
    here_[&phi] = wide;
  }
}

namespace {
template <class List>
auto* OfRow(const List& list, unsigned row) {
  return list[list.size() > 1 ? row : 0];
}
}  // namespace

llvm::Value* Widener::Get(llvm::Value* value, unsigned row, bool vector) {
  llvm::Value* found = value;
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
    found = OfRow(arguments_[argument].rows, row);
  } else if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
    if (auto here = here_.find(value); here != here_.end()) {
      found = OfRow(here->second.rows, row);
    } else {
      llvm::AllocaInst* variable = OfRow(SlotOf(*instruction).rows, row);
      found = build_.CreateLoad(variable->getAllocatedType(), variable);
    }
  }
  return vector && !found->getType()->isVectorTy() ? Broadcast(found) : found;
}

llvm::Value* Widener::First(llvm::Value* value, unsigned row) {
  if (!lanes_.VariesByColumn(value)) return Get(value, row, false);
  if (llvm::isa<llvm::Argument>(value)) return OfRow(arguments_[value].first, row);
  if (auto here = here_.find(value); here != here_.end()) return OfRow(here->second.first, row);
  llvm::AllocaInst* variable = OfRow(SlotOf(*llvm::cast<llvm::Instruction>(value)).first, row);
  return build_.CreateLoad(variable->getAllocatedType(), variable);
}

llvm::Value* Widener::Fits(llvm::Value* value, unsigned row) {
  if (!lanes_.IsChecked(value)) return nullptr;
  if (auto here = here_.find(value); here != here_.end()) return OfRow(here->second.fits, row);
  llvm::AllocaInst* variable = OfRow(SlotOf(*llvm::cast<llvm::Instruction>(value)).fits, row);
  return build_.CreateLoad(variable->getAllocatedType(), variable);
}

std::optional<Widener::Conjunction> Widener::PartsOf(llvm::Value* condition) const {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(condition);
  if (!instruction || instruction->getParent() != block_ || !lanes_.Varies(instruction)) return std::nullopt;
  const bool is_and = instruction->getOpcode() == llvm::Instruction::And;
  if (is_and || instruction->getOpcode() == llvm::Instruction::Or)
    return Conjunction{instruction->getOperand(0), instruction->getOperand(1), is_and};
  auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction);
  if (!select) return std::nullopt;
  auto* if_true = llvm::dyn_cast<llvm::ConstantInt>(select->getTrueValue());
  auto* if_false = llvm::dyn_cast<llvm::ConstantInt>(select->getFalseValue());
  if (if_false && if_false->isZero()) return Conjunction{select->getCondition(), select->getTrueValue(), true};
  if (if_true && if_true->isOne()) return Conjunction{select->getCondition(), select->getFalseValue(), false};
  return std::nullopt;
}

// Frozen, because lanes that are not there may have computed nothing that is defined.
llvm::Value* Widener::WordOf(llvm::Value* condition, unsigned depth) {
  if (const std::optional<Conjunction> parts = depth < kMostParts ? PartsOf(condition) : std::nullopt) {
    llvm::Value *left = WordOf(parts->left, depth + 1), *right = WordOf(parts->right, depth + 1);
    return parts->is_and ? build_.CreateAnd(left, right) : build_.CreateOr(left, right);
  }
  llvm::Type* row_bits = build_.getIntNTy(shape_.width);
  llvm::Value* word = nullptr;
  for (unsigned row = 0; row < shape_.rows; ++row) {
    llvm::Value* held = build_.CreateFreeze(Get(condition, row, false));
    llvm::Value* bits =
        held->getType()->isVectorTy() ? build_.CreateBitCast(held, row_bits) : build_.CreateSExt(held, row_bits);
    bits = build_.CreateShl(build_.CreateZExt(bits, build_.getInt32Ty()), row * shape_.width % 32);
    word = word ? build_.CreateOr(word, bits) : bits;
  }
  return word;
}

llvm::Value* Widener::RowBits(llvm::Value* word, unsigned row) {
  return build_.CreateTrunc(build_.CreateLShr(word, row * shape_.width % 32), build_.getIntNTy(shape_.width));
}

llvm::Value* Widener::MaskOf(llvm::Value* word, unsigned row, unsigned rows) {
  if (!word) return nullptr;
  if (rows == shape_.rows) return build_.CreateBitCast(RowBits(word, row), TypeOf(build_.getInt1Ty(), true));
  // Not the sum of the rows' bits: LLVM 19 cannot select instructions for such a mask and those of its rows together,
  // because two of its rules undo each other for ever.
  llvm::SmallVector<std::uint32_t> bits;
  for (unsigned column = 0; column < shape_.width; ++column) {
    bits.push_back(0);
    for (unsigned each = 0; each < shape_.rows; ++each) bits.back() |= 1u << (each * shape_.width + column);
  }
  llvm::Value* of_column = build_.CreateAnd(Broadcast(word), llvm::ConstantDataVector::get(context_, bits));
  return build_.CreateIsNotNull(of_column);
}

std::optional<unsigned> Widener::FirstLanes(unsigned rows) const {
  auto* word = llvm::dyn_cast_or_null<llvm::ConstantInt>(mask_);
  if (!word || shape_.rows > 1 || rows > 1) return std::nullopt;
  const std::uint64_t lanes = word->getZExtValue();
  if (!llvm::isMask_64(lanes)) return std::nullopt;
  const unsigned count = llvm::countr_one(lanes);
  return llvm::isPowerOf2_32(count) ? std::optional(count) : std::nullopt;
}

llvm::Value* Widener::HasLanes(llvm::Value* word, unsigned row, unsigned rows) {
  if (!word) return build_.getTrue();
  return build_.CreateIsNotNull(rows == 1 ? word : RowBits(word, row));
}

llvm::Value* Widener::Flat(llvm::Value* value) {
  llvm::Value* whole = Get(value, 0, true);
  if (shape_.rows == 1) return whole;
  llvm::SmallVector<int> lanes(shape_.lanes());
  for (unsigned lane = 0; lane < lanes.size(); ++lane) lanes[lane] = static_cast<int>(lane);
  return build_.CreateShuffleVector(whole, Get(value, 1, true), lanes);
}

Wide Widener::FromFlat(llvm::Value* vector, bool by_column, unsigned rows) {
  Wide wide;
  for (unsigned row = 0; row < rows; ++row) {
    if (!by_column) {
      wide.rows.push_back(build_.CreateExtractElement(vector, row * shape_.width));
      continue;
    }
    llvm::SmallVector<int> lanes(shape_.width);
    for (unsigned lane = 0; lane < lanes.size(); ++lane) lanes[lane] = static_cast<int>(row * shape_.width + lane);
    wide.rows.push_back(rows == 1 && shape_.rows == 1 ? vector : build_.CreateShuffleVector(vector, lanes));
  }
  return wide;
}

}  // namespace lockstep::pass::warp
