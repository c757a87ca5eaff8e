#include "shared/report/capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "shared/base/available_memory.h"
#include "shared/base/file.h"
#include "shared/base/must.h"
#include "shared/lockstep/capture_file.h"

namespace lockstep::report {
namespace {

constexpr int kElements = 14;
constexpr std::string_view kWords[kElements] = {"bytes",   "bool",     "int8",    "uint8",  "int16",
                                                "uint16",  "int32",    "uint32",  "int64",  "uint64",
                                                "float16", "bfloat16", "float32", "float64"};
constexpr std::uint64_t kSizes[kElements] = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
static_assert(static_cast<int>(ElementKind::kFloat64) == lockstep_element_float64);
static_assert(static_cast<int>(ElementKind::kFloat16) == lockstep_element_float16);

constexpr std::size_t kFileHeader = 16, kRecordHeader = 32;

std::uint64_t Get64(const std::uint8_t* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

std::uint32_t Get32(const std::uint8_t* at) {
  std::uint32_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The numbers and texts of a record, in order. After the first bad one, ok() is false.
class Fields {
 public:
  explicit Fields(std::span<const std::uint8_t> body) : body_(body) {}

  std::uint64_t Number() {
    const auto bytes = Take(8);
    return bytes.empty() ? 0 : Get64(bytes.data());
  }
  std::string Text() {
    const std::uint64_t size = Number();
    const auto bytes = TakePadded(size);
    return std::string(bytes.begin(), bytes.end());
  }
  std::span<const std::uint8_t> TakePadded(std::uint64_t size) {
    if (size > body_.size()) return ok_ = false, std::span<const std::uint8_t>();
    return Take(lockstep_capture::PaddedSize(size)).first(ok_ ? size : 0);
  }
  bool AtEnd() const { return ok_ && body_.empty(); }
  bool ok() const { return ok_; }

 private:
  std::span<const std::uint8_t> Take(std::uint64_t size) {
    if (size > body_.size()) ok_ = false;
    if (!ok_) return {};
    const auto taken = body_.first(size);
    body_ = body_.subspan(size);
    return taken;
  }

  std::span<const std::uint8_t> body_;
  bool ok_ = true;
};

// True if the shape's cells are exactly `size` bytes, without overflow.
bool Fills(const Capture& capture, std::uint64_t size) {
  std::uint64_t bytes = capture.element_size;
  for (std::uint64_t extent : capture.shape) {
    if (extent != 0 && bytes > std::numeric_limits<std::uint64_t>::max() / extent) return false;
    bytes *= extent;
  }
  return bytes == size;
}

bool TakeCapture(Fields in, Capture& capture) {
  capture.order = in.Number();
  const std::uint64_t way = in.Number(), element = in.Number();
  capture.element_size = in.Number();
  const std::uint64_t line = in.Number(), rank = in.Number();
  if (!in.ok() || way > 1 || element >= kElements || line > 0xffffffff || rank > lockstep_capture::kMaxRank)
    return false;
  capture.way = static_cast<CaptureWay>(way);
  capture.element = static_cast<ElementKind>(element);
  capture.line = static_cast<std::uint32_t>(line);
  for (std::uint64_t i = 0; i < rank; ++i) capture.shape.push_back(in.Number());
  capture.name = in.Text();
  capture.type = in.Text();
  capture.file = in.Text();
  const std::uint64_t size = in.Number();
  const auto data = in.TakePadded(size);
  if (!in.AtEnd() || capture.element_size == 0 || !Fills(capture, size)) return false;
  if (capture.element != ElementKind::kBytes && capture.element_size != SizeOf(capture.element)) return false;
  capture.bytes.assign(data.begin(), data.end());
  return true;
}

class Reader {
 public:
  Reader(std::span<const std::uint8_t> file, const std::string& name) : file_(file), name_(name) {}

  Expected<CaptureFile> Read() {
    if (auto good = CheckHeader(); !good) return std::unexpected(good.error());
    while (!ended_) {
      const auto more = ReadRecord();
      if (!more) return std::unexpected(more.error());
      if (!*more) break;
    }
    if (ended_ && at_ != file_.size()) return Damaged("data follows the end mark");
    result_.complete = ended_;
    std::sort(result_.captures.begin(), result_.captures.end(),
              [](const Capture& a, const Capture& b) { return a.order < b.order; });
    return std::move(result_);
  }

 private:
  Expected<void> CheckHeader() {
    const std::size_t known = std::min(file_.size(), sizeof lockstep_capture::kMagic);
    if (known == 0 || std::memcmp(file_.data(), lockstep_capture::kMagic, known) != 0) {
      return Fail(fmt::format("`{}` is not a capture file", name_));
    }
    if (file_.size() < kFileHeader) {
      at_ = file_.size();
      return {};
    }
    const std::uint32_t version = Get32(file_.data() + 8);
    if (version != lockstep_capture::kVersion) {
      return Fail(fmt::format("`{}` has capture format {}, and this Lockstep reads format {}: capture it again", name_,
                              version, lockstep_capture::kVersion));
    }
    at_ = kFileHeader;
    return {};
  }

  // False if the file ends before the record does.
  Expected<bool> ReadRecord() {
    const std::size_t left = file_.size() - at_;
    if (left < kRecordHeader) return false;
    const std::uint8_t* const head = file_.data() + at_;
    const std::uint32_t kind = Get32(head);
    const std::uint64_t length = Get64(head + 8);
    if (Get32(head + 4) != ~kind || Get64(head + 16) != ~length)
      return Damaged("its length and the check of the length disagree");
    if (length > left - kRecordHeader) return false;
    const auto body = file_.subspan(at_ + kRecordHeader, length);
    lockstep_capture::Checksum checksum;
    checksum.AddWord(kind);
    checksum.AddWord(length);
    checksum.Add(body.data(), body.size());
    if (checksum.Value() != Get64(head + 24)) return Damaged("its checksum is wrong");
    if (!TakeRecord(kind, Fields(body))) return Damaged("its contents are invalid");
    at_ += kRecordHeader + length;
    ++records_;
    return true;
  }

  bool TakeRecord(std::uint32_t kind, Fields in) {
    switch (kind) {
      case lockstep_capture::kSideRecord: result_.side = in.Text(); return in.AtEnd();
      case lockstep_capture::kArrayRecord: return TakeCapture(in, result_.captures.emplace_back());
      case lockstep_capture::kEndRecord: ended_ = true; return in.AtEnd();
    }
    return false;
  }

  std::unexpected<Error> Damaged(std::string_view what) const {
    return Fail(fmt::format("`{}` is damaged in record {} (byte {}): {}", name_, records_, at_, what));
  }

  std::span<const std::uint8_t> file_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::uint64_t records_ = 0;
  bool ended_ = false;
  CaptureFile result_;
};

class FileCaptureWriter : public CaptureWriter {
 public:
  explicit FileCaptureWriter(std::string path) : path_(std::move(path)) {}

  Expected<void> Open(const std::string& side) { return Checked(file_.Open(path_.c_str(), side.c_str())); }

  Expected<void> Add(const Capture& capture, std::span<const std::uint8_t> data) override {
    if (data.empty()) data = capture.bytes;
    MUST(Fills(capture, data.size()), "a capture's shape is not its size");
    MUST(capture.shape.size() <= lockstep_capture::kMaxRank, "a capture has too many dimensions");
    std::vector<unsigned long long> shape(capture.shape.begin(), capture.shape.end());
    const lockstep_array array = {.data = data.data(),
                                  .name = capture.name.c_str(),
                                  .type = capture.type.c_str(),
                                  .element = static_cast<int>(capture.element),
                                  .element_size = capture.element_size,
                                  .rank = static_cast<int>(shape.size()),
                                  .shape = shape.data(),
                                  .file = capture.file.c_str(),
                                  .line = static_cast<int>(capture.line)};
    return Checked(file_.Add(array, capture.order, static_cast<lockstep_capture::Way>(capture.way)));
  }

  Expected<void> Finish() override { return Checked(file_.Finish()); }

 private:
  Expected<void> Checked(bool good) const {
    if (good) return {};
    return Fail(fmt::format("cannot write `{}`: {}", path_, std::strerror(errno)));
  }

  std::string path_;
  lockstep_capture::FileWriter file_;
};

}  // namespace

std::string_view Word(ElementKind element) { return kWords[static_cast<int>(element)]; }
std::uint64_t SizeOf(ElementKind element) { return kSizes[static_cast<int>(element)]; }

Expected<CaptureFile> ReadCaptureBytes(std::span<const std::uint8_t> bytes, const std::string& name) {
  return Reader(bytes, name).Read();
}

Expected<CaptureFile> ReadCaptures(const std::filesystem::path& path) {
  // A third of the memory, for the bytes and a copy of each array.
  const auto bytes = ReadFile(path, {.most = AvailableMemory() / 3});
  if (!bytes) return std::unexpected(bytes.error());
  return ReadCaptureBytes(*bytes, path.string());
}

Expected<std::unique_ptr<CaptureWriter>> CaptureWriter::Create(const std::filesystem::path& path,
                                                               const std::string& side) {
  auto writer = std::make_unique<FileCaptureWriter>(path.string());
  if (auto opened = writer->Open(side); !opened) return std::unexpected(opened.error());
  return writer;
}

}  // namespace lockstep::report
