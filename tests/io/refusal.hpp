// The sentence with which bad input is refused.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "wpga/base/error.hpp"

namespace wpga::testing {

// What the InputError thrown by `action` says; a failure and "" when it throws none.
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return {};
}

}  // namespace wpga::testing
