#include "viz/model/table_columns.h"

namespace lockstep::viz {

std::vector<float> ColumnWidths(const std::vector<ColumnNeed>& columns, float room) {
  float least = 0, whole = 0;
  for (const ColumnNeed& column : columns) least += column.least, whole += column.whole;
  std::vector<float> widths;
  for (const ColumnNeed& column : columns) {
    if (whole <= room) {
      widths.push_back(column.whole);
    } else if (least >= room) {
      widths.push_back(column.least * room / least);
    } else {
      const float share = (room - least) / (whole - least);  // whole > room > least
      widths.push_back(column.least + (column.whole - column.least) * share);
    }
  }
  return widths;
}

}  // namespace lockstep::viz
