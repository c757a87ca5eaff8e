#pragma once

// A recording: what the chosen blocks of the chosen launches did, step by step, and all that is needed to show it.
// This is the value that the recorder makes, that `trace.h` writes to and reads from a file, and that every view reads.
//
// Units: sizes and offsets in bytes; lines and columns count from 1, 0 means unknown.
// Ids are indices into the vectors of `Recording` (or of `RecordedLaunch`, where said), kNone means "there is none".

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "shared/base/severity.h"

namespace lockstep {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  friend bool operator==(const Dim3&, const Dim3&) = default;
  std::uint64_t Count() const { return std::uint64_t{x} * y * z; }
};

enum class FileId : std::uint32_t { kNone = 0xffffffff };
enum class SiteId : std::uint32_t { kNone = 0xffffffff };
enum class TypeId : std::uint32_t { kNone = 0xffffffff };
enum class FunctionId : std::uint32_t { kNone = 0xffffffff };
enum class VariableId : std::uint32_t { kNone = 0xffffffff };
enum class KernelId : std::uint32_t { kNone = 0xffffffff };
// An object of the program (top bit clear: index into Recording::objects) or of one launch's recorded blocks
// (top bit set: the other bits are an index into RecordedLaunch::objects).
enum class ObjectId : std::uint32_t { kNone = 0xffffffff };
inline constexpr std::uint32_t kLaunchObjectBit = 0x80000000;

template <class Id>
constexpr std::uint32_t Index(Id id) {
  return static_cast<std::uint32_t>(id);
}
constexpr bool IsLaunchObject(ObjectId id) { return id != ObjectId::kNone && (Index(id) & kLaunchObjectBit); }
constexpr std::uint32_t LaunchObjectIndex(ObjectId id) { return Index(id) & ~kLaunchObjectBit; }

struct SourceFile {
  std::string path;  // absolute, as the compiler saw it
  std::string text;  // empty where it could not be read
};

// A place in the source where something is done.
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
  std::uint64_t count = 0;         // elements of an array (one dimension a type)
  std::vector<Member> members;     // of a struct; base classes are members named as the class
};

struct Function {
  std::string name;  // as people read it: "blur<3>"
  FileId file = FileId::kNone;
  std::uint32_t line = 0;
};

enum class VariableKind : std::uint8_t { kParameter, kLocal, kShared, kDynamicShared, kDevice, kConstant, kManaged };

// A variable of the source. Its storage at a moment is an Object.
struct Variable {
  std::string name;
  TypeId type = TypeId::kNone;
  VariableKind kind = VariableKind::kLocal;
  FunctionId function = FunctionId::kNone;  // kNone for file scope
  FileId file = FileId::kNone;
  std::uint32_t line = 0;
};

// A name that stands for a value wherever it is seen: a constexpr variable, an enumerator, an argument of a template.
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

enum class ObjectKind : std::uint8_t {
  kAllocation,  // cudaMalloc and its family, device heap
  kVariable,    // __device__, __constant__, __managed__
  kShared,      // one __shared__ variable of one block, or its dynamic shared memory
  kLocal,       // one local variable (or parameter) of one thread, for as long as it is in scope
};

// A piece of memory with bounds and a meaning.
struct Object {
  ObjectKind kind = ObjectKind::kAllocation;
  std::string name;                         // "d_out", "tile"; made from the host pointer's name where it is known
  VariableId variable = VariableId::kNone;  // of kVariable, kShared, kLocal
  TypeId element = TypeId::kNone;           // what the cells are, where it is known
  std::vector<std::uint64_t> shape;         // elements a dimension, slowest first; empty: one dimension, size / element
  std::uint64_t address = 0, size = 0;
  SiteId allocated_at = SiteId::kNone;
  std::uint32_t block = 0xffffffff;   // index into RecordedLaunch::blocks (kShared, kLocal)
  std::uint32_t thread = 0xffffffff;  // linear thread index in its block (kLocal)
};

enum class StepKind : std::uint8_t {
#define LOCKSTEP_STEP(name, word, text) name,
#include "shared/trace/step.def"
#undef LOCKSTEP_STEP
};

