; Parts of a vector that are taken by way of wide integers are taken element by element.
; RUN: vector-parts

; CHECK-LABEL: define <8 x float> @halves(
; CHECK-NOT: i512
; CHECK: %1 = shufflevector <16 x float> %v, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK: %2 = shufflevector <16 x float> %v, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: fadd <8 x float> %1, %2
define <8 x float> @halves(<16 x float> %v) {
  %bits = bitcast <16 x float> %v to i512
  %shifted = lshr i512 %bits, 256
  %upper.bits = trunc i512 %shifted to i256
  %upper = bitcast i256 %upper.bits to <8 x float>
  %lower.bits = trunc i512 %bits to i256
  %lower = bitcast i256 %lower.bits to <8 x float>
  %sum = fadd <8 x float> %upper, %lower
  ret <8 x float> %sum
}

; As LLVM's instruction combiner writes it.
; CHECK-LABEL: define <4 x i32> @of_wide_integers(
; CHECK: %1 = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: bitcast <4 x float> %1 to <4 x i32>
define <4 x i32> @of_wide_integers(<8 x float> %v) {
  %wide = bitcast <8 x float> %v to <2 x i128>
  %bits = extractelement <2 x i128> %wide, i64 1
  %part = bitcast i128 %bits to <4 x i32>
  ret <4 x i32> %part
}

; The part begins inside an element.
; CHECK-LABEL: define <2 x float> @not_whole(
; CHECK-NOT: shufflevector
; CHECK: ret
define <2 x float> @not_whole(<4 x float> %v) {
  %bits = bitcast <4 x float> %v to i128
  %shifted = lshr i128 %bits, 16
  %part.bits = trunc i128 %shifted to i64
  %part = bitcast i64 %part.bits to <2 x float>
  ret <2 x float> %part
}

; The shift brings zeros in.
; CHECK-LABEL: define <4 x i32> @past_the_end(
; CHECK-NOT: shufflevector
; CHECK: ret
define <4 x i32> @past_the_end(<4 x i64> %v) {
  %bits = bitcast <4 x i64> %v to i256
  %shifted = lshr i256 %bits, 192
  %part.bits = trunc i256 %shifted to i128
  %part = bitcast i128 %part.bits to <4 x i32>
  ret <4 x i32> %part
}
