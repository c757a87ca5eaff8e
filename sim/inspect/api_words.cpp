#include "sim/inspect/api_words.h"

#include <fmt/format.h>

#include "shared/base/address.h"
#include "sim/inspect/access_words.h"
#include "sim/machine/checked_size.h"

namespace lockstep::inspect {
namespace {

// The names of the call's arguments.
struct CopyNames {
  const char *to, *from, *to_pitch, *from_pitch, *width, *kind;
};
CopyNames NamesOf(machine::CopyForm form) {
  switch (form) {
    case machine::CopyForm::kLinear: return {"dst", "src", "", "", "count", "kind"};
    case machine::CopyForm::kRows: return {"dst", "src", "dpitch", "spitch", "width", "kind"};
    case machine::CopyForm::kToSymbol: return {"symbol", "src", "", "", "count", "kind"};
    case machine::CopyForm::kFromSymbol: return {"dst", "symbol", "", "", "count", "kind"};
    case machine::CopyForm::kParameters: break;
  }
  return {"dstPtr.ptr", "srcPtr.ptr", "dstPtr.pitch", "srcPtr.pitch", "extent.width", "kind"};
}

std::string NameOf(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost: return "`cudaMemcpyHostToHost`";
    case cudaMemcpyHostToDevice: return "`cudaMemcpyHostToDevice`";
    case cudaMemcpyDeviceToHost: return "`cudaMemcpyDeviceToHost`";
    case cudaMemcpyDeviceToDevice: return "`cudaMemcpyDeviceToDevice`";
    case cudaMemcpyDefault: return "`cudaMemcpyDefault`";
  }
  return std::to_string(static_cast<int>(kind));
}

const char* WhatIsAt(const machine::Location& location) {
  switch (location.kind) {
    case machine::LocationKind::kHost: return "the host's memory";
    case machine::LocationKind::kRegistered: return "registered memory of the host";
    case machine::LocationKind::kPinned: return "pinned memory";
    case machine::LocationKind::kManaged: return "managed memory";
    case machine::LocationKind::kDevice: return "device memory";
    case machine::LocationKind::kVariable: return "a variable of the device";
    case machine::LocationKind::kNowhere: return "no memory";
  }
  return "memory";
}

// One side of a copy or a fill.
struct Side {
  const char *name, *pitch_name;
  const void* pointer;
  std::uint64_t pitch, slice;
  machine::Location location;
  bool is_written;
};

class BadCopy {
 public:
  BadCopy(const machine::Machine& machine, const machine::CopyOperation& copy)
      : machine_(machine),
        parms_(copy.parms),
        names_(NamesOf(copy.form)),
        needs_pitch_(copy.form == machine::CopyForm::kRows || copy.parms.extent.height > 1 ||
                     copy.parms.extent.depth > 1),
        to_(SideOf(parms_.dstPtr, parms_.dstPos, names_.to, names_.to_pitch, true)),
        from_(SideOf(parms_.srcPtr, parms_.srcPos, names_.from, names_.from_pitch, false)) {}

  Complaint Explain() const {
    const cudaExtent& extent = parms_.extent;
    if (unsigned(parms_.kind) > cudaMemcpyDefault)
      return {.fact = "a copy has a direction that CUDA does not know",
              .note = fmt::format("copies: `{}` is {}", names_.kind, static_cast<int>(parms_.kind)),
              .hint = "`cudaMemcpyDefault` finds the direction itself"};
    for (const Side* side : {&to_, &from_})
      if (!side->pointer) return NullPointer(*side);
    for (const Side* side : {&to_, &from_})
      if (needs_pitch_ && side->pitch < extent.width) return Pitch(*side);
    for (const Side* side : {&to_, &from_})
      if (!Fits(*side)) return TooLarge(*side);
    for (const Side* side : {&to_, &from_})
      if (side->location.kind == machine::LocationKind::kNowhere) return Gone(*side);
    for (const Side* side : {&to_, &from_})
      if (const char* wanted = WantedAt(*side)) return Direction(*side, wanted);
    for (const Side* side : {&to_, &from_})
      if (side->location.size && Reach(*side) > Rest(*side)) return TooLong(*side);
    return {.fact = "a copy has arguments that CUDA refuses", .note = "copies"};
  }

