// cupy's complex<float> and complex<double> with their functions, which are Thrust's in the global namespace.
#pragma once

#include <thrust/complex.h>

using thrust::abs;
using thrust::acos;
using thrust::acosh;
using thrust::arg;
using thrust::asin;
using thrust::asinh;
using thrust::atan;
using thrust::atanh;
using thrust::complex;
using thrust::conj;
using thrust::cos;
using thrust::cosh;
using thrust::exp;
using thrust::log;
using thrust::log10;
using thrust::norm;
using thrust::polar;
using thrust::pow;
using thrust::proj;
using thrust::sin;
using thrust::sinh;
using thrust::sqrt;
using thrust::tan;
using thrust::tanh;
