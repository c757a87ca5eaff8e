# The files for users, and their places. `./lockstep` runs from the build tree, `cmake --install build --prefix DIR` installs
# elsewhere; sim/compile/toolchain.cpp and lessons/engine/places.cpp search both.
#
#   bin/lockstep                    the command
#   bin/lockstep-nvcc               the same as nvcc: for CMAKE_CUDA_COMPILER
#   lib/lockstep/                   the compiler plugin, the runtime, libraries for exercises
#   lib/lockstep/toolkit/           links to these in the layout of a CUDA toolkit
#   lib/cmake/Lockstep/             find_package(Lockstep)
#   include/lockstep/cuda/          the CUDA headers of programs
#   include/lockstep/public/        lockstep/publish.h and friends, kernels/
#   share/lockstep/lessons/         texts, programs, exercises, pictures
#   share/doc/lockstep-cuda/        the licences (Notices.cmake)
#   lib/python3/dist-packages/      the Python package (Package.cmake)

get_property(toolkit_libraries GLOBAL PROPERTY LOCKSTEP_TOOLKIT_LIBRARIES)
get_property(loaded_libraries GLOBAL PROPERTY LOCKSTEP_LOADED_LIBRARIES)
add_dependencies(app lockstep lockstep_plugin lockstep_runtime ${toolkit_libraries} ${loaded_libraries} lesson_picture)

install(TARGETS lockstep RUNTIME DESTINATION bin)
install(TARGETS lockstep_plugin LIBRARY DESTINATION lib/lockstep)
install(TARGETS lockstep_runtime ${toolkit_libraries} LIBRARY DESTINATION lib/lockstep)
install(TARGETS ${loaded_libraries} LIBRARY DESTINATION lib/lockstep/loaded)
get_property(names GLOBAL PROPERTY LOCKSTEP_NAMES)
install(FILES ${names} DESTINATION lib/lockstep)
install(TARGETS lesson_picture ARCHIVE DESTINATION lib/lockstep)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/toolkit/ ${PROJECT_BINARY_DIR}/sim/toolkit/ DESTINATION include/lockstep/cuda
  PATTERN refused.def EXCLUDE PATTERN forwards.def EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/shared/lockstep ${PROJECT_SOURCE_DIR}/shared/kernels
  DESTINATION include/lockstep/public)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/dap/vscode DESTINATION share/lockstep)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lessons/ DESTINATION share/lockstep/lessons
  FILES_MATCHING REGEX "\\.(md|json|cu|diff|h|png|py|xz|ipynb)$" PATTERN "engine" EXCLUDE PATTERN "pictures/*.h" EXCLUDE)

# The generated headers and links, in both trees.
include(cmake/Headers.cmake)
lockstep_write_headers(${PROJECT_SOURCE_DIR}/sim/toolkit ${PROJECT_SOURCE_DIR}/sim/compile/refused_libraries.def ${PROJECT_BINARY_DIR}/sim/toolkit)
lockstep_gather_headers(${PROJECT_BINARY_DIR}/include/lockstep/cuda
  ${PROJECT_SOURCE_DIR}/sim/toolkit ${PROJECT_BINARY_DIR}/sim/toolkit)
include(cmake/ToolkitLayout.cmake)
lockstep_toolkit(${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${PROJECT_BINARY_DIR}/include/lockstep/cuda ${PROJECT_SOURCE_DIR}/shared ../../../bin/lockstep
  ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/liblockstep.so)
file(MAKE_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
file(CREATE_LINK lockstep ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/lockstep-nvcc SYMBOLIC)

install(CODE "
  include(\"${PROJECT_SOURCE_DIR}/cmake/ToolkitLayout.cmake\")
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  lockstep_toolkit(\${prefix}/lib/lockstep ../../../include/lockstep/cuda ../../../include/lockstep/public ../../../../bin/lockstep
    \${CMAKE_INSTALL_PREFIX}/lib/lockstep/liblockstep.so)
  file(MAKE_DIRECTORY \${prefix}/bin)
  file(CREATE_LINK lockstep \${prefix}/bin/lockstep-nvcc SYMBOLIC)
")

configure_file(cmake/LockstepConfig.cmake ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/cmake/Lockstep/LockstepConfig.cmake COPYONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/cmake/Lockstep/LockstepConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/cmake/Lockstep DESTINATION lib/cmake)
