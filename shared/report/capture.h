#pragma once

// A capture: a host array as the program copied it back from the device, or published it. A capture file (.lscap) holds
// a program's captures in order; CAPTURES.md describes its bytes. shared/lockstep/capture_file.h writes it, on a GPU
// server too.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::report {

// The type of the cells. The numbers are those of lockstep_element (shared/lockstep/array.h).
enum class ElementKind : std::uint8_t {
  kBytes,  // not known, or a struct
  kBool,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat16,
  kBfloat16,
  kFloat32,
  kFloat64,
};

// "float32"; the size of a cell in bytes, 0 for kBytes.
std::string_view Word(ElementKind element);
std::uint64_t SizeOf(ElementKind element);

enum class CaptureWay : std::uint8_t { kCopied, kPublished };

struct Capture {
  std::uint64_t order = 0;  // counts the program's captures from 0
  CaptureWay way = CaptureWay::kCopied;
  std::string name;  // "h_out"; empty if unknown
  std::string type;  // of a cell, as C++ writes it: "float", "Pixel"; empty if unknown
  ElementKind element = ElementKind::kBytes;
  std::uint64_t element_size = 1;  // bytes of a cell
  std::vector<std::uint64_t>
      shape;         // cells in each dimension, slowest first; their product times element_size is bytes.size()
  std::string file;  // where in the program
  std::uint32_t line = 0;
  std::vector<std::uint8_t> bytes;
};

struct CaptureFile {
  std::string side;               // "simulator", or the GPU's name
  std::vector<Capture> captures;  // by order
  bool complete = true;           // false: the program died; the file ends early
};

// Reads a capture file, complete or left by a killed program. The contents are not trusted.
Expected<CaptureFile> ReadCaptures(const std::filesystem::path& path);
Expected<CaptureFile> ReadCaptureBytes(std::span<const std::uint8_t> bytes, const std::string& name);

// Writes captures one by one while the program runs. Each is in the file when Add returns; the file has its unfinished
// name until Finish. Not thread-safe.
class CaptureWriter {
 public:
  static Expected<std::unique_ptr<CaptureWriter>> Create(const std::filesystem::path& path, const std::string& side);
  virtual ~CaptureWriter() = default;
  // `data` replaces capture.bytes unless it is empty, which saves a copy.
  virtual Expected<void> Add(const Capture& capture, std::span<const std::uint8_t> data = {}) = 0;
  virtual Expected<void> Finish() = 0;
};

}  // namespace lockstep::report
