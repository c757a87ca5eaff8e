#pragma once

// Elements of arrays whose type is named at run time: read into double, or a complex number of double, and rounded once
// when they are written.

#include <complex>
#include <cstdint>

#include "sim/toolkit/library_types.h"

namespace lockstep::blas {

using Number = std::complex<double>;

// Bytes of one element; 0: not a type of elements here.
std::size_t SizeOfType(cudaDataType type);
bool IsComplex(cudaDataType type);
bool IsEightBitFloat(cudaDataType type);
// Of both parts of a complex number.
cudaDataType RealOf(cudaDataType type);

// The element at an index of an array of a real type. A number too large for 8 bits becomes the largest of its type;
// one too large for 32 bits wraps around, as sums of products do.
double ReadElement(cudaDataType type, const void* from, std::int64_t index);
void WriteElement(cudaDataType type, void* to, std::int64_t index, double value);

// Of any type; a real type has no imaginary part.
Number ReadNumber(cudaDataType type, const void* from, std::int64_t index);
void WriteNumber(cudaDataType type, void* to, std::int64_t index, const Number& value);

}  // namespace lockstep::blas
