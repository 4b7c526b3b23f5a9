#include "console/progress_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wpga {

namespace {

constexpr std::size_t falls_kept = 6;

}  // namespace

void ProgressEstimate::begin_part(std::string_view name, std::int64_t number, std::int64_t total,
                                  double later, double now) {
  if (name != name_ || number <= number_) {  // another kind of part, or the same once more
    parts_done_ = 0;
    seconds_done_ = 0;
  } else {
    parts_done_ += 1;
    seconds_done_ += now - part_began_;
  }
  name_ = name;
  number_ = number;
  total_ = total;
  later_ = later;
  part_began_ = first_iteration_ = now;
  last_ = {};
  falls_.clear();
}

void ProgressEstimate::iterated(const IterationDone& done, double now) {
  // A new start within the part counts anew.
  if (done.iteration <= last_.iteration) falls_.clear();
  if (done.iteration == 1) first_iteration_ = now;
  last_ = done;
  if (done.iteration > 1) falls_.push_back(done.fall);
  if (falls_.size() > falls_kept) falls_.pop_front();
}

void ProgressEstimate::expect(double times, double now) {
  later_work_ = times;
  work_began_ = now;
}

std::string ProgressEstimate::words() const {
  std::string words = total_ > 1 ? fmt::format("{} {} of {}", name_, number_, total_) : name_;
  if (last_.iteration > 0)
    words += fmt::format(", iteration {}, objective {:.4g}", last_.iteration, last_.objective);
  return words;
}

std::optional<double> ProgressEstimate::iterations_left() const {
  if (falls_.size() < 2) return std::nullopt;
  const double first = falls_.front(), last = falls_.back();
  const double most = std::max(0, last_.limit - last_.iteration);
  if (last <= last_.tolerance) return 0;
  const double rate = std::pow(last / first, 1.0 / static_cast<double>(falls_.size() - 1));
  // Falls that do not shrink tell nothing; as much again is the best guess.
  if (!(rate > 0) || rate > 0.99 || !(last_.tolerance > 0)) return std::min<double>(most, last_.iteration);
  return std::min(most, std::ceil(std::log(last_.tolerance / last) / std::log(rate)));
}

std::optional<double> ProgressEstimate::seconds_left(double now) const {
  const double here = now - part_began_;
  const std::optional<double> iterations = iterations_left();
  std::optional<double> left;
  if (iterations && last_.iteration > 1)
    left = *iterations * (now - first_iteration_) / (last_.iteration - 1);
  else if (parts_done_ > 0)
    left = std::max(0.0, seconds_done_ / static_cast<double>(parts_done_) - here);
  if (!left) return std::nullopt;
  const double whole = (seconds_done_ + here + *left) / static_cast<double>(parts_done_ + 1);
  const double here_left = *left + whole * (static_cast<double>(total_ - number_) + later_);
  return here_left + later_work_ * (now - work_began_ + here_left);
}

std::string duration_words(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::lround(std::min(std::max(0.0, seconds), 1e9)));
  if (whole < 100) return fmt::format("{} s", whole);
  const std::int64_t minutes = (whole + 30) / 60;
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace wpga
