#pragma once

// The objects of a launch: for each local variable of each thread there is one, so there may be millions. What those
// of a variable have in common is kept once, as their form; of each of them, its form and its place, in about five
// bytes. They are values that are read by their index, so there is no reference to an object.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "shared/base/bits.h"
#include "shared/base/index_iterator.h"
#include "shared/trace/object.h"
#include "shared/trace/object_forms.h"

namespace lockstep::trace {

class Objects {
 public:
  using value_type = ObjectView;
  using Iterator = IndexIterator<Objects, ObjectView>;

  Objects() = default;
  Objects(std::initializer_list<Object> objects) {
    for (const Object& object : objects) Add(object);
  }

  std::size_t size() const { return packed_.size() * kTogether + open_.size(); }
  bool empty() const { return size() == 0; }
  ObjectView operator[](std::size_t i) const {
    const ObjectPlace place = PlaceOf(i);
    return {forms_[place.form], place.address, place.block, place.thread};
  }
  // The same without its place; quicker.
  const Object& FormOf(std::size_t i) const { return forms_[FormIndexOf(i)]; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }
  // The indices of those that are kShared, in order.
  std::span<const std::uint32_t> shared() const { return shared_; }
  const ObjectForms& forms() const { return forms_; }  // also those of objects that were changed

  void Add(const Object& object);
  // The object's kind stays.
  void Change(std::size_t i, const Object& object);

  std::size_t bytes() const {  // of memory
    return packed_bytes_ + open_.capacity() * sizeof(ObjectPlace) + shared_.capacity() * sizeof(std::uint32_t) +
           forms_.bytes();
  }

  friend bool operator==(const Objects& a, const Objects& b);

 private:
  static constexpr std::size_t kTogether = 256;
  struct ObjectPlace {
    std::uint32_t form = 0, block = 0, thread = 0;
    std::uint64_t address = 0;
  };
  enum Field { kForm, kBlock, kThread, kAddress, kFields };
  // kTogether places as rows of differences to the least of each field, in as many bits as the largest needs.
  struct Packed {
    explicit Packed(std::span<const ObjectPlace> places);
    ObjectPlace operator[](std::size_t i) const {
      std::size_t bit = i * row_width;
      const auto next = [&](Field field) {
        const std::uint64_t difference = rows.Get(bit, width[field]);
        bit += width[field];
        return difference;
      };
      ObjectPlace place = least;
      place.form += static_cast<std::uint32_t>(next(kForm));
      place.block += static_cast<std::uint32_t>(next(kBlock));
      place.thread += static_cast<std::uint32_t>(next(kThread));
      place.address += next(kAddress);
      return place;
    }
    std::uint32_t FormIndexOf(std::size_t i) const {
      return least.form + static_cast<std::uint32_t>(rows.Get(i * row_width, width[kForm]));
    }

    ObjectPlace least;
    std::array<std::uint8_t, kFields> width{};  // bits
    std::uint8_t row_width = 0;
    BitList rows;
    std::size_t bytes() const { return sizeof *this + rows.bytes(); }
  };

  ObjectPlace PlaceOf(std::size_t i) const {
    const std::size_t together = i / kTogether;
    return together < packed_.size() ? packed_[together][i % kTogether] : open_[i % kTogether];
  }
  std::uint32_t FormIndexOf(std::size_t i) const {
    const std::size_t together = i / kTogether;
    return together < packed_.size() ? packed_[together].FormIndexOf(i % kTogether) : open_[i % kTogether].form;
  }

  ObjectForms forms_;
  std::vector<Packed> packed_;
  std::size_t packed_bytes_ = 0;
  std::vector<ObjectPlace> open_;  // after those: fewer than kTogether
  std::vector<std::uint32_t> shared_;
};

}  // namespace lockstep::trace
