# Options of a build and the flags every target shares.

option(BASTIDE_TESTS "Build the tests" ON)
option(BASTIDE_BENCH "Build the benchmarks" OFF)
option(BASTIDE_LIBRARY_ONLY "The C library and nothing else: no server, no program" OFF)
option(BASTIDE_FUZZ "Build the libFuzzer targets" OFF)
option(BASTIDE_SOURCE_CHECKS "Test the sources themselves: layers, documents" OFF)
option(BASTIDE_HEADERS_ALONE "A source for every header, that includes nothing else" OFF)
option(BASTIDE_LIGHT_BUILD "Optimise only what computes: server and command line not at all" OFF)
set(BASTIDE_JOINED_SOURCES 0 CACHE STRING "So many files of a target are compiled as one; 0: each alone")
option(BASTIDE_HARDENED "What makes a fault harder to use: canaries, checked calls, fixed tables" OFF)
option(BASTIDE_EMBED_WEB "The web client and the documents, where they are built, inside the program" ON)
option(BASTIDE_DEBUG_CHECKS "Recompute cached values and compare, at run time" OFF)
string(COMPARE EQUAL "${CMAKE_CXX_COMPILER_TARGET}" wasm32-wasi BASTIDE_WASM)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# What a few files include is read once for all of them. Names in their unnamed namespaces have to
# differ then, and a missing include may go unseen: tools/check_alone reads each file alone.
if(BASTIDE_JOINED_SOURCES)
    set(CMAKE_UNITY_BUILD ON)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE ${BASTIDE_JOINED_SOURCES})
endif()

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(bastide_options INTERFACE)
target_include_directories(bastide_options INTERFACE ${PROJECT_SOURCE_DIR}/src)

# The header-only libraries are compiled without exceptions in the core and with them above it. One
# setting for both, or the linker would keep either of two different definitions.
target_compile_definitions(bastide_options INTERFACE
    JSON_NOEXCEPTION FMT_HEADER_ONLY FMT_EXCEPTIONS=0
    BASTIDE_DEBUG_CHECKS=$<BOOL:${BASTIDE_DEBUG_CHECKS}>
    BASTIDE_WIDE_BOXES=1)

# Who installs the library with a compiler that nobody here has tried is warned and not stopped.
target_compile_options(bastide_options INTERFACE
    -Wall -Wextra -Wpedantic $<$<NOT:$<BOOL:${BASTIDE_LIBRARY_ONLY}>>:-Werror>
    -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-align -Wcast-qual
    -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough
    -Wextra-semi -Wundef)
if(BASTIDE_JOINED_SOURCES)
    # A name of one file is not a name of the next. And what an assertion says of its file is the same
    # in every checkout, so that they share what was compiled.
    target_compile_options(bastide_options INTERFACE
        -Wno-shadow -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Off: what GCC 12 reports wrongly from inside its own <string>, <optional> and <expected>.
    target_compile_options(bastide_options INTERFACE
        -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wno-restrict -Wno-maybe-uninitialized)
endif()

# The oldest x86-64 that is supported; faster instructions are chosen at run time.
if(NOT BASTIDE_WASM AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    target_compile_options(bastide_options INTERFACE -march=x86-64-v2)
elseif(NOT BASTIDE_WASM)
    # A product and a sum made one are rounded once, and a search would choose otherwise than it does
    # where no such instruction is used.
    target_compile_options(bastide_options INTERFACE -ffp-contract=off)
endif()

# For programs that face strangers; tools/check_hardened reads the result. Everything is compiled so:
# a canary that the rules' loops do not need costs them nothing that can be measured. Checked calls do
# cost: a value of four bytes is then put back by a call, and undo takes six times as long. So they are
# left out where nothing comes from outside (BASTIDE_UNCHECKED).
if(BASTIDE_HARDENED)
    target_compile_options(bastide_options INTERFACE
        -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -fPIE
        $<$<NOT:$<BOOL:$<TARGET_PROPERTY:BASTIDE_UNCHECKED>>>:-D_FORTIFY_SOURCE=3>)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
        target_compile_options(bastide_options INTERFACE -fcf-protection=full)
    endif()
    target_link_options(bastide_options INTERFACE
        $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie> LINKER:-z,relro,-z,now,-z,noexecstack,-z,separate-code)
endif()

# What people are given says nothing of the folder it was built in, so that the same sources give the
# same bytes everywhere; packaging/check_reproducible builds them twice.
if(BASTIDE_HARDENED OR BASTIDE_WASM)
    target_compile_options(bastide_options INTERFACE
        -ffile-prefix-map=${PROJECT_BINARY_DIR}=build -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
endif()

# The core never throws and never asks for a type at run time.
add_library(bastide_core_options INTERFACE)
target_link_libraries(bastide_core_options INTERFACE bastide_options)
target_compile_options(bastide_core_options INTERFACE -fno-exceptions -fno-rtti)

# What waits for people and disks. Unoptimised it compiles in less than half the time.
add_library(bastide_waiting_options INTERFACE)
target_link_libraries(bastide_waiting_options INTERFACE bastide_options)
if(BASTIDE_LIGHT_BUILD)
    target_compile_options(bastide_waiting_options INTERFACE -O0)
endif()
