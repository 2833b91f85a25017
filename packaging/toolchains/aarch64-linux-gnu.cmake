# Builds for arm64 on another Debian machine: its cross compiler, with the libraries that
# packaging/toolchains/sysroot has unpacked. What is built runs here by qemu-user-static.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Tests are linked dynamically; what they load lies beside the compiler.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)

get_filename_component(stator_root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH "${stator_root}/build/sysroot/arm64")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# OpenSSL's configuration lies here; the compiler looks for it by itself only in the real root.
set(stator_multiarch "-isystem ${CMAKE_FIND_ROOT_PATH}/usr/include/aarch64-linux-gnu")
set(CMAKE_C_FLAGS_INIT "${stator_multiarch}")
set(CMAKE_CXX_FLAGS_INIT "${stator_multiarch}")
# libstator names the libraries it needs instead of their files; so whoever links with it needs them, too.
set(stator_libraries "${CMAKE_FIND_ROOT_PATH}/usr/lib/aarch64-linux-gnu")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-L${stator_libraries} -Wl,-rpath-link,${stator_libraries}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${stator_libraries}")
