; Check mode: a hook where a thread bypasses a barrier or warp operation.
; RUN: hooked-functions,skip-hooks -lockstep-mode=check

; `if (few) __syncthreads();`: the other side of the branch, whose scope contains the barrier.
; CHECK-LABEL: define void @bypasses(
; CHECK: br i1 %few, label %then, label %[[OTHER:.*]], !dbg
; CHECK: [[OTHER]]:
; CHECK-NEXT: call void @__lockstep_check_skip(ptr @lockstep.sites, i32 0)
; CHECK-NEXT: br label %end
; CHECK: then:
; CHECK-NEXT: call void @__lockstep_syncthreads()
; CHECK-NEXT: br label %end
define void @bypasses(i1 %few) !dbg !4 {
  br i1 %few, label %then, label %end, !dbg !5
then:
  call void @__lockstep_syncthreads(), !dbg !7
  br label %end
end:
  ret void
}

; A call of a function that meets other threads is as good as the barrier in it.
; CHECK-LABEL: define void @bypasses_call(
; CHECK: call void @__lockstep_check_skip(
define void @bypasses_call(i1 %few) !dbg !8 {
  br i1 %few, label %then, label %end, !dbg !9
then:
  call void @meets(), !dbg !11
  br label %end
end:
  ret void
}
; CHECK-LABEL: define void @meets(
; CHECK-NOT: __lockstep_check_skip
; CHECK: ret void
define void @meets() !dbg !12 {
  call void @__lockstep_syncthreads(), !dbg !13
  ret void
}

; An early `return`: threads that have left count as arrived.
; CHECK-LABEL: define void @returns(
; CHECK-NOT: __lockstep_check_skip
; CHECK: ret void
define void @returns(i1 %done) !dbg !14 {
  br i1 %done, label %end, label %more, !dbg !15
more:
  call void @__lockstep_syncthreads(), !dbg !16
  br label %end
end:
  ret void
}

; The exit of a loop that reaches the barrier in each round.
; CHECK-LABEL: define void @leaves(
; CHECK: call void @__lockstep_check_skip({{.*}}, i32 1)
define void @leaves(ptr %count) !dbg !17 {
  br label %loop
loop:
  call void @__lockstep_syncthreads(), !dbg !18
  %left = load volatile i32, ptr %count
  %more = icmp ne i32 %left, 0
  br i1 %more, label %loop, label %end, !dbg !18
end:
  ret void
}
declare void @__lockstep_syncthreads()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "bypasses", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !6)
!6 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2, column: 3)
!7 = !DILocation(line: 3, column: 3, scope: !6)
!8 = distinct !DISubprogram(name: "bypasses_call", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 12, column: 3, scope: !10)
!10 = distinct !DILexicalBlock(scope: !8, file: !1, line: 12, column: 3)
!11 = !DILocation(line: 13, column: 3, scope: !10)
!12 = distinct !DISubprogram(name: "meets", file: !1, line: 21, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 22, column: 3, scope: !12)
!14 = distinct !DISubprogram(name: "returns", file: !1, line: 31, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 32, column: 3, scope: !14)
!16 = !DILocation(line: 33, column: 3, scope: !14)
!17 = distinct !DISubprogram(name: "leaves", file: !1, line: 41, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!18 = !DILocation(line: 42, column: 3, scope: !17)
