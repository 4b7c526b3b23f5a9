# Third-party libraries that files need.
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)
find_package(TIFF REQUIRED)
find_package(ZLIB REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(freetype REQUIRED IMPORTED_TARGET freetype2)
pkg_check_modules(hdf5 REQUIRED IMPORTED_TARGET hdf5-serial)
