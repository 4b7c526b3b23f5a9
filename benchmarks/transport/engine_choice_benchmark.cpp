// Where does entropic overtake exact?  Cold solves of n × n atoms, one thread, and what the entropic value is
// worth.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "wpga/base/random.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace {

using wpga::Index;

wpga::Measure cloud(Index atoms, Index dimension, std::uint64_t seed) {
  wpga::Random random(seed);
  return wpga::make_measure(wpga::Matrix::NullaryExpr(dimension, atoms, [&] { return random.normal(); }),
                            wpga::Vector::NullaryExpr(atoms, [&] { return random.uniform() + 0.1; }));
}

struct Timing {
  double seconds;
  wpga::TransportValue value;
};

Timing time_of(wpga::TransportMethod method, double regularization, const wpga::Measure& source,
               const wpga::Measure& target) {
  const auto engine =
      wpga::make_transport(method, {.transport = method, .sinkhorn = {.regularization = regularization}});
  Timing best{1e300, {}};
  for (int repeat = 0; repeat < (source.size() > 1000 ? 1 : 5); ++repeat) {
    const std::clock_t start =
        std::clock();  // processor time: on a shared machine the wall clock measures the neighbours
    const auto coupling = engine->coupling(source.weights);
    coupling->attach(target.view(), {});
    const wpga::TransportValue value = coupling->solve(source.points);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (seconds < best.seconds) best = {seconds, value};
  }
  return best;
}

}  // namespace

// engine_choice_benchmark [LARGEST]: sizes double from 64 up to LARGEST (4096).
int main(int count, char** words) {
  const Index largest = count > 1 ? std::atoll(words[1]) : 4096;
  fmt::print(
      "| n × n, d = 2 | exact | entropic, ε = 1 % | proved within | ε = 0.1 % | proved within "
      "|\n|---|---|---|---|---|---|\n");
  for (Index n = 64; n <= largest; n *= 2) {
    const wpga::Measure source = cloud(n, 2, 1), target = cloud(n, 2, 2);
    const Timing exact = time_of(wpga::TransportMethod::exact, 0.01, source, target);
    const Timing coarse = time_of(wpga::TransportMethod::entropic, 0.01, source, target);
    const Timing fine = time_of(wpga::TransportMethod::entropic, 0.001, source, target);
    const auto share = [](const wpga::TransportValue& value) { return 100 * value.gap() / value.primal; };
    fmt::print("| {} | {:.3g} ms | {:.3g} ms | {:.2g} % | {:.3g} ms | {:.2g} % |\n", n, 1e3 * exact.seconds,
               1e3 * coarse.seconds, share(coarse.value), 1e3 * fine.seconds, share(fine.value));
    std::fflush(stdout);
  }
}