 private:
  Side SideOf(const cudaPitchedPtr& given, const cudaPos& at, const char* name, const char* pitch_name,
              bool is_written) const {
    const std::uint64_t slice = given.pitch * (given.ysize ? given.ysize : parms_.extent.height);
    const char* first = static_cast<const char*>(given.ptr);
    if (first) first += at.z * slice + at.y * given.pitch + at.x;
    return {name, pitch_name, first, given.pitch, slice, machine_.Locate(first), is_written};
  }
  std::uint64_t Bytes() const { return parms_.extent.width * parms_.extent.height * parms_.extent.depth; }
  // True if its last byte has an address.
  bool Fits(const Side& side) const {
    using machine::CheckedSize;
    const cudaExtent& extent = parms_.extent;
    const CheckedSize slices = CheckedSize(extent.depth) * extent.height * side.pitch;
    return (slices + extent.width + AddressOf(side.pointer)).fits();
  }
  // From the first byte to after the last, if they fit.
  std::uint64_t Reach(const Side& side) const {
    const cudaExtent& extent = parms_.extent;
    return (extent.depth - 1) * side.slice + (extent.height - 1) * side.pitch + extent.width;
  }
  static std::uint64_t Rest(const Side& side) {
    return side.location.begin + side.location.size - AddressOf(side.pointer);
  }

  Complaint NullPointer(const Side& side) const {
    return {.fact = fmt::format("a copy of {} {} a null pointer", lockstep::inspect::Bytes(Bytes()),
                                side.is_written ? "writes to" : "reads from"),
            .note = fmt::format("copies: `{}` is null, and `{}` is {}", side.name, names_.width, parms_.extent.width),
            .hint = "an empty `std::vector` has no data, and an allocation that failed leaves no pointer"};
  }
  Complaint Pitch(const Side& side) const {
    return {.fact = "the rows of a copy are longer than its pitch",
            .note = fmt::format("copies: `{}` is {} bytes, and `{}` is {}", side.pitch_name, side.pitch, names_.width,
                                parms_.extent.width),
            .hint = "a pitch is the distance from row to row in bytes, and at least the width in bytes",
            .pointer = side.pointer};
  }
  Complaint TooLarge(const Side& side) const {
    const cudaExtent& extent = parms_.extent;
    return {.kind = report::FindingKind::kCopyOutOfBounds,
            .fact = "a copy of more bytes than any memory has",
            .note = fmt::format("copies {} x {} rows of {} bytes: `{}` is {} bytes", extent.depth, extent.height,
                                extent.width, side.pitch_name, side.pitch),
            .hint = "was a negative number converted to a size?",
            .pointer = side.pointer};
  }
  Complaint Gone(const Side& side) const {
    const memory::MemoryObject* object = machine_.memory().Find(AddressOf(side.pointer));
    const bool freed = object && !object->live;
    return {.kind = freed ? report::FindingKind::kUseAfterFree : report::FindingKind::kCopyOutOfBounds,
            .fact = freed ? "a copy uses memory that is free already" : "a copy begins outside every allocation",
            .note = fmt::format("copies: `{}` is 0x{:x}, {}", side.name, AddressOf(side.pointer),
                                freed ? "which was freed" : "which is in no allocation"),
            .hint = freed ? "copy before the free" : "",
            .pointer = side.pointer};
  }
  // The kind of memory that the direction wants at that side; null: any.
  const char* WantedAt(const Side& side) const {
    if (parms_.kind == cudaMemcpyDefault) return nullptr;
    const bool device = side.is_written
                            ? parms_.kind == cudaMemcpyHostToDevice || parms_.kind == cudaMemcpyDeviceToDevice
                            : parms_.kind == cudaMemcpyDeviceToHost || parms_.kind == cudaMemcpyDeviceToDevice;
    if (device ? side.location.DeviceCanTouch() : side.location.HostCanTouch()) return nullptr;
    return device ? "the device's" : "the host's";
  }
  Complaint Direction(const Side& side, const char* wanted) const {
    return {
        .kind = report::FindingKind::kCopyDirection,
        .fact = "the direction of a copy does not fit its pointers",
        .note = fmt::format("copies: `{}` is {}, which wants {} memory as `{}`, and that is {}", names_.kind,
                            NameOf(parms_.kind), wanted, side.name, WhatIsAt(side.location)),
        .hint = "the order is destination, source, bytes, direction; `cudaMemcpyDefault` finds the direction itself"};
  }
  Complaint TooLong(const Side& side) const {
    const cudaExtent& extent = parms_.extent;
    const bool one_row = extent.height == 1 && extent.depth == 1;
    return {.kind = report::FindingKind::kCopyOutOfBounds,
            .fact = fmt::format("a copy of {} bytes {} past the end of an allocation", Bytes(),
                                side.is_written ? "writes" : "reads"),
            .note = one_row
                        ? fmt::format("copies {} bytes: `{}` is {}, and `{}` has {} to its end", Bytes(), names_.width,
                                      extent.width, side.name, Rest(side))
                        : fmt::format("copies {} bytes: the rows from `{}` on reach over {} bytes, and {} are there",
                                      Bytes(), side.name, Reach(side), Rest(side)),
            .hint = "sizes are in bytes: `n * sizeof(T)`",
            .pointer = side.pointer};
  }

