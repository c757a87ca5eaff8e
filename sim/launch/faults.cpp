// A longjmp to a frame of another stack is intended here; the checking variant forbids it.
#undef _FORTIFY_SOURCE
#include "sim/launch/faults.h"

#include <fmt/format.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include <memory>
#include <mutex>

#include "shared/base/must.h"
#include "shared/base/thread_state.h"
#include "sim/hooks/state.h"
#include "sim/launch/fiber.h"
#include "sim/launch/interrupt.h"
#include "sim/launch/observer.h"
#include "sim/launch/player.h"
#include "sim/launch/sanitized_stack.h"
#include "sim/machine/miss.h"

namespace lockstep::launch {
namespace {

struct Frame {
  sigjmp_buf landing;
  const StackPool* stacks = nullptr;
  LaunchOutcome outcome;  // with the thread at the time of the fault
};

thread_local Frame* frame = nullptr;

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction earlier_actions[NSIG];

// True for a fault just past the end of the stack: a frame was opened beyond it.
bool IsStackOverflow(const void* address, const ucontext_t& context) {
  if (frame->stacks && frame->stacks->IsGuard(address)) return true;
  constexpr std::int64_t kNear = 64 << 10;
  const std::int64_t distance = reinterpret_cast<std::int64_t>(address) - context.uc_mcontext.gregs[REG_RSP];
  return -kNear < distance && distance < kNear;
}

void KeepThread(const LockstepThread* thread, LaunchOutcome& who) {
  if (!thread) return;
  const LockstepBlock& block = *thread->block;
  who.has_thread = who.has_block = true;
  who.thread = {thread->index[0], thread->index[1], thread->index[2]};
  who.block = {block.index[0], block.index[1], block.index[2]};
  who.site = thread->site;
}

LaunchFault FaultOf(int number, const void* address, const ucontext_t& context) {
  if (number == SIGFPE || number == SIGILL) return LaunchFault::kIllegalInstruction;
  if (number == SIGBUS) return LaunchFault::kMisalignedAddress;
  return IsStackOverflow(address, context) ? LaunchFault::kStackOverflow : LaunchFault::kIllegalAddress;
}

std::string Describe(const LaunchOutcome& who) {
  const trace::Dim3 &thread = who.thread, &block = who.block;
  const std::string of_block = fmt::format("block ({},{},{})", block.x, block.y, block.z);
  if (!who.has_thread)
    return fmt::format("{} (`lockstep check` names it)",
                       who.has_block ? "a thread of " + of_block : "an unknown thread");
  std::string text = fmt::format("thread ({},{},{}) of {}", thread.x, thread.y, thread.z, of_block);
  if (who.site) text += fmt::format(" at {}:{}", who.site->file, who.site->line);
  return text;
}

void OnSignal(int number, siginfo_t* info, void* context) {
  if (!frame) {
    // A fault of the host program itself: handled as it would be without Lockstep.
    for (int any : kSignals) sigaction(any, &earlier_actions[any], nullptr);
    if (Player* player = ThePlayer(); player && __lockstep_current)
      player->Crash(
          number == SIGSEGV || number == SIGBUS
              ? fmt::format("{} accessed unmapped memory (address {})", DescribeCurrentThread(), info->si_addr)
              : fmt::format("{} ran an illegal instruction", DescribeCurrentThread()));
    return;
  }
  frame->outcome.fault = FaultOf(number, info->si_addr, *static_cast<const ucontext_t*>(context));
  frame->outcome.address = info->si_addr;
  // For an address that can be none at all the processor names 0, and the code is another one.
  frame->outcome.is_null = number == SIGSEGV && info->si_code == SEGV_MAPERR &&
                           reinterpret_cast<std::uint64_t>(info->si_addr) < machine::kNullPage;
  KeepThread(__lockstep_current, frame->outcome);
  siglongjmp(frame->landing, 1);
}

// Sent until it meets code that may be left: neither the runtime's nor a library's.
void OnInterruptOfThread(int, siginfo_t*, void* context) {
  const auto& machine_state = static_cast<const ucontext_t*>(context)->uc_mcontext;
  if (!frame || !EndsAt(static_cast<std::uint64_t>(machine_state.gregs[REG_RIP]))) return;
  frame->outcome.fault = LaunchFault::kInterrupted;
  KeepThread(__lockstep_current, frame->outcome);
  siglongjmp(frame->landing, 1);
}

void InstallHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = OnSignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int number : kSignals) sigaction(number, &action, &earlier_actions[number]);
    action.sa_sigaction = OnInterruptOfThread;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigaction(InterruptSignal(), &action, nullptr);
  });
}

// A thread that ran out of stack cannot handle a signal on that stack.
void UseSignalStack() {
  constexpr std::size_t kSize = 64 << 10;
  struct SignalStack {
    std::unique_ptr<char[]> memory{new char[kSize]};
    SignalStack() {
      stack_t stack{.ss_sp = memory.get(), .ss_flags = 0, .ss_size = kSize};
      sigaltstack(&stack, nullptr);
    }
    ~SignalStack() {
      stack_t off{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
      sigaltstack(&off, nullptr);
    }
  };
  StateOfThread<SignalStack>();
}

}  // namespace

std::string DescribeSignal(const LaunchOutcome& outcome) {
  const std::string who = Describe(outcome);
  switch (outcome.fault) {
    case LaunchFault::kStackOverflow: return fmt::format("{} ran out of stack", who);
    case LaunchFault::kInterrupted: return "it was interrupted";
    case LaunchFault::kIllegalInstruction: return fmt::format("{} ran an illegal instruction", who);
    default: return fmt::format("{} accessed unmapped memory (address {})", who, outcome.address);
  }
}

void WatchForCrashes() {
  InstallHandlers();
  UseSignalStack();
}

LaunchOutcome Guard(const StackPool* stacks, const std::function<void()>& work) {
  InstallHandlers();
  UseSignalStack();
  const Interrupted known;
  Frame here;
  here.stacks = stacks;
  Frame* const outer = frame;
  frame = &here;
  JumpTarget stack;
  if (sigsetjmp(here.landing, 1) == 0) {
    work();
  } else {
    stack.HasBeenJumpedTo();
    __lockstep_current = nullptr;
  }
  frame = outer;
  LaunchOutcome& outcome = here.outcome;
  if (outcome.fault != LaunchFault::kNone && outcome.what.empty()) outcome.what = DescribeSignal(outcome);
  return std::move(outcome);
}

void RaiseFault(LaunchFault fault, std::string what) {
  MUST(frame, "a fault outside device code");
  frame->outcome.fault = fault;
  auto* thread = static_cast<ThreadRun*>(__lockstep_current);
  if (LaunchObserver* watcher = thread ? WatcherOf(*thread) : nullptr) watcher->Faults(*thread, what);
  frame->outcome.what = std::move(what);
  KeepThread(thread, frame->outcome);
  siglongjmp(frame->landing, 1);
}

std::string DescribeCurrentThread() {
  LaunchOutcome who;
  KeepThread(__lockstep_current, who);
  return Describe(who);
}

}  // namespace lockstep::launch
