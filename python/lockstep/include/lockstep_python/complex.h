// Complex numbers of kernels that are translated from Python: cmath's functions and Python's division, with its results
// where a part is infinite or a product would overflow. The formulas are Kahan's ("Branch Cuts for Complex Elementary
// Functions", 1987) and Smith's ("Algorithm 116: Complex Division", 1962). Parts are computed with 64 bits.
#pragma once

#include <math.h>

template <class T>
struct python_complex {
  T re, im;
  python_complex() = default;
  __host__ __device__ constexpr python_complex(T re, T im = 0) : re(re), im(im) {}
  template <class Other>
  __device__ explicit python_complex(python_complex<Other> z) : re(T(z.re)), im(T(z.im)) {}
  __device__ T real() const { return re; }
  __device__ T imag() const { return im; }
  __device__ python_complex times_i() const { return {-im, re}; }
  __device__ python_complex by_i() const { return {im, -re}; }
  __device__ bool is_finite() const { return isfinite(re) && isfinite(im); }
  __device__ bool is_huge() const {
    return fabs(re) > 4e153 || fabs(im) > 4e153;
  }  // its square has no place in a double
};
using python_double_complex = python_complex<double>;

template <class T>
__device__ inline python_complex<T> operator+(python_complex<T> a, python_complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
__device__ inline python_complex<T> operator-(python_complex<T> a, python_complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T>
__device__ inline python_complex<T> operator-(python_complex<T> z) {
  return {-z.re, -z.im};
}
template <class T>
__device__ inline python_complex<T> operator*(python_complex<T> a, python_complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
// By the larger part of the divisor.
template <class T>
__device__ inline python_complex<T> operator/(python_complex<T> a, python_complex<T> b) {
  if (b.re == 0 && b.im == 0) return {a.re / b.re, a.im / b.re};
  if (fabs(b.re) >= fabs(b.im)) {
    const T ratio = b.im / b.re, below = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / below, (a.im - a.re * ratio) / below};
  }
  const T ratio = b.re / b.im, below = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / below, (a.im * ratio - a.re) / below};
}
template <class T>
__device__ inline bool operator==(python_complex<T> a, python_complex<T> b) {
  return a.re == b.re && a.im == b.im;
}
template <class T>
__device__ inline bool operator!=(python_complex<T> a, python_complex<T> b) {
  return !(a == b);
}

__device__ inline double python_log_of_huge(python_double_complex z) {
  return log(hypot(z.re / 2, z.im / 2)) + 0.6931471805599453;
}

__device__ inline python_double_complex python_of_sqrt(python_double_complex z) {
  if (z.re == 0 && z.im == 0) return {0, z.im};
  if (isinf(z.im)) return {INFINITY, z.im};
  if (isinf(z.re)) {
    const double other = isnan(z.im) ? z.im : copysign(0.0, z.im);
    return z.re > 0 ? python_double_complex(z.re, other) : python_double_complex(fabs(other), copysign(INFINITY, z.im));
  }
  // Scaled by a power of 4, so that nothing overflows or is lost among the subnormal numbers.
  const bool is_small = fabs(z.re) < 1e-290 && fabs(z.im) < 1e-290;
  const double scale = is_small ? 0x1p54 : 0.0625, x = fabs(z.re) * scale, y = fabs(z.im) * scale;
  const double scaled = sqrt((x + hypot(x, y)) / 2), back = is_small ? 0x1p-27 : 4;
  const double root = scaled * back, other = y / 2 / scaled * back;
  return z.re >= 0 ? python_double_complex(root, copysign(other, z.im))
                   : python_double_complex(other, copysign(root, z.im));
}

__device__ inline python_double_complex python_of_exp(python_double_complex z) {
  if (z.im == 0) return {exp(z.re), z.im};
  if (isinf(z.re) && !isfinite(z.im)) return z.re < 0 ? python_double_complex(0, 0) : python_double_complex(z.re, NAN);
  if (isinf(z.re)) {
    const double size = z.re < 0 ? 0 : INFINITY;
    return {copysign(size, cos(z.im)), copysign(size, sin(z.im))};
  }
  const double part = exp(z.re > 700 ? z.re - 1 : z.re), factor = z.re > 700 ? 2.718281828459045 : 1;
  return {part * cos(z.im) * factor, part * sin(z.im) * factor};
}

__device__ inline python_double_complex python_of_log(python_double_complex z) {
  const double x = fabs(z.re), y = fabs(z.im), large = fmax(x, y), small = fmin(x, y), size = hypot(x, y);
  const double angle = atan2(z.im, z.re);
  if (z.is_finite() && (isinf(size) || z.is_huge())) return {python_log_of_huge(z), angle};
  if (size > 0 && size < 1e-290)
    return {log(hypot(x * 18014398509481984.0, y * 18014398509481984.0)) - 37.42994775023705, angle};
  // Near 1 the logarithm is small, and the square of the size is known better than the size.
  if (size > 0.71 && size < 1.73) return {log1p((large - 1) * (large + 1) + small * small) / 2, angle};
  return {log(size), angle};
}

__device__ inline python_double_complex python_of_cosh(python_double_complex z) {
  if (isinf(z.re) && z.im != 0 && isfinite(z.im))
    return {copysign(INFINITY, cos(z.im)), copysign(INFINITY, z.re * sin(z.im))};
  if (isinf(z.re)) return {INFINITY, z.im == 0 ? copysign(1.0, z.re) * z.im : NAN};
  if (isnan(z.re) && z.im == 0) return {z.re, z.im};
  if (!isfinite(z.im)) return {NAN, z.re == 0 ? 0 : NAN};
  if (fabs(z.re) > 708) {
    const double x = z.re - copysign(1.0, z.re);
    return {cos(z.im) * cosh(x) * 2.718281828459045, sin(z.im) * sinh(x) * 2.718281828459045};
  }
  return {cos(z.im) * cosh(z.re), sin(z.im) * sinh(z.re)};
}

__device__ inline python_double_complex python_of_sinh(python_double_complex z) {
  if (isinf(z.re) && z.im != 0 && isfinite(z.im))
    return {copysign(INFINITY, z.re * cos(z.im)), copysign(INFINITY, sin(z.im))};
  if (isinf(z.re)) return {z.re, z.im == 0 ? z.im : NAN};
  if (isnan(z.re) && z.im == 0) return {z.re, z.im};
  if (!isfinite(z.im)) return {z.re == 0 ? z.re : NAN, NAN};
  if (fabs(z.re) > 708) {
    const double x = z.re - copysign(1.0, z.re);
    return {cos(z.im) * sinh(x) * 2.718281828459045, sin(z.im) * cosh(x) * 2.718281828459045};
  }
  return {cos(z.im) * sinh(z.re), sin(z.im) * cosh(z.re)};
}

__device__ inline python_double_complex python_of_tanh(python_double_complex z) {
  if (isinf(z.re)) return {copysign(1.0, z.re), copysign(0.0, isfinite(z.im) ? sin(2 * z.im) : z.im)};
  if (isnan(z.re) && z.im == 0) return {z.re, z.im};
  if (!isfinite(z.im)) return {NAN, NAN};
  if (fabs(z.re) > 350) return {copysign(1.0, z.re), 4 * sin(z.im) * cos(z.im) * exp(-2 * fabs(z.re))};
  const double x = tanh(z.re), y = tan(z.im), part = 1 / cosh(z.re), below = 1 + x * y * x * y;
  return {x * (1 + y * y) / below, y / below * part * part};
}

__device__ inline python_double_complex python_of_asinh(python_double_complex z) {
  if (z.is_huge() || !z.is_finite())
    return {copysign(python_log_of_huge(z) + 0.6931471805599453, z.re), atan2(z.im, fabs(z.re))};
  const python_double_complex a = python_of_sqrt({1 + z.im, -z.re}), b = python_of_sqrt({1 - z.im, z.re});
  return {asinh(a.re * b.im - b.re * a.im), atan2(z.im, a.re * b.re - a.im * b.im)};
}

__device__ inline python_double_complex python_of_acosh(python_double_complex z) {
  if (z.is_huge() || !z.is_finite()) return {python_log_of_huge(z) + 0.6931471805599453, atan2(z.im, z.re)};
  const python_double_complex a = python_of_sqrt({z.re - 1, z.im}), b = python_of_sqrt({z.re + 1, z.im});
  return {asinh(a.re * b.re + a.im * b.im), 2 * atan2(a.im, b.re)};
}

__device__ inline python_double_complex python_of_acos(python_double_complex z) {
  if (z.is_huge() || !z.is_finite())
    return {atan2(fabs(z.im), z.re), -copysign(python_log_of_huge(z) + 0.6931471805599453, z.im)};
  const python_double_complex a = python_of_sqrt({1 - z.re, -z.im}), b = python_of_sqrt({1 + z.re, z.im});
  return {2 * atan2(a.re, b.re), asinh(b.re * a.im - b.im * a.re)};
}

__device__ inline python_double_complex python_of_atanh(python_double_complex z) {
  if (signbit(z.re)) {
    const python_double_complex other = python_of_atanh({-z.re, -z.im});
    return {-other.re, -other.im};
  }
  const double y = fabs(z.im);
  if (z.is_huge() || !z.is_finite()) {
    const double half = hypot(z.re / 2, z.im / 2);
    const double re = isinf(z.re) || isinf(z.im) ? 0 : z.re / 4 / half / half;
    return {re, isnan(z.im) ? z.im : copysign(1.5707963267948966, z.im)};
  }
  if (z.re == 1 && y < 1e-150) {
    if (y == 0) return {INFINITY, z.im};
    return {-log(sqrt(y) / sqrt(hypot(y, 2.0))), copysign(atan2(2.0, -y) / 2, z.im)};
  }
  return {log1p(4 * z.re / ((1 - z.re) * (1 - z.re) + y * y)) / 4,
          -atan2(-2 * z.im, (1 - z.re) * (1 + z.re) - y * y) / 2};
}

__device__ inline python_double_complex python_of_cos(python_double_complex z) { return python_of_cosh(z.times_i()); }
__device__ inline python_double_complex python_of_sin(python_double_complex z) {
  return python_of_sinh(z.times_i()).by_i();
}
__device__ inline python_double_complex python_of_tan(python_double_complex z) {
  return python_of_tanh(z.times_i()).by_i();
}
__device__ inline python_double_complex python_of_asin(python_double_complex z) {
  return python_of_asinh(z.times_i()).by_i();
}
__device__ inline python_double_complex python_of_atan(python_double_complex z) {
  return python_of_atanh(z.times_i()).by_i();
}
__device__ inline python_double_complex python_of_log10(python_double_complex z) {
  const python_double_complex log = python_of_log(z);
  return {log.re / 2.302585092994046, log.im / 2.302585092994046};
}

__device__ inline python_double_complex python_of_power(python_double_complex a, python_double_complex b) {
  if (b.re == 0 && b.im == 0) return {1, 0};
  if (a.re == 0 && a.im == 0) return {0, 0};
  if (b.im == 0 && b.re == 2) return {a.re * a.re - a.im * a.im, 2 * a.re * a.im};
  const double size = hypot(a.re, a.im), angle = atan2(a.im, a.re);
  const double length = pow(size, b.re) * exp(-angle * b.im), turn = angle * b.re + b.im * log(size);
  return {length * cos(turn), length * sin(turn)};
}

#define PYTHON_COMPLEX(name)                                                         \
  template <class T>                                                                 \
  __device__ inline python_complex<T> python_c##name(python_complex<T> z) {          \
    const python_double_complex result = python_of_##name(python_double_complex(z)); \
    return python_complex<T>(T(result.re), T(result.im));                            \
  }
