# Third-party libraries that files need.
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)
find_package(TIFF REQUIRED)
find_package(ZLIB REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(freetype REQUIRED IMPORTED_TARGET freetype2)
# Debian calls the serial library hdf5-serial, others hdf5.
pkg_search_module(hdf5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
