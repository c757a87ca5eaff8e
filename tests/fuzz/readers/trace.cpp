#include "shared/trace/trace.h"

#include "shared/base/file.h"
#include "shared/base/must.h"
#include "shared/base/printable.h"
#include "shared/replay/arrays.h"
#include "shared/replay/findings.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/thread_state.h"
#include "shared/trace/dump.h"
#include "shared/trace/forged_file.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/validate.h"
#include "tests/fuzz/readers/mutate.h"
#include "tests/fuzz/readers/targets.h"

namespace lockstep::fuzz {
namespace {

const Bytes& GoodFile() {
  static const Bytes file = [] {
    trace::Recording sample = trace::SampleRecording({.launches = 2, .blocks = 1, .threads = 32, .findings = true});
    sample.operands = {
        {.site = trace::SiteId{0},
         .kind = trace::OperandKind::kRead,
         .moves = true,
         .size = 4,
         .length = 4,
         .from = trace::SiteId{0},
         .from_count = 2},
        {.site = trace::SiteId{1},
         .kind = trace::OperandKind::kReturned,
         .size = 4,
         .function = trace::FunctionId{0},
         .from = trace::SiteId{1},
         .from_count = 1},
        {.site = trace::SiteId{1}, .kind = trace::OperandKind::kIndex, .size = 4, .text = "threadIdx.x"}};
    const auto written = trace::WriteTrace(sample, "fuzz.lstrace");
    MUST(written, "cannot write the sample");
    return ReadFile("fuzz.lstrace").value();
  }();
  return file;
}

// The questions that a window asks first, at the end of each launch.
void Look(const trace::Recording& recording) {
  if (recording.launches.empty()) return;
  replay::Model model(recording);
  replay::Cursor cursor;
  for (std::uint32_t launch = 0; launch < std::min<std::size_t>(recording.launches.size(), 3); ++launch) {
    cursor.launch = launch;
    cursor.step = static_cast<std::uint32_t>(recording.launches[launch].steps.size());
    model.MoveTo(cursor);
    for (std::uint32_t slot = 0; slot < std::min(model.index().thread_count(), 3u); ++slot) {
      const auto thread = static_cast<replay::ThreadSlot>(slot);
      replay::CallStack(model, thread, model.position());
      replay::NotesOf(model, thread);
    }
    replay::ListArrays(model, cursor.block);
  }
  for (std::uint32_t finding = 0; finding < std::min<std::size_t>(recording.findings.size(), 3); ++finding) {
    replay::ChooseFinding(model, cursor, finding);
    replay::GoToFinding(model, cursor);
  }
}

void Read(const Bytes& file) {
  const auto recording = trace::ReadTraceBytes(file, "fuzz", {.memory = 64 << 20});
  if (!recording) {
    MUST(!recording.error().message.empty(), "an error has no message");
    return;
  }
  MUST(trace::Validate(*recording), "an invalid recording was read");
  const std::string text = trace::DescribeTrace(*recording);
  MUST(text == PrintableLines(text), "a terminal would obey a recording");
  for (const bool json : {false, true}) {
    std::size_t left = 1 << 20;
    trace::DumpTraceTo(*recording, json, [&](std::string_view piece) {
      MUST(json || piece == PrintableLines(piece), "a terminal would obey a recording");
      left -= std::min(left, piece.size());
      return left != 0;
    });
  }
  Look(*recording);
}

}  // namespace

void TryTrace(std::uint64_t seed) {
  Chance chance(seed);
  Read(Damaged(GoodFile(), {}, chance));
}

void TryTraceChunks(std::uint64_t seed) {
  static const std::vector<Bytes> good = trace::ChunksOf(GoodFile());
  Chance chance(seed);
  std::vector<Bytes> chunks = good;
  for (std::size_t times = 1 + chance.Below(2); times > 0; --times) {
    Bytes& chunk = chunks[chance.Below(chunks.size())];
    // The kind and the number are mostly kept; otherwise nothing after them would be read.
    const std::size_t head = chance.Percent(90) ? std::min<std::size_t>(chunk.size(), 3) : 0;
    const Bytes content(chunk.begin() + static_cast<std::ptrdiff_t>(head), chunk.end());
    const Bytes damaged = Damaged(content, {}, chance, (1 << 20) - 16);
    chunk.resize(head);
    chunk.insert(chunk.end(), damaged.begin(), damaged.end());
  }
  if (chance.Percent(10)) chunks.insert(chunks.end() - 1, 1 + chance.Below(200), chunks[chance.Below(chunks.size())]);
  std::uint64_t number = 0;
  for (Bytes& chunk : chunks) {
    if (chance.Percent(90) && chunk.size() > 2 && number < 0x80) chunk[2] = static_cast<std::uint8_t>(number);
    ++number;
  }
  Read(trace::FileOf(GoodFile(), chunks));
}

}  // namespace lockstep::fuzz