PYTHON_COMPLEX(sqrt)
PYTHON_COMPLEX(exp)
PYTHON_COMPLEX(log)
PYTHON_COMPLEX(log10)
PYTHON_COMPLEX(sin)
PYTHON_COMPLEX(cos)
PYTHON_COMPLEX(tan)
PYTHON_COMPLEX(sinh)
PYTHON_COMPLEX(cosh)
PYTHON_COMPLEX(tanh)
PYTHON_COMPLEX(asin)
PYTHON_COMPLEX(acos)
PYTHON_COMPLEX(atan)
PYTHON_COMPLEX(asinh)
PYTHON_COMPLEX(acosh)
PYTHON_COMPLEX(atanh)
#undef PYTHON_COMPLEX

template <class T>
__device__ inline python_complex<T> python_power(python_complex<T> a, python_complex<T> b) {
  const python_double_complex result = python_of_power(python_double_complex(a), python_double_complex(b));
  return python_complex<T>(T(result.re), T(result.im));
}
template <class T>
__device__ inline python_complex<T> python_conjugate(python_complex<T> z) {
  return {z.re, -z.im};
}
template <class T>
__device__ inline T python_cabs(python_complex<T> z) {
  return hypot(z.real(), z.imag());
}
template <class T>
__device__ inline T python_phase(python_complex<T> z) {
  return atan2(z.imag(), z.real());
}

// Of a radius and an angle, as cmath.rect.
template <class T>
__device__ inline python_complex<T> python_rect(T radius, T angle) {
  if (!isfinite(angle) && radius == 0) return python_complex<T>(0, 0);
  if (angle == 0 && isinf(radius)) return python_complex<T>(radius, copysign(T(0), radius) * angle);
  if (angle == 0) return python_complex<T>(radius, radius * angle);
  return python_complex<T>(radius * cos(angle), radius * sin(angle));
}

template <class T>
__device__ inline bool python_isnan(python_complex<T> z) {
  return isnan(z.real()) || isnan(z.imag());
}
template <class T>
__device__ inline bool python_isinf(python_complex<T> z) {
  return isinf(z.real()) || isinf(z.imag());
}
template <class T>
__device__ inline bool python_isfinite(python_complex<T> z) {
  return isfinite(z.real()) && isfinite(z.imag());
}
