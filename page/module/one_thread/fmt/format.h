// Sentences of errors are never read where an exception ends the module; without their making it is a third smaller.
#pragma once

#include <string>

namespace fmt {

template <class... Parts>
std::string format(const Parts&...) {
  return {};
}

template <class Range, class Between>
int join(const Range&, const Between&) {
  return 0;
}

}  // namespace fmt
