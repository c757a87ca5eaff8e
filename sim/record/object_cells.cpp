#include "sim/record/object_cells.h"

#include "shared/trace/limits.h"

namespace lockstep::record {

void GiveCells(const trace::Recording& tables, trace::Object& object, trace::TypeId type) {
  for (; type != trace::TypeId::kNone; type = tables.types[trace::Index(type)].element) {
    const trace::Type& described = tables.types[trace::Index(type)];
    object.element = type;
    if (described.kind != trace::TypeKind::kArray) break;
    object.shape.push_back(described.count);
  }
  if (object.shape.size() > trace::kMostDimensions) object.shape.clear();
}

void GiveDynamicCells(const trace::Recording& tables, trace::Object& object, trace::TypeId element) {
  const std::uint64_t row = element == trace::TypeId::kNone ? 0 : tables.types[trace::Index(element)].size;
  if (row == 0 || row > object.size) return;
  GiveCells(tables, object, element);
  if (!object.shape.empty()) object.shape.insert(object.shape.begin(), object.size / row);
}

}  // namespace lockstep::record
