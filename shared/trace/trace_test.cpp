// The trace file: reading returns what was written; a truncated file reads up to the cut; a forged one is rejected.

#include "shared/trace/trace.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "shared/base/file.h"
#include "shared/trace/chunk.h"
#include "shared/trace/fields.h"
#include "shared/trace/forged_file.h"
#include "shared/trace/host_places.h"
#include "shared/trace/limits.h"
#include "shared/trace/modelled.h"
#include "shared/trace/read_in_parts.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/step_code.h"
#include "shared/trace/validate.h"

namespace lockstep::trace {
namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::HasSubstr;

// Tests may run in parallel in one folder, so each has its own file.
std::string OwnName() {
  return std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".lstrace";
}

Bytes Written(const Recording& recording, const std::string& name = OwnName()) {
  const auto done = WriteTrace(recording, name);
  EXPECT_TRUE(done) << done.error().message;
  return ReadFile(name).value();
}

Expected<Recording> Read(const Bytes& bytes) { return ReadTraceBytes(bytes, "t.lstrace", {.memory = 256 << 20}); }

// Every field of a recording as one sequence of bytes, without the step coding and the chunks that are under test.
Bytes Everything(const Recording& r) {
  Encoder out;
  out(r.program, r.arguments, r.order, r.files, r.sites, r.types, r.functions, r.variables, r.kernels, r.objects,
      r.notes, r.findings, r.constants, r.host_events, r.host_places, r.complete, r.build);
  for (const RecordedLaunch& launch : r.launches) {
    HeadFields(out, launch);
    TailFields(out, launch);
    out(launch.memory_before, launch.memory_after, launch.unwritten);
    const std::vector<Step> copy = launch.steps.Copy(0, launch.steps.size());
    const auto* steps = reinterpret_cast<const std::uint8_t*>(copy.data());
    out(Bytes(steps, steps + copy.size() * sizeof(Step)));
  }
  return out.Take();
}

// A recording that the reader accepts must be usable: every view of it runs without a fault.
void UseAll(const Recording& recording) {
  EXPECT_TRUE(Validate(recording));
  DescribeTrace(recording);
  DumpTrace(recording, false);
  DumpTrace(recording, true);
}

TEST(Trace, GivesBackWhatWasWritten) {
  const Recording recording = SampleRecording({.launches = 3, .blocks = 3, .threads = 96});
  const auto back = Read(Written(recording));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(back->complete);
  EXPECT_EQ(Everything(*back), Everything(recording));
}

TEST(Trace, GivesBackFindings) {
  const Recording recording = SampleRecording({.launches = 2, .findings = true});
  ASSERT_EQ(recording.findings.size(), 2u);
  const auto back = Read(Written(recording));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(Everything(*back), Everything(recording));
  UseAll(*back);
}

Recording WithConstants() {
  Recording recording = SampleRecording({.launches = 2});
  recording.constants = {{"kTile", TypeId{0}, FunctionId::kNone, {16, 0, 0, 0}},
                         {"kHalf", TypeId{1}, FunctionId{0}, {0, 0, 0, 63}}};
  recording.launches[0].unwritten = {{ObjectId{0}, {{0, 8}, {12, 16}}}};
  return recording;
}

TEST(Trace, GivesBackConstantsAndWhatWasUnwritten) {
  const Recording recording = WithConstants();
  const auto back = Read(Written(recording));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(Everything(*back), Everything(recording));
  UseAll(*back);
}

TEST(Trace, GivesBackEveryStepOfManySections) {
  const Recording recording = SampleRecording({.blocks = 20, .threads = 256});
  ASSERT_GT(recording.launches[0].steps.size(), 3 * 65536u);
  const auto back = Read(Written(recording));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->launches[0].steps, recording.launches[0].steps);
}

TEST(Trace, GivesBackStepsWithoutAnyPattern) {
  Recording recording = SampleRecording();
  std::mt19937_64 random(7);
  Steps& steps = recording.launches[0].steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps.Change(i) = {
        .kind = static_cast<StepKind>(random() % 2 == 0 ? StepKind::kFence : StepKind::kDeclare),
        .flags = static_cast<std::uint8_t>(random() & 0xfe),
        .size = static_cast<std::uint16_t>(random()),
        .block = static_cast<std::uint32_t>(random() % 2),
        .thread = static_cast<std::uint32_t>(random() % 64),
        .site = random() % 4 == 0 ? SiteId::kNone : static_cast<SiteId>(random() % recording.sites.size()),
        .object = random() % 4 == 0 ? ObjectId::kNone : static_cast<ObjectId>(random() % recording.objects.size()),
        .offset = static_cast<std::uint32_t>(random()),
        .before = random(),
        .after = random()};
  }
  const auto back = Read(Written(recording));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->launches[0].steps, recording.launches[0].steps);
}

