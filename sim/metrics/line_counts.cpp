#include "sim/metrics/line_counts.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "shared/base/unfinished_file.h"

namespace lockstep {
namespace {

using Json = nlohmann::json;

Json Write(const Dim3& dim) { return Json::array({dim.x, dim.y, dim.z}); }
Dim3 ReadDim(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

Json Write(const Counts& c) {
  return Json::array({c.requests, c.lanes, c.possible, c.sectors, c.ideal_sectors, c.wavefronts, c.ideal_wavefronts,
                      c.most_wavefronts, c.divergent, c.same_address, c.most_same_address, c.hottest,
                      c.hottest_is_least, c.due_sectors});
}

Counts ReadCountsOf(const Json& json) {
  return {.requests = json.at(0),
          .lanes = json.at(1),
          .possible = json.at(2),
          .sectors = json.at(3),
          .ideal_sectors = json.at(4),
          .due_sectors = json.at(13),
          .wavefronts = json.at(5),
          .ideal_wavefronts = json.at(6),
          .most_wavefronts = json.at(7),
          .divergent = json.at(8),
          .same_address = json.at(9),
          .most_same_address = json.at(10),
          .hottest = json.at(11),
          .hottest_is_least = json.at(12)};
}

Json Write(const KernelCounts& kernel) {
  Json json = {{"name", kernel.name},
               {"file", kernel.file},
               {"line", kernel.line},
               {"static_shared", kernel.static_shared},
               {"max_threads", kernel.max_threads},
               {"shapes", Json::array()},
               {"lines", Json::array()}};
  for (const LaunchShape& shape : kernel.shapes)
    json["shapes"].push_back(
        {Write(shape.grid), Write(shape.block), shape.dynamic_shared, shape.launches, shape.first});
  for (const LineCounts& line : kernel.lines)
    json["lines"].push_back({line.file, line.line, line.function, static_cast<int>(line.kind),
                             static_cast<int>(line.memory), Write(line.counts)});
  return json;
}

KernelCounts ReadKernel(const Json& json) {
  KernelCounts kernel{.name = json.at("name"),
                      .file = json.at("file"),
                      .line = json.at("line"),
                      .static_shared = json.at("static_shared"),
                      .max_threads = json.at("max_threads")};
  for (const Json& shape : json.at("shapes"))
    kernel.shapes.push_back({ReadDim(shape.at(0)), ReadDim(shape.at(1)), shape.at(2), shape.at(3), shape.at(4)});
  for (const Json& line : json.at("lines"))
    kernel.lines.push_back({line.at(0), line.at(1), line.at(2), static_cast<RequestKind>(line.at(3).get<int>()),
                            static_cast<CountedMemory>(line.at(4).get<int>()), ReadCountsOf(line.at(5))});
  return kernel;
}

}  // namespace

void Counts::Add(const Counts& more) {
  requests += more.requests;
  lanes += more.lanes;
  possible += more.possible;
  sectors += more.sectors;
  ideal_sectors += more.ideal_sectors;
  due_sectors += more.due_sectors;
  wavefronts += more.wavefronts;
  ideal_wavefronts += more.ideal_wavefronts;
  most_wavefronts = std::max(most_wavefronts, more.most_wavefronts);
  divergent += more.divergent;
  same_address += more.same_address;
  most_same_address = std::max(most_same_address, more.most_same_address);
  hottest = std::max(hottest, more.hottest);
  hottest_is_least |= more.hottest_is_least;
}

Expected<void> WriteCounts(const RunCounts& counts, const std::string& path) {
  Json json = Json::array();
  for (const KernelCounts& kernel : counts) json.push_back(Write(kernel));
  return WriteFile(path, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Expected<RunCounts> ReadCounts(const std::string& path) try {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Fail("cannot read " + path);
  RunCounts counts;
  for (const Json& kernel : Json::parse(file)) counts.push_back(ReadKernel(kernel));
  return counts;
} catch (const Json::exception& error) {
  return Fail(path + " is no file of counts: " + error.what());
}

}  // namespace lockstep
