#pragma once

// A JSON object that is read field by field, strictly: each complaint names the field with its place
// (`exercise.checks[1].points`), and what nobody asked for is a complaint too.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep::lessons {

// Thrown while a description is read, and caught where its reading began (lesson.cpp).
struct FieldError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Fields {
 public:
  // `place` is empty for the whole description.
  Fields(const nlohmann::json& object, std::string place);

  bool Has(const std::string& name) const { return object_.contains(name); }
  // The field's place, as complaints name it.
  std::string PlaceOf(const std::string& name) const;

  std::string Text(const std::string& name);
  std::string TextOr(const std::string& name, std::string otherwise);
  std::vector<std::string> Texts(const std::string& name);  // empty where it is missing
  std::int64_t Whole(const std::string& name, std::int64_t least, std::int64_t most);
  std::int64_t WholeOr(const std::string& name, std::int64_t least, std::int64_t most, std::int64_t otherwise);
  double Number(const std::string& name);  // finite
  std::optional<double> NumberIf(const std::string& name);
  bool Flag(const std::string& name);  // false where it is missing
  bool HoldsText(const std::string& name) const;
  Fields Object(const std::string& name);
  std::vector<Fields> Objects(const std::string& name);  // empty where it is missing
  // The names of an object's fields, for those that are free.
  std::vector<std::string> Names() const;

  // Complains about the first field that was not asked for.
  void Finish() const;
  [[noreturn]] void Complain(const std::string& name, const std::string& what) const;

 private:
  const nlohmann::json& Get(const std::string& name, const char* what, bool (*is_it)(const nlohmann::json&));

  const nlohmann::json& object_;
  std::string place_;
  std::set<std::string> asked_;
};

}  // namespace lockstep::lessons
