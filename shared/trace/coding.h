#pragma once

// Values as bytes. A struct lists its fields once, in Fields(archive, value); the Encoder and the Decoder walk the same
// list, so that they cannot disagree.
//
//   template <class Archive, Is<Site> T>
//   void Fields(Archive& a, T& site) { a(site.file, site.line, site.column, site.function); }
//
// Integers are LEB128 varints; 32-bit ids are stored plus one, so that kNone is a single zero; strings, byte vectors
// and vectors are a count followed by the elements.

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep::trace {

template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

constexpr std::uint64_t ZigZag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t UnZigZag(std::uint64_t code) {
  return static_cast<std::int64_t>(code >> 1) ^ -static_cast<std::int64_t>(code & 1);
}

// An id of recording.h: an enum over 32 bits whose kNone is all ones.
template <class T>
concept IdType = std::is_enum_v<T> && sizeof(T) == 4;

inline void PutVarint(std::vector<std::uint8_t>& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<std::uint8_t>(value) | 0x80);
    value >>= 7;
  }
  out.push_back(static_cast<std::uint8_t>(value));
}

class Encoder {
 public:
  Encoder() = default;
  // Whenever there are `most` bytes or a few more, `drain` gets them and takes some away.
  using Drain = std::function<void(std::vector<std::uint8_t>&)>;
  Encoder(std::size_t most, Drain drain) : most_(most), drain_(std::move(drain)) {}

  template <class... Ts>
  void operator()(const Ts&... values) {
    (Put(values), ...);
    if (out_.size() >= most_) drain_(out_);
  }
  std::vector<std::uint8_t> Take() { return std::move(out_); }
  std::vector<std::uint8_t>& out() { return out_; }

 private:
  template <class T>
  void Put(const T& value) {
    if constexpr (IdType<T>) {
      PutVarint(out_, static_cast<std::uint32_t>(static_cast<std::uint32_t>(value) + 1));
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
      PutVarint(out_, static_cast<std::uint64_t>(value));
    } else {
      Fields(*this, value);
    }
  }
  void Put(const std::string& text) { Put(std::string_view(text)); }
  void Put(std::string_view text) {
    PutVarint(out_, text.size());
    out_.insert(out_.end(), text.begin(), text.end());
  }
  void Put(const std::vector<std::uint8_t>& bytes) {
    PutVarint(out_, bytes.size());
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }
  template <class T>
  void Put(const std::vector<T>& values) {
    Put(std::span(values));
  }
  template <class T>
  void Put(std::span<const T> values) {
    PutVarint(out_, values.size());
    for (const T& value : values) Put(value);
  }

  std::vector<std::uint8_t> out_;
  std::size_t most_ = std::numeric_limits<std::size_t>::max();
  Drain drain_;
};

// The memory that a reader may still use. It bounds the allocations that a forged file can cause.
struct MemoryBudget {
  std::uint64_t left = 0;
  bool Take(std::uint64_t bytes) {
    if (bytes > left) return exhausted = true, false;
    left -= bytes;
    return true;
  }
  // Returns memory that has been freed.
  void Give(std::uint64_t bytes) { left += bytes; }
  bool exhausted = false;
};

// After the first bad value, ok() is false and all further reads give zero or empty values.
class Decoder {
 public:
  Decoder(std::span<const std::uint8_t> bytes, MemoryBudget& budget)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()), budget_(&budget) {}

  template <class... Ts>
  void operator()(Ts&... values) {
    (Get(values), ...);
  }
  bool ok() const { return ok_; }
  bool AtEnd() const { return ok_ && at_ == end_; }
  std::size_t Remaining() const { return static_cast<std::size_t>(end_ - at_); }
  void SetBad() { ok_ = false, at_ = end_; }
  MemoryBudget& budget() { return *budget_; }

  std::uint64_t Varint() {
    if (at_ < end_ && *at_ < 0x80) return *at_++;
    return LongVarint();
  }
  // Of elements that follow. Each takes at least one byte, so a larger count is a forgery.
  std::uint64_t Count() {
    const std::uint64_t count = Varint();
    if (count > Remaining()) return SetBad(), 0;
    return count;
  }
  // A length-prefixed piece of the input, without a copy.
  std::span<const std::uint8_t> Piece() {
    const std::uint64_t size = Varint();
    if (size > Remaining()) return SetBad(), std::span<const std::uint8_t>();
    const std::span piece(at_, static_cast<std::size_t>(size));
    at_ += size;
    return piece;
  }

 private:
  std::uint64_t LongVarint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && at_ < end_; shift += 7) {
      const std::uint8_t byte = *at_++;
      if (shift == 63 && byte > 1) break;
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    SetBad();
    return 0;
  }
  template <class T>
  void Get(T& value) {
    if constexpr (IdType<T>) {
      const std::uint64_t code = Varint();
      if (code > 0xffffffff) SetBad();
      value = static_cast<T>(static_cast<std::uint32_t>(code) - 1);
    } else if constexpr (std::is_same_v<T, bool>) {
      const std::uint64_t code = Varint();
      if (code > 1) SetBad();
      value = code == 1;
    } else if constexpr (std::is_enum_v<T>) {
      const std::uint64_t code = Varint();
      if (code > 0xff) SetBad();
      value = static_cast<T>(code);
    } else if constexpr (std::is_integral_v<T>) {
      const std::uint64_t code = Varint();
      value = static_cast<T>(code);
      if (static_cast<std::uint64_t>(value) != code) SetBad();
    } else {
      Fields(*this, value);
    }
  }
  void Get(std::string& text) {
    const auto piece = Piece();
    if (!budget_->Take(piece.size())) return SetBad();
    text.assign(piece.begin(), piece.end());
  }
  void Get(std::vector<std::uint8_t>& bytes) {
    const auto piece = Piece();
    if (!budget_->Take(piece.size())) return SetBad();
    bytes.assign(piece.begin(), piece.end());
  }
  template <class T>
  void Get(std::vector<T>& values) {
    const std::uint64_t count = Count();
    if (!budget_->Take(count * sizeof(T))) return SetBad();
    values.resize(static_cast<std::size_t>(count));
    for (T& value : values) Get(value);
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  MemoryBudget* budget_;
  bool ok_ = true;
};

}  // namespace lockstep::trace
