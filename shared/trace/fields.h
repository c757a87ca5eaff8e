#pragma once

// The fields of every struct of recording.h in the order of the file. See coding.h.

#include "shared/trace/coding.h"
#include "shared/trace/recording.h"
#include "shared/trace/runs.h"

namespace lockstep::trace {

template <class Archive, Is<Dim3> T>
void Fields(Archive& a, T& dim) {
  a(dim.x, dim.y, dim.z);
}
template <class Archive, Is<SourceFile> T>
void Fields(Archive& a, T& file) {
  a(file.path, file.text);
}
template <class Archive, Is<Site> T>
void Fields(Archive& a, T& site) {
  a(site.file, site.line, site.column, site.function);
}
template <class Archive, Is<Member> T>
void Fields(Archive& a, T& member) {
  a(member.name, member.type, member.offset);
}
template <class Archive, Is<Type> T>
void Fields(Archive& a, T& type) {
  a(type.kind, type.name, type.size, type.element, type.count, type.members);
}
template <class Archive, Is<Function> T>
void Fields(Archive& a, T& function) {
  a(function.name, function.file, function.line);
}
template <class Archive, Is<Variable> T>
void Fields(Archive& a, T& variable) {
  a(variable.name, variable.type, variable.kind, variable.function, variable.file, variable.line);
}
template <class Archive, Is<Constant> T>
void Fields(Archive& a, T& constant) {
  a(constant.name, constant.type, constant.function, constant.bytes);
}
template <class Archive, Is<Operand> T>
void Fields(Archive& a, T& operand) {
  a(operand.site, operand.kind, operand.moves, operand.begin, operand.size, operand.offset, operand.length,
    operand.parameter, operand.variable, operand.function, operand.from, operand.from_count, operand.text);
}
template <class Archive, Is<Kernel> T>
void Fields(Archive& a, T& kernel) {
  a(kernel.name, kernel.linkage_name, kernel.function, kernel.parameters);
}
template <class Archive, class T>
  requires Is<T, Object> || Is<T, ObjectView>
void Fields(Archive& a, T& object) {
  a(object.kind, object.name, object.variable, object.element, object.shape, object.address, object.size,
    object.allocated_at, object.block, object.thread);
}
inline void Fields(Encoder& a, const Objects& objects) {
  a(objects.size());
  for (const ObjectView object : objects) a(object);
}
// The file has each object whole.
inline void Fields(Decoder& a, Objects& objects) {
  Object object;
  for (std::uint64_t left = a.Count(); left > 0; --left) {
    a(object);
    if (!a.ok()) return;
    a.budget().Give(object.name.size() + object.shape.size() * sizeof object.shape[0]);
    const std::size_t had = objects.bytes();
    objects.Add(object);
    if (!a.budget().Take(objects.bytes() - had)) return a.SetBad();
  }
}
template <class Archive, Is<RecordedSide> T>
void Fields(Archive& a, T& side) {
  a(side.text, side.file, side.line, side.by_host, side.block, side.thread, side.launch, side.step, side.missing);
}
template <class Archive, Is<RecordedFinding> T>
void Fields(Archive& a, T& finding) {
  a(finding.severity, finding.kind, finding.fact, finding.file, finding.line, finding.kernel, finding.launch_number,
    finding.sides, finding.memory, finding.object, finding.origin, finding.hint, finding.count);
}
template <class Archive, Is<RecordedBlock> T>
void Fields(Archive& a, T& block) {
  a(block.index);
}
template <class Archive, Is<ByteRange> T>
void Fields(Archive& a, T& range) {
  a(range.begin, range.end);
}
template <class Archive, Is<UnwrittenMemory> T>
void Fields(Archive& a, T& unwritten) {
  a(unwritten.object, unwritten.ranges);
}
template <class Archive, Is<Snapshot> T>
void Fields(Archive& a, T& snapshot) {
  a(snapshot.object, snapshot.left_out, snapshot.bytes);
}

template <class Archive, Is<HostSpan> T>
void Fields(Archive& a, T& span) {
  a(span.object, span.offset, span.pitch, span.slice);
}
template <class Archive, Is<HostEvent> T>
void Fields(Archive& a, T& event) {
  a(event.kind, event.call, event.caller, event.stream, event.error, event.width, event.height, event.depth, event.to,
    event.from, event.value, event.value_size, event.launch, event.kernel, event.grid, event.block, event.count);
}
template <class Archive, Is<HostPlace> T>
void Fields(Archive& a, T& place) {
  a(place.caller, place.file, place.line, place.column, place.function);
}

// Neighbouring cells are mostly written by neighbouring threads, so differences form long runs.
inline void Fields(Encoder& a, const WriterMap& map) {
  a(map.object, map.cell, map.writer.size());
  RunEncoder runs;
  std::uint64_t last = 0;
  for (std::uint64_t writer : map.writer) {
    runs.Add(ZigZag(static_cast<std::int64_t>(writer - last)));
    last = writer;
  }
  runs.MoveTo(a);
}
inline void Fields(Decoder& a, WriterMap& map) {
  std::uint64_t count = 0;
  a(map.object, map.cell, count);
  RunDecoder runs(a);
  if (!a.ok() || count > a.budget().left / sizeof(std::uint64_t)) return a.SetBad();
  a.budget().Take(count * sizeof(std::uint64_t));
  map.writer.resize(count);
  std::uint64_t last = 0;
  for (std::uint64_t& writer : map.writer) {
    writer = last += static_cast<std::uint64_t>(UnZigZag(runs.Next()));
    if (!runs.ok()) break;
  }
  if (!runs.Done()) a.SetBad();
}

// A launch lies in the file as head, snapshots, steps, snapshots, end (snapshots.h).

template <class Archive, Is<RecordedLaunch> T>
void HeadFields(Archive& a, T& launch) {
  a(launch.kernel, launch.number, launch.grid, launch.block, launch.dynamic_shared, launch.launched_at,
    launch.arguments, launch.blocks, launch.objects, launch.long_values, launch.texts);
}
template <class Archive, Is<RecordedLaunch> T>
void TailFields(Archive& a, T& launch) {
  a(launch.writers, launch.truncated, launch.truncated_why);
}

}  // namespace lockstep::trace