TEST(Trace, GivesBackARecordingWithNothingInIt) {
  const auto back = Read(Written({}));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(Everything(*back), Everything({}));
}

TEST(Trace, GivesBackThatTheProgramDied) {
  Recording recording = SampleRecording();
  recording.complete = false;
  EXPECT_FALSE(Read(Written(recording))->complete);
}

TEST(Trace, WritesEqualBytesForEqualRecordings) {
  EXPECT_EQ(Written(SampleRecording(), "a.lstrace"), Written(SampleRecording(), "b.lstrace"));
}

TEST(Trace, StoresUnchangedMemoryOnce) {
  Recording recording = SampleRecording({.launches = 2});
  std::mt19937 random(5);
  std::vector<std::uint8_t> noise(1536);
  for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random());
  const auto is_input = [&](const Snapshot& snapshot) { return snapshot.bytes.size() == noise.size(); };
  std::size_t sizes[2];
  for (bool changes : {false, true}) {
    for (RecordedLaunch& launch : recording.launches) {
      for (auto* list : {&launch.memory_before, &launch.memory_after}) {
        for (Snapshot& snapshot : *list) {
          if (!is_input(snapshot)) continue;
          snapshot.bytes = noise;
          if (changes) std::shuffle(snapshot.bytes.begin(), snapshot.bytes.end(), random);
        }
      }
    }
    const Bytes file = Written(recording);
    EXPECT_EQ(Everything(Read(file).value()), Everything(recording));
    sizes[changes] = file.size();
  }
  EXPECT_GT(sizes[true], sizes[false] + 3 * noise.size() * 9 / 10);
}

TEST(Trace, NeedsLessThanThreeBytesForAStep) {
  const Recording recording = SampleRecording({.blocks = 40, .threads = 256});
  const double bytes = static_cast<double>(Written(recording).size());
  const double per_step = bytes / static_cast<double>(recording.launches[0].steps.size());
  RecordProperty("bytes_per_step", fmt::format("{:.3f}", per_step));
  EXPECT_LT(per_step, 3);
}

TEST(TraceWriter, AppendsLaunchAfterLaunchAndReadsAsOneRecording) {
  const Recording whole = SampleRecording({.launches = 3});
  Recording growing = whole;
  growing.launches.clear();
  auto writer = TraceWriter::Create("grow.lstrace").value();
  for (const RecordedLaunch& launch : whole.launches) {
    growing.launches.push_back(launch);
    ASSERT_TRUE(writer->Append(growing));
  }
  ASSERT_TRUE(writer->Finish());
  const auto back = ReadTrace("grow.lstrace");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(Everything(*back), Everything(whole));
}

TEST(TraceWriter, DoesNotNeedWrittenLaunchesAgain) {
  const Recording whole = SampleRecording({.launches = 3});
  Recording growing = whole;
  growing.launches.clear();
  auto writer = TraceWriter::Create(OwnName()).value();
  for (const RecordedLaunch& launch : whole.launches) {
    growing.launches.push_back(launch);
    ASSERT_TRUE(writer->Append(growing));
    growing.launches.back() = {};
  }
  ASSERT_TRUE(writer->Finish());
  EXPECT_EQ(Everything(ReadTrace(OwnName()).value()), Everything(whole));
}

TEST(TraceWriter, LeavesAnUnfinishedFileThatReadsUpToTheLastLaunch) {
  std::filesystem::remove("killed.lstrace");
  const Recording recording = SampleRecording({.launches = 2});
  TraceWriter::Create("killed.lstrace").value()->Append(recording).value();
  EXPECT_FALSE(std::filesystem::exists("killed.lstrace"));
  const auto back = ReadTrace("killed.lstrace.unfinished");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_FALSE(back->complete);
  EXPECT_EQ(back->launches.size(), 2u);
  EXPECT_FALSE(back->launches[1].truncated);
}

TEST(TraceWriter, RefusesAnInvalidRecording) {
  Recording recording = SampleRecording();
  recording.launches[0].steps.Change(5).thread = 64;
  const auto done = WriteTrace(recording, "bad.lstrace");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("step 5"));
}

