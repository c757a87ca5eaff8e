#include <algorithm>
#include <cstring>

#include "shared/base/file.h"
#include "shared/base/must.h"
#include "shared/base/printable.h"
#include "shared/lockstep/capture_file.h"
#include "shared/report/capture.h"
#include "shared/report/compare.h"
#include "tests/fuzz/readers/mutate.h"
#include "tests/fuzz/readers/targets.h"

namespace lockstep::fuzz {
namespace {

constexpr std::size_t kFileHeader = 16, kRecordHeader = 32;

report::Capture Sample(report::ElementKind element, std::uint64_t size, std::vector<std::uint64_t> shape) {
  report::Capture capture{.name = "h_out",
                          .type = "float",
                          .element = element,
                          .element_size = size,
                          .shape = std::move(shape),
                          .file = "sum.cu",
                          .line = 7};
  std::uint64_t bytes = size;
  for (const std::uint64_t extent : capture.shape) bytes *= extent;
  for (std::uint64_t i = 0; i < bytes; ++i) capture.bytes.push_back(static_cast<std::uint8_t>(i * 37));
  return capture;
}

const Bytes& GoodFile() {
  static const Bytes file = [] {
    auto writer = report::CaptureWriter::Create("fuzz.lscap", "simulator").value();
    std::uint64_t order = 0;
    for (report::Capture capture :
         {Sample(report::ElementKind::kFloat32, 4, {3, 5}), Sample(report::ElementKind::kBytes, 12, {7}),
          Sample(report::ElementKind::kInt64, 8, {2, 2, 2}), Sample(report::ElementKind::kFloat16, 2, {9})}) {
      capture.order = order++;
      MUST(writer->Add(capture), "cannot write the sample");
    }
    MUST(writer->Finish(), "cannot write the sample");
    return ReadFile("fuzz.lscap").value();
  }();
  return file;
}

void Read(const Bytes& file) {
  static const report::CaptureFile good = report::ReadCaptureBytes(GoodFile(), "good").value();
  const auto captures = report::ReadCaptureBytes(file, "fuzz");
  if (!captures) {
    MUST(!captures.error().message.empty(), "an error has no message");
    return;
  }
  for (const report::Comparison& comparison : {report::Compare(good, *captures), report::Compare(*captures, good)}) {
    const std::string text = report::FormatComparison(comparison);
    MUST(text == PrintableLines(text), "a terminal would obey a capture");
    report::ComparisonAsJson(comparison);
  }
}

std::uint64_t Get64(const Bytes& bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

void AddRecord(Bytes& file, std::uint32_t kind, const Bytes& body) {
  lockstep_capture::Checksum checksum;
  checksum.AddWord(kind);
  checksum.AddWord(body.size());
  checksum.Add(body.data(), body.size());
  const std::uint64_t words[4] = {std::uint64_t{~kind} << 32 | kind, body.size(), ~std::uint64_t{body.size()},
                                  checksum.Value()};
  const auto* head = reinterpret_cast<const std::uint8_t*>(words);
  file.insert(file.end(), head, head + sizeof words);
  file.insert(file.end(), body.begin(), body.end());
}

}  // namespace

void TryCaptures(std::uint64_t seed) {
  Chance chance(seed);
  Read(Damaged(GoodFile(), {}, chance));
}

void TryCaptureRecords(std::uint64_t seed) {
  Chance chance(seed);
  const Bytes& good = GoodFile();
  Bytes file(good.begin(), good.begin() + kFileHeader);
  for (std::size_t at = kFileHeader; at < good.size();) {
    std::uint32_t kind = 0;
    std::memcpy(&kind, good.data() + at, sizeof kind);
    const std::uint64_t size = Get64(good, at + 8);
    at += kRecordHeader;
    Bytes body(good.begin() + static_cast<std::ptrdiff_t>(at), good.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
    if (chance.Percent(40)) body = Damaged(body, {}, chance);
    // Numbers and texts of a record are at multiples of eight bytes.
    if (chance.Percent(50)) body.resize((body.size() + 7) / 8 * 8);
    AddRecord(file, chance.Percent(95) ? kind : static_cast<std::uint32_t>(chance.Below(6)), body);
  }
  Read(file);
}

}  // namespace lockstep::fuzz