  const machine::Machine& machine_;
  const cudaMemcpy3DParms& parms_;
  CopyNames names_;
  bool needs_pitch_;
  Side to_, from_;
};

// Which dimension no device takes.
std::string WhyShape(const machine::RefusedLaunch& launch) {
  constexpr const char* kNames[] = {"gridDim.x", "gridDim.y", "gridDim.z", "blockDim.x", "blockDim.y", "blockDim.z"};
  const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  for (int i = 0; i < 6; ++i)
    if ((i < 3 ? launch.grid[i] : launch.block[i - 3]) == 0) return fmt::format("`{}` is 0", kNames[i]);
  if (threads > launch.most_threads)
    return fmt::format("{} threads a block, but {} is the most", threads, launch.most_threads);
  for (int i = 0; i < 6; ++i) {
    const unsigned size = i < 3 ? launch.grid[i] : launch.block[i - 3];
    const unsigned most = i < 3 ? launch.most_grid[i] : launch.most_block[i - 3];
    if (size > most) return fmt::format("`{}` is {}, but {} is the most", kNames[i], size, most);
  }
  return "a dimension is beyond what any device takes";
}

}  // namespace

Complaint ExplainCopy(const machine::Machine& machine, const machine::CopyOperation& copy) {
  return BadCopy(machine, copy).Explain();
}

Complaint ExplainFill(const machine::Machine& machine, const machine::FillOperation& fill) {
  using machine::CheckedSize;
  const cudaMemsetParams& p = fill.parms;
  const bool rows = p.height > 1 || fill.depth > 1;
  const std::uint64_t width = p.width * p.elementSize;
  const std::uint64_t reach = (fill.depth - 1) * fill.slice + (p.height - 1) * p.pitch + width;
  const machine::Location target = machine.Locate(p.dst);
  if (!p.dst)
    return {
        .fact = "a fill writes to a null pointer",
        .note = fmt::format("fills: `devPtr` is null, and {} bytes are to be filled", width * p.height * fill.depth)};
  if (rows && p.pitch < width)
    return {.fact = "the rows of a fill are longer than its pitch",
            .note = fmt::format("fills: `pitch` is {} bytes, and `width` is {}", p.pitch, width),
            .hint = "a pitch is the distance from row to row in bytes, and at least the width in bytes",
            .pointer = p.dst};
  if (!(CheckedSize(fill.depth) * p.height * p.pitch + CheckedSize(p.width) * p.elementSize + AddressOf(p.dst)).fits())
    return {.kind = report::FindingKind::kFillOutOfBounds,
            .fact = "a fill of more bytes than any memory has",
            .note = fmt::format("fills {} x {} rows of {} elements: `pitch` is {} bytes", fill.depth, p.height, p.width,
                                p.pitch),
            .hint = "was a negative number converted to a size?",
            .pointer = p.dst};
  const memory::MemoryObject* object = machine.memory().Find(AddressOf(p.dst));
  if (object && !object->live)
    return {.kind = report::FindingKind::kUseAfterFree,
            .fact = "a fill uses memory that is free already",
            .note = fmt::format("fills it: `devPtr` is 0x{:x}, which was freed", AddressOf(p.dst)),
            .hint = "fill before the free",
            .pointer = p.dst};
  if (!target.DeviceCanTouch())
    return {.fact = "a fill of memory that is not the device's",
            .note = fmt::format("fills it: `devPtr` is 0x{:x}, {}", AddressOf(p.dst), WhatIsAt(target)),
            .pointer = p.dst};
  const std::uint64_t rest = target.begin + target.size - AddressOf(p.dst);
  if (target.size && reach > rest)
    return {.kind = report::FindingKind::kFillOutOfBounds,
            .fact = fmt::format("a fill of {} bytes goes past the end of an allocation", width * p.height * fill.depth),
            .note = rows ? fmt::format("fills {} rows of {} bytes: they reach over {} bytes, and {} are there",
                                       p.height * fill.depth, width, reach, rest)
                         : fmt::format("fills {} bytes: `devPtr` has {} to its end", width, rest),
            .hint = "sizes are in bytes: `n * sizeof(T)`",
            .pointer = p.dst};
  return {
      .fact = "a fill has arguments that CUDA refuses",
      .note = fmt::format("fills: `devPtr` is 0x{:x}, and an element has {} bytes", AddressOf(p.dst), p.elementSize),
      .pointer = p.dst};
}

