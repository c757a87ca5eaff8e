#pragma once

// Arrays: their list and layout, the contents of their cells, and which of them are pictures.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/replay/accesses.h"
#include "shared/replay/fields.h"
#include "shared/replay/number.h"

namespace lockstep::replay {

struct ArrayInfo {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::string name;                              // "d_out", "tile"
  std::string element_name;                      // "float"; "byte" if unknown
  trace::TypeId element = trace::TypeId::kNone;  // kNone: bytes
  std::uint64_t element_size = 1;
  std::vector<std::uint64_t> shape;  // slowest dimension first; never empty
  std::uint64_t count = 0;           // elements altogether: the product of the shape
  bool kept = false;                 // true if the recording has its bytes
  std::optional<Field> field;        // the only part of each element that is shown; none: all of it

  // The value that a cell shows: the type and the size of its value, and where in the object it is.
  trace::TypeId value_type() const { return field ? field->type : element; }
  std::uint64_t value_size() const { return field ? field->size : element_size; }
  std::uint64_t OffsetOf(std::uint64_t cell) const { return cell * element_size + (field ? field->offset : 0); }
  // True if bytes [offset, offset + size) of the object are any of the cell's value.
  bool Overlaps(std::uint64_t cell, std::uint64_t offset, std::uint64_t size) const {
    return offset < OffsetOf(cell) + value_size() && OffsetOf(cell) < offset + size;
  }
};

// The arrays that a thread of `block` can reach and that the recording has information on: device memory in program
// order, then the block's shared memory.
std::vector<ArrayInfo> ListArrays(const Model& model, trace::Dim3 block);
std::optional<ArrayInfo> DescribeArray(const Model& model, trace::ObjectId object);

// The array with only this part of each element.
ArrayInfo WithField(ArrayInfo array, Field field);

// The position of a cell along each dimension of the shape.
std::vector<std::uint64_t> CellIndices(const ArrayInfo& array, std::uint64_t cell);

struct CellValue {
  std::string text;  // "0.25"; "?" if unknown
  std::optional<Number> number;
  bool known = false;
  bool later = false;          // the value after the launch, because an unrecorded block wrote the cell
  bool never_written = false;  // not yet written, so its contents are no value
  bool not_finite = false;     // a NaN or an infinity
};

CellValue ReadCell(const Model& model, const ArrayInfo& array, std::uint64_t cell);

// The ways in which an array can be shown as a picture.
enum class PictureLayout : std::uint8_t { kGrey, kPlanar, kInterleaved };  // HxW · 3xHxW · HxWx3 or HxWx4

struct PictureShape {
  PictureLayout layout{};
  std::uint32_t width = 0, height = 0, channels = 1;
};

// From a shape alone, slowest dimension first.
std::optional<PictureShape> PictureOf(const std::vector<std::uint64_t>& shape);
// For elements of one byte, or floating-point elements (0 is black, 1 is white), in a shape that can be a picture. None
// otherwise, and for pictures smaller than 8x8, which are better read as numbers.
std::optional<PictureShape> PictureOf(const Model& model, const ArrayInfo& array);
// True if it most likely is a picture: bytes in the layout of an image.
bool IsImage(const ArrayInfo& array);
// The cell of one channel of a pixel, and the reverse.
std::uint64_t CellOfPixel(const PictureShape& shape, std::uint32_t x, std::uint32_t y, std::uint32_t channel);
struct Pixel {
  std::uint32_t x = 0, y = 0, channel = 0;
};
Pixel PixelOfCell(const PictureShape& shape, std::uint64_t cell);

// True if, according to the writer map, a block that was not recorded wrote this cell last.
bool WrittenByStranger(const Model& model, trace::ObjectId object, std::uint64_t offset);
// The object's bytes after the launch; null if the recording did not keep them.
const std::vector<std::uint8_t>* BytesAfterLaunch(const trace::RecordedLaunch& launch, trace::ObjectId object);

}  // namespace lockstep::replay
