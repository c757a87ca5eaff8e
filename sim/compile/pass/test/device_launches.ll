; A launch in device code: the lambda around it becomes part of the function that launches, at its line, and the kernel is
; called through a function that hands the arguments to the runtime.
; RUN: annotations,device-launches -lockstep-unit=u
; RUN: annotations,device-launches -lockstep-rdc | --check-prefix=SHARED

; The kernels of the unit that device code launches are registered; with relocatable device code, all that others can name.
; CHECK: @llvm.global_ctors = {{.*}}{ i32 102, ptr @lockstep.register_launches, ptr null }
; CHECK-NOT: @llvm.global.annotations =

; CHECK-LABEL: define void @parent(
; CHECK-NOT: call void @launches
; CHECK: %[[WRONG:.*]] = call i32 @__lockstep_configure_launch(i64 1, i64 2){{.*}}, !dbg ![[LINE:[0-9]+]]
; CHECK: call void @__lockstep_launch.child(ptr %data){{.*}}, !dbg ![[LINE]]
define void @parent(ptr %data) !dbg !4 {
  call void @launches(ptr %data), !dbg !5
  ret void, !dbg !5
}
; CHECK-NOT: define internal void @launches(
define internal void @launches(ptr %data) !dbg !6 {
  %wrong = call i32 @__cudaPushCallConfiguration(i64 1, i64 2), !dbg !7
  call void @child(ptr %data), !dbg !8
  ret void, !dbg !8
}

; CHECK-LABEL: define void @child(
; SHARED-LABEL: define void @child(
define void @child(ptr %data) !dbg !9 {
  %data.addr = alloca ptr
  store ptr %data, ptr %data.addr
    #dbg_declare(ptr %data.addr, !10, !DIExpression(), !11)
  ret void, !dbg !11
}
declare i32 @__cudaPushCallConfiguration(i64, i64)

; CHECK-LABEL: define internal void @__lockstep_launch.child(ptr %0)
; CHECK: store ptr %0, ptr %[[PLACE:[0-9]+]],
; CHECK: store ptr %[[PLACE]], ptr
; CHECK: call void @__lockstep_launch(ptr @__lockstep_launch.child, ptr %
; SHARED: define hidden void @__lockstep_launch.child(ptr %0)

; CHECK-LABEL: define internal void @lockstep.register_launches(
; CHECK-NEXT: call void @__lockstep_register_launch(ptr @{{.*}}, ptr @__lockstep_launch.child, ptr @
; CHECK-NEXT: ret void
; CHECK: ![[LINE]] = !DILocation(line: 12, scope: ![[PARENT:[0-9]+]])
; SHARED: call void @__lockstep_register_launch(ptr @{{.*}}, ptr @__lockstep_launch.parent,
; SHARED-NEXT: call void @__lockstep_register_launch(ptr @{{.*}}, ptr @__lockstep_launch.child,

@kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@launch = private constant [16 x i8] c"lockstep_launch\00", section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @parent, ptr @kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @child, ptr @kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @launches, ptr @launch, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null, !12})
!4 = distinct !DISubprogram(name: "parent", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 13, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "launches", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, column: 3, scope: !6)
!8 = !DILocation(line: 13, column: 3, scope: !6)
!9 = distinct !DISubprogram(name: "child", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocalVariable(name: "data", arg: 1, scope: !9, file: !1, line: 1, type: !12)
!11 = !DILocation(line: 2, column: 3, scope: !9)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
