# A Debian package of the installation: `cpack` in the build folder writes lockstep-cuda_VERSION_SYSTEM_ARCHITECTURE.deb, for the
# system that it runs on: Debian 12 or Ubuntu 24.04 (`./lockstep package deb`, and with `--in SYSTEM` for the other).

# The Python package, for Debian's own Python; as a wheel has it, it comes from pyproject.toml. Its metadata make pytest find
# its plugin.
set(python_packages lib/python3/dist-packages)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/lockstep DESTINATION ${python_packages} PATTERN __pycache__ EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/entry_points.txt ${PROJECT_BINARY_DIR}/METADATA
  DESTINATION ${python_packages}/lockstep_cuda-${PROJECT_VERSION}.dist-info)
configure_file(cmake/debian/METADATA ${PROJECT_BINARY_DIR}/METADATA @ONLY)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockstep-cuda)
set(CPACK_PACKAGE_CONTACT "The authors of Lockstep <lockstep@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA C++ programs on the CPU: learn, step through, check and compare")
set(CPACK_PACKAGE_DESCRIPTION
  "Runs unmodified CUDA C++ programs without a GPU and without NVIDIA's toolkit,\nrecords every step of their threads, finds their mistakes, and teaches CUDA in lessons.")
set(CPACK_INSTALL_PREFIX /usr)
# Links and linker scripts name the final place.
set(CPACK_SET_DESTDIR ON)
set(CPACK_STRIP_FILES ON)
cmake_host_system_information(RESULT system QUERY DISTRIB_ID DISTRIB_VERSION_ID)
list(JOIN system "-" system)
set(CPACK_DEBIAN_FILE_NAME lockstep-cuda_${PROJECT_VERSION}_${system}_amd64.deb)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
# The compiler that the plugin belongs to, the linker, and a renderer for pictures without a screen; the sandbox of
# `lockstep lesson grade`, Thrust, CUB and OpenMP for programs, and what the Python package needs are recommendations.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, lld-19, libgl1-mesa-dri, libegl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, libthrust-dev, libcub-dev, libomp-19-dev, python3 (>= 3.9), python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit, python3-pytest, jupyter-notebook")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/postinst ${PROJECT_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
