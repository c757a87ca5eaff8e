#pragma once

// The captures of the program that this code runs in: called by Lockstep's runtime for every copy to the host. They are
// written to the file that LOCKSTEP_CAPTURE names; without it, nothing is written and each call costs one comparison.
//
// This file also defines the functions that LOCKSTEP_PUBLISH and shared/lockstep/capture.h call, by which a program
// passes on the names and types of its arrays.

#include <cstddef>
#include <cstdint>
#include <functional>

#include "shared/lockstep/array.h"

namespace lockstep::report {

// True if captures are written.
bool KeepsCaptures();

// `size` bytes at `host` have just been copied from the device. Thread-safe.
void CaptureCopy(const void* host, std::size_t size);

// The same for rows (2D) or slices of rows (3D) that are not contiguous: sizes and pitches in bytes.
struct CopiedRows {
  const void* host = nullptr;
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t pitch = 0, slice_pitch = 0;
};
void CaptureCopy(const CopiedRows& rows);

// A second listener of LOCKSTEP_PUBLISH, called whether or not captures are written: the recorder names objects with
// it.
using PublishListener = std::function<void(const lockstep_array& array)>;
void SetPublishListener(PublishListener listener);

// Renames the file to its final name. Called when the program ends normally; later copies are not captured.
void FinishCaptures();

}  // namespace lockstep::report