Complaint ExplainOperand(const machine::Machine& machine, const char* function, const LockstepOperand& operand) {
  const machine::Location location = machine.Locate(operand.first);
  const char* does = operand.is_written ? "writes" : "reads";
  if (!operand.first)
    return {.kind = report::FindingKind::kNullPointer,
            .fact = fmt::format("`{}` {} through a null pointer", function, does),
            .note = fmt::format("calls it: `{}` is null", operand.name)};
  if (location.kind == machine::LocationKind::kHost)
    return {.kind = report::FindingKind::kHostArgument,
            .fact = fmt::format("`{}` is given a pointer to the host's memory as `{}`", function, operand.name),
            .note = fmt::format("calls it: `{}` is 0x{:x}", operand.name, AddressOf(operand.first)),
            .hint = "the library works on the device's memory: copy the data there first"};
  if (location.kind == machine::LocationKind::kNowhere) {
    const memory::MemoryObject* object = machine.memory().Find(AddressOf(operand.first));
    const bool freed = object && !object->live;
    return {.kind = freed ? report::FindingKind::kUseAfterFree : report::FindingKind::kWildPointer,
            .fact = fmt::format("`{}` {} {}", function, does, freed ? "memory that is free already" : "no memory"),
            .note = fmt::format("calls it: `{}` is 0x{:x}", operand.name, AddressOf(operand.first)),
            .pointer = operand.first};
  }
  const std::uint64_t rest = location.begin + location.size - AddressOf(operand.first);
  const std::string shape = operand.height == 1 ? Bytes(operand.width)
                                                : fmt::format("{} columns of {}, {} apart", operand.height,
                                                              Bytes(operand.width), Bytes(operand.pitch));
  return {.kind = report::FindingKind::kGlobalOutOfBounds,
          .fact = fmt::format("`{}` {} past the end of an allocation", function, does),
          .note = fmt::format("calls it: `{}` is {}, and {} are there", operand.name, shape, Bytes(rest)),
          .hint = operand.height == 1
                      ? "sizes count elements, and increments too"
                      : "a matrix is stored by columns: element (i, j) is at `i + j * ld`, and `ld` counts elements",
          .pointer = operand.first};
}

Complaint ExplainFree(const machine::Machine& machine, const void* pointer, const char* name) {
  const memory::MemoryObject* object = machine.memory().Find(AddressOf(pointer));
  const bool at_start = object && object->address == AddressOf(pointer);
  if (object && !object->live && at_start)
    return {.kind = report::FindingKind::kDoubleFree,
            .fact = "memory that is free already is freed again",
            .note = "frees it again",
            .hint = "free each allocation once; set the pointer to null after it",
            .pointer = pointer};
  if (object && object->live && !at_start)
    return {
        .kind = report::FindingKind::kInnerFree,
        .fact = "a pointer into the middle of an allocation is freed",
        .note = fmt::format("frees it: `{}` is {} after its start", name, Bytes(AddressOf(pointer) - object->address)),
        .hint = "free the pointer that the allocation gave",
        .pointer = pointer};
  if (object && object->live)
    return {.fact = "memory is freed by a call that is not its allocation's",
            .note = fmt::format("frees it: `{}` is {}", name, WhatIsAt(machine.Locate(pointer))),
            .hint = "`cudaMalloc` goes with `cudaFree`, `cudaMallocHost` with `cudaFreeHost`",
            .pointer = pointer};
  return {.kind = report::FindingKind::kInnerFree,
          .fact = "a pointer is freed that no allocation gave",
          .note = fmt::format("frees 0x{:x}, {}", AddressOf(pointer),
                              object ? "in memory that was freed" : WhatIsAt(machine.Locate(pointer))),
          .hint = object ? "free the pointer that the allocation gave"
                         : "it may never have been set: initialise pointers with `nullptr`, which may be freed, and "
                           "check the error of the call that allocates"};
}

