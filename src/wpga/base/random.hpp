// A small seeded generator (xoshiro256++, Blackman & Vigna 2019) whose streams are the same on every
// platform.
#pragma once

#include <array>
#include <cstdint>

namespace wpga {

class Random {
 public:
  // Different streams of one seed are independent: use one stream per measure, not per thread.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t bits();
  double uniform();                         // [0, 1)
  double uniform(double low, double high);  // [low, high)
  double normal();                          // mean 0, variance 1
  std::int64_t below(std::int64_t count);   // 0 … count−1, unbiased

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace wpga
