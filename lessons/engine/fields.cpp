#include "lessons/engine/fields.h"

#include <fmt/format.h>

#include <cmath>

#include "shared/base/printable.h"

namespace lockstep::lessons {
namespace {

using nlohmann::json;

constexpr std::size_t kMostItems = 1000;  // of a list

bool IsText(const json& value) { return value.is_string(); }
bool IsList(const json& value) { return value.is_array() && value.size() <= kMostItems; }
bool IsFlag(const json& value) { return value.is_boolean(); }
bool IsObject(const json& value) { return value.is_object(); }
bool IsNumber(const json& value) { return value.is_number() && std::isfinite(value.get<double>()); }
bool IsWhole(const json& value) { return value.is_number_integer(); }

}  // namespace

Fields::Fields(const json& object, std::string place) : object_(object), place_(std::move(place)) {
  if (!object_.is_object())
    throw FieldError(place_.empty() ? "it is not a JSON object" : fmt::format("`{}` is not an object", place_));
}

std::string Fields::PlaceOf(const std::string& name) const {
  return place_.empty() ? Printable(name) : place_ + "." + Printable(name);
}

void Fields::Complain(const std::string& name, const std::string& what) const {
  throw FieldError(fmt::format("`{}` {}", PlaceOf(name), what));
}

const json& Fields::Get(const std::string& name, const char* what, bool (*is_it)(const json&)) {
  asked_.insert(name);
  const auto found = object_.find(name);
  if (found == object_.end()) Complain(name, "is missing");
  if (!is_it(*found)) Complain(name, fmt::format("is not {}", what));
  return *found;
}

std::string Fields::Text(const std::string& name) { return Get(name, "a text", IsText).get<std::string>(); }

std::string Fields::TextOr(const std::string& name, std::string otherwise) {
  asked_.insert(name);
  return Has(name) ? Text(name) : otherwise;
}

std::vector<std::string> Fields::Texts(const std::string& name) {
  asked_.insert(name);
  std::vector<std::string> texts;
  if (!Has(name)) return texts;
  for (const json& item : Get(name, "a list of texts", IsList)) {
    if (!item.is_string()) Complain(name, "is not a list of texts");
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

std::int64_t Fields::Whole(const std::string& name, std::int64_t least, std::int64_t most) {
  const json& value = Get(name, "a whole number", IsWhole);
  const bool is_huge = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  if (is_huge || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most)
    Complain(name, fmt::format("is not from {} to {}", least, most));
  return value.get<std::int64_t>();
}

std::int64_t Fields::WholeOr(const std::string& name, std::int64_t least, std::int64_t most, std::int64_t otherwise) {
  asked_.insert(name);
  return Has(name) ? Whole(name, least, most) : otherwise;
}

double Fields::Number(const std::string& name) { return Get(name, "a number", IsNumber).get<double>(); }

std::optional<double> Fields::NumberIf(const std::string& name) {
  asked_.insert(name);
  return Has(name) ? std::optional(Number(name)) : std::nullopt;
}

bool Fields::HoldsText(const std::string& name) const {
  const auto found = object_.find(name);
  return found != object_.end() && found->is_string();
}

bool Fields::Flag(const std::string& name) {
  asked_.insert(name);
  return Has(name) && Get(name, "true or false", IsFlag).get<bool>();
}

Fields Fields::Object(const std::string& name) { return {Get(name, "an object", IsObject), PlaceOf(name)}; }

std::vector<Fields> Fields::Objects(const std::string& name) {
  asked_.insert(name);
  std::vector<Fields> objects;
  if (!Has(name)) return objects;
  const json& list = Get(name, "a list of objects", IsList);
  for (std::size_t i = 0; i < list.size(); ++i) objects.emplace_back(list[i], fmt::format("{}[{}]", PlaceOf(name), i));
  return objects;
}

std::vector<std::string> Fields::Names() const {
  std::vector<std::string> names;
  for (const auto& item : object_.items()) names.push_back(item.key());
  return names;
}

void Fields::Finish() const {
  for (const auto& item : object_.items())
    if (!asked_.contains(item.key())) Complain(item.key(), "is not a field that is known");
}

}  // namespace lockstep::lessons
