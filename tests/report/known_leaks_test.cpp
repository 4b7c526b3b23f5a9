// The leak sanitizer asks the program for leaks that are not ours: fontconfig keeps its configuration until
// the end, and cairo 1.16 loses a few kilobytes for each SVG.  Everything we take from cairo is held by a
// unique_ptr.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\nleak:libcairo\n"; }
