# Tests, fuzz targets, benchmarks, and checks of the sources themselves.

# Everything that may be tested, as a list of targets.
function(bastide_all_libraries out)
    get_property(libraries GLOBAL PROPERTY BASTIDE_LIBRARIES)
    set(${out} ${libraries} PARENT_SCOPE)
endfunction()

# The tests that nobody waits for but continuous integration, as GoogleTest filters them.
set(BASTIDE_LONG_TESTS Soak.*:Crash.*:Star25.*deeper*:Rollouts.choose_with_more_players_too)

# bastide_tests(<folder>...): tests/<folder>/*_test.cpp as the program test_<folder>.
# The other sources of tests/reference are the library bastide_reference, which all tests may use.
function(bastide_tests)
    find_package(GTest REQUIRED)
    find_package(rapidcheck REQUIRED)
    find_package(Threads REQUIRED)
    include(GoogleTest)
    bastide_all_libraries(libraries)
    list(REMOVE_ITEM libraries bastide_server) # whose tests link it themselves
    # Tests of levels 0 and 1 link no more than these: who builds them alone, as coverage does, waits less.
    set(lower bastide_rules bastide_catalog bastide_notation)

    add_library(bastide_test_support INTERFACE)
    target_include_directories(bastide_test_support INTERFACE ${PROJECT_SOURCE_DIR}/tests)
    target_compile_definitions(bastide_test_support INTERFACE
        BASTIDE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        BASTIDE_BINARY="${PROJECT_BINARY_DIR}/bastide")
    target_link_libraries(bastide_test_support INTERFACE bastide_options ${lower} Threads::Threads)

    bastide_sources(sources tests/reference)
    list(FILTER sources EXCLUDE REGEX "_(test|main)\\.cpp$")
    set(reference_library)
    if(sources)
        add_library(bastide_reference STATIC ${sources})
        target_link_libraries(bastide_reference PRIVATE bastide_test_support)
        set(reference_library bastide_reference)
        add_executable(reference tests/reference/reference_main.cpp)
        target_link_libraries(reference PRIVATE bastide_reference bastide_test_support)
    endif()

    # What tests share: random games, recomputed state, properties.
    bastide_sources(sources tests/support)
    set(support_library)
    if(sources)
        add_library(bastide_support STATIC ${sources})
        target_link_libraries(bastide_support PRIVATE bastide_test_support)
        set(support_library bastide_support)
    endif()

    # A disk that forgets, put between a database and its files; never sanitized itself.
    add_library(forgetful_disk MODULE tests/power/forgetful_disk.cpp)
    target_link_libraries(forgetful_disk PRIVATE bastide_options ${CMAKE_DL_LIBS})
    target_compile_options(forgetful_disk PRIVATE -fno-sanitize=all)
    target_link_options(forgetful_disk PRIVATE -fno-sanitize=all)
    set_target_properties(forgetful_disk PROPERTIES PREFIX "")

    foreach(folder IN LISTS ARGN)
        bastide_sources(sources tests/${folder})
        if(folder STREQUAL "reference")
            list(FILTER sources INCLUDE REGEX "_test\\.cpp$")
        endif()
        if(NOT sources)
            continue()
        endif()
        add_executable(test_${folder} ${sources})
        target_link_libraries(test_${folder} PRIVATE
            ${reference_library} ${support_library} bastide_test_support rapidcheck GTest::gmock GTest::gtest_main)
        if(folder MATCHES "^(art|ai|server|cli|c)$")
            target_link_libraries(test_${folder} PRIVATE ${libraries})
        endif()
        if(folder MATCHES "^(server|cli)$")
            target_link_libraries(test_${folder} PRIVATE bastide_server bastide_waiting_options)
        endif()
        if(folder STREQUAL "c")
            target_link_libraries(test_c PRIVATE bastide_c)
            add_dependencies(test_c example_c)
            target_compile_definitions(test_c PRIVATE
                BASTIDE_EXAMPLE_C="$<TARGET_FILE:example_c>")
        endif()
        if(folder STREQUAL "server")
            add_dependencies(test_server forgetful_disk)
            target_compile_definitions(test_server PRIVATE
                BASTIDE_FORGETFUL_DISK="$<TARGET_FILE:forgetful_disk>")
        endif()
        if(folder MATCHES "^(server|cli|ai|art)$") # which run the program
            add_dependencies(test_${folder} bastide)
        endif()
        set(discovery TEST_PREFIX ${folder}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60)
        gtest_discover_tests(test_${folder} ${discovery}
            TEST_FILTER -${BASTIDE_LONG_TESTS} PROPERTIES TIMEOUT 600)
        gtest_discover_tests(test_${folder} ${discovery}
            TEST_FILTER ${BASTIDE_LONG_TESTS} PROPERTIES TIMEOUT 600 LABELS long)
    endforeach()
