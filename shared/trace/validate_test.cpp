// Breaks each promise of recording.h once; Validate must report it.

#include "shared/trace/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "shared/trace/limits.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/step_word.h"

namespace lockstep::trace {
namespace {

struct Break {
  const char* name;
  std::function<void(Recording&)> action;
};

template <class Id>
Id Beyond(std::size_t count) {
  return static_cast<Id>(count);
}

Step& FirstStep(Recording& r, StepKind kind) {
  Steps& steps = r.launches[0].steps;
  const auto found = std::ranges::find(steps, kind, &Step::kind);
  return steps.Change(found == steps.end() ? 0 : static_cast<std::size_t>(found - steps.begin()));
}

// The first one of the first launch.
template <class Change>
void ChangeObject(Recording& r, Change change) {
  Object object = r.launches[0].objects[0].Copy();
  change(object);
  r.launches[0].objects.Change(0, object);
}

const std::vector<Break>& Breaks() {
  static const std::vector<Break> breaks = {
      {"a site of no file", [](Recording& r) { r.sites[0].file = Beyond<FileId>(r.files.size()); }},
      {"a site of no function", [](Recording& r) { r.sites[0].function = Beyond<FunctionId>(r.functions.size()); }},
      {"a pointer to no type", [](Recording& r) { r.types[3].element = Beyond<TypeId>(r.types.size()); }},
      {"a constant of no type",
       [](Recording& r) { r.constants = {{"k", Beyond<TypeId>(r.types.size()), FunctionId::kNone, {1, 0, 0, 0}}}; }},
      {"a constant that is too short", [](Recording& r) { r.constants = {{"k", TypeId{0}, FunctionId::kNone, {1}}}; }},
      {"an operand of no site", [](Recording& r) { r.operands = {{.kind = OperandKind::kConstant}}; }},
      {"an operand of an unknown kind",
       [](Recording& r) { r.operands = {{.site = SiteId{0}, .kind = static_cast<OperandKind>(9)}}; }},
      {"an operand of no variable",
       [](Recording& r) { r.operands = {{.site = SiteId{0}, .kind = OperandKind::kVariable}}; }},
      {"an operand of too many sites",
       [](Recording& r) {
         r.operands = {{.site = SiteId{0},
                        .kind = OperandKind::kRead,
                        .from = SiteId{0},
                        .from_count = static_cast<std::uint32_t>(r.sites.size() + 1)}};
       }},
      {"an operand that grows as it moves",
       [](Recording& r) {
         r.operands = {{.site = SiteId{0},
                        .kind = OperandKind::kVariable,
                        .moves = true,
                        .size = 4,
                        .length = 8,
                        .variable = VariableId{0}}};
       }},
      {"an operand past the end of all values",
       [](Recording& r) {
         r.operands = {{.site = SiteId{0}, .kind = OperandKind::kConstant, .begin = 2, .size = 0xffffffff}};
       }},
      {"an operand of no exchange",
       [](Recording& r) { r.operands = {{.site = SiteId{0}, .kind = OperandKind::kExchanged}}; }},
      {"a warp operation of an unknown kind",
       [](Recording& r) { r.launches[0].steps.Add({.kind = StepKind::kExchange, .offset = 13}); }},
      {"operands out of order",
       [](Recording& r) {
         r.operands = {{.site = SiteId{1}, .kind = OperandKind::kConstant},
                       {.site = SiteId{0}, .kind = OperandKind::kConstant}};
       }},
      {"unwritten memory of no object",
       [](Recording& r) { r.launches[0].unwritten = {{Beyond<ObjectId>(r.objects.size()), {{0, 4}}}}; }},
      {"unwritten memory outside of its object",
       [](Recording& r) { r.launches[0].unwritten = {{ObjectId{0}, {{0, r.objects[0].size + 1}}}}; }},
      {"unwritten memory out of order",
       [](Recording& r) { r.launches[0].unwritten = {{ObjectId{0}, {{8, 12}, {0, 4}}}}; }},
      {"an unknown kind of type", [](Recording& r) { r.types[0].kind = static_cast<TypeKind>(99); }},
      {"a member past the end of its struct", [](Recording& r) { r.types[2].members[2].offset = 9; }},
      {"a member of no type", [](Recording& r) { r.types[2].members[2].type = Beyond<TypeId>(r.types.size()); }},
      {"an array longer than itself", [](Recording& r) { r.types[5].count = 4; }},
      {"an array of overflowing length", [](Recording& r) { r.types[5].count = std::uint64_t{1} << 63; }},
      {"an array of nothing", [](Recording& r) { r.types[5].element = TypeId::kNone; }},
      {"a type in itself",
       [](Recording& r) {
         r.types[5].element = TypeId{5};
         r.types[5].count = 1;
       }},
      {"a type indirectly in itself",
       [](Recording& r) {
         r.types[2].members[0].type = TypeId{5};
         r.types[5].element = TypeId{2};
         r.types[5].count = 1;
       }},
      {"a function of no file", [](Recording& r) { r.functions[0].file = Beyond<FileId>(r.files.size()); }},
      {"a variable of no type", [](Recording& r) { r.variables[0].type = Beyond<TypeId>(r.types.size()); }},
      {"an unknown kind of variable", [](Recording& r) { r.variables[0].kind = static_cast<VariableKind>(7); }},
      {"a parameter that is none",
       [](Recording& r) { r.kernels[0].parameters[0] = Beyond<VariableId>(r.variables.size()); }},
      {"a local among the program's objects", [](Recording& r) { r.objects[0].kind = ObjectKind::kLocal; }},
      {"a shape larger than its object", [](Recording& r) { r.objects[0].shape[0] += 1; }},
      {"a shape that overflows", [](Recording& r) { r.objects[0].shape = {std::uint64_t{1} << 62, 4}; }},
      {"an object around the end of memory", [](Recording& r) { r.objects[0].address = ~std::uint64_t{0}; }},
      {"an object allocated nowhere", [](Recording& r) { r.objects[0].allocated_at = Beyond<SiteId>(r.sites.size()); }},
      {"a launch of no kernel", [](Recording& r) { r.launches[0].kernel = KernelId::kNone; }},
      {"a launch without threads", [](Recording& r) { r.launches[0].block.y = 0; }},
      {"a launch without blocks", [](Recording& r) { r.launches[0].grid.z = 0; }},
      {"a block of too many threads", [](Recording& r) { r.launches[0].block = {64, 32, 1}; }},
      {"a grid beyond CUDA's", [](Recording& r) { r.launches[0].grid.y = 65536; }},
      {"an argument too many", [](Recording& r) { r.launches[0].arguments.emplace_back(); }},
      {"a block outside the grid", [](Recording& r) { r.launches[0].blocks[0].index.x = 2; }},
      {"a local of no block", [](Recording& r) { ChangeObject(r, [](Object& object) { object.block = 2; }); }},
      {"a local of no thread", [](Recording& r) { ChangeObject(r, [](Object& object) { object.thread = 64; }); }},
      {"a step of no kind",
       [](Recording& r) { r.launches[0].steps.Change(0).kind = static_cast<StepKind>(kStepKinds); }},
      {"a step of no block", [](Recording& r) { r.launches[0].steps.Change(0).block = 2; }},
      {"a step of no thread", [](Recording& r) { r.launches[0].steps.Change(0).thread = 64; }},
      {"a step at no site", [](Recording& r) { r.launches[0].steps.Change(0).site = Beyond<SiteId>(r.sites.size()); }},
      {"a write to no object",
       [](Recording& r) { FirstStep(r, StepKind::kWrite).object = Beyond<ObjectId>(r.objects.size()); }},
      {"a write to no local",
       [](Recording& r) {
         FirstStep(r, StepKind::kWrite).object = static_cast<ObjectId>(kLaunchObjectBit | r.launches[0].objects.size());
       }},
      {"a write past the end of its object", [](Recording& r) { FirstStep(r, StepKind::kWrite).offset += 1; }},
      {"an entered function that is none", [](Recording& r) { FirstStep(r, StepKind::kEnter).offset = 2; }},
      {"a print of no text", [](Recording& r) { FirstStep(r, StepKind::kPrint).offset = 2; }},
      {"a long value past the last",
       [](Recording& r) { FirstStep(r, StepKind::kRead).before = r.launches[0].long_values.size() - 11; }},
      {"a snapshot of nothing", [](Recording& r) { r.launches[0].memory_after[0].object = ObjectId::kNone; }},
      {"a snapshot of another length", [](Recording& r) { r.launches[0].memory_after[1].bytes.pop_back(); }},
      {"writers of nothing", [](Recording& r) { r.launches[0].writers[0].object = ObjectId::kNone; }},
      {"writers of cells without size", [](Recording& r) { r.launches[0].writers[0].cell = 0; }},
      {"a writer too many", [](Recording& r) { r.launches[0].writers[0].writer.push_back(0); }},
      {"a writer that is no thread", [](Recording& r) { r.launches[0].writers[0].writer[0] = 129; }},
      {"a finding in no file", [](Recording& r) { r.findings[0].file = Beyond<FileId>(r.files.size()); }},
      {"a finding of no severity", [](Recording& r) { r.findings[0].severity = static_cast<Severity>(3); }},
      {"a finding about no object", [](Recording& r) { r.findings[1].object = Beyond<ObjectId>(r.objects.size()); }},
      {"a finding about an object of no launch",
       [](Recording& r) { r.findings[1].object = static_cast<ObjectId>(kLaunchObjectBit); }},
      {"a finding about no object of its launch",
       [](Recording& r) {
         r.findings[0].object = static_cast<ObjectId>(kLaunchObjectBit | r.launches[0].objects.size());
       }},
      {"a side in no file", [](Recording& r) { r.findings[0].sides[0].file = Beyond<FileId>(r.files.size()); }},
      {"a side in no launch", [](Recording& r) { r.findings[0].sides[0].launch = 1; }},
      {"a side at no step",
       [](Recording& r) { r.findings[0].sides[1].step = static_cast<std::uint32_t>(r.launches[0].steps.size()); }},
      {"a step without a launch", [](Recording& r) { r.findings[1].sides[0].step = 0; }},
      {"a side of no thread", [](Recording& r) { r.findings[0].sides[0].thread.x = 64; }},
      {"a shape of too many dimensions",
       [](Recording& r) { r.objects[0].shape.insert(r.objects[0].shape.end(), kMostDimensions, 1); }},
      {"more threads than a view can show",
       [](Recording& r) {
         r.launches[0].grid = {1 << 20, 1, 1};
         r.launches[0].blocks.resize(kMostThreads / r.launches[0].block.Count() + 1);
       }},
      {"a thread that never comes back from its functions",
       [](Recording& r) {
         auto& steps = r.launches[0].steps;
         steps.Add(std::vector<Step>(kMostCallsDeep + 1, {.kind = StepKind::kEnter, .offset = 0}));
       }},
      {"findings without end", [](Recording& r) { r.findings.resize(kMostFindings + 1, r.findings[1]); }},
      {"a finding of too many sides",
       [](Recording& r) { r.findings[0].sides.resize(kMostSides + 1, r.findings[0].sides[0]); }},
      {"sides without end",
       [](Recording& r) {
         r.findings[0].sides.resize(kMostSides, r.findings[0].sides[0]);
         r.findings.resize(kMostSidesTogether / kMostSides + 2, r.findings[0]);
       }},
      {"a side of no block", [](Recording& r) { r.findings[0].sides[0].block.z = 1; }},
  };
  return breaks;
}

TEST(Validate, AcceptsWhatTheRecorderMakes) {
  const auto valid = Validate(SampleRecording({.launches = 2, .blocks = 3, .threads = 96, .findings = true}));
  EXPECT_TRUE(valid) << valid.error().message;
}

TEST(Validate, AcceptsUnknownParts) {
  Recording recording = SampleRecording();
  recording.sites[0] = {};
  recording.variables[0].type = TypeId::kNone;
  recording.objects[0].element = TypeId::kNone;
  recording.launches[0].launched_at = SiteId::kNone;
  Step& write = FirstStep(recording, StepKind::kWrite);
  write.object = ObjectId::kNone;
  write.offset = 0xffffffff;
  EXPECT_TRUE(Validate(recording));
}

TEST(Validate, AcceptsDeepRecursionThatComesBack) {
  Recording recording = SampleRecording();
  auto& steps = recording.launches[0].steps;
  for (int round = 0; round < 2; ++round) {
    steps.Add(std::vector<Step>(kMostCallsDeep - 100, {.kind = StepKind::kEnter, .offset = 0}));
    steps.Add(std::vector<Step>(kMostCallsDeep - 100, {.kind = StepKind::kLeave, .offset = 0}));
  }
  EXPECT_TRUE(Validate(recording));
}

TEST(Validate, RefusesEveryInvalidReference) {
  ASSERT_TRUE(Validate(SampleRecording({.findings = true})));
  for (const Break& broken : Breaks()) {
    Recording recording = SampleRecording({.findings = true});
    broken.action(recording);
    EXPECT_FALSE(Validate(recording)) << broken.name;
  }
}

}  // namespace
}  // namespace lockstep::trace