TEST(TraceWriter, RefusesAFaultOfAThreadOutsideTheGrid) {
  Recording recording = SampleRecording();
  RecordedLaunch& launch = recording.launches[0];
  launch.texts.push_back("a thread read through a null pointer");
  Step fault{.kind = StepKind::kFault, .flags = Step::kOfOtherThread};
  fault.offset = static_cast<std::uint32_t>(launch.texts.size() - 1);
  fault.before = launch.grid.Count() - 1;
  fault.after = launch.block.Count() - 1;
  launch.steps.Add(fault);
  const std::size_t last = launch.steps.size() - 1;
  EXPECT_TRUE(Validate(recording));
  launch.steps.Change(last).after = launch.block.Count();
  EXPECT_FALSE(Validate(recording));
  launch.steps.Change(last).after = 0;
  launch.steps.Change(last).before = launch.grid.Count();
  EXPECT_FALSE(Validate(recording));
}

TEST(TraceWriter, SaysWhichFileItCannotWrite) {
  const auto done = WriteTrace({}, "no/such/folder/t.lstrace");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("no/such/folder/t.lstrace"));
}

TEST(TraceReader, SaysThatAFileIsMissing) {
  EXPECT_THAT(ReadTrace("missing.lstrace").error().message, HasSubstr("`missing.lstrace`: No such file"));
}

TEST(TraceReader, NamesAFolderAsTheReason) { EXPECT_THAT(ReadTrace(".").error().message, HasSubstr("folder")); }

TEST(TraceReader, RefusesAFileThatIsNoTrace) {
  EXPECT_THAT(Read({}).error().message, HasSubstr("not a Lockstep trace"));
  EXPECT_THAT(Read(Bytes(1000, 'x')).error().message, HasSubstr("not a Lockstep trace"));
}

TEST(TraceReader, RefusesAnotherVersionWithASentence) {
  Bytes file = Written(SampleRecording());
  ++file[8];
  EXPECT_THAT(Read(file).error().message, HasSubstr("has trace format 10, and this Lockstep reads formats 1 to 9"));
}

TEST(TraceReader, ReadsVersionOneWithoutFindings) {
  const Recording recording = SampleRecording();
  Bytes file = Written(recording);
  file[8] = 1;
  const auto back = Read(file);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(Everything(*back), Everything(recording));
  file = Written(SampleRecording({.findings = true}));
  file[8] = 1;
  EXPECT_THAT(Read(file).error().message, HasSubstr("unknown kind"));
}

TEST(TraceReader, ReadsVersionTwoWithoutConstantsAndUnwrittenMemory) {
  Bytes file = Written(SampleRecording({.findings = true}));
  file[8] = 2;
  EXPECT_TRUE(Read(file));
  file = Written(WithConstants());
  file[8] = 2;
  EXPECT_THAT(Read(file).error().message, HasSubstr("unknown kind"));
}

// A copy into the first allocation, and a launch.
Recording WithHostEvents() {
  Recording recording = SampleRecording({.launches = 2});
  recording.host_events = {{.kind = HostEventKind::kCopy,
                            .call = "cudaMemcpy",
                            .caller = 0x1234,
                            .stream = 3,
                            .width = 8,
                            .height = 2,
                            .to = {.object = ObjectId{0}, .offset = 4, .pitch = 16},
                            .from = {.pitch = 8}},
                           {.kind = HostEventKind::kFill,
                            .call = "cudaMemset",
                            .caller = 0x99,
                            .width = 16,
                            .to = {.object = ObjectId{0}},
                            .value = 0xff,
                            .value_size = 1},
                           {.kind = HostEventKind::kLaunch,
                            .call = "<<<...>>>",
                            .caller = 0x1250,
                            .width = 0,
                            .launch = 1,
                            .kernel = "grey",
                            .grid = {2, 1, 1},
                            .block = {64, 1, 1}}};
  return recording;
}

TEST(Trace, GivesBackTheHostsEvents) {
  Recording recording = WithHostEvents();
  recording.host_places = {{.caller = 0x99, .file = "/a/main.cu", .line = 7, .column = 3, .function = "main"}};
  const auto back = Read(Written(recording));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(Everything(*back), Everything(recording));
  EXPECT_EQ(PlaceOf(*back, back->host_events[0]), nullptr);
  ASSERT_NE(PlaceOf(*back, back->host_events[1]), nullptr);
  EXPECT_EQ(PlaceOf(*back, back->host_events[1])->line, 7u);
  UseAll(*back);
}

