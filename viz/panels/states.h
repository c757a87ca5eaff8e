#pragma once

// The states that panels keep from frame to frame: a value of each type, made at its first use. A state stands in the
// header of its panel, so that only the files that read it depend on it.

#include <cstddef>
#include <memory>
#include <vector>

namespace lockstep::viz {

class States {
 public:
  States() = default;
  States(const States&) = delete;
  States& operator=(const States&) = delete;

  template <class State>
  State& Of() {
    return Made<State>();
  }
  template <class State>
  const State& Of() const {
    return Made<State>();
  }
  // Null until it is used, and once it was dropped.
  template <class State>
  State* Find() {
    return static_cast<State*>(Slot(Number<State>()).get());
  }
  template <class State>
  const State* Find() const {
    return static_cast<const State*>(Slot(Number<State>()).get());
  }
  template <class State>
  void Drop() {
    Slot(Number<State>()).reset();
  }

 private:
  using Any = std::shared_ptr<void>;

  template <class State>
  static std::size_t Number() {
    static const std::size_t number = numbers_++;
    return number;
  }
  Any& Slot(std::size_t number) const {
    if (number >= all_.size()) all_.resize(number + 1);
    return all_[number];
  }
  template <class State>
  State& Made() const {
    Any& slot = Slot(Number<State>());
    if (!slot) slot = std::make_shared<State>();
    return *static_cast<State*>(slot.get());
  }

  static inline std::size_t numbers_ = 0;  // of types
  mutable std::vector<Any> all_;           // by the type's number
};

}  // namespace lockstep::viz
