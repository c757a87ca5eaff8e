#include "shared/replay/allocation_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep::replay {
namespace {

// One call in each line; each allocates an object without a name.
std::vector<std::string> NamesOf(const std::vector<std::string>& calls, const std::string& named = "") {
  trace::Recording recording;
  std::string text;
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    text += calls[i] + "\n";
    recording.objects.push_back({.kind = trace::ObjectKind::kAllocation, .size = 64});
    recording.host_places.push_back({.caller = i + 1, .file = "/a.cu", .line = i + 1});
    trace::HostEvent event{.kind = trace::HostEventKind::kAllocate, .call = "cudaMalloc", .caller = i + 1};
    if (calls[i].contains("cudaMallocManaged")) event.call = "cudaMallocManaged";
    event.to.object = static_cast<trace::ObjectId>(i);
    recording.host_events.push_back(event);
  }
  recording.files.push_back({.path = "/a.cu", .text = text});
  recording.objects[0].name = named;
  NameAllocations(recording);
  std::vector<std::string> names;
  for (const trace::Object& object : recording.objects) names.push_back(object.name);
  return names;
}

TEST(AllocationNames, AreThoseOfTheHostsVariables) {
  EXPECT_EQ(NamesOf({"cudaMalloc(&a, n);", "CHECK(cudaMalloc( & b , n ));", "cudaMalloc((void**)&c, n);",
                     "cudaMalloc(reinterpret_cast<void**>(&d), n);", "cudaMalloc((void **) & e_1, n);",
                     "cudaMallocManaged(&f, n);", "cudaMalloc(&g[i], n);", "cudaMalloc((void**)(&h), n);"}),
            (std::vector<std::string>{"a", "b", "c", "d", "e_1", "f", "g", "h"}));
  EXPECT_EQ(NamesOf({"cudaMalloc(", "    &a,", "    n);"})[0], "a");
}

TEST(AllocationNames, AreThoseOfMembers) {
  EXPECT_EQ(NamesOf({"cudaMalloc(&view.data, n);", "cudaMalloc(&batch.rows[1].data, n);", "cudaMalloc(&p->x, n);",
                     "cudaMalloc(&batch.rows[i].data, n);", "cudaMalloc(&all[2], n);"}),
            (std::vector<std::string>{"view.data", "batch.rows[1].data", "p", "batch.rows", "all"}));
}

TEST(AllocationNames, AreThoseOfTheCallsColumn) {
  trace::Recording recording;
  const std::string line = "  cudaMalloc(&a, n); CHECK(cudaMalloc(&b, n)); cudaMalloc(&c, n);";
  recording.files.push_back({.path = "/a.cu", .text = line + "\n"});
  const std::size_t columns[] = {line.find("cudaMalloc(&c"), line.find("CHECK"), line.find("cudaMalloc(&a")};
  for (std::size_t i = 0; i < 3; ++i) {
    recording.objects.push_back({.kind = trace::ObjectKind::kAllocation, .size = 64});
    recording.host_places.push_back(
        {.caller = 10 + i, .file = "/a.cu", .line = 1, .column = static_cast<std::uint32_t>(columns[i] + 1)});
    trace::HostEvent event{.kind = trace::HostEventKind::kAllocate, .call = "cudaMalloc", .caller = 10 + i};
    event.to.object = static_cast<trace::ObjectId>(i);
    recording.host_events.push_back(event);
  }
  NameAllocations(recording);
  EXPECT_EQ(recording.objects[0].name, "c");
  EXPECT_EQ(recording.objects[1].name, "b");
  EXPECT_EQ(recording.objects[2].name, "a");
}

TEST(AllocationNames, AreThoseOfTheLineWithoutAVariable) {
  EXPECT_EQ(NamesOf({"cudaMalloc(p, n);", "cudaMalloc(out(3), n);", "Allocate(p, n);", "cudaMalloc((", "cudaMalloc"}),
            (std::vector<std::string>{"allocation_line_1", "allocation_line_2", "allocation_line_3",
                                      "allocation_line_4", "allocation_line_5"}));
}

TEST(AllocationNames, DoNotTakeAnothersName) {
  EXPECT_EQ(NamesOf({"x", "cudaMalloc(&a, n);", "cudaMalloc(&a, n);"}, "a"),
            (std::vector<std::string>{"a", "a_2", "a_3"}));
}

TEST(AllocationNames, AreMissingWhereNothingIsKnown) {
  trace::Recording recording;
  recording.objects.push_back({.kind = trace::ObjectKind::kAllocation, .size = 64});
  trace::HostEvent event{.kind = trace::HostEventKind::kAllocate, .call = "cudaMalloc", .caller = 7};
  event.to.object = static_cast<trace::ObjectId>(0);
  recording.host_events = {event, event};
  recording.host_events[1].to.object = static_cast<trace::ObjectId>(9);
  NameAllocations(recording);
  EXPECT_EQ(recording.objects[0].name, "");
  recording.host_places = {{.caller = 7, .file = "/gone.cu", .line = 12}};
  NameAllocations(recording);
  EXPECT_EQ(recording.objects[0].name, "allocation_line_12");
}

}  // namespace
}  // namespace lockstep::replay
