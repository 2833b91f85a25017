# Builds for arm64 on another Debian machine, with Debian's cross compiler and the libraries that
# packaging/toolchains/sysroot has unpacked. qemu-user-static runs the results on this machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Tests are linked dynamically. Their libraries are next to the compiler.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)

get_filename_component(stator_root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH "${stator_root}/build/sysroot/arm64")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# OpenSSL's configuration is in this folder. The compiler searches it by default only in the real
# root.
set(stator_multiarch "-isystem ${CMAKE_FIND_ROOT_PATH}/usr/include/aarch64-linux-gnu")
set(CMAKE_C_FLAGS_INIT "${stator_multiarch}")
set(CMAKE_CXX_FLAGS_INIT "${stator_multiarch}")
# libstator names the libraries that it requires instead of their files, so programs that link with
# it also require them.
set(stator_libraries "${CMAKE_FIND_ROOT_PATH}/usr/lib/aarch64-linux-gnu")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-L${stator_libraries} -Wl,-rpath-link,${stator_libraries}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${stator_libraries}")
