#pragma once

// The captures of the program that this code runs in: what Lockstep's runtime calls when it copies to the host.
// They go to the file that LOCKSTEP_CAPTURE names; without it nothing is kept and nothing costs more than a test.
//
// This file also defines, for programs, the listener of LOCKSTEP_PUBLISH and the one of shared/lockstep/capture.h, by
// which a program tells the names and types of what it copies.

#include <cstddef>
#include <cstdint>
#include <functional>

#include "shared/lockstep/array.h"

namespace lockstep {

// Whether captures are kept at all.
bool KeepsCaptures();

// `size` bytes at `host` have just been copied from the device. May be called by several host threads.
void CaptureCopy(const void* host, std::size_t size);

// The same for rows (2D) or slices of rows (3D) that lie apart: sizes and pitches in bytes.
struct CopiedRows {
  const void* host = nullptr;
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t pitch = 0, slice_pitch = 0;
};
void CaptureCopy(const CopiedRows& rows);

// A second listener of LOCKSTEP_PUBLISH, called whether or not captures are kept: the recorder names objects with it.
using PublishListener = std::function<void(const lockstep_array& array)>;
void SetPublishListener(PublishListener listener);

// Ends the file and gives it its name. Called when the program ends normally; what comes later is not kept.
void FinishCaptures();

}  // namespace lockstep