TEST(TraceReader, ReadsVersionThreeWithoutTheHostsEvents) {
  Bytes file = Written(WithConstants());
  file[8] = 3;
  EXPECT_TRUE(Read(file));
  file = Written(WithHostEvents());
  file[8] = 3;
  EXPECT_THAT(Read(file).error().message, HasSubstr("unknown kind"));
}

TEST(TraceReader, ReadsVersionFourWithoutModelledFeatures) {
  Recording recording = SampleRecording();
  Bytes file = Written(recording);
  file[8] = 4;
  EXPECT_EQ(Read(file)->modelled, std::nullopt);
  recording.modelled = Only(Modelled::kStreams);
  file = Written(recording);
  EXPECT_EQ(Read(file)->modelled, Only(Modelled::kStreams));
  file[8] = 4;
  EXPECT_THAT(Read(file).error().message, HasSubstr("unknown kind"));
}

TEST(Trace, GivesBackWhatValuesWereComputedFrom) {
  Recording recording = SampleRecording({.launches = 2});
  recording.operands = {{.site = SiteId{0},
                         .kind = OperandKind::kVariable,
                         .moves = true,
                         .begin = 4,
                         .size = 4,
                         .offset = 8,
                         .length = 4,
                         .parameter = VariableId{1},
                         .variable = VariableId{0}},
                        {.site = SiteId{0},
                         .kind = OperandKind::kReturned,
                         .size = 8,
                         .length = 2,
                         .function = FunctionId{0},
                         .from = SiteId{1},
                         .from_count = 1},
                        {.site = SiteId{1}, .kind = OperandKind::kIndex, .size = 4, .text = "threadIdx.x"}};
  Bytes file = Written(recording);
  const auto back = Read(file);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->operands, recording.operands);
  file[8] = 6;
  EXPECT_THAT(Read(file).error().message, HasSubstr("unknown kind"));
}

TEST(Trace, GivesBackHowTheProgramWasBuilt) {
  Recording recording = SampleRecording();
  recording.build = {"input=grey.cu", "input=main file.cpp", "compile=-DN=4", "debug"};
  Bytes file = Written(recording);
  EXPECT_EQ(Everything(Read(file).value()), Everything(recording));
  file[8] = 5;
  EXPECT_THAT(Read(file).error().message, HasSubstr("unknown kind"));
  recording.build.resize(kMostBuildWords + 1);
  EXPECT_FALSE(WriteTrace(recording, OwnName()));
}

TEST(Trace, HasTheNotedEventsOfTheHostWhereTheProgramWasKilled) {
  const Recording recording = WithHostEvents();
  Recording so_far = recording;
  so_far.host_events.clear();
  const auto read_after = [&](auto end) {
    auto writer = TraceWriter::Create("noted.lstrace").value();
    EXPECT_TRUE(writer->Append(so_far));
    EXPECT_TRUE(writer->NoteHostEvents(std::span(recording.host_events).first(1)));
    EXPECT_TRUE(writer->NoteHostEvents(std::span(recording.host_events).subspan(1)));
    end(*writer);
    writer.reset();
    return ReadTrace(std::filesystem::exists("noted.lstrace") ? "noted.lstrace" : "noted.lstrace.unfinished").value();
  };
  std::filesystem::remove("noted.lstrace");
  const Recording killed = read_after([](TraceWriter&) {});
  EXPECT_FALSE(killed.complete);
  ASSERT_EQ(killed.host_events.size(), recording.host_events.size());
  EXPECT_EQ(killed.host_events[2].kernel, "grey");
  const Recording whole = read_after([&](TraceWriter& writer) {
    EXPECT_TRUE(writer.Append(recording));
    EXPECT_TRUE(writer.Finish());
  });
  EXPECT_EQ(Everything(whole), Everything(recording)) << "the events at the end take the place of the notes";
}

TEST(TraceReader, RefusesANoteOfAnEventOutsideItsObject) {
  const Recording recording = SampleRecording();
  std::filesystem::remove("bad note.lstrace");
  auto writer = TraceWriter::Create("bad note.lstrace").value();
  EXPECT_TRUE(writer->Append(recording));
  const HostEvent event{.width = 8, .to = {.object = ObjectId{1000}}};
  EXPECT_TRUE(writer->NoteHostEvents({&event, 1}));
  writer.reset();
  EXPECT_THAT(ReadTrace("bad note.lstrace.unfinished").error().message, HasSubstr("event 0 of the host"));
}

