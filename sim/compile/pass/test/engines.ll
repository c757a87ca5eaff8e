; The engine of each kernel: its choice is reported as a remark, and what it excludes as an error.
; RUN: cluster-waits,engines,entries -lockstep-engine=threads
; RUN: engines -lockstep-engine=loops | --check-prefix=LOOPS
; RUN: shared-layout,engines | --check-prefix=SHARED

; CHECK: kernel `plain` runs on plain loops: no thread waits for another
; A block's view of another one's memory waits for nobody, but all blocks of the cluster must be in flight.
; CHECK: kernel `maps` runs on fibers: it uses the shared memory of its cluster (a.cu:4)
; CHECK: kernel `wants_much` runs on plain loops: no thread waits for another

; LOOPS: error: a.cu:5:0: in function calls.body {{.*}}: the kernel cannot run as plain loops (`--engine loops`): it calls `foreign`, which is in another file
; LOOPS-NOT: cannot run as plain loops
; LOOPS: define

; 48 KiB of static shared memory is the limit of every device; what no kernel reaches does not count.
; SHARED-NOT: error
; SHARED: error: a.cu:7:0: in function wants_much.body {{.*}}: the kernel's `__shared__` variables take 49153 bytes; 49152 is the limit on every device (a launch can pass more as dynamic shared memory)
; SHARED-NOT: error: a.cu
; SHARED: define
@tile = internal addrspace(9) global [49152 x i8] undef
@one_more = internal addrspace(9) global i8 undef
@unused = internal addrspace(9) global [49152 x i8] undef

define void @plain() !dbg !4 {
  store i8 1, ptr addrspacecast (ptr addrspace(9) @tile to ptr)
  ret void
}
define void @maps(ptr %place) !dbg !5 {
  %other = call ptr @__lockstep_map_shared(ptr null, i32 1), !dbg !6
  ret void
}
define void @calls() !dbg !7 {
  call void @foreign(), !dbg !8
  ret void
}
define void @wants_much() !dbg !9 {
  store i8 1, ptr addrspacecast (ptr addrspace(9) @tile to ptr)
  call void @below()
  ret void
}
define void @below() {
  store i8 1, ptr addrspacecast (ptr addrspace(9) @one_more to ptr)
  ret void
}
declare ptr @__lockstep_map_shared(ptr, i32)
declare void @foreign()

@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@text.kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @plain, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @maps, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @calls, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @wants_much, ptr @text.kernel, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "plain", file: !1, line: 1, type: !3, scopeLine: 1, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "maps", file: !1, line: 3, type: !3, scopeLine: 3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 4, column: 3, scope: !5)
!7 = distinct !DISubprogram(name: "calls", file: !1, line: 5, type: !3, scopeLine: 5, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 6, column: 3, scope: !7)
!9 = distinct !DISubprogram(name: "wants_much", file: !1, line: 7, type: !3, scopeLine: 7, unit: !0, spFlags: DISPFlagDefinition)
