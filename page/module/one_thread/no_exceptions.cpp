// The library for WebAssembly knows no exceptions: one that is thrown ends the module, which the page says.
#include <cstddef>

extern "C" {
void* __cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
}
