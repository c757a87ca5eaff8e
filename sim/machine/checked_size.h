#pragma once

// A number of bytes that is computed from numbers that a program gives, however large.

#include <cstddef>

namespace lockstep::machine {

class CheckedSize {
 public:
  constexpr CheckedSize(std::size_t value) : value_(value) {}

  friend constexpr CheckedSize operator+(CheckedSize a, CheckedSize b) {
    CheckedSize sum(0);
    sum.fits_ = !__builtin_add_overflow(a.value_, b.value_, &sum.value_) && a.fits_ && b.fits_;
    return sum;
  }
  friend constexpr CheckedSize operator*(CheckedSize a, CheckedSize b) {
    CheckedSize product(0);
    product.fits_ = !__builtin_mul_overflow(a.value_, b.value_, &product.value_) && a.fits_ && b.fits_;
    return product;
  }

  bool fits() const { return fits_; }
  std::size_t value() const { return value_; }  // where it fits

 private:
  std::size_t value_;
  bool fits_ = true;
};

}  // namespace lockstep::machine
