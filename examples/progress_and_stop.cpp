// Data of one's own, progress while they are analysed, and a stop that is asked for from outside.
#include <fmt/format.h>

#include <atomic>
#include <stop_token>
#include <wpga/base/error.hpp>
#include <wpga/base/random.hpp>
#include <wpga/study/fit.hpp>

namespace {

// Is told of every task; asks for a stop after so many steps.
class Counter : public wpga::Observer {
 public:
  Counter(std::stop_source& stop, std::int64_t limit) : stop_(stop), limit_(limit) {}
  void begin(std::string_view task, std::int64_t total) override {
    fmt::print("{}: {} steps\n", task, total);
  }
  void advance(std::int64_t steps) override {
    if ((done_ += steps) >= limit_) stop_.request_stop();
  }
  void end() override {}

 private:
  std::stop_source& stop_;
  std::int64_t limit_;
  std::atomic<std::int64_t> done_ = 0;
};

}  // namespace

int main() {
  wpga::Random random(2);
  wpga::MeasureFamily family;
  for (int i = 0; i < 40; ++i) {
    wpga::Matrix points(2, 30);
    for (double& coordinate : points.reshaped()) coordinate = random.normal();
    family.append(points, wpga::Vector::Ones(30), fmt::format("sample {}", i + 1));
  }
  std::stop_source stop;
  Counter counter(stop, 100);
  try {
    wpga::fit(family, {.components = 3}, {.threads = 2, .observer = &counter, .stop = stop.get_token()});
  } catch (const wpga::Interrupted&) {
    fmt::print("stopped, as asked\n");
    return 0;
  }
  return 1;
}
