#include "wpga/recolor/regrain.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

using Plane = std::vector<float>;

// One size of the pyramid: Σ trust (u − wish)² + Σ over neighbours bond (u − u')², rows × columns unknowns.
struct Level {
  Index rows = 0, columns = 0;
  Plane across;  // bond of a pixel with its right neighbour; 0 in the last column
  Plane down;    // with the one below; 0 in the last row
  Plane trust;
  Plane pull;  // trust · wish

  std::size_t size() const { return static_cast<std::size_t>(rows * columns); }
};

// Row by row, each on one thread.
template <class Body>
void for_rows(const Execution& execution, Index rows, const Body& body) {
  constexpr Index block = 16;
  parallel_for(execution, (rows + block - 1) / block, [&](std::int64_t b) {
    for (Index row = b * block; row < std::min(rows, (b + 1) * block); ++row) body(row);
  });
}

double channel_of(const Image& image, Index pixel, int channel) {
  const int at = image.has_color() ? channel : 0;
  return image.samples[static_cast<std::size_t>(pixel * image.channels + at)];
}

// Squared difference of two pixels over all colours, in levels of 8 bits.
double squared_contrast(const Image& photo, Index first, Index second) {
  double sum = 0;
  for (int channel = 0; channel < 3; ++channel) {
    const double difference = channel_of(photo, first, channel) - channel_of(photo, second, channel);
    sum += difference * difference;
  }
  return sum * 255 * 255;
}

// φ of the paper for the difference between two neighbours: smooth skies hold together, edges do not.
double bond_across(double contrast, double grain) { return grain * 30 / (1 + contrast); }

// ψ of the paper: where the photo has structure the transfer is believed.
double trust_at(double contrast) { return std::clamp(contrast / 5, 0.05, 1.0); }

Level finest_level(const Image& photo, const RegrainOptions& options, const Execution& execution) {
  Level level{photo.rows, photo.columns, {}, {}, {}, {}};
  for (Plane* plane : {&level.across, &level.down, &level.trust, &level.pull}) plane->resize(level.size());
  for_rows(execution, level.rows, [&](Index row) {
    for (Index column = 0; column < level.columns; ++column) {
      const Index pixel = row * level.columns + column;
      const auto at = static_cast<std::size_t>(pixel);
      const bool has_right = column + 1 < level.columns, has_below = row + 1 < level.rows;
      const double right = has_right ? squared_contrast(photo, pixel, pixel + 1) : 0;
      const double below = has_below ? squared_contrast(photo, pixel, pixel + level.columns) : 0;
      level.across[at] = has_right ? static_cast<float>(bond_across(std::sqrt(right), options.grain)) : 0.0F;
      level.down[at] = has_below ? static_cast<float>(bond_across(std::sqrt(below), options.grain)) : 0.0F;
      level.trust[at] = static_cast<float>(trust_at(std::sqrt(right + below)));
    }
  });
  return level;
}

// Sums of a plane over blocks of two by two.
void sum_blocks(const Level& fine, const Plane& plane, const Level& coarse, Plane& sums,
                const Execution& execution) {
  sums.assign(coarse.size(), 0.0F);
  for_rows(execution, coarse.rows, [&](Index row) {
    for (Index r = 2 * row; r < std::min(fine.rows, 2 * row + 2); ++r)
      for (Index c = 0; c < fine.columns; ++c)
        sums[static_cast<std::size_t>(row * coarse.columns + c / 2)] +=
            plane[static_cast<std::size_t>(r * fine.columns + c)];
  });
}

// The same energy for pictures that are constant on blocks of two by two.  A slope that the blocks turn into
// stairs would cost twice what it does, hence the half.
Level coarser(const Level& fine, const Execution& execution) {
  Level coarse{(fine.rows + 1) / 2, (fine.columns + 1) / 2, {}, {}, {}, {}};
  coarse.across.assign(coarse.size(), 0.0F);
  coarse.down.assign(coarse.size(), 0.0F);
  sum_blocks(fine, fine.trust, coarse, coarse.trust, execution);
  for_rows(execution, coarse.rows, [&](Index row) {
    for (Index r = 2 * row; r < std::min(fine.rows, 2 * row + 2); ++r)
      for (Index c = 0; c < fine.columns; ++c) {
        const auto from = static_cast<std::size_t>(r * fine.columns + c);
        const auto to = static_cast<std::size_t>(row * coarse.columns + c / 2);
        if (c % 2 == 1) coarse.across[to] += fine.across[from] / 2;
        if (r % 2 == 1) coarse.down[to] += fine.down[from] / 2;
      }
  });
  return coarse;
}

