; Check mode: hooks around a recursive call add up what the caller keeps on a GPU's stack meanwhile.
; RUN: recursion-hooks -lockstep-mode=check

; The return address, and the pointer and the number that are needed after the first call. The second one is the
; function's end, as is a sum with the result.
; CHECK-LABEL: define void @sort(
define void @sort(ptr %numbers, i32 %low, i32 %high) !dbg !4 {
entry:
  %done = icmp sge i32 %low, %high
  br i1 %done, label %end, label %more
more:
  %at = load i32, ptr %numbers
  %before = sub i32 %at, 1
  %after = add i32 %at, 1
  ; CHECK: call void @__lockstep_check_recursion({{.*}}, i64 24)
  ; CHECK-NEXT: call void @sort(
  ; CHECK-NEXT: call void @__lockstep_check_recursion_ends(i64 24)
  call void @sort(ptr %numbers, i32 %low, i32 %before), !dbg !5
  ; CHECK-NOT: __lockstep_check_recursion
  call void @sort(ptr %numbers, i32 %at, i32 %high), !dbg !5
  br label %end
end:
  ret void
}

; CHECK-LABEL: define i32 @sum(
; CHECK-NOT: __lockstep_check_recursion
define i32 @sum(ptr %numbers, i32 %count) !dbg !6 {
entry:
  %done = icmp eq i32 %count, 0
  br i1 %done, label %end, label %more
more:
  %last = load i32, ptr %numbers
  %fewer = sub i32 %count, 1
  %rest = call i32 @sum(ptr %numbers, i32 %fewer), !dbg !7
  %all = add i32 %rest, %last
  br label %end
end:
  %result = phi i32 [ 0, %entry ], [ %all, %more ]
  ret i32 %result
}

; Through another function, with an array that is indexed at run time: 8 + 4 + 64 bytes, in steps of 8.
; CHECK-LABEL: define float @even(
; CHECK: call void @__lockstep_check_recursion({{.*}}, i64 80)
; CHECK-NEXT: call float @odd(
define float @even(i32 %n) !dbg !8 {
  %own = alloca [16 x float]
  %place = getelementptr [16 x float], ptr %own, i64 0, i32 %n
  %fewer = sub i32 %n, 1
  %rest = call float @odd(i32 %fewer), !dbg !9
  %again = getelementptr [16 x float], ptr %own, i64 0, i32 %n
  store float %rest, ptr %again
  %one = load float, ptr %place
  ret float %one
}
; CHECK-LABEL: define float @odd(
; CHECK-NOT: __lockstep_check_recursion
; CHECK: ret float
define float @odd(i32 %n) !dbg !10 {
  %rest = call float @even(i32 %n), !dbg !11
  ret float %rest
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "sort", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
!6 = distinct !DISubprogram(name: "sum", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, scope: !6)
!8 = distinct !DISubprogram(name: "even", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 6, scope: !8)
!10 = distinct !DISubprogram(name: "odd", file: !1, line: 7, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 8, scope: !10)
