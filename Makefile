# Two commands: `make demo` and `make test`.  `make help` lists the others.

JOBS ?= $(shell nproc)
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
WPGA := build/release/wpga
DEMO := demo
FIGURES := figures

help:
	@echo 'make demo      install packages, build, run the main job, say where the results are'
	@echo 'make test      install packages, build, run every test'
	@echo 'make figures   the figures of the paper, into $(FIGURES)/ (a few minutes)'
	@echo 'make build     leave the program at $(WPGA)'
	@echo 'make mpi       build wpga-mpi, for many processes under mpirun, beside it'
	@echo 'make page      build the page of a report anew (page/built/page.html), after a change in page/'
	@echo 'make docs      the site: build/site/index.html, from disk, with search'
	@echo 'make deb       Debian packages wpga, libwpga-dev, python3-wpga, into build/deb/'
	@echo 'make api       pages of the headers, build/api/html/index.html (Doxygen)'
	@echo 'make python    build the Python package into build/release/python (put it on PYTHONPATH)'
	@echo 'make wheel     a wheel of it, into dist/; or: pip install .'
	@echo 'make references  take the pictures of six pages anew that the tests compare with (page/e2e/reference)'
	@echo 'make module    build the projection inside the page anew (page/built/projection.wasm.gz), then the page'
	@echo 'make bench     measure against the opponents (several minutes)'
	@echo 'make lint      formatting, clang-tidy and the rules of the house'
	@echo 'make sanitize  the tests under the address, undefined-behaviour and thread sanitizers'
	@echo 'make sanitize-all  every room under them, whole fits too (hours)'
	@echo 'make fuzz      a short run of every fuzz target (SECONDS=20 of the processor each; FUZZED=--keep keeps what it finds)'
	@echo 'make check-all all of these with assertions and every sanitizer, faults, a storm of kills, fuzzing: for a night'
	@echo 'make install   into PREFIX (default /usr/local)'
	@echo 'make clean'

# Tests that watch a clock, a signal, a limit of memory or a browser: after all others, asked up to three times (CONTRIBUTING.md).  What the page
# needs is built by the other tests.
WATCHING = -j $(JOBS) -L clock --repeat until-pass:3 -FS page_build

# Installs the packages of the named groups of packages.txt, if any is missing.
packages-%:
	@tools/install_packages.sh '$(SUDO)' $(subst +, ,$*)

# The same where they can be had; all else works without them.
optional-%:
	@tools/install_packages.sh '$(SUDO)' $* || echo 'without $*: its part is left out'

build: packages-build
	cmake --preset release -DWPGA_TESTS=OFF > build.log 2>&1 || { cat build.log; exit 1; }
	@rm -f build.log
	cmake --build build/release --target wpga_program -j $(JOBS)

mpi: packages-build+mpi
	cmake --preset mpi -DWPGA_TESTS=OFF > /dev/null
	cmake --build --preset mpi -j $(JOBS)

demo: build
	tools/demo.sh $(WPGA) $(DEMO)

figures: build packages-figures
	cmake --build build/release --target wpga_figures_program -j $(JOBS)
	tools/figures.sh $(WPGA)-figures $(FIGURES)

# The one part that needs npm; the page it leaves is kept in the repository, and tested to be what page/ builds.
page: packages-page
	tools/build_page.sh build/page
	mkdir -p page/built
	cp build/page/dist/index.html page/built/page.html

