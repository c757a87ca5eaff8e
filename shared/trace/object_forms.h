#pragma once

// The forms of the objects of a launch: an object without its address, block and thread. Each is kept once.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "shared/trace/object.h"

namespace lockstep::trace {

class ObjectForms {
 public:
  ObjectForms() = default;
  ObjectForms(const ObjectForms& other);
  ObjectForms& operator=(const ObjectForms& other);
  ObjectForms(ObjectForms&&) = default;
  ObjectForms& operator=(ObjectForms&&) = default;

  // The index of the object's form, which becomes the last one if it is new.
  std::uint32_t Add(const Object& object);

  std::size_t size() const { return forms_.size(); }
  const Object& operator[](std::size_t i) const { return forms_[i].ids->first; }
  std::size_t bytes() const { return bytes_; }  // of memory, about

 private:
  struct Less {
    bool operator()(const Object& a, const Object& b) const;
  };
  using Ids = std::map<Object, std::uint32_t, Less>;
  struct Form {
    Ids::const_iterator ids;
    std::uint32_t next = 0;  // the form that was added after it the last time
  };
  std::uint32_t AddNew(const Object& object);

  Ids ids_;
  std::vector<Form> forms_;  // by id
  std::uint32_t last_ = 0;   // the form that was added last
  std::size_t bytes_ = 0;
};

}  // namespace lockstep::trace