TEST(TraceReader, PacksTheStepsOfALargeRecording) {
  const Recording recording = SampleRecording({.launches = 3, .blocks = 20, .threads = 256});
  const std::uint64_t open_steps = recording.launches[0].steps.size() * 3 / 2;
  const auto back = ReadTraceBytes(Written(recording), "large.lstrace", {.open_steps = open_steps});
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_FALSE(back->launches[0].steps.is_packed());
  EXPECT_TRUE(back->launches[2].steps.is_packed());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(back->launches[i].steps == recording.launches[i].steps) << i;
}

TEST(Trace, TakesPlacesOfTheHostAfterItsEnd) {
  Recording recording = WithHostEvents();
  Written(recording);
  const std::vector<HostPlace> places = {{.caller = 0x1250, .file = "/a/main.cu", .line = 9},
                                         {.caller = 0x99, .file = "/a/main.cu", .line = 7}};
  ASSERT_TRUE(AddHostPlaces(OwnName(), places));
  const auto back = ReadTrace(OwnName());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(back->complete);
  recording.host_places = {places[1], places[0]};
  EXPECT_EQ(Everything(*back), Everything(recording));
}

TEST(Trace, AddsNoPlacesToAFileWithoutItsEnd) {
  Bytes file = Written(WithHostEvents());
  file.pop_back();
  std::ofstream(OwnName(), std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
  const auto added = AddHostPlaces(OwnName(), {{.caller = 1, .line = 2}});
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("not a finished recording"));
}

TEST(TraceReader, RefusesAnEventOutsideItsObject) {
  Recording recording = WithHostEvents();
  const std::uint64_t size = recording.objects[0].size;
  EXPECT_TRUE(Validate(recording));
  recording.host_events[0].to.offset = size - 23;
  EXPECT_FALSE(Validate(recording));
  recording = WithHostEvents();
  recording.host_events[0].height = ~std::uint64_t{0};
  EXPECT_FALSE(Validate(recording));
  recording = WithHostEvents();
  recording.host_events[1].to.object = ObjectId{kLaunchObjectBit};
  EXPECT_FALSE(Validate(recording));
}

TEST(TraceReader, RefusesFindingsTwiceOrInTheMiddleOfALaunch) {
  const Bytes file = Written(SampleRecording({.findings = true}));
  std::vector<Bytes> chunks = ChunksOf(file);
  const std::size_t findings = chunks.size() - 2;
  ASSERT_EQ(chunks[findings][0], 7) << "the section of findings";
  const auto renumbered = [&](std::vector<Bytes> all) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i][2] = static_cast<std::uint8_t>(i);
    return FileOf(file, all);
  };
  std::vector<Bytes> twice = chunks;
  twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(findings), chunks[findings]);
  EXPECT_FALSE(Read(renumbered(twice)));
  std::swap(chunks[findings], chunks[findings - 1]);
  EXPECT_FALSE(Read(renumbered(chunks)));
}

TEST(TraceReader, RefusesMoreMemoryThanAllowed) {
  const Bytes file = Written(SampleRecording());
  const auto read = ReadTraceBytes(file, "t.lstrace", {.memory = 1000});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("memory"));
}

// A chunk before compression.
Bytes Chunk(SectionKind kind, bool last, std::uint64_t number, const Bytes& content) {
  Bytes plain = {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(last)};
  PutVarint(plain, number);
  plain.insert(plain.end(), content.begin(), content.end());
  return plain;
}

// A file of less than 200 KB with 131 million steps.
Bytes RepeatedSteps(const Bytes& file) {
  std::vector<Bytes> chunks = ChunksOf(file);
  chunks.resize(3);  // program, tables, launch
  StepEncoder encoder;
  const std::vector<Step> same(kStepsPerSection, {.kind = StepKind::kLine});
  for (std::uint64_t number = 3; number < 2003; ++number) {
    Encoder section;
    encoder.Encode(same, section);
    chunks.push_back(Chunk(SectionKind::kSteps, true, number, section.out()));
  }
  return FileOf(file, chunks);
}

TEST(TraceReader, RefusesStepsThatRepeatWithoutEnd) {
  const Bytes bomb = RepeatedSteps(Written(SampleRecording()));
  EXPECT_LT(bomb.size(), 200'000u);
  const auto read = ReadTraceBytes(bomb, "bomb.lstrace", {.memory = std::uint64_t{150} << 20});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("needs more than 150 MiB of memory"));
}

