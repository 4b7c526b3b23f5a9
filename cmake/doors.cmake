include(${CMAKE_CURRENT_LIST_DIR}/doors_core.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/doors_io.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/doors_report.cmake)

if(WPGA_STD_THREADS)
  set(WPGA_THREADS_DOOR Threads::Threads)
else()
  set(WPGA_THREADS_DOOR TBB::tbb)
endif()
