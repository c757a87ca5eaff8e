; A product and a sum that clang lets be rounded together or apart become an operation that rounds once, in both halves.
; RUN: fused-sums
; RUN: fused-sums -lockstep-host

; Of every type, vectors too.
; CHECK-LABEL: define float @fits_into_one(
; CHECK-NEXT: %sum = call float @llvm.fma.f32(float %a, float %b, float %c)
define float @fits_into_one(float %a, float %b, float %c) {
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %sum
}
; CHECK-LABEL: define <2 x double> @of_two(
; CHECK-NEXT: %sum = call <2 x double> @llvm.fma.v2f64(
define <2 x double> @of_two(<2 x double> %a, <2 x double> %b) {
  %sum = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %b)
  ret <2 x double> %sum
}

; What the program rounds twice stays so.
; CHECK-LABEL: define float @stays_apart(
; CHECK-NEXT: %product = fmul float %a, %b
; CHECK-NEXT: %sum = fadd float %product, %c
define float @stays_apart(float %a, float %b, float %c) {
  %product = fmul float %a, %b
  %sum = fadd float %product, %c
  ret float %sum
}

; CHECK-NOT: fmuladd
declare float @llvm.fmuladd.f32(float, float, float)
declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>)