# The version is that of CMakeLists.txt, as everywhere.
api: packages-api
	rm -rf build/api
	python3 tools/header_promises.py src build/api/headers
	WPGA_VERSION=$$(sed -n 's/^project(wpga VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt) doxygen docs/api/Doxyfile
	@echo 'build/api/html/index.html'

# Program and Python module are built first: the reference is what they say of themselves.
docs: python packages-docs
	cmake --build build/release --target wpga_program -j $(JOBS)
	/usr/bin/python3 tools/build_site.py $(WPGA) build/release/python build/site
	@echo 'build/site/index.html'

deb: packages-build+python+deb
	cmake --preset release -DWPGA_TESTS=OFF -DWPGA_PYTHON=ON -DWPGA_MPI=OFF > /dev/null
	cmake --build build/release -j $(JOBS)
	tools/build_deb.sh build/release build/deb

# The projection inside the page, compiled to WebAssembly; kept in the repository like the page, which holds it.
module: packages-module+page
	tools/build_module.sh build/module
	gzip -9nc build/module/projection.wasm > page/built/projection.wasm.gz
	tests/report/module_is_built.py build/module . record
	$(MAKE) page

# Pictures of pages, to be looked at before they are committed.
references: build packages-page+test
	tools/build_page.sh build/page
	WPGA_RENEW_REFERENCES=yes tests/report/page_in_browser.py build/release/wpga build/page page/e2e references

test: packages-build+page+python+test optional-mpi
	cmake --preset release -DWPGA_TESTS=ON -DWPGA_PYTHON=ON -DWPGA_MPI=AUTO -UWPGA_PYTHON_EXECUTABLE
	cmake --build build/release -j $(JOBS)
	ctest --preset release -j $(JOBS) -LE clock
	ctest --preset release $(WATCHING)

python: packages-build+python
	cmake --preset release -DWPGA_PYTHON=ON -UWPGA_PYTHON_EXECUTABLE > /dev/null
	cmake --build build/release --target wpga_python -j $(JOBS)

wheel: packages-build+python
	/usr/bin/python3 -m pip wheel --no-deps --no-build-isolation --wheel-dir dist .

bench: packages-build+bench
	cmake --preset bench
	cmake --build build/bench -j $(JOBS)
	tools/run_benchmarks.sh build/bench

lint: packages-build+test+lint optional-mpi
	cmake --preset lint -DWPGA_MPI=AUTO > /dev/null
	tools/lint.sh build/lint $(JOBS)

# Those that read files and those that use threads, without whole fits, which take minutes here; `make sanitize-all` has the others.
READING := base kernels parallel measures synthetic io
# Tests that are asked again if they fail: what a sanitizer reports the first time counts all the same.  Reports of programs whose output
# a test reads go to files, but gcc's of undefined behaviour, which knows none, to the log of ctest.
define without_reports
rm -f build/$(1)/reports.*
ASAN_OPTIONS=log_path=$(CURDIR)/build/$(1)/reports ctest --preset $(1) $(2) $(WATCHING); passed=$$?; \
! cat build/$(1)/reports.* build/$(1)/Testing/Temporary/LastTest.log 2> /dev/null | grep -E -A 30 'ERROR: [A-Za-z]+Sanitizer|runtime error:' && exit $$passed
endef
any_of = '^($(subst $(eval) ,|,$(1)))(-clock)?$$'
sanitize: packages-build+test
	cmake --preset tsan > /dev/null
	cmake --build build/tsan -j $(JOBS) --target parallel_tests
	ctest --preset tsan -L parallel
	cmake --preset asan > /dev/null
	cmake --build build/asan -j $(JOBS) --target $(READING:=_tests)
	ctest --preset asan -j $(JOBS) -LE 'slow|clock' -L $(call any_of,$(READING)) -E '(images|arrays|fonts|fcs|annotated)_match|ToTheSameBits'
	$(call without_reports,asan,-R '^(BackgroundWork|Stop|IsolatedProcess)\.')

# Every room, with assertions: address and undefined behaviour as the fuzz targets are compiled, which is quick enough for whole fits;
# then threads, where rooms share work among them.
THREADED := parallel synthetic measures transport barycenters analysis neighbours recolor study io report metamorphic
sanitize-all: packages-build+test+fuzz
	cmake --preset fuzz > /dev/null
	cmake --build build/fuzz -j $(JOBS)
	ctest --preset fuzz -j $(JOBS) -LE 'slow|clock'
	$(call without_reports,fuzz,-LE slow)
	cmake --preset tsan > /dev/null
	cmake --build build/tsan -j $(JOBS) --target $(THREADED:=_tests)
	ctest --preset tsan -j $(JOBS) -L $(call any_of,$(THREADED)) -LE slow -E '_match(es)?_'

SECONDS ?= 20
fuzz: packages-build+test+fuzz
	cmake --preset fuzz > /dev/null && cmake --build build/fuzz -j $(JOBS) --target fuzzers
	tools/run_fuzz.py build/fuzz $(SECONDS) --jobs $(JOBS) $(FUZZED)

# What `.ci/run` has no time for.
KILLS ?= 500
check-all: test lint
	cmake --preset dev > /dev/null
	cmake --build build/dev -j $(JOBS)
	ctest --preset dev -j $(JOBS) -LE clock
	ctest --preset dev $(WATCHING)
	$(MAKE) sanitize sanitize-all
	/usr/bin/python3 tests/apps/faults_test.py $(WPGA) build/release/tests/libfailing_calls.so --all
	tools/storm.sh $(WPGA) $(KILLS)
	[ ! -x $(WPGA)-mpi ] || tools/storm_ranks.sh $(WPGA) $(WPGA)-mpi 100
	$(MAKE) fuzz SECONDS=600

PREFIX ?= /usr/local
install: build
	cmake --preset release -DWPGA_TESTS=OFF -DCMAKE_INSTALL_PREFIX=$(PREFIX) > /dev/null
	cmake --build build/release -j $(JOBS)
	cmake --install build/release

clean:
	rm -rf build dist $(DEMO) $(FIGURES)

.PHONY: help build mpi page references module api docs deb demo figures python wheel test bench lint sanitize sanitize-all fuzz check-all install clean
