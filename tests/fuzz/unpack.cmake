# Unpacks ARCHIVE, the packed corpus of a fuzz target, into FOLDER, which holds nothing else then.
# cmake -E tar only mumbles about some torn archives and minds no checksum of gzip's; therefore its
# errors count whatever it returns, and every input is compared with its name, which is its SHA-1.
# An archive that is refused leaves no folder behind that a test could take for the corpus.
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
  # Its first line without what stands before the last colon, such as "CMake Error".
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
