#pragma once

// Code that nvcc accepts and clang rejects, corrected in a copy of the source that clang reads in place of the file.
//
// - After another specifier, as in `__shared__ alignas(16) float tile[256];`, clang expects the older word `_Alignas`,
//   which means the same.
// - In inline PTX a `%` that is not followed by an operand's number stands for itself: `%smid` is `%%smid` in clang.
// - Formatters that do not know CUDA write a launch as `kernel << <grid, block >> > (x)`.
// - A launch may give its shape in braces: `kernel<<<{4, 4}, {32}>>>(x)` is `kernel<<<dim3{4, 4}, dim3{32}>>>(x)`.
// - A `__shared__` variable of a class whose constructor does something becomes a reference to room for it, because its
//   constructor does not run: `__shared__ cuda::barrier<cuda::thread_scope_block> bar;`.
// - `extern __shared__ Tiles<64> tiles;`, not an array, is a definition.
// - `this->name` in a class template that has no such name is an error where it is used, as in nvcc: in Thrust's
//   `optional<T&>`, it never is.
// - Clang allows launches in host code only (mended_launches.h).
//
// Only the places that clang complains about are changed, line numbers are kept, and messages about a copy are
// translated back to the columns of the file.

#include <map>
#include <string>
#include <vector>

namespace lockstep::compile {

class SourceMender {
 public:
  // The file in `folder` by which clang finds the copies.
  static constexpr const char* kOverlay = "mended.yaml";

  // The copies are written into `folder`, which must outlive the mender. Only files in `within` are read; empty: any.
  explicit SourceMender(std::string folder, std::string within = {})
      : folder_(std::move(folder)), within_(std::move(within)) {}

  // Corrects what `errors` complains about: clang's messages about one compilation, of the copies if there are any.
  // False if there was nothing to correct.
  bool Mend(const std::string& errors);
  // The flags that make clang read the copies. Empty if there are none.
  std::vector<std::string> Flags() const;
  // Translates clang's messages about the copies to the columns of the files.
  std::string AtOriginalColumns(const std::string& messages) const;

 private:
  // In line `line`, the text at and after `column` (both from 1) has moved by `shift`.
  struct Move {
    std::size_t line, column;
    long shift;
  };
  struct Copy {
    std::string path, text;
    std::vector<Move> moves;  // in the order in which they were applied
  };

  void WriteOverlay() const;

  std::string folder_, within_;
  std::map<std::string, Copy> copies_;  // by the file's absolute path
};

}  // namespace lockstep::compile
