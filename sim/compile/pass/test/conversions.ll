; A conversion to an integer that LLVM leaves undefined for some numbers saturates, as on a GPU; one that provably fits is
; unchanged.
; RUN: conversions
; RUN: conversions,undefined-branches -lockstep-mode=check | --check-prefix=CHECKED

; NaN gives 0 from float to 32 bits.
; CHECK-LABEL: define i32 @to_int(
; CHECK-NEXT: %[[LEAST:.*]] = fcmp oge float %x, 0xC1E0000000000000
; CHECK-NEXT: %[[MOST:.*]] = fcmp olt float %x, 0x41E0000000000000
; CHECK-NEXT: %[[FITS:.*]] = and i1 %[[LEAST]], %[[MOST]]
; CHECK-NEXT: %[[SAFE:.*]] = select i1 %[[FITS]], float %x, float 0.000000e+00
; CHECK-NEXT: %[[WHOLE:.*]] = fptosi float %[[SAFE]] to i32
; CHECK-NEXT: %[[LARGE:.*]] = fcmp oge float %x, 0x41E0000000000000
; CHECK-NEXT: %[[UP:.*]] = select i1 %[[LARGE]], i32 2147483647, i32 %[[WHOLE]]
; CHECK-NEXT: %[[SMALL:.*]] = fcmp olt float %x, 0xC1E0000000000000
; CHECK-NEXT: %[[RESULT:.*]] = select i1 %[[SMALL]], i32 -2147483648, i32 %[[UP]]
; CHECK-NEXT: ret i32 %[[RESULT]]
define i32 @to_int(float %x) {
  %whole = fptosi float %x to i32
  ret i32 %whole
}

; To 64 bits it gives the pattern 0x80...0, which `ult` includes.
; CHECK-LABEL: define i64 @to_wide(
; CHECK: %[[SMALL:.*]] = fcmp ult float %x, 0xC3E0000000000000
; CHECK-NEXT: select i1 %[[SMALL]], i64 -9223372036854775808, i64 %
define i64 @to_wide(float %x) {
  %whole = fptosi float %x to i64
  ret i64 %whole
}

; A narrow result is the low bits of the 32-bit one.
; CHECK-LABEL: define i8 @to_byte(
; CHECK: fptoui float %{{.*}} to i32
; CHECK: %[[BYTE:.*]] = trunc i32 %{{.*}} to i8
; CHECK-NEXT: ret i8 %[[BYTE]]
define i8 @to_byte(float %x) {
  %whole = fptoui float %x to i8
  ret i8 %whole
}

; A weighted sum of bytes is at most 255.
; CHECK-LABEL: define i8 @grey(
; CHECK: %grey = fptoui float %sum to i8
; CHECK-NEXT: ret i8 %grey
define i8 @grey(i8 %red, i8 %green) {
  %r = uitofp i8 %red to float
  %g = uitofp i8 %green to float
  %part = fmul float %r, 2.5e-01
  %rest = fmul float %g, 7.5e-01
  %sum = fadd float %part, %rest
  %grey = fptoui float %sum to i8
  ret i8 %grey
}

; Check mode reports the program's own.
; CHECKED-LABEL: define i32 @of_the_program(
; CHECKED: br i1 %{{.*}}, label %[[REPORT:.*]], label %{{.*}}, !prof
; CHECKED: [[REPORT]]:
; CHECKED-NEXT: call void @__lockstep_check_undefined(ptr {{.*}}@lockstep.sites
; CHECKED-LABEL: define i8 @of_bytes(
; CHECKED-NOT: __lockstep_check_undefined
; CHECKED: ret i8
define i32 @of_the_program(float %x) !dbg !4 {
  %whole = fptosi float %x to i32, !dbg !5
  ret i32 %whole
}
define i8 @of_bytes(i8 %byte) !dbg !6 {
  %number = uitofp i8 %byte to float
  %whole = fptoui float %number to i8, !dbg !7
  ret i8 %whole
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "of_the_program", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "of_bytes", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, column: 3, scope: !6)
