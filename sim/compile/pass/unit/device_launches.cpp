#include "sim/compile/pass/unit/device_launches.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "sim/compile/pass/unit/kernel_entry.h"

namespace lockstep::pass {
namespace {

constexpr char kConfigure[] = "__cudaPushCallConfiguration", kConfigureHere[] = "__lockstep_configure_launch";

std::vector<llvm::CallBase*> CallsOf(llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledFunction() == &function)
      calls.push_back(call);
  return calls;
}

// The place of the program's launch: the kernel's name, and not the end of the lambda around it.
llvm::DILocation* PlaceOfLaunch(llvm::Function& lambda) {
  for (llvm::Instruction& instruction : llvm::instructions(lambda)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == kConfigure)
      return call->getDebugLoc().get();
  }
  return nullptr;
}

void DropDebugInfo(llvm::Function& lambda) {
  for (llvm::Instruction& instruction : llvm::instructions(lambda)) {
    instruction.dropDbgRecords();
    instruction.setDebugLoc({});
  }
  lambda.setSubprogram(nullptr);
}

// Without debug information of its own, its code gets the place of its call.
void MergeIntoCallers(llvm::Function& lambda) {
  if (lambda.isDeclaration()) return;
  llvm::DILocation* launch = PlaceOfLaunch(lambda);
  DropDebugInfo(lambda);
  for (llvm::CallBase* call : CallsOf(lambda)) {
    // The column is that of the mended text, which nobody has written.
    if (llvm::DILocation* place = call->getDebugLoc().get(); place && launch)
      call->setDebugLoc(
          llvm::DILocation::get(lambda.getContext(), launch->getLine(), 0, place->getScope(), place->getInlinedAt()));
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
  lambda.removeDeadConstantUsers();  // the table of annotations, which is gone
  if (lambda.use_empty()) lambda.eraseFromParent();
}

bool IsUsedByCode(const llvm::Value& value) {
  return llvm::any_of(value.users(), [](const llvm::User* user) {
    if (llvm::isa<llvm::Instruction>(user)) return true;
    return llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(user) && IsUsedByCode(*user);
  });
}

llvm::Function* DeclareStub(llvm::Function& kernel) {
  auto* stub = llvm::Function::Create(kernel.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                      "__lockstep_launch." + kernel.getName(), kernel.getParent());
  stub->setAttributes(llvm::AttributeList::get(kernel.getContext(), {}, {}, [&] {
    llvm::SmallVector<llvm::AttributeSet> sets;
    for (unsigned i = 0; i < kernel.arg_size(); ++i) sets.push_back(kernel.getAttributes().getParamAttrs(i));
    return sets;
  }()));
  stub->setVisibility(llvm::GlobalValue::HiddenVisibility);
  return stub;
}

// Copies the start of the kernel, which puts its parameters into storage, and hands that over.
void FillStub(llvm::Function& stub, llvm::Function& kernel) {
  const ParameterPlaces parameters = FindParameters(kernel);
  llvm::ValueToValueMapTy copies;
  for (auto [argument, copy] : llvm::zip(kernel.args(), stub.args())) copies[&argument] = &copy;
  llvm::IRBuilder<> build(llvm::BasicBlock::Create(stub.getContext(), "", &stub));
  for (llvm::Instruction& instruction : kernel.getEntryBlock()) {
    if (&instruction == parameters.after) break;
    llvm::Instruction* copy = build.Insert(instruction.clone());
    copy->setDebugLoc({});
    llvm::RemapInstruction(copy, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    copies[&instruction] = copy;
  }
  llvm::Type* pointer = build.getPtrTy();
  llvm::Value* passed = build.CreateAlloca(pointer, build.getInt64(std::max<std::size_t>(1, parameters.places.size())));
  for (unsigned i = 0; i < parameters.places.size(); ++i) {
    llvm::Value* place = parameters.places[i];
    llvm::Value* copy = place ? static_cast<llvm::Value*>(copies.lookup(place)) : nullptr;
    build.CreateStore(copy ? copy : llvm::ConstantPointerNull::get(build.getPtrTy()),
                      build.CreateConstInBoundsGEP1_64(pointer, passed, i));
  }
  llvm::Module& module = *kernel.getParent();
  build.CreateCall(module.getOrInsertFunction("__lockstep_launch", build.getVoidTy(), pointer, pointer),
                   {&stub, passed});
  build.CreateRetVoid();
}

llvm::Function* MakeStub(llvm::Function& kernel, const LaunchOptions& options) {
  llvm::Function* stub = DeclareStub(kernel);
  if (kernel.isDeclaration()) return stub;
  FillStub(*stub, kernel);
  stub->setLinkage(options.relocatable ? kernel.getLinkage() : llvm::GlobalValue::InternalLinkage);
  if (stub->hasLocalLinkage()) stub->setVisibility(llvm::GlobalValue::DefaultVisibility);
  stub->addFnAttr(llvm::Attribute::NoInline);
  stub->addFnAttr(llvm::Attribute::NoUnwind);
  return stub;
}

struct Stub {
  llvm::Function* function;
  std::string kernel;
};

// After the unit, and before the host half registers its kernels.
void Register(llvm::Module& module, llvm::ArrayRef<Stub> stubs, llvm::StringRef unit) {
  constexpr int kPriority = 102;
  llvm::Type* nothing = llvm::Type::getVoidTy(module.getContext());
  auto* constructor = llvm::Function::Create(llvm::FunctionType::get(nothing, false),
                                             llvm::GlobalValue::InternalLinkage, "lockstep.register_launches", module);
  llvm::IRBuilder<> build(llvm::BasicBlock::Create(module.getContext(), "", constructor));
  llvm::Type* pointer = build.getPtrTy();
  const llvm::FunctionCallee registers =
      module.getOrInsertFunction("__lockstep_register_launch", nothing, pointer, pointer, pointer);
  llvm::Value* name = build.CreateGlobalString(unit);
  for (const Stub& stub : stubs)
    build.CreateCall(registers, {name, stub.function, build.CreateGlobalString(stub.kernel)});
  build.CreateRetVoid();
  llvm::appendToGlobalCtors(module, constructor, kPriority);
}

}  // namespace

void LowerLaunches(llvm::Module& module, const Annotations& annotations, const LaunchOptions& options) {
  for (llvm::Function* lambda : annotations.launches) MergeIntoCallers(*lambda);
  if (llvm::Function* configure = module.getFunction(kConfigure)) configure->setName(kConfigureHere);
  std::vector<Stub> stubs;
  for (llvm::Function* kernel : annotations.kernels) {
    const bool for_others = options.relocatable && !kernel->isDeclaration() && !kernel->hasLocalLinkage();
    if (!for_others && !IsUsedByCode(*kernel)) continue;
    llvm::Function* stub = MakeStub(*kernel, options);
    if (!stub->isDeclaration()) stubs.push_back({stub, kernel->getName().str()});
    kernel->replaceUsesWithIf(stub, [&](llvm::Use& use) {
      return llvm::isa<llvm::Instruction, llvm::ConstantExpr, llvm::ConstantAggregate>(use.getUser());
    });
  }
  if (!stubs.empty()) Register(module, stubs, options.unit);
}

}  // namespace lockstep::pass
