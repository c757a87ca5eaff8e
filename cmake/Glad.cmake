# The OpenGL 3.3 loader `glad`, generated at build time. The generator (glad2, from PyPI) is installed in a private Python
# environment, .venv at the root of the repository; ./lockstep creates it, and so does this file if it is missing, with
# the same marker file.

set(LOCKSTEP_GLAD glad2==2.0.8)
set(glad_venv ${PROJECT_SOURCE_DIR}/.venv)
set(glad_marker ${glad_venv}/${LOCKSTEP_GLAD})
set(glad_python ${glad_venv}/bin/python)

if(NOT EXISTS ${glad_marker})
  message(STATUS "Making a private Python environment for the OpenGL loader's generator (${LOCKSTEP_GLAD}): .venv")
  find_program(glad_system_python NAMES /usr/bin/python3 python3 REQUIRED)
  execute_process(COMMAND ${glad_system_python} -m venv --clear ${glad_venv} RESULT_VARIABLE glad_failed)
  if(glad_failed)
    message(FATAL_ERROR "The Python environment .venv could not be made. Check that python3 and python3-venv are installed.")
  endif()
  execute_process(
    COMMAND ${glad_python} -m pip install --quiet --disable-pip-version-check ${LOCKSTEP_GLAD}
    RESULT_VARIABLE glad_failed)
  if(glad_failed)
    message(FATAL_ERROR "${LOCKSTEP_GLAD} could not be installed from PyPI. Check the network, or pip's settings if you use a mirror.")
  endif()
  file(TOUCH ${glad_marker})
endif()

set(glad_out ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_out}/src/gl.c ${glad_out}/include/glad/gl.h
  COMMAND ${glad_python} -m glad --api gl:core=3.3 --extensions "" --out-path ${glad_out} --reproducible --quiet c
  DEPENDS ${glad_marker}
  COMMENT "Generating the OpenGL 3.3 loader"
  VERBATIM)
add_library(lockstep_glad STATIC ${glad_out}/src/gl.c ${glad_out}/include/glad/gl.h)
target_include_directories(lockstep_glad SYSTEM PUBLIC ${glad_out}/include)
# Prevents GLFW from including an OpenGL header of its own.
target_compile_definitions(lockstep_glad PUBLIC GLFW_INCLUDE_NONE)
