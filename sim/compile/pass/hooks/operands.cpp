#include "sim/compile/pass/hooks/operands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/facts/stack_slots.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/language/shuffles.h"
#include "sim/compile/pass/unit/kernel_entry.h"

namespace lockstep::pass {
namespace {

using trace::OperandKind;

const char* IndexName(llvm::StringRef function) {
  return llvm::StringSwitch<const char*>(function)
      .Case("__lockstep_thread_x", "threadIdx.x")
      .Case("__lockstep_thread_y", "threadIdx.y")
      .Case("__lockstep_thread_z", "threadIdx.z")
      .Case("__lockstep_block_x", "blockIdx.x")
      .Case("__lockstep_block_y", "blockIdx.y")
      .Case("__lockstep_block_z", "blockIdx.z")
      .Case("__lockstep_block_dim_x", "blockDim.x")
      .Case("__lockstep_block_dim_y", "blockDim.y")
      .Case("__lockstep_block_dim_z", "blockDim.z")
      .Case("__lockstep_grid_dim_x", "gridDim.x")
      .Case("__lockstep_grid_dim_y", "gridDim.y")
      .Case("__lockstep_grid_dim_z", "gridDim.z")
      .Default(nullptr);
}

constexpr const char* kRoundALoop = "the value goes around a loop inside a library";

// The compiler's own: what `{1, 2}` is copied from.
bool IsLiteral(const llvm::Value& storage) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&storage);
  return variable && variable->isConstant() && variable->hasPrivateLinkage();
}

// The only call that puts what all lanes brought into the array; null: there is none.
llvm::CallBase* GatherInto(const llvm::Value& storage) {
  llvm::CallBase* found = nullptr;
  for (const llvm::User* user : storage.users()) {
    auto* call = const_cast<llvm::CallBase*>(llvm::dyn_cast<llvm::CallBase>(user));
    if (!call || !call->getCalledFunction() || call->getCalledFunction()->getName() != "__lockstep_gather") continue;
    if (found) return nullptr;
    found = call;
  }
  return found;
}

}  // namespace

DeclaredStorage FindDeclared(llvm::Function& function) {
  DeclaredStorage declared;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        if (record.isDbgDeclare() && record.getVariableLocationOp(0) && !IsLibraryFile(record.getVariable()->getFile()))
          declared[record.getVariableLocationOp(0)] = record.getVariable();
  return declared;
}

bool IsRecordedFunction(const llvm::Function& function) {
  return !function.isDeclaration() && function.getSubprogram() && !IsLibraryFunction(function);
}

Operands::Operands(llvm::Function& function, const DeclaredStorage& declared)
    : function_(function), declared_(declared), layout_(function.getParent()->getDataLayout()), dominators_(function) {}

std::uint64_t Operands::SizeOf(const llvm::Value& value) const {
  return value.getType()->isSized() ? layout_.getTypeStoreSize(value.getType()).getFixedValue() : 0;
}

const Ways& Operands::OfValue(llvm::Value* value) {
  if (const auto found = known_.find(value); found != known_.end()) return found->second;
  Ways ways = Compute(value);
  return known_[value] = std::move(ways);
}

Ways Operands::Compute(llvm::Value* value) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction) return Nothing();
  if (!open_.insert(value).second) {
    rings_.push_back(value);
    return Unknown(SizeOf(*value), kRoundALoop);
  }
  const std::size_t rings = rings_.size();
  Ways ways = OfInstruction(*instruction);
  open_.erase(value);
  rings_.erase(std::remove(rings_.begin() + static_cast<std::ptrdiff_t>(rings), rings_.end(), value), rings_.end());
  // The part that a loop's value has from itself comes from its beginning, unless what it comes from is in the loop
  // too.
  if (llvm::isa<llvm::PHINode>(value) && rings_.size() == rings && ways.ways.size() == 1 &&
      Dominates(ways.ways[0], *instruction))
    llvm::erase_if(ways.ways[0], [](const ValueSource& source) { return source.text == kRoundALoop; });
  return ways;
}

