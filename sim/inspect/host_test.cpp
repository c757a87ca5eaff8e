#include "sim/inspect/host.h"

#include <gmock/gmock.h>

#include "sim/inspect/api_words.h"
#include "sim/inspect/family_bench.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class HostCalls : public FamilyBench {
 protected:
  HostCheck& host() { return families_->host; }
  void* Pointer(const memory::MemoryObject& object, std::uint64_t offset = 0) const {
    return reinterpret_cast<void*>(object.address + offset);
  }
  static machine::CopyOperation Copy(void* to, void* from, std::size_t bytes, cudaMemcpyKind kind) {
    machine::CopyOperation copy{.form = machine::CopyForm::kLinear};
    copy.parms.dstPtr.ptr = to;
    copy.parms.srcPtr.ptr = from;
    copy.parms.extent = {bytes, 1, 1};
    copy.parms.kind = kind;
    return copy;
  }
};

TEST_F(HostCalls, ACopyPastTheEndNamesTheArgument) {
  char mine[128];
  const Complaint complaint = ExplainCopy(machine_, Copy(Pointer(Allocate(64)), mine, 128, cudaMemcpyHostToDevice));
  EXPECT_EQ(complaint.kind, report::FindingKind::kCopyOutOfBounds);
  EXPECT_EQ(complaint.note, "copies 128 bytes: `count` is 128, and `dst` has 64 to its end");
}

TEST_F(HostCalls, ACopyTheWrongWayNamesTheDirection) {
  char mine[64];
  const Complaint complaint = ExplainCopy(machine_, Copy(Pointer(Allocate(64)), mine, 64, cudaMemcpyDeviceToHost));
  EXPECT_EQ(complaint.kind, report::FindingKind::kCopyDirection);
  EXPECT_THAT(complaint.note, HasSubstr("`dst`, and that is device memory"));
}

TEST_F(HostCalls, NullPointersComeBeforeAllElse) {
  EXPECT_THAT(ExplainCopy(machine_, Copy(nullptr, nullptr, 4, cudaMemcpyDefault)).fact, HasSubstr("a null pointer"));
}

TEST_F(HostCalls, FreesAreToldApart) {
  const memory::MemoryObject& object = Allocate(64);
  EXPECT_EQ(ExplainFree(machine_, Pointer(object, 8), "devPtr").kind, report::FindingKind::kInnerFree);
  EXPECT_EQ(ExplainFree(machine_, Pointer(object), "ptr").kind, report::FindingKind::kApiMisuse);
  machine_.memory().Free(object.address);
  EXPECT_EQ(ExplainFree(machine_, Pointer(object), "devPtr").kind, report::FindingKind::kDoubleFree);
}

TEST_F(HostCalls, AFillOfHostMemoryIsRefusedInWords) {
  int mine = 0;
  machine::FillOperation fill;
  fill.parms = {.dst = &mine, .elementSize = 1, .width = 4, .height = 1};
  EXPECT_EQ(ExplainFill(machine_, fill).fact, "a fill of memory that is not the device's");
}

TEST_F(HostCalls, ALaunchOfAnImpossibleShapeNamesTheDimension) {
  const machine::RefusedLaunch launch{.kernel = "k",
                                      .grid = {1, 1, 1},
                                      .block = {64, 32, 1},
                                      .most_threads = 1024,
                                      .most_grid = {1 << 16, 1 << 16, 1 << 16},
                                      .most_block = {1024, 1024, 64}};
  EXPECT_THAT(ExplainLaunch(launch, cudaErrorInvalidConfiguration).fact, HasSubstr("2048 threads a block"));
}

TEST_F(HostCalls, ADoubleFreeNamesTheFirstFree) {
  const memory::MemoryObject& object = Allocate(64);
  machine_.memory().Free(object.address, ~0u, kOtherCaller);
  host().RefusesFree(Pointer(object), "devPtr", {kCaller});
  ASSERT_THAT(Kinds(), ElementsAre("double-free"));
  EXPECT_EQ(session::ReturnAddressOf(Found()[0].sides.at(1).place), 0x5000u);
}

TEST_F(HostCalls, AnErrorThatNobodyLooksAtIsReportedAtTheEnd) {
  host().RefusesLaunch({.kernel = "k"}, cudaErrorInvalidValue, kCaller);
  host().LooksAtError(true);
  host().ProgramEnds();
  EXPECT_THAT(Kinds(), ElementsAre("launch-shape"));
  host().RefusesLaunch({.kernel = "k"}, cudaErrorInvalidValue, kCaller);
  host().ProgramEnds();
  EXPECT_THAT(Kinds(), ElementsAre("error-ignored", "launch-shape"));
}

TEST_F(HostCalls, ARefusedShapeThatTheProgramHandlesIsNoFinding) {
  host().RefusesLaunch({.kernel = "k"}, cudaErrorInvalidConfiguration, kCaller);
  host().LooksAtError(true);
  host().Launches("other");
  EXPECT_THAT(Kinds(), ElementsAre("launch-shape"));
  host().Launches("k");
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(HostCalls, ARefusedShapeThatNobodySeesStaysAFinding) {
  host().RefusesLaunch({.kernel = "k"}, cudaErrorInvalidConfiguration, kCaller);
  host().LooksAtError(false);
  host().Launches("k");
  EXPECT_THAT(Kinds(), ElementsAre("launch-shape"));
  host().RefusesLaunch({.kernel = "k"}, cudaErrorMissingConfiguration, kOtherCaller);
  host().LooksAtError(true);
  host().Launches("k");
  EXPECT_THAT(Kinds(), ElementsAre("launch-shape"));
}

TEST_F(HostCalls, ACallThatFailsUnseenIsReportedAtTheEnd) {
  host().IgnoresError(cudaErrorInvalidValue, "`cudaErrorInvalidValue`", kCaller);
  host().LooksAtError(true);
  host().ProgramEnds();
  EXPECT_THAT(Kinds(), IsEmpty());
  host().IgnoresError(cudaErrorNotSupported, "`cudaErrorNotSupported`", kCaller);
  host().IgnoresError(cudaErrorInvalidValue, "`cudaErrorInvalidValue`", kOtherCaller);
  host().ProgramEnds();
  ASSERT_THAT(Kinds(), ElementsAre("error-ignored"));
  EXPECT_EQ(session::ReturnAddressOf(Found()[0].place), 0x5000u);
}

TEST_F(HostCalls, ACopyReadsPastTheEndOfAVariableOfTheHosts) {
  char mine[8] = {};
  HostBuffers::HandOver(reinterpret_cast<std::uint64_t>(mine), 8);
  const memory::MemoryObject& object = Allocate(64);
  machine::CopyPlan plan{.to = static_cast<char*>(Pointer(object)), .from = mine, .width = 12};
  host().CheckBuffers(plan, kCaller);
  EXPECT_THAT(Kinds(), ElementsAre("copy-out-of-bounds"));
  EXPECT_EQ(Found()[0].sides.at(0).note, "copies 12 bytes: `src` has 8 to its end");
  HostBuffers::CallEnds();
  plan.width = 8;
  host().CheckBuffers(plan, kOtherCaller);
  EXPECT_EQ(Found().size(), 1u);
}

TEST_F(HostCalls, DeviceMemoryIsNotTheHosts) {
  const memory::MemoryObject& object = Allocate(64);
  host().ReportDevicePointer(object, object.address + 4, 4, true, kCaller);
  ASSERT_THAT(Kinds(), ElementsAre("device-pointer"));
  EXPECT_EQ(Found()[0].object->offset, 4);
}

}  // namespace
}  // namespace lockstep::inspect
