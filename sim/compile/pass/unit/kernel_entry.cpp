#include "sim/compile/pass/unit/kernel_entry.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "sim/compile/pass/facts/debug_types.h"
#include "sim/compile/pass/unit/thread_state.h"

namespace lockstep::pass {
namespace {

struct Declared {
  llvm::DbgVariableRecord* record = nullptr;
  bool through_pointer = false;  // the declared address holds a pointer to the parameter
};

std::vector<KernelParameter> ReadParameters(const llvm::DISubprogram& subprogram) {
  std::vector<KernelParameter> parameters;
  llvm::DITypeRefArray types = subprogram.getType()->getTypeArray();
  for (unsigned i = 1; i < types.size(); ++i) parameters.push_back({.size = SizeInBytes(types[i]), .type = types[i]});
  return parameters;
}

std::vector<Declared> FindDeclares(llvm::Function& kernel, std::size_t count) {
  std::vector<Declared> declared(count);
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& instruction : block)
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
        const unsigned number = record.getVariable()->getArg();
        if (!record.isDbgDeclare() || number == 0 || number > count || record.getDebugLoc().getInlinedAt()) continue;
        if (record.getVariable()->getScope()->getSubprogram() != kernel.getSubprogram()) continue;
        declared[number - 1] = {&record, record.getExpression()->startsWithDeref()};
      }
  return declared;
}

// The argument whose value is stored in `slot` ("x.indirect_addr").
llvm::Argument* ArgumentKeptAt(llvm::Value* slot) {
  for (llvm::User* user : slot->users())
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      if (store->getPointerOperand() == slot)
        if (auto* argument = llvm::dyn_cast<llvm::Argument>(store->getValueOperand())) return argument;
  return nullptr;
}

// Marks a parameter that points to an argument of the launch.
constexpr char kOfLaunch[] = "lockstep-of-launch";

llvm::Function* MakeEmptyBody(llvm::Function& kernel, std::size_t parameters) {
  llvm::LLVMContext& context = kernel.getContext();
  std::vector<llvm::Type*> types(parameters, llvm::PointerType::get(context, 0));
  for (unsigned field = 0; field < kStateFields; ++field) types.push_back(StateType(context, field));
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
  auto* body =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, kernel.getName() + ".body", kernel.getParent());
  body->copyAttributesFrom(&kernel);
  body->setAttributes(llvm::AttributeList::get(context, kernel.getAttributes().getFnAttrs(), {}, {}));
  body->setLinkage(llvm::GlobalValue::InternalLinkage);
  body->setVisibility(llvm::GlobalValue::DefaultVisibility);
  for (std::size_t i = 0; i < parameters; ++i) {
    body->addParamAttr(i, llvm::Attribute::NoAlias);
    body->addParamAttr(i, llvm::Attribute::get(context, kOfLaunch));
    body->addParamAttr(i, llvm::Attribute::ReadOnly);
  }
  body->splice(body->begin(), &kernel);
  body->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  return body;
}

// The body's own storage for a parameter that the calling convention passes by reference.
llvm::Value* MakeRoom(llvm::Function& body, llvm::Argument& passed, std::uint64_t size) {
  llvm::IRBuilder<> build(body.getContext());
  // Before the debug records at the start of the block, which declare it.
  build.SetInsertPoint(&body.getEntryBlock(), body.getEntryBlock().getFirstInsertionPt());
  build.SetCurrentDebugLocation({});
  auto* room = build.CreateAlloca(llvm::ArrayType::get(build.getInt8Ty(), size));
  room->setAlignment(std::max(llvm::Align(16), passed.getParamAlign().valueOrOne()));
  passed.replaceAllUsesWith(room);
  return room;
}