TEST(TraceReader, StaysWithinTheMemoryLimitOfTheProcess) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer reserves more address space than any limit allows";
#endif
  const Bytes bomb = RepeatedSteps(Written(SampleRecording(), "bomb.lstrace"));
  std::ofstream("bomb.lstrace", std::ios::binary)
      .write(reinterpret_cast<const char*>(bomb.data()), static_cast<std::streamsize>(bomb.size()));
  const auto read_with_little_memory = [] {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + (200 << 20);
    const rlimit limit{.rlim_cur = most, .rlim_max = most};
    if (setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(1);
    const auto read = ReadTrace("bomb.lstrace");
    std::_Exit(!read && read.error().message.contains("MiB of memory") ? 0 : 2);
  };
  EXPECT_EXIT(read_with_little_memory(), testing::ExitedWithCode(0), "");
}

TEST(TraceReader, RefusesASectionOfZerosWithoutEnd) {
  const Bytes file = Written(SampleRecording());
  const Bytes zeros(kMaxChunkContent);
  std::vector<Bytes> chunks;
  for (std::uint64_t number = 0; number < 100; ++number)
    chunks.push_back(Chunk(SectionKind::kProgram, false, number, zeros));
  EXPECT_THAT(Read(FileOf(file, chunks)).error().message, HasSubstr("larger than a section of this kind can be"));
  chunks = ChunksOf(file);
  chunks.resize(2);
  for (std::uint64_t number = 2; number < 300; ++number)
    chunks.push_back(Chunk(SectionKind::kLaunch, false, number, zeros));
  EXPECT_THAT(Read(FileOf(file, chunks)).error().message, HasSubstr("needs more than 256 MiB of memory"));
}

TEST(TraceReader, ReturnsTheMemoryOfSectionsThatItHasRead) {
  constexpr std::size_t kSize = 8 << 20;
  Recording recording = SampleRecording({.launches = 8, .blocks = 1, .threads = 32});
  for (RecordedLaunch& launch : recording.launches) launch.long_values.resize(kSize);
  const Bytes file = Written(recording);
  EXPECT_TRUE(ReadTraceBytes(file, "t.lstrace", {.memory = 9 * kSize + (4 << 20)}));
  EXPECT_FALSE(ReadTraceBytes(file, "t.lstrace", {.memory = 8 * kSize}));
}

