# Third-party libraries of the mathematics, found once here and once again by the installed package.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(hwy REQUIRED)
find_package(TBB REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(clp REQUIRED IMPORTED_TARGET clp)
