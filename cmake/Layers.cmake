# Targets of the layers. A layer without sources yet is an interface library, so that what
# depends on it need not know.

function(bastide_sources out folder)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
    list(SORT found)
    set(${out} ${found} PARENT_SCOPE)
endfunction()

# Links the target to the layers it may see.
function(bastide_depends target visibility)
    foreach(layer IN LISTS ARGN)
        target_link_libraries(${target} ${visibility} bastide_${layer})
    endforeach()
endfunction()

# bastide_library(<layer> [EXCEPTIONS] [DEPENDS <layer>...] [WITHOUT <part of a path>...]):
# src/<layer>/**/*.cpp as bastide_<layer>.
function(bastide_library layer)
    cmake_parse_arguments(arg "EXCEPTIONS" "" "DEPENDS;WITHOUT" ${ARGN})
    bastide_sources(sources src/${layer})
    foreach(part IN LISTS arg_WITHOUT)
        list(FILTER sources EXCLUDE REGEX ${part})
    endforeach()
    if(sources)
        add_library(bastide_${layer} STATIC ${sources})
        # What clang makes for a program goes into libbastide.so as it is, because the linker is told
        # that these names stay inside. GCC's code for a program reads data of other libraries as if
        # it were its own.
        if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
            set_target_properties(bastide_${layer} PROPERTIES POSITION_INDEPENDENT_CODE ON)
        endif()
        set(options bastide_core_options)
        if(arg_EXCEPTIONS)
            set(options bastide_waiting_options)
        endif()
        target_link_libraries(bastide_${layer} PRIVATE ${options})
        bastide_depends(bastide_${layer} PUBLIC ${arg_DEPENDS})
    else()
        add_library(bastide_${layer} INTERFACE)
        bastide_depends(bastide_${layer} INTERFACE ${arg_DEPENDS})
    endif()
    set_property(GLOBAL APPEND PROPERTY BASTIDE_LIBRARIES bastide_${layer})
endfunction()