endfunction()

# bindings/c/bastide.h in both languages, the example in C, and what the library shows of itself.
function(bastide_c_checks)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(warnings -Wall -Wextra -Wpedantic -Werror)
    set(generated ${PROJECT_BINARY_DIR}/generated/headers)
    foreach(unit IN ITEMS bastide_c11.c bastide_cxx17.cpp)
        # Twice, so that a missing include guard shows.
        file(CONFIGURE OUTPUT ${generated}/${unit} CONTENT
            "#include \"bastide.h\"\n#include \"bastide.h\"\n" @ONLY)
    endforeach()
    add_library(c_header OBJECT ${generated}/bastide_c11.c ${generated}/bastide_cxx17.cpp)
    set_target_properties(c_header PROPERTIES C_STANDARD 11 CXX_STANDARD 17 UNITY_BUILD OFF)
    target_include_directories(c_header PRIVATE ${PROJECT_SOURCE_DIR}/bindings/c)
    target_compile_options(c_header PRIVATE ${warnings})

    add_executable(example_c examples/c/play.c)
    set_target_properties(example_c PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
    target_compile_options(example_c PRIVATE ${warnings})
    target_link_libraries(example_c PRIVATE bastide_c)

    set(check ${PROJECT_SOURCE_DIR}/tools/check_abi)
    add_test(NAME check_abi COMMAND ${Python3_EXECUTABLE} ${check} --library $<TARGET_FILE:bastide_c>)
    add_test(NAME check_abi_self_test COMMAND ${Python3_EXECUTABLE} ${check} --self-test)
    if(BASTIDE_SOURCE_CHECKS)
        add_test(NAME c_library_installed
            COMMAND ${PROJECT_SOURCE_DIR}/tests/c/installed ${PROJECT_BINARY_DIR})
    endif()
endfunction()

# python/tests: with the first Python that has NumPy, Debian's own among them.
function(bastide_python_tests)
    set(python)
    foreach(candidate IN ITEMS python3 /usr/bin/python3)
        execute_process(COMMAND ${candidate} -c "import numpy" RESULT_VARIABLE status
            OUTPUT_QUIET ERROR_QUIET)
        if(status EQUAL 0)
            set(python ${candidate})
            break()
        endif()
    endforeach()
    if(NOT python)
        message(FATAL_ERROR "The tests of the Python package need NumPy: python3-numpy")
    endif()
    add_test(NAME python COMMAND ${python} -m unittest discover -s ${PROJECT_SOURCE_DIR}/python/tests)
    set_tests_properties(python PROPERTIES TIMEOUT 600 ENVIRONMENT
        "PYTHONPATH=${PROJECT_SOURCE_DIR}/python;PYTHONDONTWRITEBYTECODE=1;BASTIDE_LIBRARY=$<TARGET_FILE:bastide_c>;BASTIDE_PROGRAM=$<TARGET_FILE:bastide>")
endfunction()

# tests/siege/*.py: strangers at the door of the real program, in their short forms. The sanitized
# build is fuzzed, the other one besieged.
function(bastide_siege_tests)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(folder ${PROJECT_SOURCE_DIR}/tests/siege)
    set(program --program $<TARGET_FILE:bastide>)
    add_test(NAME siege.stranger COMMAND ${Python3_EXECUTABLE} ${folder}/stranger.py ${program})
    set(tests siege.stranger)
    if(BASTIDE_SOURCE_CHECKS)
        add_test(NAME siege.siege COMMAND ${Python3_EXECUTABLE} ${folder}/siege.py ${program}
            --seconds 8 --games 30 --rate 30 --hostile 150)
        add_test(NAME siege.endure
            COMMAND ${Python3_EXECUTABLE} ${folder}/endure.py ${program})
        set_tests_properties(siege.endure PROPERTIES LABELS long) # a minute of waiting
        list(APPEND tests siege.siege siege.endure)
    elseif(BASTIDE_LIGHT_BUILD)
        add_test(NAME siege.fuzz
            COMMAND ${Python3_EXECUTABLE} ${folder}/fuzz.py ${program} --cases 1000)
        list(APPEND tests siege.fuzz)
    endif()
    set_tests_properties(${tests} PROPERTIES TIMEOUT 900)
endfunction()

# tests/wasm/*.cpp: one plain program whose results must be the same natively and in WebAssembly.
function(bastide_golden_test)
    bastide_sources(sources tests/wasm)
    if(NOT sources)
        return()
    endif()
    add_executable(golden_test ${sources})
    target_link_libraries(golden_test PRIVATE
        bastide_core_options bastide_rules bastide_catalog bastide_notation bastide_art bastide_ai)
    if(BASTIDE_WASM)
        find_program(NODE NAMES node nodejs REQUIRED)
        # Node 18 asks for the flag, later ones ignore it.
        add_test(NAME golden COMMAND ${NODE} --no-warnings --experimental-wasi-unstable-preview1
            ${PROJECT_SOURCE_DIR}/tools/run_wasm.mjs $<TARGET_FILE:golden_test>)
    else()
        add_test(NAME golden COMMAND golden_test)
    endif()
endfunction()

# tests/fuzz/<name>_fuzz.cpp: one libFuzzer program each.
function(bastide_fuzz_targets)
    bastide_all_libraries(libraries)
    add_library(bastide_fuzz_support STATIC
        tests/support/any_game.cpp tests/support/recompute.cpp)
    # The checks are not what the fuzzer explores.
    target_compile_options(bastide_fuzz_support PRIVATE -O2 -fno-sanitize=fuzzer-no-link)
    target_include_directories(bastide_fuzz_support PUBLIC ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(bastide_fuzz_support PUBLIC bastide_options ${libraries})
    bastide_sources(sources tests/fuzz)
    foreach(source IN LISTS sources)
        get_filename_component(name ${source} NAME_WE)
        add_executable(${name} ${source})
        target_link_libraries(${name} PRIVATE bastide_fuzz_support)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        set_target_properties(${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/targets)
    endforeach()
endfunction()

# bench/*_bench.cpp: one Google Benchmark program. bench/playout_main.cpp: the plain program
# playout_speed, which WebAssembly can run too.
function(bastide_benchmarks)
    add_executable(playout_speed bench/playout_main.cpp src/cli/measure.cpp ${BASTIDE_MIXES})
    target_link_libraries(playout_speed PRIVATE bastide_core_options bastide_rules bastide_catalog)
    set_target_properties(playout_speed PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    if(BASTIDE_WASM)
        return()
    endif()
    find_package(benchmark REQUIRED)
    bastide_sources(sources bench)
    list(FILTER sources INCLUDE REGEX "_bench\\.cpp$")
    bastide_all_libraries(libraries)
    add_executable(bastide_bench ${sources} src/cli/measure.cpp src/cli/allocation_count.cpp
        ${BASTIDE_MIXES})
    target_link_libraries(bastide_bench PRIVATE
        bastide_options ${libraries} benchmark::benchmark_main)
    set_target_properties(bastide_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# The layers hold, the documents do, and the checks themselves work.
function(bastide_source_checks)
    set(tools ${PROJECT_SOURCE_DIR}/tools)
    add_test(NAME check_layers COMMAND ${tools}/check_layers)
    add_test(NAME check_layers_self_test COMMAND ${tools}/check_layers --self-test)
    add_test(NAME check_commits_self_test COMMAND ${tools}/check_commits --self-test)
    add_test(NAME read_report_self_test COMMAND ${tools}/read_report --self-test)
    add_test(NAME check_alone_self_test COMMAND ${tools}/check_alone --self-test ${CMAKE_CXX_COMPILER})
    add_test(NAME check_docs_self_test COMMAND ${tools}/check_docs --self-test)
    add_test(NAME check_docs COMMAND ${tools}/check_docs --program $<TARGET_FILE:bastide>)
    add_test(NAME check_how_to COMMAND ${tools}/check_how_to --program $<TARGET_FILE:bastide>)
endfunction()

# Every header as a source of its own, for tools/check_alone.
function(bastide_headers_alone)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src
        ${PROJECT_SOURCE_DIR}/src/*.h)
    set(units)
    foreach(header IN LISTS headers)
        # A source that begins with its header reads it alone already; where nothing guards it, twice.
        string(REGEX REPLACE "h$" "cpp" source ${PROJECT_SOURCE_DIR}/src/${header})
        if(EXISTS ${source})
            file(STRINGS ${source} first REGEX "^[^/]" LIMIT_COUNT 1)
            file(STRINGS ${PROJECT_SOURCE_DIR}/src/${header} guard REGEX "^#pragma once$" LIMIT_COUNT 1)
            if(first STREQUAL "#include \"${header}\"" AND guard)
                continue()
            endif()
        endif()
        string(REPLACE / _ unit ${header})
        set(unit ${PROJECT_BINARY_DIR}/generated/headers/${unit}.cpp)
        # Twice, so that a missing include guard shows.
        file(CONFIGURE OUTPUT ${unit} CONTENT
            "#include \"@header@\"\n#include \"@header@\" // NOLINT\n" @ONLY)
        list(APPEND units ${unit})
    endforeach()
    add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${units})
    target_link_libraries(headers_alone PRIVATE bastide_options Eigen3::Eigen)
endfunction()