Ways Operands::OfInstruction(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return OfLoad(*load);
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return OfCall(*call);
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return OfPhi(*phi);
  const std::uint64_t size = SizeOf(instruction);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return HasPlace(instruction) ? One({.kind = OperandKind::kRead, .size = size, .source = &instruction})
                                 : Unknown(size, "an atomic operation of the compiler's");
  if (llvm::isa<llvm::AllocaInst>(instruction)) return Nothing();
  if (llvm::isa<llvm::FreezeInst, llvm::BitCastInst, llvm::AddrSpaceCastInst>(instruction) &&
      SizeOf(*instruction.getOperand(0)) == size) {
    Ways ways = OfValue(instruction.getOperand(0));
    ways.factors = {{instruction.getOperand(0), 1}};
    return ways;
  }
  if (auto* part = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(part->getIndexOperand()))
      return OfPart(*part->getVectorOperand(), index->getZExtValue() * size, size);
  if (auto* with = llvm::dyn_cast<llvm::InsertElementInst>(&instruction))
    if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(with->getOperand(2)))
      return WithPart(*with, *with->getOperand(0), *with->getOperand(1),
                      index->getZExtValue() * SizeOf(*with->getOperand(1)));
  const auto place_of = [&](llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    llvm::SmallVector<llvm::Value*> path{llvm::ConstantInt::get(llvm::Type::getInt32Ty(type->getContext()), 0)};
    for (const unsigned index : indices)
      path.push_back(llvm::ConstantInt::get(llvm::Type::getInt32Ty(type->getContext()), index));
    return static_cast<std::uint64_t>(layout_.getIndexedOffsetInType(type, path));
  };
  if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    llvm::Value* whole = part->getAggregateOperand();
    return OfPart(*whole, place_of(whole->getType(), part->getIndices()), size);
  }
  if (auto* with = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    return WithPart(*with, *with->getAggregateOperand(), *with->getInsertedValueOperand(),
                    place_of(with->getType(), with->getIndices()));
  if (instruction.mayReadOrWriteMemory()) return Unknown(size, "what the compiler made of it");
  return OfOperation(instruction);
}

Ways Operands::OfOperation(llvm::Instruction& instruction) {
  std::vector<Ways> parts;
  for (llvm::Value* operand : instruction.operands()) {
    if (!llvm::isa<llvm::Instruction>(operand)) continue;
    Ways part = OfValue(operand);
    part.factors = {{operand, 1}};
    parts.push_back(std::move(part));
  }
  return Mixed(Product(parts), SizeOf(instruction));
}

Ways Operands::OfPart(llvm::Value& whole, std::uint64_t begin, std::uint64_t size) {
  Ways ways = Cut(OfValue(&whole), begin, size, 0);
  ways.factors = {{&whole, 1}};
  return ways;
}

Ways Operands::WithPart(llvm::Instruction& instruction, llvm::Value& whole, llvm::Value& part, std::uint64_t begin) {
  const std::uint64_t all = SizeOf(instruction), end = begin + SizeOf(part);
  std::vector<Ways> parts;
  const auto add = [&](llvm::Value& value, std::uint64_t from, std::uint64_t size, std::uint64_t to) {
    if (size == 0) return;
    parts.push_back(Cut(OfValue(&value), from, size, to));
    parts.back().factors = {{&value, 1}};
  };
  // The rest of the whole twice would count its ways twice.
  if (begin > 0 && end < all) {
    Ways rest = OfValue(&whole);
    Ways before = Cut(rest, 0, begin, 0), after = Cut(rest, end, all - end, end);
    for (std::size_t i = 0; i < before.ways.size(); ++i)
      for (const ValueSource& source : after.ways[i]) AddSource(before.ways[i], source);
    before.factors = {{&whole, 1}};
    parts.push_back(std::move(before));
  } else {
    add(whole, 0, begin, 0);
    add(whole, end, all - end, end);
  }
  add(part, 0, SizeOf(part), begin);
  return Product(parts);
}

Ways Operands::OfLoad(llvm::LoadInst& load) { return OfMemory(load, load.getPointerOperand(), SizeOf(load)); }

Ways Operands::OfMemory(llvm::Instruction& at, llvm::Value* pointer, std::uint64_t size) {
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
  llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
  const llvm::Value* storage = llvm::getUnderlyingObject(pointer, 0);
  const bool is_local = llvm::isa<llvm::AllocaInst>(storage);
  const bool is_exact = base == storage && !offset.isNegative();
  const auto declared = declared_.find(storage);
  if (IsLiteral(*storage)) return Nothing();
  const bool reads = llvm::isa<llvm::LoadInst, llvm::AnyMemTransferInst>(at) && HasPlace(at);
  const ValueSource read{.kind = OperandKind::kRead, .size = size, .moves = true, .source = &at};
  const auto* argument = llvm::dyn_cast<llvm::Argument>(storage);
  const bool is_given =
      argument && (argument->hasByValAttr() || argument->hasStructRetAttr() || IsParameterStorage(*argument));
  if (declared != declared_.end() && (is_local || is_given)) {
    if (is_exact)
      return One({.kind = OperandKind::kVariable,
                  .size = size,
                  .offset = offset.getZExtValue(),
                  .moves = true,
                  .source = &at,
                  .variable = declared->second,
                  .storage = storage});
    return is_local && llvm::isa<llvm::LoadInst>(at) && reads ? One(read)
                                                              : Unknown(size, "an element of a parameter or a copy");
  }
  if (is_local || is_given) {
    if (llvm::CallBase* gather = GatherInto(*storage))
      return One({.kind = OperandKind::kExchanged, .size = size, .source = gather});
    if (is_exact) return Forward(at, *base, offset.getZExtValue(), size);
    return Unknown(size, "an element of what a library keeps for itself");
  }
  return reads ? One(read) : Unknown(size, "memory that the compiler reads for itself");
}

