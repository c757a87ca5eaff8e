; The host half of a unit whose device code other files share registers itself with the runtime, and needs no device
; linker.
; RUN: registration -lockstep-host -lockstep-rdc

; CHECK-NOT: __fatbinwrap
@wrapper = internal constant { i32, ptr } { i32 1, ptr null }
@__fatbinwrap_a_cu_1a2b = alias { i32, ptr }, ptr @wrapper
@name = private constant [2 x i8] c"u\00"

; CHECK-LABEL: define internal void @register()
; CHECK-NEXT: call void @__lockstep_register_linked(ptr @registers_all, ptr @name)
; CHECK-NEXT: ret void
; CHECK-NOT: __cudaRegisterLinkedBinary
define internal void @register() {
  call void @__cudaRegisterLinkedBinary_a_cu_1a2b(ptr @registers_all, ptr @name, ptr @__nothing, ptr @__nothing)
  ret void
}
declare void @__cudaRegisterLinkedBinary_a_cu_1a2b(ptr, ptr, ptr, ptr)
declare void @registers_all(ptr)
declare void @__nothing()
