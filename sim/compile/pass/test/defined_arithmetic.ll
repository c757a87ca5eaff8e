; Operations that LLVM leaves undefined for some operands become what a GPU computes; provably safe ones are unchanged.
; RUN: defined-arithmetic
; RUN: defined-arithmetic,undefined-branches -lockstep-mode=check | --check-prefix=CHECKED

; A count of the width or more shifts out all bits.
; CHECK-LABEL: define i32 @shl(
; CHECK-NEXT: %[[FITS:.*]] = icmp ult i32 %count, 32
; CHECK-NEXT: %[[SHIFTED:.*]] = shl i32 %value, %count
; CHECK-NEXT: %shifted = select i1 %[[FITS]], i32 %[[SHIFTED]], i32 0
; CHECKED-LABEL: define i32 @shl(
; CHECKED-NOT: __lockstep_check_undefined
define i32 @shl(i32 %value, i32 %count) {
  %shifted = shl i32 %value, %count
  ret i32 %shifted
}

; An arithmetic shift keeps the sign.
; CHECK-LABEL: define i32 @ashr(
; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i32 %count, i32 31
; CHECK-NEXT: %shifted = ashr i32 %value, %[[COUNT]]
define i32 @ashr(i32 %value, i32 %count) {
  %shifted = ashr i32 %value, %count
  ret i32 %shifted
}

; A count has 32 bits.
; CHECK-LABEL: define i64 @wide(
; CHECK-NEXT: %[[COUNT:.*]] = and i64 %count, 4294967295
; CHECK-NEXT: icmp ult i64 %[[COUNT]], 64
define i64 @wide(i64 %value, i64 %count) {
  %shifted = lshr i64 %value, %count
  ret i64 %shifted
}

; CHECK-LABEL: define i32 @masked(
; CHECK-NEXT: %less = and i32 %count, 31
; CHECK-NEXT: %shifted = shl i32 %value, %less
; CHECK-NEXT: ret i32 %shifted
define i32 @masked(i32 %value, i32 %count) {
  %less = and i32 %count, 31
  %shifted = shl i32 %value, %less
  ret i32 %shifted
}

; CHECK-LABEL: define i32 @udiv(
; CHECK-NEXT: %[[ZERO:.*]] = icmp eq i32 %b, 0
; CHECK-NEXT: %[[SAFE:.*]] = select i1 %[[ZERO]], i32 1, i32 %b
; CHECK-NEXT: %[[QUOTIENT:.*]] = udiv i32 %a, %[[SAFE]]
; CHECK-NEXT: %quotient = select i1 %[[ZERO]], i32 -1, i32 %[[QUOTIENT]]
define i32 @udiv(i32 %a, i32 %b) {
  %quotient = udiv i32 %a, %b
  ret i32 %quotient
}

; The minimum divided by -1 is itself.
; CHECK-LABEL: define i32 @sdiv(
; CHECK-DAG: %[[ZERO:.*]] = icmp eq i32 %b, 0
; CHECK-DAG: %[[MINUS_ONE:.*]] = icmp eq i32 %b, -1
; CHECK: sdiv i32 %a, %{{.*}}
; CHECK-NEXT: %[[NEGATED:.*]] = sub i32 0, %a
; CHECK-NEXT: select i1 %[[MINUS_ONE]], i32 %[[NEGATED]]
; CHECK-NEXT: select i1 %[[ZERO]], i32 -1
define i32 @sdiv(i32 %a, i32 %b) {
  %quotient = sdiv i32 %a, %b
  ret i32 %quotient
}

; CHECK-LABEL: define i32 @by_seven(
; CHECK-NEXT: %rest = srem i32 %a, 7
; CHECK-NEXT: ret i32 %rest
define i32 @by_seven(i32 %a) {
  %rest = srem i32 %a, 7
  ret i32 %rest
}

; CUDA's dimensions are never zero.
; CHECK-LABEL: define i32 @by_dimension(
; CHECK-NEXT: %width = call i32 @__lockstep_block_dim_x()
; CHECK-NEXT: %row = udiv i32 %a, %width
; CHECK-NEXT: ret i32 %row
define i32 @by_dimension(i32 %a) {
  %width = call i32 @__lockstep_block_dim_x()
  %row = udiv i32 %a, %width
  ret i32 %row
}

; In check mode, the program's own operations test their operands, and report undefined ones on a separate branch.
; CHECKED-LABEL: define i32 @of_the_program(
; CHECKED: %[[ZERO:.*]] = icmp eq i32 %b, 0
; CHECKED: br i1 %[[ZERO]], label %[[REPORT:.*]], label %{{.*}}, !prof
; CHECKED: [[REPORT]]:
; CHECKED-NEXT: call void @__lockstep_check_undefined(ptr {{.*}}@lockstep.sites
define i32 @of_the_program(i32 %a, i32 %b) !dbg !4 {
  %quotient = udiv i32 %a, %b, !dbg !5
  ret i32 %quotient
}

declare i32 @__lockstep_block_dim_x()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "of_the_program", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