// The slot's bytes as the last writes before `at` left them.
Ways Operands::Forward(llvm::Instruction& at, llvm::Value& base, std::uint64_t begin, std::uint64_t size) {
  auto writers = WritersOf(base, layout_);
  if (!writers) return Unknown(size, "what a library keeps for itself");
  llvm::erase_if(*writers, [&](const Writer& writer) {
    return writer.offset >= begin + size || writer.offset + writer.size <= begin || writer.instruction == &at;
  });
  std::vector<Writer> before;
  for (const Writer& writer : *writers)
    if (dominators_.dominates(writer.instruction, &at)) before.push_back(writer);
  llvm::sort(before,
             [&](const Writer& a, const Writer& b) { return dominators_.dominates(b.instruction, a.instruction); });
  for (const Writer& writer : *writers) {
    if (dominators_.dominates(writer.instruction, &at)) continue;
    llvm::SmallPtrSet<llvm::BasicBlock*, 4> over;
    for (const Writer& last : before)
      if (last.offset <= begin && last.offset + last.size >= begin + size) over.insert(last.instruction->getParent());
    // A later round of a loop writes it anew before it comes here.
    if (over.contains(writer.instruction->getParent()) && over.contains(at.getParent())) continue;
    over.erase(writer.instruction->getParent());
    if (over.contains(at.getParent())) continue;
    if (llvm::isPotentiallyReachable(writer.instruction, &at, &over, &dominators_))
      return Unknown(size, "a value that one of several branches of a library made");
  }
  std::vector<bool> has(size, false);
  std::vector<Ways> parts;
  for (const Writer& writer : before) {
    std::uint64_t i = writer.offset > begin ? writer.offset - begin : 0;
    const std::uint64_t end = std::min(size, writer.offset + writer.size - begin);
    while (i < end) {
      if (has[i]) {
        ++i;
        continue;
      }
      std::uint64_t last = i;
      for (; last < end && !has[last]; ++last) has[last] = true;
      Ways part = Written(*writer.instruction, begin + i - writer.offset, last - i);
      parts.push_back(Cut(std::move(part), 0, last - i, i));
      i = last;
    }
  }
  return Product(parts);
}

// The value that a writer puts at `offset` of its bytes.
Ways Operands::Written(llvm::Instruction& writer, std::uint64_t offset, std::uint64_t size) {
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&writer)) return OfPart(*store->getValueOperand(), offset, size);
  if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&writer)) {
    const auto length = llvm::cast<llvm::ConstantInt>(copy->getLength())->getZExtValue();
    return Cut(OfMemory(*copy, copy->getRawSource(), length), offset, size, 0);
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&writer); call && !llvm::isa<llvm::AnyMemSetInst>(writer))
    return Cut(OfCall(*call), offset, size, 0);
  return Nothing();
}

Ways Operands::OfCall(llvm::CallBase& call) {
  std::uint64_t size = SizeOf(call);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.paramHasAttr(i, llvm::Attribute::StructRet))
      size = layout_.getTypeStoreSize(call.getParamStructRetType(i));
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return Unknown(size, "the result of a call through a pointer");
  if (const char* name = IndexName(callee->getName()))
    return One({.kind = OperandKind::kIndex, .size = size, .source = &call, .text = name});
  if (IsRecordedFunction(*callee))
    return One({.kind = OperandKind::kReturned, .size = size, .moves = true, .source = &call});
  if (callee->doesNotAccessMemory() || (callee->isIntrinsic() && !call.mayReadOrWriteMemory()))
    return callee->getName() == "__lockstep_linear" ? One({.kind = OperandKind::kIndex,
                                                           .size = size,
                                                           .source = &call,
                                                           .text = "the thread's number in its block"})
                                                    : OfOperation(call);
  if (IsWarpExchange(*callee))
    return One(
        {.kind = OperandKind::kExchanged, .size = size, .moves = callee->getName() == kShuffle, .source = &call});
  llvm::StringRef name = callee->getName();
  name.consume_front("__lockstep_");
  return Unknown(size, "the result of `" + llvm::demangle(name.str()) + "`");
}

std::vector<llvm::Value*> Operands::Conditions(llvm::PHINode& phi, llvm::BasicBlock& from) const {
  std::vector<llvm::Value*> conditions;
  const llvm::DomTreeNode* const top = dominators_.getNode(phi.getParent())->getIDom();
  for (const llvm::DomTreeNode* node = dominators_.getNode(&from); node; node = node->getIDom()) {
    const llvm::Instruction* end = node->getBlock()->getTerminator();
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end); branch && branch->isConditional())
      conditions.push_back(branch->getCondition());
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end)) conditions.push_back(choice->getCondition());
    if (node == top) break;
  }
  return conditions;
}

