#pragma once

#include <compare>
#include <cstddef>
#include <iterator>
#include <utility>

namespace lockstep {

// An iterator over a list whose elements are had by their index, as values: there is no reference to one.
template <class List, class Value>
class IndexIterator {
 public:
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using reference = Value;
  using pointer = void;
  using iterator_category = std::random_access_iterator_tag;

  IndexIterator() = default;
  IndexIterator(const List& list, std::size_t at) : list_(&list), at_(static_cast<std::ptrdiff_t>(at)) {}

  Value operator*() const { return (*list_)[static_cast<std::size_t>(at_)]; }
  Value operator[](difference_type by) const { return *(*this + by); }
  IndexIterator& operator++() { return ++at_, *this; }
  IndexIterator& operator--() { return --at_, *this; }
  IndexIterator operator++(int) { return std::exchange(*this, *this + 1); }
  IndexIterator operator--(int) { return std::exchange(*this, *this - 1); }
  IndexIterator& operator+=(difference_type by) { return at_ += by, *this; }
  IndexIterator& operator-=(difference_type by) { return at_ -= by, *this; }
  friend IndexIterator operator+(IndexIterator i, difference_type by) { return i += by; }
  friend IndexIterator operator+(difference_type by, IndexIterator i) { return i += by; }
  friend IndexIterator operator-(IndexIterator i, difference_type by) { return i -= by; }
  friend difference_type operator-(const IndexIterator& a, const IndexIterator& b) { return a.at_ - b.at_; }
  friend bool operator==(const IndexIterator& a, const IndexIterator& b) { return a.at_ == b.at_; }
  friend auto operator<=>(const IndexIterator& a, const IndexIterator& b) { return a.at_ <=> b.at_; }

 private:
  const List* list_ = nullptr;
  std::ptrdiff_t at_ = 0;
};

}  // namespace lockstep
