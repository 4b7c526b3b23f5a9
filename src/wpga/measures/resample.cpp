#include "wpga/measures/resample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr Index largest_side = 16384;

std::optional<Index> side_in(std::string_view text) {
  Index value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 1 || value > largest_side) return std::nullopt;
  return value;
}

// A new sample is the sum of shares[k] · old[first + k].
struct Stencil {
  Index first = 0;
  std::vector<double> shares;
};

// The part of [low, high), in old pixels, that each of them covers.
Stencil area_stencil(double low, double high, Index count) {
  Stencil stencil{std::min(static_cast<Index>(low), count - 1), {}};
  const Index last = std::min(static_cast<Index>(std::ceil(high)), count);
  for (Index k = stencil.first; k < last; ++k) {
    const auto edge = static_cast<double>(k);
    stencil.shares.push_back(std::max(0.0, std::min(edge + 1, high) - std::max(edge, low)) / (high - low));
  }
  return stencil;
}

// Between the two old centres around `center`; the outermost pixels go on beyond their centres.
Stencil linear_stencil(double center, Index count) {
  const double place = std::clamp(center - 0.5, 0.0, static_cast<double>(count - 1));
  const Index first = std::min(static_cast<Index>(place), std::max<Index>(count - 2, 0));
  const double share = place - static_cast<double>(first);
  if (count == 1) return {0, {1}};
  return {first, {1 - share, share}};
}

std::vector<Stencil> stencils(Index from, Index to) {
  const double step = static_cast<double>(from) / static_cast<double>(to);
  std::vector<Stencil> all;
  for (Index k = 0; k < to; ++k) {
    const double low = static_cast<double>(k * from) / static_cast<double>(to);
    const double high = static_cast<double>((k + 1) * from) / static_cast<double>(to);
    all.push_back(to < from ? area_stencil(low, high, from) : linear_stencil(low + step / 2, from));
  }
  return all;
}

// A stack of `outer` arrays of `from` slices of `inner` numbers; the slices are mixed.
std::vector<double> mix(const std::vector<double>& values, Index outer, Index from, Index to, Index inner) {
  if (from == to) return values;
  const std::vector<Stencil> all = stencils(from, to);
  std::vector<double> mixed(static_cast<std::size_t>(outer * to * inner), 0.0);
  for (Index block = 0; block < outer; ++block)
    for (Index k = 0; k < to; ++k) {
      double* const out = &mixed[static_cast<std::size_t>((block * to + k) * inner)];
      const Stencil& stencil = all[static_cast<std::size_t>(k)];
      const double* in = &values[static_cast<std::size_t>((block * from + stencil.first) * inner)];
      for (const double share : stencil.shares) {
        for (Index i = 0; i < inner; ++i) out[i] += share * in[i];
        in += inner;
      }
    }
  return mixed;
}

}  // namespace

bool SizeRule::holds(std::string_view wanted) const {
  if (wanted.empty()) return true;
  const std::size_t cross = wanted.find('x');
  if (cross == std::string_view::npos) return side_in(wanted).has_value();
  return side_in(wanted.substr(0, cross)) && side_in(wanted.substr(cross + 1));
}

std::string SizeRule::words() const {
  return fmt::format("WIDTHxHEIGHT or the longer side, in pixels from 1 to {}, for example 32x32 or 64",
                     largest_side);
}

GridSize wanted_size(GridSize given, std::string_view wanted) {
  require(SizeRule{}.holds(wanted), fmt::format("the size '{}' must be {}", wanted, SizeRule{}.words()));
  if (wanted.empty()) return given;
  const std::size_t cross = wanted.find('x');
  if (cross != std::string_view::npos)
    return {*side_in(wanted.substr(cross + 1)), *side_in(wanted.substr(0, cross))};
  const double scale =
      static_cast<double>(*side_in(wanted)) / static_cast<double>(std::max(given.rows, given.columns));
  const auto scaled = [&](Index side) {
    return std::max<Index>(1, static_cast<Index>(std::lround(scale * static_cast<double>(side))));
  };
  return {scaled(given.rows), scaled(given.columns)};
}

Image resample(const Image& image, GridSize size) {
  require(image.rows > 0 && image.columns > 0 && size.rows > 0 && size.columns > 0,
          "a picture needs at least one pixel");
  const std::vector<double> narrow =
      mix(image.samples, image.rows, image.columns, size.columns, image.channels);
  return {size.rows, size.columns, image.channels,
          mix(narrow, 1, image.rows, size.rows, size.columns * image.channels)};
}

}  // namespace wpga
