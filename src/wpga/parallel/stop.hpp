// Cancellation inside long solves that are not given an Execution.
#pragma once

#include <stop_token>

namespace wpga {

// While it lives, this thread works for whoever holds the token, which must live as long; a token that cannot
// stop changes nothing.
// parallel_for makes one in every thread that it uses.
class StopScope {
 public:
  explicit StopScope(const std::stop_token& token);
  explicit StopScope(const std::stop_token&&) = delete;
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::stop_token* outer_;
};

// Throws Interrupted once the one this thread works for has asked for a stop.  A few nanoseconds.
void check_stop();

}  // namespace wpga
