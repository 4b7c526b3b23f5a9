#include "wpga/study/palette_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/measures/common_space.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

namespace {

const std::array<std::string, 3> lab_axes = {"L", "a", "b"};

}  // namespace

void require_palette_component(const Model& model, const std::string& name, int component) {
  const std::string file = displayed(name);
  require(model.space.kind == Kind::palette,
          fmt::format("{}: its measures are of kind {}, but colours are wanted; fit photos with `as` palette",
                      file, name_of(model.space.kind)));
  require(model.analysis.mean.dimension() == 3,
          fmt::format("{}: its palettes have {} coordinates, but a colour has 3", file,
                      model.analysis.mean.dimension()));
  const std::size_t count = model.analysis.components.size();
  require(count > 0, fmt::format("{}: this model has no components; make one with `wpga fit`", file));
  require(component >= 1 && std::cmp_less_equal(component, count),
          fmt::format("`component` {}: the model has components 1 to {}", component, count));
}

ColorSpace color_space_of(const Model& model) {
  return std::ranges::equal(model.space.axes, lab_axes) ? ColorSpace::lab : ColorSpace::rgb;
}

Measure palette_at(const Model& model, int component, double time) {
  const std::array<std::size_t, 1> components = {static_cast<std::size_t>(component - 1)};
  Measure palette = measure_at(model.analysis, components, std::span(&time, 1));
  if (!model.space.scale.empty()) {
    const VectorView center(model.space.center.data(), 3), scale(model.space.scale.data(), 3);
    palette.points = (scale.asDiagonal() * palette.points).colwise() + center;
  }
  return palette;
}

NearestTime nearest_time(const Model& model, int component, const Measure& palette,
                         const Execution& execution) {
  MeasureFamily photo({.kind = Kind::palette, .grid = {}, .axes = model.space.axes});
  photo.append(palette.view(), "photo");
  enter_space(photo, model.space, 3);
  Analysis one;
  one.mean = model.analysis.mean;
  one.variance = model.analysis.variance;
  one.components = {model.analysis.components[static_cast<std::size_t>(component - 1)]};
  const Projections found = project_on(one, photo, {}, {}, execution).single.front();
  return {found.times[0], found.squared_distances[0], found.lower_bounds[0]};
}

}  // namespace wpga
