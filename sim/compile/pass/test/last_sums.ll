; What a thread adds to memory as the last thing it does goes through the runtime, which combines the sums of several blocks.
; RUN: entries -lockstep-engine=warps-always

; CHECK-LABEL: define internal { i32, i32, i1 } @adds_last
; CHECK-NOT: atomicrmw
; CHECK: call void @__lockstep_add_later_f32(ptr
; CHECK-NOT: atomicrmw

; CHECK-LABEL: define internal { i32, i32, i1 } @reads_later
; CHECK-NOT: add_later
; CHECK: atomicrmw fadd

; A thread learns by the second addition that other threads have added.
; CHECK-LABEL: define internal { i32, i32, i1 } @takes_a_number
; CHECK-NOT: add_later

; Lanes add to different places.
; CHECK-LABEL: define internal { i32, i32, i1 } @scatters
; CHECK-NOT: add_later

define void @adds_last(ptr %data) #0 !dbg !20 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !22, !DIExpression(), !21)
  %x = call i32 @__lockstep_thread_x()
  %pointer = load ptr, ptr %data.addr
  %f = uitofp i32 %x to float
  %first = icmp eq i32 %x, 0
  br i1 %first, label %add, label %end
add:
  %old = atomicrmw fadd ptr %pointer, float %f monotonic
  br label %end
end:
  ret void
}

define void @reads_later(ptr %data) #0 !dbg !23 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !25, !DIExpression(), !24)
  %x = call i32 @__lockstep_thread_x()
  %pointer = load ptr, ptr %data.addr
  %old = atomicrmw fadd ptr %pointer, float 1.0 monotonic
  %element = getelementptr float, ptr %pointer, i32 %x
  %now = load float, ptr %pointer
  store float %now, ptr %element
  ret void
}

define void @takes_a_number(ptr %data) #0 !dbg !26 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !28, !DIExpression(), !27)
  %x = call i32 @__lockstep_thread_x()
  %pointer = load ptr, ptr %data.addr
  %number = atomicrmw add ptr %pointer, i32 1 monotonic
  %element = getelementptr i32, ptr %pointer, i32 %x
  store i32 %number, ptr %element
  %old = atomicrmw add ptr %pointer, i32 1 monotonic
  ret void
}

define void @scatters(ptr %data) #0 !dbg !29 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !31, !DIExpression(), !30)
  %x = call i32 @__lockstep_thread_x()
  %pointer = load ptr, ptr %data.addr
  %element = getelementptr i32, ptr %pointer, i32 %x
  %old = atomicrmw add ptr %element, i32 1 monotonic
  ret void
}
declare i32 @__lockstep_thread_x()
@text = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @adds_last, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @reads_later, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @takes_a_number, ptr @text, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @scatters, ptr @text, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null, !8})
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!9 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!20 = distinct !DISubprogram(name: "adds_last", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 2, column: 3, scope: !20)
!22 = !DILocalVariable(name: "data", arg: 1, scope: !20, file: !1, line: 1, type: !8)
!23 = distinct !DISubprogram(name: "reads_later", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!24 = !DILocation(line: 2, column: 3, scope: !23)
!25 = !DILocalVariable(name: "data", arg: 1, scope: !23, file: !1, line: 1, type: !8)
!26 = distinct !DISubprogram(name: "takes_a_number", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!27 = !DILocation(line: 2, column: 3, scope: !26)
!28 = !DILocalVariable(name: "data", arg: 1, scope: !26, file: !1, line: 1, type: !8)
!29 = distinct !DISubprogram(name: "scatters", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!30 = !DILocation(line: 2, column: 3, scope: !29)
!31 = !DILocalVariable(name: "data", arg: 1, scope: !29, file: !1, line: 1, type: !8)
attributes #0 = { "target-features"="+avx2" }