void FillParameter(llvm::Function& body, unsigned index, KernelParameter& parameter, const Declared& declared) {
  parameter.variable = declared.record->getVariable();
  parameter.name = parameter.variable->getName().str();
  llvm::Value* where = declared.record->getVariableLocationOp(0);
  llvm::Argument* by_reference =
      declared.through_pointer ? ArgumentKeptAt(where) : llvm::dyn_cast<llvm::Argument>(where);
  llvm::Instruction* before = declared.record->getMarker()->MarkedInstr;
  if (by_reference) {
    where = MakeRoom(body, *by_reference, parameter.size);
    before = llvm::cast<llvm::Instruction>(where)->getNextNode();
  }
  // Before the debug record, so that the parameter is filled when a hook declares the variable.
  llvm::BasicBlock::iterator place = before->getIterator();
  place.setHeadBit(true);
  llvm::IRBuilder<> build(before->getContext());
  build.SetInsertPoint(before->getParent(), place);
  build.SetCurrentDebugLocation({});
  build.CreateMemCpy(where, llvm::MaybeAlign(), body.getArg(index), llvm::MaybeAlign(), parameter.size);
}

llvm::Value* AddUnitBase(llvm::IRBuilderBase& build, llvm::Value* arena, llvm::GlobalVariable* shared_base) {
  return build.CreateInBoundsGEP(build.getInt8Ty(), arena, build.CreateLoad(build.getInt64Ty(), shared_base));
}

void MarkParallel(llvm::Function& entry, llvm::MDNode* group) {
  for (llvm::BasicBlock& block : entry)
    for (llvm::Instruction& instruction : block) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
      if (!address || instruction.isVolatile() || instruction.isAtomic()) continue;
      // A thread's own array is reused by the next thread of the loop: its accesses are not parallel.
      if (llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0))) continue;
      instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
    }
}

// An entry is no function of the source, but the code inlined into it has debug locations, so the verifier requires
// one.
void GiveDebugPlace(llvm::Function& entry, const KernelBody& body) {
  if (llvm::DISubprogram* subprogram = body.function->getSubprogram()) {
    llvm::DIBuilder build(*entry.getParent(), false, subprogram->getUnit());
    auto* type = build.createSubroutineType(build.getOrCreateTypeArray({}));
    auto* place = build.createFunction(subprogram->getFile(), entry.getName(), entry.getName(), subprogram->getFile(),
                                       subprogram->getLine(), type, subprogram->getLine(), llvm::DINode::FlagArtificial,
                                       llvm::DISubprogram::SPFlagDefinition);
    entry.setSubprogram(place);
    build.finalizeSubprogram(place);
  }
}

struct Loop {
  llvm::BasicBlock* header;
  llvm::PHINode* counter;
};

// Opens `for (counter = 0; counter < limit; ++counter)` at the builder, which then inserts into the loop's body.
Loop OpenLoop(llvm::IRBuilderBase& build, llvm::Twine name) {
  llvm::BasicBlock* before = build.GetInsertBlock();
  llvm::Function* function = before->getParent();
  llvm::BasicBlock* header = llvm::BasicBlock::Create(build.getContext(), name, function);
  build.CreateBr(header);
  build.SetInsertPoint(header);
  llvm::PHINode* counter = build.CreatePHI(build.getInt32Ty(), 2);
  counter->addIncoming(build.getInt32(0), before);
  return {header, counter};
}

// Closes the loop. CUDA's dimensions are never zero, so the test is at the end.
llvm::BranchInst* CloseLoop(llvm::IRBuilderBase& build, const Loop& loop, llvm::Value* limit) {
  llvm::Value* next = build.CreateAdd(loop.counter, build.getInt32(1), "", true, true);
  loop.counter->addIncoming(next, build.GetInsertBlock());
  llvm::BasicBlock* after = llvm::BasicBlock::Create(build.getContext(), "", build.GetInsertBlock()->getParent());
  llvm::BranchInst* branch = build.CreateCondBr(build.CreateICmpULT(next, limit), loop.header, after);
  build.SetInsertPoint(after);
  return branch;
}

}  // namespace

