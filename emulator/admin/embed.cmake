# Turns a text file into a C++ source file that defines a function returning the text:
#
#   cmake -DINPUT=openapi.json -DOUTPUT=openapi.cpp -DHEADER=emulator/admin/openapi.hpp
#         -DFUNCTION=openapi_text -P embed.cmake
#
# HEADER declares `std::string_view FUNCTION()` in namespace stator::emulator::admin. The bytes are
# written one by one, because compilers need not take string literals beyond 64 KB.
cmake_minimum_required(VERSION 3.25)

file(READ "${INPUT}" bytes HEX)
if(bytes STREQUAL "")
  message(FATAL_ERROR "${INPUT} is missing or empty; name a text file with -DINPUT.")
endif()
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
# Sixteen a line.
string(REPEAT "'..[^,]*," 16 sixteen)
string(REGEX REPLACE "(${sixteen})" "\\1\n" bytes "${bytes}")

set(text "// Generated from a text file by embed.cmake.
#include \"${HEADER}\"

namespace stator::emulator::admin {
namespace {

constexpr char kText[] = {
${bytes}
};

}  // namespace

std::string_view ${FUNCTION}() {
    return {kText, sizeof(kText)};
}

}  // namespace stator::emulator::admin
")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "@text@" @ONLY NEWLINE_STYLE UNIX)
