; A constant that clang was not to evaluate is one again, and casts of it are evaluated; the operation on it stays an
; instruction, which a later pass defines.
; RUN: hidden-constants

; CHECK-LABEL: define i32 @shifts(
; CHECK-NEXT: %shifted = shl i32 %value, 40
define i32 @shifts(i32 %value) {
  %count = call i64 @__lockstep_hidden_whole(i64 40)
  %narrow = trunc i64 %count to i32
  %shifted = shl i32 %value, %narrow
  ret i32 %shifted
}

; CHECK-LABEL: define i32 @converts(
; CHECK-NEXT: %whole = fptosi float 0x4415AF1D80000000 to i32
define i32 @converts() {
  %number = call double @__lockstep_hidden_real(double 0x4415AF1D80000000)
  %narrow = fptrunc double %number to float
  %whole = fptosi float %narrow to i32
  ret i32 %whole
}

; What is no constant passes through.
; CHECK-LABEL: define i64 @passes_on(
; CHECK-NEXT: ret i64 %value
; CHECK-NOT: __lockstep_hidden
define i64 @passes_on(i64 %value) {
  %same = call i64 @__lockstep_hidden_whole(i64 %value)
  ret i64 %same
}
declare i64 @__lockstep_hidden_whole(i64)
declare double @__lockstep_hidden_real(double)