// One thing that happened. Forty bytes; values longer than 8 bytes lie in RecordedLaunch::long_values.
struct Step {
  StepKind kind{};
  std::uint8_t flags = 0;    // kLongValue and friends
  std::uint16_t size = 0;    // bytes read or written (of a long value: its length)
  std::uint32_t block = 0;   // index into RecordedLaunch::blocks
  std::uint32_t thread = 0;  // linear thread index in its block
  SiteId site = SiteId::kNone;
  ObjectId object = ObjectId::kNone;  // what was read or written; see step.def for the other kinds
  std::uint32_t offset = 0;           // in the object; see step.def for the other kinds
  std::uint64_t before = 0;           // old value (writes), or see step.def
  std::uint64_t after = 0;            // new value (writes), the value read (reads), or see step.def
  friend bool operator==(const Step&, const Step&) = default;

  static constexpr std::uint8_t kLongValue = 1;  // before and after are offsets into long_values
};
static_assert(sizeof(Step) == 40);

struct RecordedBlock {
  Dim3 index{0, 0, 0};
};

// The bytes of an object at one moment; `bytes` is empty and `left_out` true where a budget forbade keeping them.
struct Snapshot {
  ObjectId object = ObjectId::kNone;
  std::vector<std::uint8_t> bytes;
  bool left_out = false;
};

// What of an object nobody had written when the launch began: its bytes there are the filling of fresh memory, which
// means nothing. `ranges` are in order and do not touch.
struct ByteRange {
  std::uint64_t begin = 0, end = 0;
};
struct UnwrittenMemory {
  ObjectId object = ObjectId::kNone;
  std::vector<ByteRange> ranges;
};

// Which thread wrote each cell last, over the whole launch (recorded blocks or not).
// writer[i] is 0 where nobody wrote, else 1 + block_linear * threads_per_block + thread_linear.
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
  std::vector<Object> objects;  // of kShared and kLocal
  std::vector<Step> steps;      // all recorded blocks, in the order it happened
  std::vector<std::uint8_t> long_values;
  std::vector<std::string> texts;                     // what printf printed, what a fault says
  std::vector<Snapshot> memory_before, memory_after;  // program objects that live at launch
  std::vector<UnwrittenMemory> unwritten;             // at launch, where there is any
  std::vector<WriterMap> writers;
  bool truncated = false;     // a budget ended the recording of steps
  std::string truncated_why;  // one sentence: which budget, and how to record more
};

// One of the sides of a finding: an access of a race, a thread at a barrier, an allocation. `launch` and `step` say
// where in the recording it is; where one of them is kNotRecorded, `missing` says why.
struct FindingSide {
  std::string text;  // "thread (1,0,0) of block (0,0,0) wrote 4 bytes at line 7"
  FileId file = FileId::kNone;
  std::uint32_t line = 0;
  bool by_host = false;  // then block and thread mean nothing
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::uint32_t launch = kNotRecorded;  // index into Recording::launches
  std::uint32_t step = kNotRecorded;    // index into its steps
  std::string missing;                  // one sentence without a full stop; empty where there is a step

  static constexpr std::uint32_t kNotRecorded = 0xffffffff;
};

// What `lockstep check` found in this program, where the recording is of its making (shared/report/finding.h has the
// checker's own form). Texts are as the terminal tells them.
struct RecordedFinding {
  Severity severity = Severity::kError;
  std::string kind;             // its key: "race-shared"
  std::string fact;             // "two threads write `winner` with no barrier between"
  FileId file = FileId::kNone;  // the guilty line
  std::uint32_t line = 0;
  std::string kernel;               // as people read it; empty on the host
  std::uint32_t launch_number = 0;  // in program order; means nothing without a kernel
  std::vector<FindingSide> sides;
  std::string memory;                 // which memory it is about; a sentence or nothing
  ObjectId object = ObjectId::kNone;  // that memory, where it was recorded: of the program, or of the first
                                      // side's launch
  std::string origin, hint;           // a sentence or nothing
  std::uint64_t count = 1;            // how often it happened
};

struct Recording {
  std::string program;  // path of the first source, as the user named it
  std::vector<std::string> arguments;
  std::string order;  // the thread order's name: "lockstep"
  std::vector<SourceFile> files;
  std::vector<Site> sites;
  std::vector<Type> types;
  std::vector<Function> functions;
  std::vector<Variable> variables;
  std::vector<Constant> constants;
  std::vector<Kernel> kernels;
  std::vector<Object> objects;  // of kAllocation and kVariable
  std::vector<RecordedLaunch> launches;
  std::vector<RecordedFinding> findings;  // in the order to be told
  std::vector<std::string> notes;         // what was not recorded, and how to record it
  bool complete = true;                   // false: the program died or was killed; the file ends early
};

}  // namespace lockstep
