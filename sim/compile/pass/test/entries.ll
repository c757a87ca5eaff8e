; A kernel becomes a body with plain parameters (a pointer for each of the source's, then the thread's state) and an entry
; that the runtime calls: for one thread, for a whole block as a loop over its threads, or as a loop over tiles of 32 threads.
; RUN: entries -lockstep-engine=fibers
; RUN: entries -lockstep-engine=loops | --check-prefix=BLOCK
; RUN: entries -lockstep-engine=warps-always | --check-prefix=WARPS

; Whatever the calling convention did to the parameters, the body fills the source's variables.
; CHECK-LABEL: define internal void @scale.body(
; CHECK-SAME: ptr noalias readonly "lockstep-of-launch" %[[DATA:[0-9]+]], ptr noalias readonly "lockstep-of-launch" %[[FACTOR:[0-9]+]], i32 %[[X:[0-9]+]],
; CHECK: call void @llvm.memcpy{{.*}}(ptr %data.addr, ptr %[[DATA]], i64 8,
; CHECK: call void @llvm.memcpy{{.*}}(ptr %factor.addr, ptr %[[FACTOR]], i64 4,
; CHECK: getelementptr float, ptr %pointer, i32 %[[X]]

; CHECK-LABEL: define internal void @scale.thread(ptr noalias %0, ptr noalias %1)
; CHECK-NOT: br
; CHECK: call void @scale.body(
; CHECK-NEXT: ret void

; The original kernel is removed.
; CHECK-NOT: @scale(
; BLOCK-NOT: @scale(

; The body is part of the innermost loop, whose accesses to memory other than a thread's own may run in parallel.
; BLOCK-LABEL: define internal void @scale.block(ptr noalias %0, ptr noalias %1)
; BLOCK: thread.z:
; BLOCK: thread.y:
; BLOCK: thread.x:
; BLOCK-NEXT: %[[X:.*]] = phi i32 [ 0, %thread.y ], [ %[[NEXT:.*]], %thread.x ]
; BLOCK: load ptr, ptr %data.addr.i, align 8
; BLOCK-NOT: !llvm.access.group
; BLOCK-SAME: {{$}}
; BLOCK: getelementptr float, ptr %pointer.i, i32 %[[X]]
; BLOCK: store float %by.i, ptr %element.i, {{.*}}!llvm.access.group ![[GROUP:[0-9]+]]
; BLOCK: %[[NEXT]] = add nuw nsw i32 %[[X]], 1
; BLOCK: br i1 %{{.*}}, label %thread.x, {{.*}}!llvm.loop ![[LOOP:[0-9]+]]
; BLOCK: ![[LOOP]] = distinct !{![[LOOP]], ![[FACT:[0-9]+]]}
; BLOCK: ![[FACT]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}

; A tile runs without masks if all of its lanes are there. The address grows with the lane, so the lanes write one vector.
; WARPS-LABEL: define internal { i32, i32, i1 } @scale.warp{{.*}}.tile(
; WARPS-SAME: i1 %[[FULL:[0-9]+]])
; WARPS: br i1 %[[FULL]], label %all, label %some
; WARPS: all:
; WARPS: %[[FIRST:.*]] = getelementptr float, ptr %{{.*}}, i64 %
; WARPS: store <32 x float> %{{.*}}, ptr %[[FIRST]], align 4
; WARPS-NEXT: br label %end
; Else each block has the lanes that are to run it, and is skipped without any.
; WARPS: some:
; WARPS-NEXT: %[[LANES:.*]] = load i32, ptr %
; WARPS: %[[NOBODY:.*]] = icmp eq i32 %[[LANES]], 0
; WARPS-NEXT: br i1 %[[NOBODY]], label %end, label %
; WARPS: call void @llvm.masked.store.v32f32.p0(
; WARPS-LABEL: define internal void @scale.warps(ptr noalias %0, ptr noalias %1)
; The tiles are run in turn, up to the first in which no lane had anything to do.
; WARPS: %[[RAN:.*]] = call { i32, i32, i1 } @scale.warp{{.*}}.tile(
; WARPS-NEXT: %[[IDLE:.*]] = extractvalue { i32, i32, i1 } %[[RAN]], 2
; WARPS-NEXT: %[[TILE:.*]] = add nuw nsw i32 %{{.*}}, 32
; WARPS-NEXT: %[[MORE:.*]] = icmp ult i32 %[[TILE]], %
; WARPS-NEXT: xor i1 %[[IDLE]], true
define void @scale(ptr %data, float %factor) #0 !dbg !4 {
  %data.addr = alloca ptr
  %factor.addr = alloca float
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !6, !DIExpression(), !5)
  store float %factor, ptr %factor.addr
    #dbg_declare(ptr %factor.addr, !7, !DIExpression(), !5)
  %x = call i32 @__lockstep_thread_x()
  %pointer = load ptr, ptr %data.addr
  %element = getelementptr float, ptr %pointer, i32 %x
  %by = load float, ptr %factor.addr
  store float %by, ptr %element
  ret void, !dbg !5
}
declare i32 @__lockstep_thread_x()
@text = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @scale, ptr @text, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null, !8, !9})
!4 = distinct !DISubprogram(name: "scale", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocalVariable(name: "data", arg: 1, scope: !4, file: !1, line: 1, type: !8)
!7 = !DILocalVariable(name: "factor", arg: 2, scope: !4, file: !1, line: 1, type: !9)
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!9 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
attributes #0 = { "target-features"="+avx2" }
