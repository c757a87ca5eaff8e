; Asynchronous copies are done at once. In check mode the program's lines report them, since it must not rely on that; in
; the other modes nothing is reported.
; RUN: async-copies -lockstep-mode=check -lockstep-library=/library
; RUN: async-copies,finished-tables -lockstep-mode=check -lockstep-library=/library | --check-prefix=SITES
; RUN: async-copies-dropped | --check-prefix=DROPPED
; RUN: async-copies-dropped -lockstep-mode=record | --check-prefix=DROPPED

; A copy has the place of the program's line that calls the library, not the library's.
; SITES: @lockstep.sites = {{.*}}i32 2, i32 3, 
; CHECK-LABEL: define void @copies(
; CHECK-NEXT: call void @__lockstep_check_async(ptr @lockstep.sites, ptr %to, ptr %from, i64 16)
; CHECK-NEXT: call void @__lockstep_check_async_commit()
; CHECK-NEXT: call void @__lockstep_check_async_wait(i32 0)
; CHECK-NEXT: call void @__lockstep_check_async_arrive(ptr %to)
; What has no place is not the program's.
; CHECK-NEXT: ret void
; DROPPED-LABEL: define void @copies(
; DROPPED-NEXT: ret void
define void @copies(ptr %to, ptr %from) !dbg !4 {
  call void @__lockstep_async_copy(ptr %to, ptr %from, i64 16), !dbg !7
  call void @__lockstep_async_commit(), !dbg !7
  call void @__lockstep_async_wait(i32 0), !dbg !5
  call void @__lockstep_async_arrive(ptr %to), !dbg !5
  call void @__lockstep_async_copy(ptr %to, ptr %from, i64 4)
  ret void, !dbg !5
}
declare void @__lockstep_async_copy(ptr, ptr, i64)
declare void @__lockstep_async_commit()
declare void @__lockstep_async_wait(i32)
declare void @__lockstep_async_arrive(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "copies", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "memcpy_async", file: !8, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 9, column: 3, scope: !6, inlinedAt: !5)
!8 = !DIFile(filename: "async.h", directory: "/library")