ParameterPlaces FindParameters(llvm::Function& kernel) {
  ParameterPlaces found{.after = &*kernel.getEntryBlock().getFirstNonPHIOrDbg()};
  if (!kernel.getSubprogram()) return found;
  for (const Declared& declared : FindDeclares(kernel, ReadParameters(*kernel.getSubprogram()).size())) {
    found.places.push_back(nullptr);
    if (!declared.record) continue;
    llvm::Value* where = declared.record->getVariableLocationOp(0);
    found.places.back() = declared.through_pointer ? ArgumentKeptAt(where) : where;
    found.after = declared.record->getMarker()->MarkedInstr;
  }
  return found;
}

bool IsParameterStorage(const llvm::Argument& argument) {
  return argument.hasByValAttr() || argument.getParent()->getAttributes().hasParamAttr(argument.getArgNo(), kOfLaunch);
}

std::optional<KernelBody> MakeBody(llvm::Function& kernel) {
  llvm::DISubprogram* subprogram = kernel.getSubprogram();
  if (!subprogram) {
    kernel.getContext().diagnose(llvm::DiagnosticInfoUnsupported(
        kernel,
        "Lockstep cannot compile a kernel marked `nodebug`, because it finds parameters through debug information"));
    return std::nullopt;
  }
  KernelBody made{.name = kernel.getName().str()};
  made.parameters = ReadParameters(*subprogram);
  const std::vector<Declared> declared = FindDeclares(kernel, made.parameters.size());
  made.function = MakeEmptyBody(kernel, made.parameters.size());
  for (unsigned i = 0; i < made.parameters.size(); ++i)
    if (declared[i].record) FillParameter(*made.function, i, made.parameters[i], declared[i]);
  for (llvm::Argument& argument : kernel.args())
    argument.replaceAllUsesWith(llvm::PoisonValue::get(argument.getType()));
  kernel.replaceAllUsesWith(llvm::ConstantPointerNull::get(llvm::PointerType::get(kernel.getContext(), 0)));
  kernel.eraseFromParent();
  return made;
}

std::vector<llvm::Value*> StateArguments(const KernelBody& body) {
  std::vector<llvm::Value*> state;
  for (unsigned field = 0; field < kStateFields; ++field)
    state.push_back(body.function->getArg(body.parameters.size() + field));
  return state;
}

llvm::Function* MakeEntry(const KernelBody& body, llvm::StringRef suffix) {
  llvm::LLVMContext& context = body.function->getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false);
  auto* entry = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, body.name + suffix.str(),
                                       body.function->getParent());
  llvm::AttrBuilder attributes(context, body.function->getAttributes().getFnAttrs());
  attributes.removeAttribute(llvm::Attribute::AlwaysInline);
  entry->setAttributes(llvm::AttributeList::get(context, llvm::AttributeSet::get(context, attributes), {}, {}));
  GiveDebugPlace(*entry, body);
  entry->addParamAttr(0, llvm::Attribute::NoAlias);
  entry->addParamAttr(1, llvm::Attribute::NoAlias);
  llvm::BasicBlock::Create(context, "", entry);
  return entry;
}

void SetPlace(llvm::IRBuilderBase& build, llvm::Function& entry) {
  if (llvm::DISubprogram* place = entry.getSubprogram())
    build.SetCurrentDebugLocation(llvm::DILocation::get(entry.getContext(), place->getLine(), 0, place));
}

llvm::SmallVector<llvm::Value*> CopyParameters(llvm::IRBuilderBase& build, const KernelBody& body,
                                               llvm::Value* arguments) {
  llvm::SmallVector<llvm::Value*> copies;
  for (std::size_t i = 0; i < body.parameters.size(); ++i) {
    const std::uint64_t size = body.parameters[i].size;
    llvm::AllocaInst* copy = build.CreateAlloca(llvm::ArrayType::get(build.getInt8Ty(), size));
    copy->setAlignment(llvm::Align(16));
    llvm::Value* from =
        build.CreateLoad(build.getPtrTy(), build.CreateConstInBoundsGEP1_64(build.getPtrTy(), arguments, i));
    build.CreateMemCpy(copy, llvm::Align(16), from, llvm::MaybeAlign(), size);
    copies.push_back(copy);
  }
  return copies;
}