// One sweep of Gauss and Seidel over the pixels of one colour of the chessboard: those of the other colour
// are all it reads, so the rows may come in any order.
void sweep(const Level& level, Plane& u, Index parity, const Execution& execution) {
  const Index columns = level.columns;
  for_rows(execution, level.rows, [&](Index row) {
    for (Index column = (row + parity) % 2; column < columns; column += 2) {
      const auto at = static_cast<std::size_t>(row * columns + column);
      const auto line = static_cast<std::size_t>(columns);
      float pull = level.pull[at], total = level.trust[at];
      const auto join = [&](float bond, std::size_t other) { pull += bond * u[other], total += bond; };
      if (column > 0) join(level.across[at - 1], at - 1);
      if (column + 1 < columns) join(level.across[at], at + 1);
      if (row > 0) join(level.down[at - line], at - line);
      if (row + 1 < level.rows) join(level.down[at], at + line);
      u[at] = pull / total;
    }
  });
}

void relax(const Level& level, Plane& u, int sweeps, const Execution& execution) {
  for (int i = 0; i < sweeps; ++i)
    for (const Index parity : {0, 1}) sweep(level, u, parity, execution);
}

// Each pixel takes the value of its block.
Plane refined(const Level& coarse, const Plane& u, const Level& fine, const Execution& execution) {
  Plane finer(fine.size());
  for_rows(execution, fine.rows, [&](Index row) {
    for (Index column = 0; column < fine.columns; ++column)
      finer[static_cast<std::size_t>(row * fine.columns + column)] =
          u[static_cast<std::size_t>((row / 2) * coarse.columns + column / 2)];
  });
  return finer;
}

std::vector<Level> pyramid(Level finest, const Execution& execution) {
  std::vector<Level> levels;
  levels.push_back(std::move(finest));
  while (std::min(levels.back().rows, levels.back().columns) > 2)
    levels.push_back(coarser(levels.back(), execution));
  return levels;
}

// The minimiser, from the coarsest size to the finest.
Plane smoothed(std::vector<Level>& levels, const Execution& execution) {
  for (std::size_t i = 1; i < levels.size(); ++i)
    sum_blocks(levels[i - 1], levels[i - 1].pull, levels[i], levels[i].pull, execution);
  Plane u(levels.back().size(), 0.0F);
  for (std::size_t i = levels.size(); i-- > 0;) {
    relax(levels[i], u, i == 0 ? 6 : 12, execution);
    if (i > 0) u = refined(levels[i], u, levels[i - 1], execution);
  }
  return u;
}

}  // namespace

Image regrain(const Image& photo, Image transferred, const RegrainOptions& options,
              const Execution& execution) {
  validate(options);
  require(photo.rows == transferred.rows && photo.columns == transferred.columns && transferred.has_color(),
          "regrain needs the photo and a transferred picture in colour of the same size");
  std::vector<Level> levels = pyramid(finest_level(photo, options, execution), execution);
  Level& finest = levels.front();
  const Index pixels = photo.rows * photo.columns;
  for (int channel = 0; channel < 3; ++channel) {
    for (Index i = 0; i < pixels; ++i)
      finest.pull[static_cast<std::size_t>(i)] =
          finest.trust[static_cast<std::size_t>(i)] *
          static_cast<float>(channel_of(transferred, i, channel) - channel_of(photo, i, channel));
    const Plane steps = smoothed(levels, execution);
    for (Index i = 0; i < pixels; ++i)
      transferred.samples[static_cast<std::size_t>(i * transferred.channels + channel)] =
          std::clamp(channel_of(photo, i, channel) + steps[static_cast<std::size_t>(i)], 0.0, 1.0);
  }
  return transferred;
}

}  // namespace wpga
