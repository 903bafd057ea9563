# What src/server is linked with: Debian's own packages, found by pkg-config. Boost (Asio, Beast),
# toml++ and spdlog are used as headers. docs/decisions/0004-server.md gives the reasons.

function(bastide_server_libraries)
    get_target_property(type bastide_server TYPE)
    if(type STREQUAL INTERFACE_LIBRARY)
        return()
    endif()
    find_package(PkgConfig REQUIRED)
    find_package(Threads REQUIRED)
    pkg_check_modules(SERVER REQUIRED IMPORTED_TARGET
        sqlite3 libpq libsodium openssl prometheus-cpp-core)
    target_link_libraries(bastide_server PUBLIC PkgConfig::SERVER Threads::Threads)
    target_compile_definitions(bastide_server PRIVATE BASTIDE_VERSION="${PROJECT_VERSION}")
    # How the headers are meant: the same for whoever includes the server's.
    target_compile_definitions(bastide_server PUBLIC
        SPDLOG_FMT_EXTERNAL
        BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)
endfunction()

# bastide_embed_web(): web/dist/** and, where `./dev docs` has made them, the documents in the program,
# as server/http/assets.h describes.
function(bastide_embed_web)
    get_target_property(type bastide_server TYPE)
    if(type STREQUAL INTERFACE_LIBRARY)
        return()
    endif()
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(docs ${PROJECT_SOURCE_DIR}/build/docs)
    set(files)
    set(pages)
    if(BASTIDE_EMBED_WEB)
        file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/dist/*)
        list(SORT files)
        file(GLOB_RECURSE pages CONFIGURE_DEPENDS ${docs}/*)
        list(SORT pages)
    endif()
    list(JOIN pages "\n" lines)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/docs.txt CONTENT "${lines}\n" @ONLY)
    set(generated ${PROJECT_BINARY_DIR}/generated/assets.cpp)
    set(tool ${PROJECT_SOURCE_DIR}/tools/embed_web)
    list(JOIN files "\n" lines)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/assets.txt CONTENT "${lines}\n" @ONLY)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${Python3_EXECUTABLE} ${tool} ${PROJECT_SOURCE_DIR}/web/dist
                ${PROJECT_BINARY_DIR}/generated/assets.txt ${generated}
                ${docs} ${PROJECT_BINARY_DIR}/generated/docs.txt
        DEPENDS ${tool} ${files} ${PROJECT_BINARY_DIR}/generated/assets.txt
                ${pages} ${PROJECT_BINARY_DIR}/generated/docs.txt
        COMMENT "Embedding the web client"
        VERBATIM)
    set_source_files_properties(${generated} PROPERTIES
        COMPILE_OPTIONS -Wno-overlength-strings SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(bastide_server PRIVATE ${generated})
endfunction()

# bastide_embed_policy(): web/security_policy.txt as one header line, for the server as for vite.
function(bastide_embed_policy)
    get_target_property(type bastide_server TYPE)
    if(type STREQUAL INTERFACE_LIBRARY)
        return()
    endif()
    set(source ${PROJECT_SOURCE_DIR}/web/security_policy.txt)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} policy)
    string(STRIP "${policy}" policy)
    string(REPLACE "\n" "; " policy "${policy}")
    set(generated ${PROJECT_BINARY_DIR}/generated/security_policy.cpp)
    file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT "#include \"server/http/security_policy.h\"

const char* const bastide::server::security_policy =
    \"@policy@\";
")
    target_sources(bastide_server PRIVATE ${generated})
endfunction()
