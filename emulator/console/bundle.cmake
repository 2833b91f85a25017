# Bundles the console's page and compresses its files, as C++ sources in `console_files`. All of the
# tools are Debian packages.
find_program(STATOR_ESBUILD esbuild)
set(node_modules /usr/share/nodejs)
if(NOT STATOR_ESBUILD OR NOT EXISTS ${node_modules}/react-dom)
  message(FATAL_ERROR "The console is bundled by esbuild with React: install the packages "
    "esbuild, node-react and node-react-dom, as ./dev does.")
endif()

set(console_source ${CMAKE_CURRENT_SOURCE_DIR}/console/page)
set(console_folder ${CMAKE_CURRENT_BINARY_DIR}/console)
file(GLOB_RECURSE console_sources CONFIGURE_DEPENDS ${console_source}/*.ts ${console_source}/*.tsx
  ${console_source}/*.css ${PROJECT_SOURCE_DIR}/docs/*.md)
file(MAKE_DIRECTORY ${console_folder})
# Without a time or name in what gzip writes: the same sources give the same bytes.
add_custom_command(
  OUTPUT ${console_folder}/app.js.gz ${console_folder}/app.css.gz ${console_folder}/index.html.gz
    ${console_folder}/pages.js.gz
  COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${node_modules} ${STATOR_ESBUILD}
    ${console_source}/app.tsx --bundle --minify --jsx=automatic --target=es2021 --log-level=warning
    "--define:process.env.NODE_ENV=\"production\"" --legal-comments=none
    --outfile=${console_folder}/app.js
  COMMAND ${STATOR_ESBUILD} ${console_source}/pages.ts --bundle --minify --loader:.md=text
    --target=es2021 --log-level=warning --outfile=${console_folder}/pages.js
  COMMAND ${CMAKE_COMMAND} -E copy ${console_source}/index.html ${console_folder}/index.html
  COMMAND gzip -9nkf ${console_folder}/app.js ${console_folder}/app.css ${console_folder}/index.html
    ${console_folder}/pages.js
  DEPENDS ${console_sources} ${console_source}/index.html
  VERBATIM)

set(console_files "")
foreach(pair index.html:packed_page app.js:packed_script app.css:packed_style
    pages.js:packed_pages)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 file)
  list(GET pair 1 function)
  embed_file(${console_folder}/${file}.gz console assets.hpp ${function}
    ${console_folder}/${function}.cpp)
  list(APPEND console_files ${console_folder}/${function}.cpp)
endforeach()
