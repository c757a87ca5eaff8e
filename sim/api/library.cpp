#include "sim/api/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "shared/trace/modelled.h"
#include "sim/api/call.h"

namespace lockstep::api {
namespace {

// As a whole in one allocation that the device can use.
bool IsInMemory(const machine::Machine& machine, const LockstepOperand& operand) {
  const machine::Location location = machine.Locate(operand.first);
  if (!location.DeviceCanTouch()) return false;
  if (operand.height > 1 && operand.pitch > location.size / (operand.height - 1)) return false;
  const machine::AddressRange range{location.begin, location.begin + location.size};
  return range.Holds(Address(operand.first), (operand.height - 1) * operand.pitch + operand.width);
}

// Of cuRAND, only normal numbers in double precision are not exact.
trace::ModelledSet ModelledIn(std::string_view function) {
  if (function.starts_with("cublas")) return Only(trace::Modelled::kLinearAlgebra);
  if (function.starts_with("cufft")) return Only(trace::Modelled::kFourier);
  return function.ends_with("NormalDouble") ? Only(trace::Modelled::kRandomNumbers) : 0;
}

}  // namespace

void RunLibrary(LibraryOperation& library, const machine::HostCall& call) {
  Session& session = Session::Get();
  const auto& operands = library.call.operands;
  const auto missed =
      std::ranges::find_if(operands, [&](const auto& operand) { return !IsInMemory(session.machine(), operand); });
  if (missed != operands.end()) {
    const std::string what = fmt::format("`{}` {} outside the device's memory, by `{}`", library.call.function,
                                         missed->is_written ? "writes" : "reads", missed->name);
    launch::TellHost(&machine::HostObserver::MissesMemory, library.call, *missed, call);
    session.SetStickyError(cudaErrorIllegalAddress, what);
    NoteUnseenError(what, cudaErrorIllegalAddress);
    return;
  }
  session.machine().Note(ModelledIn(library.call.function));
  launch::TellHost(&machine::HostObserver::CallsLibrary, library.call, call);
  library.work(library.data.get());
}

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

extern "C" {

int __lockstep_call_library(CUstream_st* stream, const LockstepLibraryCall* given, const void* caller) {
  LibraryOperation operation{
      .call = {.function = given->function, .operands = {given->operands, given->operands + given->operand_count}},
      .data = {given->data, given->release},
      .work = given->work};
  // An object without bytes is nowhere.
  std::erase_if(operation.call.operands, [](const auto& operand) { return operand.width == 0 || operand.height == 0; });
  return Call([&](Session&) { return Submit(stream, std::move(operation), {caller, given->function}); });
}

void __lockstep_refuse_library_call(const char* function, const char* why, const void* caller) {
  launch::TellHost(&machine::HostObserver::RefusesLibraryCall, function, why, caller);
}
}