std::vector<llvm::Value*> LoadBlockState(llvm::IRBuilderBase& build, llvm::Value* block,
                                         llvm::GlobalVariable* shared_base) {
  std::vector<llvm::Value*> state(kStateFields);
  for (unsigned field = kBlockX; field < kStateFields; ++field)
    if (field != kLinear) state[field] = LoadBlockField(build, block, field);
  state[kShared] = AddUnitBase(build, state[kShared], shared_base);
  return state;
}

llvm::Function* MakeThreadEntry(const KernelBody& body, llvm::GlobalVariable* shared_base) {
  llvm::Function* entry = MakeEntry(body, ".thread");
  llvm::IRBuilder<> build(&entry->getEntryBlock());
  SetPlace(build, *entry);
  std::vector<llvm::Value*> arguments;
  for (std::size_t i = 0; i < body.parameters.size(); ++i)
    arguments.push_back(
        build.CreateLoad(build.getPtrTy(), build.CreateConstInBoundsGEP1_64(build.getPtrTy(), entry->getArg(1), i)));
  for (unsigned field = 0; field < kStateFields; ++field) {
    llvm::Value* value = LoadThreadField(build, entry->getArg(0), field);
    arguments.push_back(field == kShared ? AddUnitBase(build, value, shared_base) : value);
  }
  build.CreateCall(body.function, arguments);
  build.CreateRetVoid();
  return entry;
}

llvm::Function* MakeBlockEntry(const KernelBody& body, llvm::GlobalVariable* shared_base) {
  llvm::LLVMContext& context = body.function->getContext();
  llvm::Function* entry = MakeEntry(body, ".block");
  llvm::IRBuilder<> build(&entry->getEntryBlock());
  SetPlace(build, *entry);

  llvm::SmallVector<llvm::Value*> arguments = CopyParameters(build, body, entry->getArg(1));
  std::vector<llvm::Value*> state = LoadBlockState(build, entry->getArg(0), shared_base);

  const std::array<llvm::Value*, 3> ends = LoadEnds(build, entry->getArg(0));
  const Loop z = OpenLoop(build, "thread.z"), y = OpenLoop(build, "thread.y");
  llvm::Value* row =
      build.CreateAdd(build.CreateMul(z.counter, state[kBlockDimY], "", true, true), y.counter, "", true, true);
  llvm::Value* row_start = build.CreateMul(row, state[kBlockDimX], "", true, true);
  const Loop x = OpenLoop(build, "thread.x");
  state[kThreadX] = x.counter;
  state[kThreadY] = y.counter;
  state[kThreadZ] = z.counter;
  state[kLinear] = build.CreateAdd(row_start, x.counter, "", true, true);
  llvm::append_range(arguments, state);
  llvm::CallInst* call = build.CreateCall(body.function, arguments);
  llvm::BranchInst* again = CloseLoop(build, x, ends[0]);
  CloseLoop(build, y, ends[1]);
  CloseLoop(build, z, ends[2]);
  build.CreateRetVoid();

  llvm::InlineFunctionInfo info;
  if (!llvm::InlineFunction(*call, info).isSuccess()) return entry;
  llvm::MDNode* group = llvm::MDNode::getDistinct(context, {});
  MarkParallel(*entry, group);
  llvm::Metadata* accesses[] = {llvm::MDString::get(context, "llvm.loop.parallel_accesses"), group};
  llvm::Metadata* facts[] = {nullptr, llvm::MDNode::get(context, accesses)};
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, facts);
  loop->replaceOperandWith(0, loop);
  again->setMetadata(llvm::LLVMContext::MD_loop, loop);
  return entry;
}

}  // namespace lockstep::pass
