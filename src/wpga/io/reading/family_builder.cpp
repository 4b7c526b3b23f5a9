#include "wpga/io/reading/family_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "wpga/base/error.hpp"
#include "wpga/base/option_text.hpp"

namespace wpga {

bool FamilyBuilder::wants(const std::string& label) const {
  return options_.label.empty() ||
         std::find(options_.label.begin(), options_.label.end(), label) != options_.label.end();
}

bool FamilyBuilder::full() const { return options_.limit && family_.count() >= *options_.limit; }

std::int64_t FamilyBuilder::left() const {
  return options_.limit ? *options_.limit - family_.count() : std::numeric_limits<std::int64_t>::max();
}

void FamilyBuilder::enter(const Space& given) {
  Space space = given;
  space.kind = options_.as.value_or(given.kind);
  Space joined = family_.space();
  if (!any_space_) {
    joined = space;
  } else {
    if (space.kind != joined.kind)
      throw InputError(fmt::format(
          "its measures are of kind {} but those before are of kind {}; read them apart, or use `as`",
          name_of(space.kind), name_of(joined.kind)));
    if (space.axes != joined.axes) {
      if (space.axes.size() == joined.axes.size() && !joined.axes.empty())
        throw InputError(fmt::format("its coordinates are {} but those before are {}; choose with `columns`",
                                     text_of(space.axes), text_of(joined.axes)));
      joined.axes.clear();
    }
    if (space.grid.size() != joined.grid.size()) joined.grid.clear();
    for (std::size_t i = 0; i < joined.grid.size(); ++i)
      joined.grid[i] = std::max(joined.grid[i], space.grid[i]);
    if (space.center != joined.center || space.scale != joined.scale)
      throw InputError("it was standardised differently from the files before it; convert from the raw data");
  }
  any_space_ = true;
  family_.set_space(std::move(joined));
}

void FamilyBuilder::saw_picture(std::span<const std::int64_t> size) {
  if (size_.empty()) size_.assign(size.begin(), size.end());
  several_sizes_ = several_sizes_ || !std::ranges::equal(size_, size);
}

std::vector<std::int64_t> FamilyBuilder::picture_size() const {
  return several_sizes_ ? std::vector<std::int64_t>() : size_;
}

void FamilyBuilder::note(const std::string& sentence) {
  if (std::ranges::find(notes_, sentence) == notes_.end()) notes_.push_back(sentence);
}

void FamilyBuilder::expect(Index measures, Index atoms, Index dimension) {
  if (family_.count() == 0 && !options_.limit && options_.label.empty())
    family_.reserve(measures, atoms, dimension);
}

void FamilyBuilder::add(const NamedCloud& measure, bool has_measure_weight) {
  if (full() || !wants(measure.label)) return;
  family_.append(measure.cloud.points, measure.cloud.weights, measure.name, measure.label);
  any_measure_weight_ = any_measure_weight_ || has_measure_weight;
  measure_weights_.push_back(measure.measure_weight);
}

void FamilyBuilder::add(MeasureView measure, const std::string& name, const std::string& label) {
  if (full() || !wants(label)) return;
  family_.append(measure, name, label);
  measure_weights_.push_back(1);
}

bool FamilyBuilder::take(const MeasureFamily& family, const std::string& label) {
  if (family_.count() > 0 || options_.limit || !options_.label.empty()) return false;
  Space space = family_.space();
  family_ = family;
  family_.set_space(std::move(space));
  family_.set_reading({});
  family_.set_measure_weights({});
  const auto count = static_cast<std::size_t>(family.count());
  if (family.labels().empty() && !label.empty()) family_.set_labels(std::vector<std::string>(count, label));
  if (std::ranges::all_of(family_.labels(), [](const std::string& text) { return text.empty(); }))
    family_.set_labels({});
  any_measure_weight_ = family.measure_weights().size() > 0;
  for (Index i = 0; i < family.count(); ++i) measure_weights_.push_back(family.measure_weight(i));
  return true;
}

namespace {

// What a kind asks of the space it lives in.
void require_dimension(Kind kind, Index dimension) {
  if (kind == Kind::palette && dimension != 3)
    throw InputError(fmt::format(
        "a palette lives in three dimensions, but these measures have {}; use another `as`", dimension));
  if (kind == Kind::shape && dimension != 2 && dimension != 3)
    throw InputError(fmt::format(
        "a shape lives in two or three dimensions, but these measures have {}; use another `as`", dimension));
}

}  // namespace

MeasureFamily FamilyBuilder::finish() {
  if (family_.count() == 0)
    throw InputError(
        options_.label.empty()
            ? std::string("there is no measure in this data")
            : fmt::format("no measure has the label {}; see `wpga info` for the labels there are",
                          text_of(options_.label)));
  require_dimension(family_.space().kind, family_.dimension());
  if (any_measure_weight_)
    family_.set_measure_weights(
        VectorView(measure_weights_.data(), static_cast<Index>(measure_weights_.size())));
  return std::move(family_);
}

}  // namespace wpga
