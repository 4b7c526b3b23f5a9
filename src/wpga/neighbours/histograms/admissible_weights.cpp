#include "wpga/neighbours/histograms/admissible_weights.hpp"

#include <algorithm>
#include <limits>

namespace wpga {

namespace {

constexpr double hair = 1e-7;
constexpr std::size_t most_bends = 256;

// The nearest probabilities are max(w − θ, 0).  While the same weights stay above θ it is linear in time, so
// that the next bend is where one of them meets it.
double next_bend(const Vector& first, const Vector& step, double time) {
  const Vector here = nearest_probabilities(first + time * step);
  const Index above = (here.array() > 0).count();
  double level = -1, climb = 0;
  for (Index k = 0; k < here.size(); ++k)
    if (here[k] > 0) level += first[k], climb += step[k];
  level /= static_cast<double>(above);
  climb /= static_cast<double>(above);
  // Weights that hardly move beside θ bend nothing when they meet it.
  const double still = 1e-6 * step.cwiseAbs().maxCoeff();
  double next = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < here.size(); ++k) {
    const double approach = here[k] > 0 ? climb - step[k] : step[k] - climb;
    const double distance = here[k] > 0 ? first[k] - level : level - first[k];
    if (approach > still) next = std::min(next, std::max(time, distance / approach));
  }
  return next;
}

std::vector<double> thinned(const std::vector<double>& times) {
  if (times.size() <= most_bends) return times;
  std::vector<double> some;
  for (std::size_t i = 0; i < most_bends; ++i)
    some.push_back(times[i * (times.size() - 1) / (most_bends - 1)]);
  return some;
}

}  // namespace

std::vector<double> bends(const Vector& first, const Vector& last) {
  const Vector step = last - first;
  std::vector<double> times;
  for (double time = hair; time < 1 - hair; time += hair) {
    time = next_bend(first, step, time);
    if (time < 1 - hair) times.push_back(time);
  }
  return times;
}

WeightCurve admissible(const WeightCurve& curve) {
  std::vector<double> times;
  for (Index k = 0; curve.negative_mass > 0 && k + 1 < curve.knots.size(); ++k)
    for (const double share : bends(curve.weights.col(k), curve.weights.col(k + 1)))
      times.push_back((1 - share) * curve.knots[k] + share * curve.knots[k + 1]);
  times = thinned(times);
  times.insert(times.end(), curve.knots.begin(), curve.knots.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const auto count = static_cast<Index>(times.size());
  WeightCurve line{.points = curve.points,
                   .weights = Matrix(curve.size(), count),
                   .knots = VectorView(times.data(), count),
                   .center = curve.center};
  for (Index k = 0; k < count; ++k)
    line.weights.col(k) = nearest_probabilities(weights_at(curve, line.knots[k]));
  return line;
}

}  // namespace wpga
