# Unpacks ARCHIVE, the packed corpus of a fuzz target, into FOLDER, which then contains nothing
# else. cmake -E tar only prints a message about some torn archives and does not check gzip's
# checksum. Therefore its messages count as errors regardless of its exit status, and every input is
# compared with its name, which is its SHA-1. If an archive is rejected, no folder remains that a
# test could take for the corpus.
get_filename_component(target ${FOLDER} NAME)
get_filename_component(parent ${FOLDER} DIRECTORY)
file(REMOVE_RECURSE ${FOLDER})
execute_process(
  COMMAND ${CMAKE_COMMAND} -E tar xf ${ARCHIVE}
  WORKING_DIRECTORY ${parent}
  RESULT_VARIABLE failed
  ERROR_VARIABLE complaint)
file(GLOB inputs ${FOLDER}/*)
if(failed OR complaint)
  set(failed TRUE)
  # Its first line after the last colon, without a prefix such as "CMake Error".
  string(REGEX MATCH "[^:\n]+\n" complaint "${complaint}\n")
elseif(NOT inputs)
  set(complaint "it holds no ${target}/*")
endif()
foreach(input IN LISTS inputs)
  get_filename_component(name ${input} NAME)
  file(SHA1 ${input} hash)
  if(NOT complaint AND NOT name STREQUAL hash)
    set(complaint "the input ${name} is not what its name says")
  endif()
endforeach()
if(failed OR complaint)
  file(REMOVE_RECURSE ${FOLDER})
  string(STRIP "${complaint}" complaint)
  message(FATAL_ERROR "${ARCHIVE} cannot be unpacked: ${complaint}.")
endif()
