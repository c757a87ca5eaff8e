// AT_DISPATCH_...: the body for the tensor's type of elements, which it calls scalar_t.
#pragma once

#include "scalar_type.h"

#define LOCKSTEP_TORCH_CASE(NUMBER, TYPE, ...) \
  case NUMBER: {                               \
    using scalar_t [[maybe_unused]] = TYPE;    \
    return __VA_ARGS__();                      \
  }
#define AT_DISPATCH_CASE(NUMBER, ...) LOCKSTEP_TORCH_CASE(NUMBER, ::c10::detail::CppType<NUMBER>, __VA_ARGS__)
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                                           \
  [&] {                                                                                               \
    const ::c10::ScalarType lockstep_type = TYPE;                                                     \
    switch (lockstep_type) {                                                                          \
      __VA_ARGS__                                                                                     \
      default: AT_ERROR("\"", NAME, "\" not implemented for '", ::c10::toString(lockstep_type), "'"); \
    }                                                                                                 \
  }()

#define AT_DISPATCH_CASE_FLOATING_TYPES(...)    \
  AT_DISPATCH_CASE(::c10::kDouble, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::kFloat, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)  \
  AT_DISPATCH_CASE(::c10::kByte, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::kChar, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::kInt, __VA_ARGS__)  \
  AT_DISPATCH_CASE(::c10::kLong, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::kShort, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)

#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(MORE, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE(MORE, __VA_ARGS__) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(MORE, MORE2, TYPE, NAME, ...)                         \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                              \
                     AT_DISPATCH_CASE(MORE, __VA_ARGS__) AT_DISPATCH_CASE(MORE2, __VA_ARGS__) \
                         AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) \
  AT_DISPATCH_FLOATING_TYPES_AND(::c10::kHalf, TYPE, NAME, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(MORE, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE(MORE, __VA_ARGS__) AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(MORE, MORE2, TYPE, NAME, ...)                              \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                              \
                     AT_DISPATCH_CASE(MORE, __VA_ARGS__) AT_DISPATCH_CASE(MORE2, __VA_ARGS__) \
                         AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))

#define LOCKSTEP_TORCH_CASES_2(MORE, MORE2, ...) \
  AT_DISPATCH_CASE(MORE, __VA_ARGS__)            \
  AT_DISPATCH_CASE(MORE2, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND3(MORE, MORE2, MORE3, TYPE, NAME, ...)                               \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                           \
                     LOCKSTEP_TORCH_CASES_2(MORE, MORE2, __VA_ARGS__) AT_DISPATCH_CASE(MORE3, __VA_ARGS__) \
                         AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(MORE, MORE2, MORE3, TYPE, NAME, ...)                                    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                           \
                     LOCKSTEP_TORCH_CASES_2(MORE, MORE2, __VA_ARGS__) AT_DISPATCH_CASE(MORE3, __VA_ARGS__) \
                         AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, LOCKSTEP_TORCH_CASES_2(::c10::kHalf, ::c10::kBFloat16, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(MORE, TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE(MORE, __VA_ARGS__) AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
// These call the type index_t.
#define LOCKSTEP_TORCH_INDEX_CASE(NUMBER, TYPE, ...) \
  case NUMBER: {                                     \
    using index_t [[maybe_unused]] = TYPE;           \
    return __VA_ARGS__();                            \
  }
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                                  \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                  \
                     LOCKSTEP_TORCH_INDEX_CASE(::c10::kInt, int32_t, __VA_ARGS__) \
                         LOCKSTEP_TORCH_INDEX_CASE(::c10::kLong, int64_t, __VA_ARGS__))

namespace c10::detail {
template <ScalarType kType>
struct CppTypeOf;
#define LOCKSTEP_ROW(cpp, name, number) \
  template <>                           \
  struct CppTypeOf<ScalarType::name> {  \
    using type = cpp;                   \
  };
LOCKSTEP_TORCH_TYPES(LOCKSTEP_ROW)
#undef LOCKSTEP_ROW
template <ScalarType kType>
using CppType = typename CppTypeOf<kType>::type;
}  // namespace c10::detail
