// Counts for programs. shared/report/FINDINGS.md describes every member.

#include <nlohmann/json.hpp>

#include "shared/metrics/format_counts.h"
#include "shared/report/source_name.h"

namespace lockstep::metrics {
namespace {

using Json = nlohmann::ordered_json;

std::string_view WordOf(RequestKind kind) {
  constexpr std::string_view kWords[] = {"load", "store", "atomic", "branch", "line"};
  return kWords[static_cast<int>(kind)];
}

std::string_view WordOf(OccupancyLimit limit) {
  constexpr std::string_view kWords[] = {"threads", "blocks", "shared", "registers"};
  return kWords[static_cast<int>(limit)];
}

Json ToJson(const trace::Dim3& dim) { return Json::array({dim.x, dim.y, dim.z}); }

Json ToJson(const LineCounts& line, const report::FormatOptions& format) {
  const Counts& c = line.counts;
  Json json = {{"file", report::SourceName(line.file, format.base)},
               {"line", line.line},
               {"function", line.function},
               {"what", WordOf(line.kind)}};
  json["memory"] = line.memory == CountedMemory::kGlobal   ? Json("global")
                   : line.memory == CountedMemory::kShared ? Json("shared")
                   : line.memory == CountedMemory::kLocal  ? Json("local")
                                                           : Json(nullptr);
  json["requests"] = c.requests;
  json["lanes"] = c.lanes;
  json["possible_lanes"] = c.possible;
  if (line.memory == CountedMemory::kGlobal || line.memory == CountedMemory::kLocal) {
    json["sectors"] = c.sectors;
    json["ideal_sectors"] = c.ideal_sectors;
  }
  if (line.memory == CountedMemory::kShared) {
    json["wavefronts"] = c.wavefronts;
    json["ideal_wavefronts"] = c.ideal_wavefronts;
    json["bank_conflicts"] = c.wavefronts - c.ideal_wavefronts;
    json["most_wavefronts"] = c.most_wavefronts;
  }
  if (line.kind == RequestKind::kBranch) json["divergent"] = c.divergent;
  if (line.kind == RequestKind::kAtomic) {
    json["same_address"] = c.same_address;
    json["most_same_address"] = c.most_same_address;
    json["hottest_address_updates"] = c.hottest;
    json["hottest_is_lower_bound"] = c.hottest_is_least;
  }
  return json;
}

Json ToJson(const KernelCounts& kernel, const LaunchShape& shape, const AdviceOptions& options) {
  const BlockNeeds needs = NeedsOf(kernel, shape, options.registers);
  Json json = {{"grid", ToJson(shape.grid)},
               {"block", ToJson(shape.block)},
               {"static_shared", kernel.static_shared},
               {"dynamic_shared", shape.dynamic_shared},
               {"launches", shape.launches},
               {"first_launch", shape.first}};
  if (!options.device) return json;
  const Occupancy found = OccupancyOf(*options.device, needs);
  json["occupancy"] = {{"blocks", found.blocks},
                       {"warps", found.warps},
                       {"most_warps", found.most_warps},
                       {"limit", WordOf(found.limit)},
                       {"blocks_by_threads", found.by_threads},
                       {"blocks_by_number", found.by_blocks},
                       {"blocks_by_shared", found.by_shared}};
  json["occupancy"]["blocks_by_registers"] = found.by_registers ? Json(*found.by_registers) : Json(nullptr);
  json["occupancy"]["registers"] = options.registers ? Json(*options.registers) : Json(nullptr);
  json["occupancy"]["registers_to_spare"] = RegistersToSpare(*options.device, needs);
  return json;
}

std::string_view WordOf(CountedMemory memory) { return memory == CountedMemory::kShared ? "shared" : "global"; }

Json ToJson(const ArrayCounts& array) {
  Json json = {{"name", array.name.empty() ? Json(nullptr) : Json(array.name)}, {"memory", WordOf(array.memory)}};
  json["reads"] = array.reads;
  json["writes"] = array.writes;
  json["atomics"] = array.atomics;
  json["bytes_read"] = array.bytes_read;
  json["bytes_written"] = array.bytes_written;
  return json;
}

Json ToJson(const Work& work) {
  return {{"operations", work.operations},
          {"barriers", work.barriers},
          {"most_barriers", work.most_barriers},
          {"shuffles", work.shuffles},
          {"votes", work.votes},
          {"busiest_thread", work.busiest_thread},
          {"longest_stretch", work.longest_stretch},
          {"async_copies", work.async_copies},
          {"async_bytes", work.async_bytes},
          {"reads_of_copiers", work.reads_of_copiers},
          {"groups_at_reads", work.groups_at_reads},
          {"fetches", work.fetches}};
}

Json ToJson(const HostCounts& host) {
  return {{"copies_to_device", host.copies_to_device},
          {"bytes_to_device", host.bytes_to_device},
          {"copies_to_host", host.copies_to_host},
          {"bytes_to_host", host.bytes_to_host},
          {"copies_on_device", host.copies_on_device},
          {"bytes_on_device", host.bytes_on_device},
          {"peak_bytes", host.peak_bytes},
          {"stored_bytes", host.stored_bytes},
          {"argument_bytes", host.argument_bytes}};
}

Json ToJson(const KernelCounts& kernel, const AdviceOptions& options, const report::FormatOptions& format) {
  Json json = {{"kernel", kernel.name},   {"file", report::SourceName(kernel.file, format.base)},
               {"line", kernel.line},     {"lanes_at_work", LanesAtWorkIn(kernel).lanes},
               {"shapes", Json::array()}, {"lines", Json::array()}};
  for (const LaunchShape& shape : kernel.shapes) json["shapes"].push_back(ToJson(kernel, shape, options));
  for (const LineCounts& line : kernel.lines) json["lines"].push_back(ToJson(line, format));
  json["arrays"] = Json::array();
  for (const ArrayCounts& array : kernel.arrays) json["arrays"].push_back(ToJson(array));
  json["work"] = ToJson(kernel.work);
  return json;
}

std::string Text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string WithCounts(const std::string& report_json, const RunCounts& counts, const AdviceOptions& options,
                       const report::FormatOptions& format) {
  Json report = Json::parse(report_json);
  Json explained = {{"device", options.device ? Json(options.device->name) : Json(nullptr)},
                    {"kernels", Json::array()}};
  for (const KernelCounts& kernel : counts.kernels) explained["kernels"].push_back(ToJson(kernel, options, format));
  explained["host"] = ToJson(counts.host);
  report["explained"] = std::move(explained);
  return Text(report);
}

}  // namespace lockstep::metrics
