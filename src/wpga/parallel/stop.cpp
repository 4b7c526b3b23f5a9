#include "wpga/parallel/stop.hpp"

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

thread_local const std::stop_token* current = nullptr;

}  // namespace

StopScope::StopScope(const std::stop_token& token) : outer_(current) {
  if (token.stop_possible()) current = &token;
}

StopScope::~StopScope() { current = outer_; }

void check_stop() {
  if (current && current->stop_requested()) throw Interrupted();
}

}  // namespace wpga
