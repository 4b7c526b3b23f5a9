# A room is a folder of src/wpga turned into one static library.

# Flags shared by everything we compile ourselves.
add_library(wpga_flags INTERFACE)
target_compile_options(wpga_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion
                                            -Wno-missing-field-initializers  # {.threads = 2} leaves the rest at its default
                                            # gcc 12 sees overlaps in std::string and overflows in std::vector that are not there
                                            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
                                            $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
                                            # clang wants the braces of a base written, and warns of what its library deprecates inside
                                            $<$<CXX_COMPILER_ID:Clang>:-Wno-missing-braces> $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
# Where sources are compiled together, what stands at the head of one may have the name of a parameter in another.
if(WPGA_UNITY)
  target_compile_options(wpga_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
else()
  target_compile_options(wpga_flags INTERFACE -Wshadow)
endif()
# gcc's garbage collector takes a fifth of the time of a compilation, and need not run before this much memory is used.
set(WPGA_COMPILER_MEMORY 1024 CACHE STRING "MiB that one gcc may use before it collects garbage")
math(EXPR kibibytes "${WPGA_COMPILER_MEMORY} * 1024")
target_compile_options(wpga_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=${kibibytes}>)
# Contracted multiply-adds would make results depend on the compiler's mood.
target_compile_options(wpga_flags INTERFACE -ffp-contract=off)
if(WPGA_STRICT)
  # gcc 12 takes members of std::variant and std::stop_token for uninitialised that no code reads
  target_compile_options(wpga_flags INTERFACE -Werror $<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized>)
endif()
if(WPGA_HARDEN)  # addresses of functions are resolved before the program runs, and cannot be written then
  target_link_options(wpga_flags INTERFACE -Wl,-z,relro -Wl,-z,now)
endif()
if(WPGA_SANITIZE)
  target_compile_options(wpga_flags INTERFACE -fsanitize=${WPGA_SANITIZE} -fno-omit-frame-pointer
                                              -fno-sanitize-recover=all)
  target_link_options(wpga_flags INTERFACE -fsanitize=${WPGA_SANITIZE})
  # Sanitizers look at the logic of a kernel once, not once for each instruction set.
  target_compile_definitions(wpga_flags INTERFACE HWY_COMPILE_ONLY_STATIC)
  # What tests ask, since clang has no macro for it: WPGA_SANITIZED_ADDRESS, WPGA_SANITIZED_THREAD.
  string(TOUPPER ${WPGA_SANITIZE} sanitizers)
  string(REPLACE "," ";" sanitizers ${sanitizers})
  list(TRANSFORM sanitizers PREPEND WPGA_SANITIZED_)
  target_compile_definitions(wpga_flags INTERFACE ${sanitizers})
endif()

# wpga_precompile(target owner): headers that nearly every source includes are parsed once, by the owner, which is
# compiled with the same options.
function(wpga_precompile target owner)
  if(WPGA_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# wpga_precompiled_owner(name libraries...): a target that does nothing but own a precompiled header.
function(wpga_precompiled_owner name)
  target_link_libraries(${name} PRIVATE wpga_flags Eigen3::Eigen fmt::fmt ${ARGN})
  target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src/wpga/base/precompiled.hpp)
endfunction()

# wpga_compiles_quickly(target level): for what reads and tells but computes little, -O2 is as fast as -O3, and -O1 for what only asks
# and tells.  It is also what meets bytes that nobody vouches for, so a release is hardened there (SECURITY.md has the cost); sanitizers
# look closer anyway.
function(wpga_compiles_quickly target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
  if(WPGA_HARDEN AND NOT WPGA_SANITIZE)
    set(hardened -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      list(APPEND hardened -fcf-protection)
    endif()
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${hardened}>")
  endif()
endfunction()

# wpga_unity(target most patterns...): sources compiled together, in parts of equal size, as few as hold at most `most`, so that
# headers and templates are read once for all.  Names in their anonymous namespaces must differ; sources that match a pattern are
# compiled alone.
function(wpga_unity target most)
  get_target_property(sources ${target} SOURCES)
  if(WPGA_UNITY)
    list(LENGTH sources count)
    math(EXPR parts "(${count} + ${most} - 1) / ${most}")
    math(EXPR size "(${count} + ${parts} - 1) / ${parts}")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
  foreach(pattern ${ARGN})
    set(alone ${sources})
    list(FILTER alone INCLUDE REGEX ${pattern})
    set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
endfunction()

# wpga_kernels_together(list): in the place of the sources of Highway, one that includes them all (cmake/kernels.cpp.in).
function(wpga_kernels_together list)
  list(TRANSFORM ${list} REPLACE "^.+$" "#include \"\\0\"" OUTPUT_VARIABLE kernels_included)
  list(JOIN kernels_included "\n" kernels_included)
  set(kernels_together ${PROJECT_BINARY_DIR}/together/kernels.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/kernels.cpp.in ${kernels_together} @ONLY)
  set(${list} ${kernels_together} PARENT_SCOPE)
endfunction()

# wpga_room(name PEOPLE computes little, ALONE patterns of sources that are not compiled together, ROOMS rooms below
#           DOORS libraries seen only in sources PUBLIC_DOORS libraries seen in headers)
function(wpga_room name)
  cmake_parse_arguments(room "PEOPLE" "" "ALONE;ROOMS;DOORS;PUBLIC_DOORS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/wpga/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  if(name STREQUAL kernels AND WPGA_UNITY)
    wpga_kernels_together(sources)
  endif()
  add_library(wpga_${name} STATIC ${sources})
  add_library(wpga::${name} ALIAS wpga_${name})
  set_target_properties(wpga_${name} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX)
  target_compile_features(wpga_${name} PUBLIC cxx_std_20)
  target_include_directories(wpga_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                                 $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(below ${room_ROOMS})
    if(TARGET wpga_${below})
      target_link_libraries(wpga_${name} PUBLIC wpga::${below})
    endif()
  endforeach()
  target_link_libraries(wpga_${name} PUBLIC ${room_PUBLIC_DOORS} PRIVATE ${room_DOORS})
  target_link_libraries(wpga_${name} PRIVATE $<BUILD_INTERFACE:wpga_flags>)
  # Position-independent code of the hot room may inline its own functions: nobody replaces one of them at run time.  It costs a
  # tenth of the time to compile, which other rooms are spared.
  if(name STREQUAL transport)
    target_compile_options(wpga_${name} PRIVATE -fno-semantic-interposition)
  endif()
  # Highway compiles its sources once for each instruction set, with options of its own.  No processor made since 2008 is left without SSE 4.
  if(name STREQUAL kernels)
    target_compile_definitions(wpga_${name} PRIVATE HWY_DISABLED_TARGETS=HWY_SSSE3)
  endif()
  if(room_PEOPLE)
    wpga_compiles_quickly(wpga_${name} -O2)
    wpga_precompile(wpga_${name} wpga_precompiled_people)
  elseif(NOT name STREQUAL kernels)
    wpga_precompile(wpga_${name} wpga_precompiled)
  endif()
  # Of a room whose sources are all compiled alone, those that are made at build time too.
  if(NOT room_ALONE STREQUAL ".")
    set(together 32)
    if(name STREQUAL report)
      set(together 16)
    endif()
    wpga_unity(wpga_${name} ${together} ${room_ALONE})
  endif()
  set(part core)
  if(name STREQUAL io OR name STREQUAL report)
    set(part ${name})
  endif()
  install(TARGETS wpga_${name} EXPORT wpga_${part} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY WPGA_ROOMS_${part} wpga_${name})
endfunction()

# The package a user finds: wpga::core is the mathematics, wpga::io adds files, wpga::wpga is all of it.
function(wpga_package)
  include(CMakePackageConfigHelpers)
  foreach(part core io report)
    get_property(rooms GLOBAL PROPERTY WPGA_ROOMS_${part})
    list(APPEND so_far ${rooms})
    set(name wpga_all_${part})
    set(exported ${part})
    if(part STREQUAL report)
      set(exported wpga)
    elseif(part STREQUAL io)
      set(exported files)
    endif()
    add_library(${name} INTERFACE)
    add_library(wpga::${exported} ALIAS ${name})
    set_target_properties(${name} PROPERTIES EXPORT_NAME ${exported})
    target_link_libraries(${name} INTERFACE ${so_far})
    install(TARGETS ${name} EXPORT wpga_${part})
    install(EXPORT wpga_${part} NAMESPACE wpga:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wpga)
    install(FILES ${PROJECT_SOURCE_DIR}/cmake/doors_${part}.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wpga)
  endforeach()
  include(cmake/public_headers.cmake)
  wpga_headers_within(headers ${WPGA_PUBLIC_HEADERS})
  foreach(header ${headers})
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${PROJECT_SOURCE_DIR}/src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
  endforeach()
  install(FILES ${PROJECT_BINARY_DIR}/generated/wpga/base/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/wpga/base)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/wpgaConfig.cmake.in ${PROJECT_BINARY_DIR}/wpgaConfig.cmake
                                INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wpga)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/wpgaConfigVersion.cmake COMPATIBILITY SameMajorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/wpgaConfig.cmake ${PROJECT_BINARY_DIR}/wpgaConfigVersion.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wpga)
endfunction()

# wpga_tests(room [CLOCK filter] libraries...): tests/<room>/*_test.cpp as one program that ctest knows test by test.  Those of
# the filter of GoogleTest watch a clock or another process, and have the label <room>-clock (CONTRIBUTING.md).
function(wpga_tests room)
  cmake_parse_arguments(tests "" "CLOCK" "" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${room}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${room}_tests ${sources})
  target_include_directories(${room}_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  # The subject is optimised; its tests need not be, and compile in half the time.
  target_compile_options(${room}_tests PRIVATE -O1)
  target_link_libraries(${room}_tests PRIVATE wpga::${room} wpga_flags GTest::gtest_main GTest::gmock ${tests_UNPARSED_ARGUMENTS})
  wpga_precompile(${room}_tests wpga_precompiled_tests)
  set(others *)
  if(tests_CLOCK)
    gtest_discover_tests(${room}_tests TEST_FILTER ${tests_CLOCK} TEST_LIST ${room}_clock_tests DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS ${room}-clock)
    set(others -${tests_CLOCK})
  endif()
  gtest_discover_tests(${room}_tests TEST_FILTER ${others} DISCOVERY_TIMEOUT 60 PROPERTIES LABELS ${room})
endfunction()

# wpga_benchmarks(room): benchmarks/<room>/*_benchmark.cpp, one program each.
function(wpga_benchmarks room)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/benchmarks/${room}/*_benchmark.cpp)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE wpga::wpga wpga_flags benchmark::benchmark ${ARGN})
  endforeach()
endfunction()