# bastide_executable(<layer> NAME <name> DEPENDS <layer>...): src/<layer>/**/*.cpp as a program in the
# build folder's root.
function(bastide_executable layer)
    cmake_parse_arguments(arg "" "NAME" "DEPENDS" ${ARGN})
    bastide_sources(sources src/${layer})
    if(NOT sources)
        return()
    endif()
    find_package(Threads REQUIRED)
    add_executable(${arg_NAME} ${sources})
    target_link_libraries(${arg_NAME} PRIVATE bastide_waiting_options Threads::Threads)
    target_compile_definitions(${arg_NAME} PRIVATE BASTIDE_VERSION="${PROJECT_VERSION}")
    # Which commit it was built from: asked at every build, written only when it changed.
    set(commit ${PROJECT_BINARY_DIR}/generated/commit.cpp)
    add_custom_target(${arg_NAME}_commit BYPRODUCTS ${commit}
        COMMAND ${PROJECT_SOURCE_DIR}/tools/write_commit ${PROJECT_SOURCE_DIR} ${commit} VERBATIM)
    add_dependencies(${arg_NAME} ${arg_NAME}_commit)
    set_source_files_properties(${commit} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${arg_NAME} PRIVATE ${commit})
    bastide_depends(${arg_NAME} PRIVATE ${arg_DEPENDS})
    set_target_properties(${arg_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# bastide_wasm_module(<name> <folder> [WITHOUT <source>...] DEPENDS <layer>...): a module without main,
# called by its exports. What all bindings share is part of it.
function(bastide_wasm_module name folder)
    cmake_parse_arguments(arg "" "" "WITHOUT;DEPENDS" ${ARGN})
    bastide_sources(sources ${folder})
    bastide_sources(shared bindings/shared)
    list(APPEND sources ${shared})
    foreach(source IN LISTS arg_WITHOUT)
        list(FILTER sources EXCLUDE REGEX "/${source}$")
    endforeach()
    add_executable(${name}_wasm ${sources})
    set_target_properties(${name}_wasm PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    target_link_libraries(${name}_wasm PRIVATE bastide_core_options)
    target_include_directories(${name}_wasm PRIVATE ${PROJECT_SOURCE_DIR}) # "bindings/wasm/..."
    target_link_options(${name}_wasm PRIVATE -mexec-model=reactor -Wl,--strip-all)
    bastide_depends(${name}_wasm PRIVATE ${arg_DEPENDS})
endfunction()

# bastide_c_library(DEPENDS <layer>...): bindings/c as libbastide.so in the build folder's root, out of
# the layers' own objects. bindings/c/bastide.map says what of it can be seen.
function(bastide_c_library)
    cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
    find_package(Threads REQUIRED)
    bastide_sources(sources bindings/c)
    bastide_sources(shared bindings/shared)
    add_library(bastide_c SHARED ${sources} ${shared})
    set(map ${PROJECT_SOURCE_DIR}/bindings/c/bastide.map)
    set_target_properties(bastide_c PROPERTIES
        OUTPUT_NAME bastide VERSION ${PROJECT_VERSION} SOVERSION 1
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINK_DEPENDS ${map})
    target_compile_definitions(bastide_c PRIVATE BASTIDE_VERSION="${PROJECT_VERSION}")
    target_link_libraries(bastide_c PRIVATE bastide_options Threads::Threads)
    target_include_directories(bastide_c
        PRIVATE ${PROJECT_SOURCE_DIR} # "bindings/c/..."
        INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/bindings/c>) # "bastide.h"
    target_link_options(bastide_c PRIVATE LINKER:--version-script=${map})
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
        target_link_options(bastide_c PRIVATE -fuse-ld=lld)
    endif()
    bastide_depends(bastide_c PRIVATE ${arg_DEPENDS})
    # For the Python package (pyproject.toml): one file, because a wheel holds no links.
    install(FILES $<TARGET_FILE:bastide_c> DESTINATION bastide RENAME libbastide.so.1
        COMPONENT python)
    bastide_install_c_library()
endfunction()

# `cmake --install <folder> --component c`: the library for other programs, by pkg-config or CMake.
function(bastide_install_c_library)
    set(generated ${PROJECT_BINARY_DIR}/generated)
    configure_file(${PROJECT_SOURCE_DIR}/bindings/c/bastide.pc.in ${generated}/bastide.pc @ONLY)
    include(CMakePackageConfigHelpers)
    write_basic_package_version_file(${generated}/bastideConfigVersion.cmake
        COMPATIBILITY SameMajorVersion)
    set_target_properties(bastide_c PROPERTIES EXPORT_NAME bastide)
    install(TARGETS bastide_c EXPORT bastide
        LIBRARY DESTINATION lib COMPONENT c NAMELINK_COMPONENT c INCLUDES DESTINATION include)
    install(FILES ${PROJECT_SOURCE_DIR}/bindings/c/bastide.h DESTINATION include COMPONENT c)
    install(FILES ${generated}/bastide.pc DESTINATION lib/pkgconfig COMPONENT c)
    install(FILES ${generated}/bastideConfigVersion.cmake DESTINATION lib/cmake/bastide COMPONENT c)
    install(EXPORT bastide FILE bastideConfig.cmake NAMESPACE bastide::
        DESTINATION lib/cmake/bastide COMPONENT c)
endfunction()

# bastide_embed_weights(<layer>): data/network/classic_two.net in the layer.
function(bastide_embed_weights layer)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(weights ${PROJECT_SOURCE_DIR}/data/network/classic_two.net)
    set(generated ${PROJECT_BINARY_DIR}/generated/embedded_weights.cpp)
    set(tool ${PROJECT_SOURCE_DIR}/tools/embed_data)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${Python3_EXECUTABLE} ${tool} --weights ${weights} ${generated}
        DEPENDS ${tool} ${weights}
        COMMENT "Embedding the network's weights"
        VERBATIM)
    set_source_files_properties(${generated} PROPERTIES
        COMPILE_OPTIONS -Wno-overlength-strings SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(bastide_${layer} PRIVATE ${generated})
endfunction()

# bastide_embed_mixes(): data/bench/mixes.json as a source, for what is built of src/cli/measure.cpp.
# Its name is in BASTIDE_MIXES.
function(bastide_embed_mixes)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(mixes ${PROJECT_SOURCE_DIR}/data/bench/mixes.json)
    set(generated ${PROJECT_BINARY_DIR}/generated/embedded_mixes.cpp)
    set(tool ${PROJECT_SOURCE_DIR}/tools/embed_data)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${Python3_EXECUTABLE} ${tool} --mixes ${mixes} ${generated}
        DEPENDS ${tool} ${mixes}
        COMMENT "Embedding what is measured"
        VERBATIM)
    set(BASTIDE_MIXES ${generated} PARENT_SCOPE)
endfunction()

# bastide_embed(<layer> FOLDERS <folder>...): data/<folder>/*.json as string literals in the layer.
function(bastide_embed layer)
    cmake_parse_arguments(arg "" "" "FOLDERS" ${ARGN})
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(files)
    foreach(folder IN LISTS arg_FOLDERS)
        file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/${folder}/*.json)
        list(APPEND files ${found})
    endforeach()
    set(generated ${PROJECT_BINARY_DIR}/generated/embedded.cpp)
    set(tool ${PROJECT_SOURCE_DIR}/tools/embed_data)
    # The list is a file of its own so that removing a data file is seen too.
    list(JOIN files "\n" lines)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/embedded.txt CONTENT "${lines}\n" @ONLY)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${Python3_EXECUTABLE} ${tool} ${PROJECT_SOURCE_DIR}/data
                ${PROJECT_BINARY_DIR}/generated/embedded.txt ${generated}
        DEPENDS ${tool} ${files} ${PROJECT_BINARY_DIR}/generated/embedded.txt
        COMMENT "Embedding data"
        VERBATIM)
    # A literal may be longer than the 65,536 characters the standard asks compilers to accept.
    set_source_files_properties(${generated} PROPERTIES
        COMPILE_OPTIONS -Wno-overlength-strings SKIP_UNITY_BUILD_INCLUSION ON)
    get_target_property(type bastide_${layer} TYPE)
    if(type STREQUAL INTERFACE_LIBRARY)
        add_library(bastide_embedded STATIC ${generated})
        target_link_libraries(bastide_embedded PRIVATE bastide_core_options)
        target_link_libraries(bastide_${layer} INTERFACE bastide_embedded)
    else()
        target_sources(bastide_${layer} PRIVATE ${generated})
    endif()
endfunction()
