#include "wpga/report/page/page_samples.hpp"

#include <algorithm>
#include <set>

#include "wpga/measures/thinned.hpp"
#include "wpga/report/frames/frames.hpp"
#include "wpga/report/page/page_arrays.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {

namespace {

Measure in_data_units(const MeasureView& measure, const Space& space) {
  return wpga::in_data_units(std::span(&measure, 1), space).front();
}

// The side of the blocks of pixels that leaves no shape with too many atoms; 0 where there is no grid.
Index block_of_pixels(const MeasureFamily& family, std::span<const Index> where, std::span<const Index> shown,
                      Index most) {
  const Space& space = family.space();
  if (space.kind != Kind::shape || space.grid.size() != 2 || family.dimension() != 2) return 0;
  const PixelGrid grid{.rows = space.grid[0], .columns = space.grid[1]};
  Index block = 1;
  for (const Index i : shown) {
    const Measure shape = in_data_units(family[where[static_cast<std::size_t>(i)]], space);
    if (!lies_on(shape.view(), grid)) return 0;
    while (pixels_together(shape, block).size() > most) ++block;
  }
  return block;
}

void append(PageSamples& samples, const Measure& measure) {
  const double heaviest = measure.weights.maxCoeff();
  for (Index k = 0; k < measure.size(); ++k) {
    for (Index j = 0; j < measure.dimension(); ++j) {
      const double span = samples.high[j] - samples.low[j];
      const double share = span > 0 ? (measure.points(j, k) - samples.low[j]) / span : 0;
      samples.points.push_back(static_cast<std::uint16_t>(std::lround(65535 * std::clamp(share, 0.0, 1.0))));
    }
    const double steps = 255 * measure.weights[k] / heaviest;
    samples.weights.push_back(static_cast<std::uint8_t>(std::clamp(std::lround(steps), 1L, 255L)));
  }
  samples.offsets.push_back(static_cast<std::uint32_t>(samples.weights.size()));
}

}  // namespace

std::vector<Index> measures_shown(std::span<const Index> where, const Vector& left_over, Index most) {
  std::vector<Index> there;
  for (std::size_t i = 0; i < where.size(); ++i)
    if (where[i] >= 0) there.push_back(static_cast<Index>(i));
  const auto count = static_cast<Index>(there.size());
  if (count <= most) return there;
  std::vector<Index> ranked = there;
  std::ranges::stable_sort(ranked, [&](Index a, Index b) { return left_over[a] > left_over[b]; });
  std::set<Index> shown(ranked.begin(), ranked.begin() + most / 5);
  const Index spread = most - static_cast<Index>(shown.size());
  for (Index s = 0; s < spread; ++s) shown.insert(there[static_cast<std::size_t>(s * count / spread)]);
  return {shown.begin(), shown.end()};
}

PageSamples page_samples(const MeasureFamily& family, std::span<const Index> where, const Vector& left_over,
                         const Vector& origin, const PictureOptions& options) {
  const Index d = family.dimension();
  std::vector<Index> shown = measures_shown(where, left_over, options.pictures);
  const Index block = block_of_pixels(family, where, shown, options.picture_atoms);
  const auto picture = [&](Index i) {
    const Measure measure = in_data_units(family[where[static_cast<std::size_t>(i)]], family.space());
    return block > 0 ? pixels_together(measure, block) : thinned(measure, options.picture_atoms);
  };

  const auto atom_bytes = static_cast<double>(2 * d + 1);
  double bytes = 0;
  for (const Index i : shown)
    bytes += atom_bytes * static_cast<double>(std::min<Index>(
                              family[where[static_cast<std::size_t>(i)]].size(), options.picture_atoms));
  const double room = 1e6 * options.picture_megabytes;
  if (bytes > room)
    shown = measures_shown(where, left_over,
                           static_cast<Index>(static_cast<double>(shown.size()) * room / bytes));

  PageSamples samples{.offsets = {0}, .low = Vector::Zero(d), .high = Vector::Zero(d)};
  if (block > 0) samples.spacing = static_cast<double>(block);
  std::vector<Measure> pictures;
  for (const Index i : shown) {
    pictures.push_back(picture(i));
    samples.thinned |= pictures.back().size() < family[where[static_cast<std::size_t>(i)]].size();
    pictures.back().points.colwise() -= origin;
  }
  for (const Measure& measure : pictures) {
    const bool first = &measure == &pictures.front();
    const Vector low = measure.points.rowwise().minCoeff(), high = measure.points.rowwise().maxCoeff();
    samples.low = first ? low : Vector(samples.low.cwiseMin(low));
    samples.high = first ? high : Vector(samples.high.cwiseMax(high));
  }
  for (std::size_t s = 0; s < shown.size(); ++s) {
    samples.indices.push_back(static_cast<std::uint32_t>(shown[s]));
    append(samples, pictures[s]);
  }
  return samples;
}

std::string samples_text(const PageSamples& samples, double unit) {
  return JsonObject()
      .add("indices", packed(samples.indices))
      .add("offsets", packed(samples.offsets))
      .add("low", json_numbers(Vector(samples.low / unit)))
      .add("high", json_numbers(Vector(samples.high / unit)))
      .add("points", packed(samples.points))
      .add("weights", packed(samples.weights))
      .add("spacing", samples.spacing ? json_number(*samples.spacing / unit) : "null")
      .text();
}

}  // namespace wpga