Complaint ExplainSymbol(const machine::Machine& machine, const machine::SymbolCopy& copy, cudaError_t error) {
  if (error == cudaErrorInvalidSymbol)
    return {.kind = report::FindingKind::kSymbolMisuse,
            .fact = "a copy by the name of something that is no `__device__` or `__constant__` variable",
            .note = fmt::format("copies: `symbol` is 0x{:x}, {}", AddressOf(copy.symbol),
                                WhatIsAt(machine.Locate(copy.symbol))),
            .hint = "pass the variable itself, not a pointer to it or its name in quotes"};
  if (error == cudaErrorInvalidMemcpyDirection)
    return {.kind = report::FindingKind::kCopyDirection,
            .fact = "the direction of a copy does not fit its variable",
            .note = fmt::format("copies: `kind` is {}, and `symbol` is the {}", NameOf(copy.kind),
                                copy.is_target ? "target" : "source"),
            .hint = "leave the direction out: it has the right one by itself"};
  return {.kind = report::FindingKind::kCopyOutOfBounds,
          .fact = fmt::format("a copy of {} bytes goes past the end of a variable", copy.count),
          .note = fmt::format("copies {} bytes: `count` is {} and `offset` {}, and `symbol` has {} bytes", copy.count,
                              copy.count, copy.offset, copy.size),
          .hint = "sizes are in bytes: `sizeof variable`"};
}

Complaint ExplainLaunch(const machine::RefusedLaunch& launch, cudaError_t error) {
  const unsigned *grid = launch.grid, *block = launch.block;
  Complaint complaint{.kind = report::FindingKind::kLaunchShape,
                      .note = fmt::format("launches it: grid ({},{},{}), block ({},{},{})", grid[0], grid[1], grid[2],
                                          block[0], block[1], block[2])};
  switch (error) {
    case cudaErrorMissingConfiguration:
      complaint.fact = fmt::format("`{}` is called like a function, without `<<<grid, block>>>`", launch.kernel);
      complaint.note = "calls it: a pointer to a kernel is launched as the kernel is";
      complaint.hint = "write `kernel<<<grid, block>>>(arguments)`";
      break;
    case cudaErrorInvalidValue:
      complaint.fact = fmt::format("`{}` is launched with {} bytes of dynamic shared memory, but {} is the most",
                                   launch.kernel, launch.dynamic_shared, launch.most_dynamic_shared);
      complaint.hint = "`cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)` allows more";
      break;
    case cudaErrorInvalidClusterSize:
      complaint.fact =
          fmt::format("the grid of `{}` is not a multiple of its cluster, or the cluster is too large", launch.kernel);
      complaint.hint =
          "the grid must be a multiple of the cluster in each dimension, and a cluster has at most 8 blocks, or 16 "
          "where `cudaFuncAttributeNonPortableClusterSizeAllowed` is set";
      break;
    case cudaErrorCooperativeLaunchTooLarge:
      complaint.fact = fmt::format("`{}` is launched cooperatively with more blocks than the device can hold at once",
                                   launch.kernel);
      complaint.hint = "`cudaOccupancyMaxActiveBlocksPerMultiprocessor` times the multiprocessors is the most";
      break;
    default:
      complaint.fact =
          fmt::format("`{}` is launched with a shape that no device takes: {}", launch.kernel, WhyShape(launch));
      complaint.hint = "nothing ran; check `cudaGetLastError()` after every launch";
  }
  return complaint;
}

}  // namespace lockstep::inspect