bool Operands::Dominates(const Way& way, const llvm::Instruction& at) const {
  return llvm::all_of(
      way, [&](const ValueSource& source) { return !source.source || dominators_.dominates(source.source, &at); });
}

// The value that comes from that block, and what decided to come from there.
Ways Operands::OfEdge(llvm::PHINode& phi, unsigned number) {
  std::vector<Ways> parts{OfValue(phi.getIncomingValue(number))};
  parts.back().factors = {{phi.getIncomingValue(number), 1}};
  for (llvm::Value* condition : Conditions(phi, *phi.getIncomingBlock(number))) {
    parts.push_back(Mixed(OfValue(condition), SizeOf(phi)));
    parts.back().factors = {{condition, 1}};
  }
  return Product(parts);
}

Ways Operands::OfPhi(llvm::PHINode& phi) {
  const std::uint64_t size = SizeOf(phi);
  std::vector<Ways> edges;
  bool all_dominate = true;
  std::size_t count = 0;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Ways edge = OfEdge(phi, i);
    all_dominate &= edge.ways.size() == 1 && Dominates(edge.ways[0], phi);
    count += edge.ways.size();
    edges.push_back(std::move(edge));
  }
  // Both sides were computed, so the value is one of all of them.
  if (all_dominate) return Mixed(Product(edges), size);
  if (count > kMostWays) return Unknown(size, "the value has too many ways to come to be");
  Ways ways{.factors = {{&phi, 1}}};
  for (Ways& edge : edges) llvm::append_range(ways.ways, edge.ways);
  // How to number them is computed when somebody asks (ChoiceOf).
  return ways;
}

llvm::Value* Operands::ChoiceOf(llvm::Value& value) {
  if (const auto found = choices_.find(&value); found != choices_.end()) return found->second;
  const Ways ways = OfValue(&value);
  auto* number = llvm::Type::getInt64Ty(function_.getContext());
  if (ways.ways.size() <= 1) return llvm::ConstantInt::get(number, 0);
  auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
  if (!phi) {
    auto& instruction = llvm::cast<llvm::Instruction>(value);
    return choices_[&value] = Choice(ways, *instruction.getNextNode());
  }
  auto* choice = llvm::PHINode::Create(number, phi->getNumIncomingValues(), "", phi->getIterator());
  choices_[&value] = choice;
  std::uint64_t first = 0;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    llvm::BasicBlock& from = *phi->getIncomingBlock(i);
    const Ways edge = OfEdge(*phi, i);
    llvm::IRBuilder<> build(from.getTerminator());
    llvm::Value* in_edge = Choice(edge, *from.getTerminator());
    llvm::Value* start = build.getInt64(first);
    choice->addIncoming(in_edge ? build.CreateAdd(start, in_edge) : start, &from);
    first += edge.ways.size();
  }
  return choice;
}

llvm::Value* Operands::Choice(const Ways& ways, llvm::Instruction& at) {
  if (ways.ways.size() <= 1) return nullptr;
  llvm::Value* sum = nullptr;
  for (const auto& [value, factor] : ways.factors) {
    llvm::Value* own = ChoiceOf(*value);
    llvm::IRBuilder<> build(&at);
    own = build.CreateMul(own, build.getInt64(factor));
    sum = sum ? build.CreateAdd(sum, own) : own;
  }
  return sum;
}

void Operands::Settle(Ways& ways, llvm::Instruction& at) {
  for (Way& way : ways.ways) {
    Way settled;
    for (const ValueSource& source : way) AddSource(settled, Settled(source, at));
    way = std::move(settled);
  }
}

ValueSource Operands::Settled(ValueSource source, llvm::Instruction& at) {
  if (source.kind == OperandKind::kRead) reads_.insert(source.source);
  if (source.kind == OperandKind::kIndex) source.source = nullptr;
  if (source.kind != OperandKind::kVariable) return source;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(source.source);
  const bool changes = source.source != &at && MayChange(*source.storage, *source.source, at);
  const std::string name = source.variable->getName().str();
  // Two reads of an unchanged variable are one source.
  source.source = nullptr;
  if (!changes) return source;
  source.variable = nullptr;
  if (!load || !llvm::isa<llvm::AllocaInst>(source.storage) || !HasPlace(*load)) {
    source.kind = OperandKind::kUnknown;
    source.moves = false;
    source.text = "`" + name + "`, which has changed since it was read";
    return source;
  }
  llvm::APInt start(layout_.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, start, true);
  source.offset -= start.getZExtValue();
  source.kind = OperandKind::kRead;
  source.source = load;
  reads_.insert(load);
  return source;
}

}  // namespace lockstep::pass
