# Third-party libraries that pictures need.
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)
