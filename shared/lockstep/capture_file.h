// The writer of .lscap files: the arrays that a program copied back from the device, or published, in order.
// C++14 and header-only, because a program on a GPU server includes only this folder (capture.h), and
// Lockstep's runtime writes them with the same code. shared/report/CAPTURES.md describes the bytes;
// shared/report/capture.h reads them.
#ifndef LOCKSTEP_CAPTURE_FILE_H
#define LOCKSTEP_CAPTURE_FILE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#if defined(__unix__)
#include <sys/stat.h>
#endif

#include "array.h"

namespace lockstep_capture {

constexpr char kMagic[8] = {'L', 'S', 'C', 'A', 'P', 'T', 'R', '\n'};
constexpr std::uint32_t kVersion = 1;

enum RecordKind : std::uint32_t { kSideRecord = 1, kArrayRecord = 2, kEndRecord = 3 };
enum Way : std::uint32_t { kCopied = 0, kPublished = 1 };

// A checksum over 64-bit words. For a given word, each step is a bijection of the state, so a change within one word is
// always detected.
class Checksum {
 public:
  void AddWord(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15ull;
    state_ ^= state_ >> 29;
  }
  // The last word is padded with zeros.
  void Add(const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    std::uint64_t word = 0;
    for (; size >= 8; size -= 8, at += 8) {
      std::memcpy(&word, at, 8);
      AddWord(word);
    }
    if (size == 0) return;
    word = 0;
    std::memcpy(&word, at, size);
    AddWord(word);
  }
  std::uint64_t Value() const { return state_; }

 private:
  std::uint64_t state_ = 0x6c6f636b73746570ull;
};

inline std::size_t PaddedSize(std::size_t size) { return (size + 7) / 8 * 8; }

// An array without cells is not captured.
inline bool IsEmpty(const lockstep_array& array) {
  for (int i = 0; i < array.rank; ++i) {
    if (array.shape[i] == 0) return true;
  }
  return false;
}

// Writes NAME.unfinished and renames it to NAME in Finish(). An array is in the file when Add returns, so a program
// that dies keeps its captures. After a failure every call returns false, with the reason in errno.
class FileWriter {
 public:
  FileWriter() = default;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter() {
    if (file_ != nullptr) std::fclose(file_);
  }

  // `side` names what made the captures: "simulator", or the GPU's name.
  bool Open(const char* path, const char* side) {
    path_ = path;
    FollowPath();
    file_ = std::fopen((is_replaced_ ? path_ + ".unfinished" : path_).c_str(), "wb");
    if (file_ == nullptr) return false;
    const std::uint32_t rest[2] = {kVersion, 0};
    Put(kMagic, sizeof kMagic);
    Put(rest, sizeof rest);
    Fields fields;
    fields.AddText(side);
    return PutRecord(kSideRecord, fields, nullptr, 0);
  }

  bool is_open() const { return file_ != nullptr; }

  // `order` numbers the captures of a program from 0; calls may come in any order. The rank is at most kMaxRank.
  bool Add(const lockstep_array& array, std::uint64_t order, Way way) {
    std::uint64_t cells = 1;
    for (int i = 0; i < array.rank; ++i) cells *= array.shape[i];
    const std::uint64_t size = cells * array.element_size;
    Fields fields;
    fields.AddNumber(order);
    fields.AddNumber(way);
    fields.AddNumber(static_cast<std::uint64_t>(array.element));
    fields.AddNumber(array.element_size);
    fields.AddNumber(static_cast<std::uint64_t>(array.line));
    fields.AddNumber(static_cast<std::uint64_t>(array.rank));
    for (int i = 0; i < array.rank; ++i) fields.AddNumber(array.shape[i]);
    fields.AddText(array.name);
    fields.AddText(array.type);
    fields.AddText(array.file);
    fields.AddNumber(size);
    return PutRecord(kArrayRecord, fields, array.data, static_cast<std::size_t>(size));
  }

  bool Finish() {
    if (file_ == nullptr) return false;
    bool good = PutRecord(kEndRecord, Fields(), nullptr, 0);
    good = std::fclose(file_) == 0 && good;
    file_ = nullptr;
    return good && (!is_replaced_ || std::rename((path_ + ".unfinished").c_str(), path_.c_str()) == 0);
  }

 private:
  // The part of a record before the data: 64-bit numbers, and texts padded to multiples of 8 bytes.
  class Fields {
   public:
    void AddNumber(std::uint64_t number) { bytes_.append(reinterpret_cast<const char*>(&number), sizeof number); }
    void AddText(const char* text) {
      const std::size_t size = text != nullptr ? std::strlen(text) : 0;
      AddNumber(size);
      if (size != 0) bytes_.append(text, size);
      bytes_.append(PaddedSize(size) - size, '\0');
    }
    const std::string& bytes() const { return bytes_; }

   private:
    std::string bytes_;
  };

  // A symbolic link is kept and its target replaced; a device or a pipe is written directly.
  void FollowPath() {
#if defined(__unix__)
    struct stat there;
    is_replaced_ = stat(path_.c_str(), &there) != 0 || S_ISREG(there.st_mode);
    if (char* target = realpath(path_.c_str(), nullptr)) {
      path_ = target;
      std::free(target);
    }
#endif
  }

  void Put(const void* data, std::size_t size) {
    if (size != 0 && std::fwrite(data, 1, size, file_) != size) good_ = false;
  }

  bool PutRecord(RecordKind kind, const Fields& fields, const void* data, std::size_t size) {
    if (file_ == nullptr || !good_) return false;
    const std::uint64_t length = fields.bytes().size() + PaddedSize(size);
    Checksum checksum;
    checksum.AddWord(kind);
    checksum.AddWord(length);
    checksum.Add(fields.bytes().data(), fields.bytes().size());
    checksum.Add(data, size);
    const std::uint32_t kinds[2] = {kind, ~static_cast<std::uint32_t>(kind)};
    const std::uint64_t numbers[3] = {length, ~length, checksum.Value()};
    const char zeros[8] = {};
    Put(kinds, sizeof kinds);
    Put(numbers, sizeof numbers);
    Put(fields.bytes().data(), fields.bytes().size());
    Put(data, size);
    Put(zeros, PaddedSize(size) - size);
    return std::fflush(file_) == 0 && good_;
  }

  std::string path_;
  bool is_replaced_ = true;
  std::FILE* file_ = nullptr;
  bool good_ = true;
};

}  // namespace lockstep_capture

#endif  // LOCKSTEP_CAPTURE_FILE_H
