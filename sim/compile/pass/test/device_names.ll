; Names of the device half that the host half has, too: the unit's own become internal or, under separate compilation, get
; a prefix.
; RUN: device-names
; RUN: device-names -lockstep-rdc | --check-prefix=SHARED

$_Z5twiceIfEvv = comdat any

; CHECK: @table = internal global i32 1
; SHARED: $__device___Z5twiceIfEvv = comdat any
; SHARED: @__device__table = hidden global i32 1
@table = global i32 1
; CHECK: @mine = internal global i32 2
; SHARED: @mine = internal global i32 2
@mine = internal global i32 2
; A declaration gets the prefix in both, so that the host half's definition is not taken for it.
; CHECK: @__device__elsewhere = external global i32
; SHARED: @__device__elsewhere = external global i32
@elsewhere = external global i32
; Names of the runtime, of the C library and of the C++ ABI are those of both halves.
; CHECK: @lockstep.unit = global i32 3
; CHECK: @_ZTVN10__cxxabiv117__class_type_infoE = external global ptr
; SHARED: @lockstep.unit = global i32 3
; SHARED: @_ZTVN10__cxxabiv117__class_type_infoE = external global ptr
@lockstep.unit = global i32 3
@_ZTVN10__cxxabiv117__class_type_infoE = external global ptr

; CHECK: define internal void @kernel.thread() {
; CHECK: call void @__device__outside()
; CHECK: call float @sinf(
; CHECK: call void @__lockstep_syncthreads()
; SHARED: define hidden void @__device__kernel.thread()
define void @kernel.thread() {
  %place = load ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE
  store i32 3, ptr @elsewhere
  call void @_Z5twiceIfEvv()
  call void @outside()
  %sine = call float @sinf(float 1.0)
  call void @__lockstep_syncthreads()
  ret void
}
; CHECK: define internal void @_Z5twiceIfEvv() {
; SHARED: define linkonce_odr hidden void @__device___Z5twiceIfEvv() comdat {
define linkonce_odr void @_Z5twiceIfEvv() comdat {
  ret void
}
declare void @outside()
declare float @sinf(float)
declare void @__lockstep_syncthreads()
