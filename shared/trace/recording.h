#pragma once

// A recording: the steps of selected blocks of selected launches, and everything needed to show them. The recorder
// produces this value, trace.h writes it to a file and reads it back, and every view reads it.
//
// Units: sizes and offsets are in bytes; lines and columns count from 1, and 0 means unknown.
// Ids are indices into the vectors of `Recording` (or of `RecordedLaunch` if so stated); kNone means "none".

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/severity.h"
#include "shared/trace/modelled_set.h"
#include "shared/trace/object.h"
#include "shared/trace/objects.h"
#include "shared/trace/operand.h"
#include "shared/trace/steps.h"

namespace lockstep::trace {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  friend bool operator==(const Dim3&, const Dim3&) = default;
  std::uint64_t Count() const { return std::uint64_t{x} * y * z; }
};

struct SourceFile {
  std::string path;  // absolute, as the compiler saw it
  std::string text;  // empty if it could not be read
};

// A place in the source to which an action of the program belongs.
struct Site {
  FileId file = FileId::kNone;
  std::uint32_t line = 0, column = 0;
  FunctionId function = FunctionId::kNone;
};

enum class TypeKind : std::uint8_t {
  kUnknown,
  kVoid,
  kBool,
  kSigned,
  kUnsigned,
  kCharacter,
  kFloat,
  kHalf,
  kBfloat16,
  kEnum,
  kPointer,
  kArray,
  kStruct,
  kE4m3,  // __nv_fp8_e4m3
  kE5m2,
};

struct Member {
  std::string name;
  TypeId type = TypeId::kNone;
  std::uint64_t offset = 0;
};

struct Type {
  TypeKind kind = TypeKind::kUnknown;
  std::string name;  // as C++ writes it: "float", "Pixel", "float[16][17]"
  std::uint64_t size = 0;
  TypeId element = TypeId::kNone;  // of a pointer, an array, an enum (its underlying type)
  std::uint64_t count = 0;         // elements of an array (one dimension for each type); of a bit-field: bit_field.h
  std::vector<Member> members;     // of a struct; base classes are members named as the class
};

struct Function {
  std::string name;  // demangled: "blur<3>"
  FileId file = FileId::kNone;
  std::uint32_t line = 0;
};

enum class VariableKind : std::uint8_t { kParameter, kLocal, kShared, kDynamicShared, kDevice, kConstant, kManaged };

// A variable of the source. Its storage at a given moment is an Object.
struct Variable {
  std::string name;
  TypeId type = TypeId::kNone;
  VariableKind kind = VariableKind::kLocal;
  FunctionId function = FunctionId::kNone;  // kNone for file scope
  FileId file = FileId::kNone;
  std::uint32_t line = 0;
};

// A name that stands for a value: a constexpr variable, an enumerator, a template argument.
struct Constant {
  std::string name;  // "kTile", "Color::kRed"
  TypeId type = TypeId::kNone;
  FunctionId function = FunctionId::kNone;  // kNone: in every function
  std::vector<std::uint8_t> bytes;          // as many as the type has
};

struct Kernel {
  std::string name;  // "grey", "blur<3>"
  std::string linkage_name;
  FunctionId function = FunctionId::kNone;
  std::vector<VariableId> parameters;  // in source order
};

struct RecordedBlock {
  Dim3 index{0, 0, 0};
};

// The bytes of an object at one moment; if a budget forbade keeping them, `bytes` is empty and `left_out` is true.
struct Snapshot {
  ObjectId object = ObjectId::kNone;
  std::vector<std::uint8_t> bytes;
  bool left_out = false;
};

// The bytes of an object that had never been written when the launch began: they hold the filling of fresh memory,
// which is no value. `ranges` are sorted and do not touch.
struct ByteRange {
  std::uint64_t begin = 0, end = 0;
};
struct UnwrittenMemory {
  ObjectId object = ObjectId::kNone;
  std::vector<ByteRange> ranges;
};

// The thread that wrote each cell last, over the whole launch, recorded blocks or not.
// writer[i] is 0 if no thread wrote the cell, else 1 + block_linear * threads_per_block + thread_linear.
struct WriterMap {
  ObjectId object = ObjectId::kNone;
  std::uint32_t cell = 1;  // bytes a cell
  std::vector<std::uint64_t> writer;
};

struct RecordedLaunch {
  KernelId kernel = KernelId::kNone;
  std::uint32_t number = 0;  // in program order, counting every launch from 0
  Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;
  SiteId launched_at = SiteId::kNone;
  std::vector<std::vector<std::uint8_t>> arguments;  // raw bytes, one for each parameter of the kernel
  std::vector<RecordedBlock> blocks;
  Objects objects;  // of kShared and kLocal
  Steps steps;      // of all recorded blocks, in the order of time
  std::vector<std::uint8_t> long_values;
  std::vector<std::string> texts;                     // output of printf, descriptions of faults
  std::vector<Snapshot> memory_before, memory_after;  // program objects that live at launch
  std::vector<UnwrittenMemory> unwritten;             // at launch, where there is any
  std::vector<WriterMap> writers;
  bool truncated = false;     // a budget ended the recording of steps
  std::string truncated_why;  // one sentence: which budget, and how to record more
};