TEST(TraceLimits, FollowTheFileAndTheMachine) {
  constexpr std::uint64_t kMebibyte = 1 << 20, kGibibyte = 1 << 30;
  EXPECT_EQ(LimitsFor(200'000, 64 * kGibibyte).memory, 2 * kGibibyte);
  EXPECT_EQ(LimitsFor(kMebibyte, 64 * kGibibyte).memory, 4000 * kMebibyte);
  EXPECT_EQ(LimitsFor(kGibibyte, 64 * kGibibyte).memory, 8 * kGibibyte);
  EXPECT_EQ(LimitsFor(~std::uint64_t{0}, 64 * kGibibyte).memory, 8 * kGibibyte);
  EXPECT_EQ(LimitsFor(kGibibyte, 300 * kMebibyte).memory, 150 * kMebibyte);
}

TEST(TraceReader, ReadsAFileCutAnywhereUpToItsLastWholeChunk) {
  const Recording recording = SampleRecording({.launches = 2, .blocks = 1, .threads = 32});
  const Bytes file = Written(recording);
  std::size_t most = 0;
  for (std::size_t size = 8; size < file.size(); ++size) {
    const auto back = Read(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
    ASSERT_TRUE(back) << size << ": " << back.error().message;
    ASSERT_FALSE(back->complete) << size;
    std::size_t steps = 0;
    for (std::size_t i = 0; i < back->launches.size(); ++i) {
      const auto& read = back->launches[i].steps;
      ASSERT_TRUE(std::equal(read.begin(), read.end(), recording.launches[i].steps.begin()));
      steps += read.size();
    }
    ASSERT_GE(steps, most) << "a longer file gave less";
    most = steps;
  }
  EXPECT_EQ(most, 2 * recording.launches[0].steps.size());
}

std::string WrittenFile(const Recording& recording) {
  EXPECT_TRUE(WriteTrace(recording, OwnName()));
  return OwnName();
}

TEST(TraceStart, HasTheFirstStepsOfALargeRecording) {
  const Recording recording = SampleRecording({.launches = 2, .blocks = 20, .threads = 256});
  ASSERT_GT(recording.launches[0].steps.size(), 2 * kStepsPerSection);
  const auto start = ReadTraceStart(WrittenFile(recording), {.whole = kStepsPerSection, .first = kStepsPerSection + 1});
  ASSERT_TRUE(start) << start.error().message;
  EXPECT_FALSE(start->is_whole);
  EXPECT_FALSE(start->recording.complete);
  ASSERT_EQ(start->recording.launches.size(), 1u);
  const RecordedLaunch& launch = start->recording.launches[0];
  EXPECT_EQ(launch.steps.size(), 2 * kStepsPerSection);
  EXPECT_TRUE(std::equal(launch.steps.begin(), launch.steps.end(), recording.launches[0].steps.begin()));
  EXPECT_EQ(launch.truncated_why, kStillBeingRead);
}

TEST(TraceStart, IsTheWholeOfASmallRecording) {
  const Recording recording = SampleRecording();
  const auto start = ReadTraceStart(WrittenFile(recording));
  ASSERT_TRUE(start) << start.error().message;
  EXPECT_TRUE(start->is_whole);
  EXPECT_TRUE(start->recording.complete);
  EXPECT_EQ(start->recording.launches.size(), recording.launches.size());
}

TEST(TraceReader, TakesNoMoreRoomForStepsThanTheyNeed) {
  const Recording recording = SampleRecording({.blocks = 20, .threads = 256});
  const auto back = ReadTrace(WrittenFile(recording));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->launches[0].steps.bytes(), recording.launches[0].steps.size() * sizeof(Step));
}

// A launch's variables of `threads` threads; each has the form of its number modulo `forms`.
Recording WithVariables(std::uint32_t threads, std::uint32_t forms) {
  Recording recording = SampleRecording({.blocks = 1, .threads = 32});
  for (std::uint32_t thread = 0; thread < threads; ++thread)
    recording.launches[0].objects.Add({.kind = ObjectKind::kLocal,
                                       .name = "variable " + std::to_string(thread % forms),
                                       .address = 0x7f0000000000 + std::uint64_t{64} * thread,
                                       .size = 8,
                                       .block = 0,
                                       .thread = thread % 32});
  return recording;
}

TEST(TraceReader, NeedsLittleMemoryForTheVariablesOfManyThreads) {
  const Recording recording = WithVariables(200'000, 5);
  const auto back = ReadTraceBytes(Written(recording), "t.lstrace", {.memory = 16 << 20});
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->launches[0].objects, recording.launches[0].objects);
}

TEST(TraceReader, CountsTheMemoryOfVariablesThatHaveNothingInCommon) {
  const Bytes file = Written(WithVariables(100'000, 100'000));
  EXPECT_THAT(ReadTraceBytes(file, "t.lstrace", {.memory = 16 << 20}).error().message, HasSubstr("needs more than 16"));
  EXPECT_TRUE(Read(file));
}

TEST(SectionStream, WritesTheBytesOfTheWholeSection) {
  const auto bytes_of = [](auto write) {
    auto writer = SectionWriter::Create(OwnName());
    EXPECT_TRUE(writer && write(*writer) && writer->Finish());
    return ReadFile(OwnName()).value();
  };
  for (const std::size_t size : {0, 1, (1 << 20), (1 << 20) + 1, 4 << 20, (9 << 20) + 7}) {
    Bytes content(size);
    for (std::size_t i = 0; i < size; ++i) content[i] = static_cast<std::uint8_t>(i * i >> 7);
    const Bytes streamed = bytes_of([&](SectionWriter& writer) {
      SectionStream section(writer, SectionKind::kLaunch);
      for (const std::uint8_t byte : content) {
        section.content().out().push_back(byte);
        section.content()();
      }
      return section.End();
    });
    EXPECT_EQ(streamed, bytes_of([&](SectionWriter& writer) { return writer.Write(SectionKind::kLaunch, content); }))
        << size;
  }
}

TEST(TraceReader, EndsWhenItIsWithdrawn) {
  ReadProgress progress{.stop = true};
  const auto back = ReadTrace(WrittenFile(SampleRecording()), progress);
  ASSERT_FALSE(back);
  EXPECT_THAT(back.error().message, HasSubstr("withdrawn"));
}

TEST(TraceReader, SaysThatALaunchWasCutShort) {
  const Bytes file = Written(SampleRecording());
  std::vector<Bytes> chunks = ChunksOf(file);
  chunks.resize(chunks.size() - 2);
  const auto back = Read(FileOf(file, chunks));
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->launches.size(), 1u);
  EXPECT_TRUE(back->launches[0].truncated);
  EXPECT_FALSE(back->launches[0].steps.empty());
  UseAll(*back);
}

TEST(TraceReader, RefusesBytesAfterTheEnd) {
  Bytes file = Written(SampleRecording());
  file.push_back(0);
  EXPECT_FALSE(Read(file));
}

TEST(TraceReader, RefusesChunksInAnotherOrder) {
  const Bytes file = Written(SampleRecording({.launches = 2}));
  std::vector<Bytes> chunks = ChunksOf(file);
  std::swap(chunks[2], chunks[5]);
  EXPECT_THAT(Read(FileOf(file, chunks)).error().message, HasSubstr("out of order"));
}

TEST(TraceReader, NamesTheChunkThatIsDamaged) {
  Bytes file = Written(SampleRecording());
  file[kTraceHeader + kChunkHeader + 12] ^= 1;
  EXPECT_THAT(Read(file).error().message, HasSubstr("`t.lstrace` is damaged in chunk 0 (byte 12)"));
}

// A run takes part of what these tests damage, another one than the run before (tests/sampling/seed).
std::size_t SeedOfTheRun() {
  const char* seed = std::getenv("LOCKSTEP_TEST_SEED");
  return seed ? std::strtoul(seed, nullptr, 10) : 0;
}

TEST(TraceReader, DetectsEveryFlippedBit) {
  const Recording recording = SampleRecording({.blocks = 1, .threads = 32, .findings = true});
  const Bytes file = Written(recording);
  int refused = 0;
  constexpr std::size_t kParts = 5;
  for (std::size_t bit = SeedOfTheRun() % kParts; bit < 8 * file.size(); bit += kParts) {
    Bytes flipped = file;
    flipped[bit / 8] ^= 1 << (bit % 8);
    const auto back = Read(flipped);
    // The only exception is the window size in zstd's frame header, which does not change the contents.
    if (back) {
      ASSERT_TRUE(!back->complete || Everything(*back) == Everything(recording)) << "bit " << bit;
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, static_cast<int>(8 * file.size() / kParts * 99 / 100));
}

TEST(TraceReader, SurvivesBitsFlippedUnderAValidChecksum) {
  const Bytes file = Written(SampleRecording({.launches = 1, .blocks = 1, .threads = 32, .findings = true}));
  const std::vector<Bytes> chunks = ChunksOf(file);
  int refused = 0, read = 0;
  for (int round = 0; round < 1000; ++round) {
    std::mt19937 random(1000 * (SeedOfTheRun() % 6) + round);
    std::vector<Bytes> forged = chunks;
    Bytes& chunk = forged[random() % forged.size()];
    for (std::uint32_t flips = 1 + random() % 3; flips > 0; --flips)
      chunk[random() % chunk.size()] ^= 1 << (random() % 8);
    const auto back = Read(FileOf(file, forged));
    back ? ++read : ++refused;
    if (back && round % 4 == 0) UseAll(*back);
  }
  EXPECT_GT(refused, 80);
  EXPECT_GT(read, 80);
}

TEST(TraceReader, SurvivesBytesReplacedUnderAValidChecksum) {
  const Bytes file = Written(SampleRecording({.launches = 1, .blocks = 1, .threads = 32, .findings = true}));
  const std::vector<Bytes> chunks = ChunksOf(file);
  const std::uint8_t nasty[] = {0, 1, 0x7f, 0x80, 0xff};
  int refused = 0, read = 0;
  for (int round = 0; round < 750; ++round) {
    std::mt19937 random(750 * (SeedOfTheRun() % 4) + round);
    std::vector<Bytes> forged = chunks;
    Bytes& chunk = forged[random() % forged.size()];
    const std::size_t at = random() % chunk.size(),
                      length = std::min<std::size_t>(1 + random() % 10, chunk.size() - at);
    std::fill_n(chunk.begin() + static_cast<std::ptrdiff_t>(at), length, nasty[random() % 5]);
    if (random() % 3 == 0) chunk.resize(at + 1);
    const auto back = Read(FileOf(file, forged));
    back ? ++read : ++refused;
    if (back && round % 4 == 0) UseAll(*back);
  }
  EXPECT_GT(refused, 80);
  EXPECT_GT(read, 80);
}

}  // namespace
}  // namespace lockstep::trace
