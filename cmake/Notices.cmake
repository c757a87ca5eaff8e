# The licences of what Lockstep's own files contain of others': libraries of headers, static libraries and fonts, by their Debian
# packages. Boost asks for none in object code. `cmake --install` writes them, as that machine's packages have them, into one file. (Shared libraries come with their own
# packages.)
set(packages_within libimgui-dev libcli11-dev nlohmann-json3-dev libfmt-dev libeigen3-dev
  fonts-inter fonts-dejavu-core fonts-jetbrains-mono)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/lockstep-cuda RENAME copyright)
install(CODE "
  set(text)
  foreach(package IN ITEMS ${packages_within})
    if(EXISTS /usr/share/doc/\${package}/copyright)
      file(READ /usr/share/doc/\${package}/copyright licence)
      string(APPEND text \"==== \${package}\\n\\n\${licence}\\n\")
    endif()
  endforeach()
  file(WRITE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/doc/lockstep-cuda/NOTICES\" \"\${text}\")
")
