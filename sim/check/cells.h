#pragma once

// The shadow of memory that threads share: for every four bytes, who wrote them last, who read them since, and which of
// them hold a written value. 20 bytes a cell, so 5 bytes a byte of checked memory; 4 more where values
// that were never written have been stored.
//
// A note is 64 bits: segment (32), one that says that it is a kept write, site (19), bytes (4), and eight bits: four
// for bytes (those with a value in a write, those of the second reader in a read), two for how the access was made, two
// for how far apart the readers are. A cell of zeros was never accessed and holds no value. Notes of writes use the
// last two bits for the scope.
//
// An atomic that comes after a plain write takes its place as the last writer. Atomics of other blocks are then in no
// conflict with the last writer, but may be with the plain write: it is kept in the place of the reader.

#include <atomic>
#include <cstdint>

#include "sim/check/order.h"

namespace lockstep::check {

inline constexpr std::uint64_t kCellBytes = 4;
inline constexpr std::uint32_t kMostSites = 1u << 19;
// Of a note whose place is not known, or that a copy, a fill or a free has left.
inline constexpr std::uint32_t kNoSite = kMostSites - 1;

// How far apart the readers of a cell are: the farther, the more writers are unordered with one of them.
enum class Spread : std::uint8_t { kOne, kWarp, kBlock, kGrid };

struct Note {
  std::uint64_t bits = 0;

  // How: plain is 0. A volatile read that no loop waits by is unawaited: it orders nothing by itself.
  static constexpr std::uint64_t kAtomic = 1 << 2, kVolatile = 2 << 2, kUnawaited = 3 << 2;
  // Writes, and reads on their way to being noted: an atomic that promises nothing to other blocks.
  static constexpr std::uint64_t kInBlock = 1;
  static constexpr std::uint64_t kKeptWrite = std::uint64_t{1} << 31;
  static Note Of(Segment segment, std::uint32_t site, std::uint32_t bytes, std::uint64_t flags) {
    return {std::uint64_t{segment} << 32 | std::uint64_t{site & (kMostSites - 1)} << 12 | bytes << 8 | flags};
  }
  Segment segment() const { return static_cast<Segment>(bits >> 32); }
  std::uint32_t site() const { return static_cast<std::uint32_t>(bits >> 12) & (kMostSites - 1); }
  std::uint32_t bytes() const { return static_cast<std::uint32_t>(bits >> 8) & 15; }
  std::uint64_t how() const { return bits & kUnawaited; }
  bool is_atomic() const { return how() == kAtomic; }
  bool is_in_block() const { return is_atomic() && (bits & kInBlock); }
  bool is_strong() const { return how() != 0; }                                         // atomic or volatile
  std::uint32_t written() const { return static_cast<std::uint32_t>(bits >> 4) & 15; }  // writes: bytes with a value
  // In a reader's place: a plain write that atomics have come after.
  bool is_kept_write() const { return bits & kKeptWrite; }
  Note At(std::uint32_t site) const {
    return {(bits & ~(std::uint64_t{kMostSites - 1} << 12)) | std::uint64_t{site & (kMostSites - 1)} << 12};
  }
  Note AsKeptWrite() const { return {(bits & ~std::uint64_t{0xff}) | kKeptWrite}; }
  // Of reads: how far apart the two readers are, and the second one as a note of its own.
  Spread spread() const { return static_cast<Spread>(bits & 3); }
  Note AsReader() const { return {bits & ~std::uint64_t{3}}; }
  Note WithSecond(std::uint32_t bytes_of_second, Spread spread) const {
    return {(bits & ~std::uint64_t{0xf3}) | static_cast<std::uint64_t>(spread) | std::uint64_t{bytes_of_second} << 4};
  }
  Note Second(Segment second) const {
    return {std::uint64_t{second} << 32 | (bits & 0xfffff000) | (bits & 0xf0) << 4 | how()};
  }

  static constexpr std::uint64_t Written(std::uint32_t bytes) { return std::uint64_t{bytes} << 4; }
};

struct Cell {
  std::uint64_t write = 0, read = 0;
};
// The second reader, of cells that have one: the one farthest from the first.
using SecondReader = std::uint32_t;

// Which of their thread's accesses the notes of a cell are about (FindingSide::ordinal). Kept only where that is asked
// for.
struct CellOrdinals {
  std::uint32_t write = 0, read = 0, second = 0;
};

// A stretch of memory with one meaning (an allocation, a variable), and its shadow. `begin` is a multiple of 4.
struct Span {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t base = 0;  // what the program computed addresses from, where it is known (a cache's own)
  Cell* cells = nullptr;
  SecondReader* second = nullptr;
  // A number a cell, of where what it holds comes from; it counts where bytes of the cell have no value. 0: nobody has
  // stored anything there.
  std::uint32_t* origins = nullptr;
  CellOrdinals* ordinals = nullptr;  // one a cell; null: not kept
  std::uint32_t object = 0;          // the adapter's number for it
  std::uint32_t group = 0;           // and for all that people would call the same
  bool all_written = false;          // every byte has a value: shadow bits say nothing
  bool read_only = false;
  bool is_shared = false;        // of one block
  bool of_one_block = false;     // and all of the notes are that block's
  std::uint32_t generation = 0;  // a cache's own
  bool Holds(std::uint64_t address, std::uint64_t size) const {
    return address - begin < end - begin && size <= end - address;
  }
};

}  // namespace lockstep::check