// One of the sides of a finding: an access of a race, a thread at a barrier, an allocation. `launch` and `step` say
// where in the recording it is; where one of them is kNotRecorded, `missing` says why.
struct RecordedSide {
  std::string text;  // "thread (1,0,0) of block (0,0,0) wrote 4 bytes at line 7"
  FileId file = FileId::kNone;
  std::uint32_t line = 0;
  bool by_host = false;  // then block and thread are meaningless
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::uint32_t launch = kNotRecorded;  // index into Recording::launches
  std::uint32_t step = kNotRecorded;    // index into its steps
  std::string missing;                  // one sentence without a full stop; empty if there is a step

  static constexpr std::uint32_t kNotRecorded = 0xffffffff;
};

// A finding of `lockstep check`, if the recording was made by it (shared/report/finding.h has the checker's own form).
// The texts are the ones that the terminal shows.
struct RecordedFinding {
  Severity severity = Severity::kError;
  std::string kind;             // its key: "race-shared"
  std::string fact;             // "two threads write `winner` with no barrier between"
  FileId file = FileId::kNone;  // the guilty line
  std::uint32_t line = 0;
  std::string kernel;               // as people read it; empty on the host
  std::uint32_t launch_number = 0;  // in program order; means nothing without a kernel
  std::vector<RecordedSide> sides;
  std::string memory;                 // which memory it is about; a sentence or nothing
  ObjectId object = ObjectId::kNone;  // that memory, where it was recorded: of the program, or of the first
                                      // side's launch
  std::string origin, hint;           // may be empty
  std::uint64_t count = 1;            // how often it happened
};

enum class HostEventKind : std::uint8_t {
  kAllocate,
  kFree,
  kCopy,
  kFill,
  kLibrary,  // a library, such as cuBLAS, writes memory
  kLaunch,   // of a kernel, recorded or not
  kLeftOut,  // `count` events that a budget forbade keeping
};

// Bytes that a call of the host reads or writes: `depth` slices of `height` rows of `width` bytes, of an object from
// `offset` on. Without an object it is memory of the host, or of no allocation that the recording knows.
struct HostSpan {
  ObjectId object = ObjectId::kNone;
  std::uint64_t offset = 0;
  std::uint64_t pitch = 0, slice = 0;  // bytes from one row, and from one slice, to the next
};

// The host's events on device memory, in the order of the program's calls.
struct HostEvent {
  HostEventKind kind{};
  std::string call;          // "cudaMemcpy"; "<<<...>>>"
  std::uint64_t caller = 0;  // where the program calls it: an address that host_places may know
  std::uint64_t stream = 0;  // 0: the default stream, or none
  std::uint32_t error = 0;   // cudaError_t; if it is not 0, nothing was done
  std::uint64_t width = 0, height = 1, depth = 1;
  HostSpan to, from;        // allocated, freed, filled or written; read. With an error they are unknown
  std::uint32_t value = 0;  // of a fill: its cells' value, of `value_size` bytes
  std::uint8_t value_size = 0;
  std::uint32_t launch = 0;  // of kLaunch: its number in the program
  std::string kernel;        // of kLaunch
  Dim3 grid, block;          // of kLaunch
  std::uint64_t count = 0;   // of kLeftOut

  std::uint64_t Bytes() const { return width * height * depth; }
};

// The line of a call of the host.
struct HostPlace {
  std::uint64_t caller = 0;
  std::string file;  // absolute, as the compiler saw it
  std::uint32_t line = 0, column = 0;
  std::string function;  // demangled
};

struct Recording {
  std::string program;  // path of the first source, as the user named it
  std::vector<std::string> arguments;
  std::string order;  // the thread order's name: "lockstep"
  // How it was built: "input=b.cu", "compile=-DN=4" (jobs/recorded_build.h). None: from the one source, without flags.
  std::vector<std::string> build;
  std::vector<SourceFile> files;
  std::vector<Site> sites;
  std::vector<Type> types;
  std::vector<Function> functions;
  std::vector<Variable> variables;
  std::vector<Constant> constants;
  std::vector<Operand> operands;  // sorted by site; none: the file is of version 6 or older
  std::vector<Kernel> kernels;
  std::vector<Object> objects;  // of kAllocation and kVariable
  std::vector<RecordedLaunch> launches;
  std::vector<RecordedFinding> findings;  // in the order of the report
  std::vector<std::string> notes;         // what was not recorded, and how to record it
  std::vector<HostEvent> host_events;     // none: the program died, or the file is of version 3 or older
  std::vector<HostPlace> host_places;     // sorted by caller; of the calls whose lines are known
  std::optional<ModelledSet> modelled;    // nothing: the program died, or the file is of version 4 or older
  bool complete = true;                   // false: the program died or was killed; the file ends early
};

}  // namespace lockstep::trace
