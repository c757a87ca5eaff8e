#include "sim/compile/pass/hooks/played_code.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/hooks/explain_hooks.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/hooks/line_hooks.h"
#include "sim/compile/pass/hooks/played_checks.h"
#include "sim/compile/pass/unit/call_graph.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/compile/pass/unit/thread_state.h"
#include "sim/compile/pass/unit/unit_tables.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {
namespace {

constexpr char kThread[] = "__lockstep_play_thread";
constexpr unsigned kKernelOperand = 4;
constexpr char kWait[] = "__lockstep_play_wait";
constexpr unsigned kSiteOperand = 1;

using Functions = llvm::SetVector<llvm::Function*>;

bool IsOfProgram(const llvm::Function& function) {
  return !function.isDeclaration() && function.getSubprogram() && !IsLibraryFunction(function);
}

// The functions of the program that contain a mark; the calls lie in functions of the header until those are inlined.
Functions FindKernels(llvm::Function& mark) {
  Functions open, kernels;
  open.insert(&mark);
  for (unsigned i = 0; i < open.size(); ++i)
    for (llvm::User* user : open[i]->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        llvm::Function* caller = call->getFunction();
        IsOfProgram(*caller) ? kernels.insert(caller) : open.insert(caller);
      }
  return kernels;
}

// The functions that a played thread can run.
Functions FindPlayed(llvm::Module& module, const Functions& kernels) {
  const CallGraph calls(module);
  Functions played;
  for (llvm::Function* kernel : kernels)
    for (llvm::Function* function : calls.Reachable(*kernel))
      if (!function->isDeclaration()) played.insert(function);
  return played;
}

// As in device code, library code becomes part of the lines that call it, and functions of the program stay calls.
void SetApart(const Functions& played) {
  for (llvm::Function* function : played) {
    if (IsOfProgram(*function)) {
      function->removeFnAttr(llvm::Attribute::AlwaysInline);
      function->addFnAttr(llvm::Attribute::NoInline);
    } else if (function->getSubprogram()) {
      function->removeFnAttr(llvm::Attribute::OptimizeNone);
      function->removeFnAttr(llvm::Attribute::NoInline);
      function->addFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
}

std::vector<llvm::CallBase*> CallsOf(llvm::Function& function, llvm::StringRef callee) {
  std::vector<llvm::CallBase*> found;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (call->getCalledFunction() && call->getCalledFunction()->getName() == callee) found.push_back(call);
  return found;
}

// The first place at which the call has returned.
llvm::Instruction* After(llvm::CallBase& call) {
  auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (!invoke) return call.getNextNode();
  llvm::BasicBlock* next = invoke->getNormalDest();
  if (!next->getSinglePredecessor()) next = llvm::SplitEdge(invoke->getParent(), next);
  return &*next->getFirstInsertionPt();
}

// True if the variable's scope contains the place.
bool IsInScope(const llvm::DILocalVariable& variable, const llvm::DILocation& place) {
  const llvm::DIScope* scope = place.getScope();
  while (scope && scope != variable.getScope() && llvm::isa<llvm::DILexicalBlockBase>(scope)) scope = scope->getScope();
  return scope == variable.getScope();
}

// Names the kernel to the runtime. The thread begins in the middle of it: variables that exist by then have values.
void CompleteMark(llvm::CallBase& mark, UnitTables& tables, bool record) {
  llvm::Function& kernel = *mark.getFunction();
  mark.setArgOperand(kKernelOperand, tables.FunctionRow(kernel.getSubprogram()));
  if (!record) return;
  llvm::Instruction* begin = After(mark);
  const llvm::DILocation* place = mark.getDebugLoc() ? PlaceInProgram(mark.getDebugLoc().get()) : nullptr;
  if (!place) return;
  const llvm::DominatorTree dominators(kernel);
  std::vector<llvm::DbgVariableRecord*> declared;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& instruction : block)
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        if (record.isDbgDeclare() && record.getVariableLocationOp(0) && dominators.dominates(&instruction, &mark) &&
            IsInScope(*record.getVariable(), *place))
          declared.push_back(&record);
  for (llvm::DbgVariableRecord* one : declared) DeclareVariable(begin, *one, tables, "__lockstep_play_variable");
}

// Waits name their place to the runtime, and calls of functions that wait theirs: that is where people look for it.
void CompleteWaits(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, bool record) {
  const HookArguments of(function, tables, orders);
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function* callee = call && call->getDebugLoc() ? call->getCalledFunction() : nullptr;
      if (!callee) continue;
      if (callee->getName() == kWait)
        call->setArgOperand(kSiteOperand, of.SiteOf(*call));
      else if (!record && !CallsOf(*callee, kWait).empty())
        CallHook(call, "__lockstep_play_waits_at", {of.SiteOf(*call)});
    }
}

// Marks and hooks, which are never removed.
std::vector<llvm::Instruction*> CallsOfRuntime(llvm::Function& function) {
  std::vector<llvm::Instruction*> calls;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__lockstep_"))
          calls.push_back(&instruction);
  return calls;
}

// Hooks report on behalf of the current thread, and outside a played thread there is none. A hook that returns
// something looks for itself. `own_calls`: calls of the runtime that the program made itself.
void Guard(llvm::Function& function, const std::vector<llvm::Instruction*>& own_calls) {
  std::vector<llvm::Instruction*> hooks = CallsOfRuntime(function);
  llvm::erase_if(hooks,
                 [&](llvm::Instruction* hook) { return !hook->use_empty() || llvm::is_contained(own_calls, hook); });
  for (llvm::Instruction* hook : hooks) {
    llvm::IRBuilder<> build(hook);
    build.SetCurrentDebugLocation({});
    llvm::Value* plays = build.CreateIsNotNull(LoadCurrentThread(build, *function.getParent()));
    hook->moveBefore(BeginRareBlock(plays, hook));
  }
}

void InsertHooks(llvm::Function& function, UnitTables& tables, const PlayedCode& code, unsigned& next_number) {
  const std::vector<llvm::Instruction*> own_calls = CallsOfRuntime(function);
  const std::vector<llvm::CallBase*> marks = CallsOf(function, kThread);
  const BlockOrders orders = OrderBlocks(function);
  const bool record = code.mode == LOCKSTEP_RECORD;
  if (record) {
    InsertLineHooks(function, tables, orders, InsertMemoryHooks(function, tables, orders, nullptr));
  } else {
    if (code.explains) InsertPlayedExplainHooks(function, tables, orders, next_number, marks);
    InsertPlayedChecks(function, tables, orders);
  }
  for (llvm::CallBase* mark : marks) CompleteMark(*mark, tables, record);
  CompleteWaits(function, tables, orders, record);
  Guard(function, own_calls);
}

}  // namespace

void InstrumentPlayedCode(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, const PlayedCode& code) {
  llvm::Function* mark = module.getFunction(kThread);
  if (!mark) return;
  const Functions kernels = FindKernels(*mark);
  if (code.explains) MarkLibraryCode(module);
  SetApart(FindPlayed(module, kernels));
  llvm::AlwaysInlinerPass(false).run(module, analyses);
  UnitTables tables(module);
  unsigned next_number = 0;
  for (llvm::Function* function : FindPlayed(module, FindKernels(*mark)))
    if (IsOfProgram(*function)) InsertHooks(*function, tables, code, next_number);
  const SharedLayout no_shared;
  UnitTables::Whole whole;
  whole.mode = code.mode;
  whole.id = code.unit + ".played";
  whole.shared = &no_shared;
  tables.Finish(whole);
}

}  // namespace lockstep::pass
