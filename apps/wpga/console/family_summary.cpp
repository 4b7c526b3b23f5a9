#include "console/family_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "wpga/base/named_enum.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"

namespace wpga {

namespace {

struct AtomCounts {
  Index least, median, most;
};

AtomCounts atom_counts(const MeasureFamily& family) {
  std::vector<Index> sizes;
  for (Index i = 0; i < family.count(); ++i) sizes.push_back(family[i].size());
  std::sort(sizes.begin(), sizes.end());
  return {sizes.front(), sizes[sizes.size() / 2], sizes.back()};
}

// Labels with their counts, in natural order.
std::vector<std::pair<std::string, Index>> label_counts(const MeasureFamily& family) {
  std::map<std::string, Index> counts;
  for (const std::string& label : family.labels()) ++counts[label];
  std::vector<std::pair<std::string, Index>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return natural_less(a.first, b.first); });
  return sorted;
}

std::string kind_words(const MeasureFamily& family) {
  const std::string plural = family.count() == 1 ? "" : "s";
  switch (family.space().kind) {
    case Kind::shape:
      return "shape" + plural;
    case Kind::palette:
      return "palette" + plural;
    case Kind::histogram:
      return "histogram" + plural;
    case Kind::points:
      break;
  }
  return "point cloud" + plural;
}

std::string megabytes(std::size_t bytes) {
  return bytes < 1'000'000 ? fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3)
                           : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string atom_words(const MeasureFamily& family) {
  const AtomCounts counts = atom_counts(family);
  if (counts.least == counts.most)
    return fmt::format("{} atom{} each", counts.most, counts.most == 1 ? "" : "s");
  return fmt::format("{} to {} atoms (median {})", counts.least, counts.most, counts.median);
}

std::string label_words(const MeasureFamily& family) {
  std::string words;
  const auto counts = label_counts(family);
  const std::size_t shown = std::min<std::size_t>(counts.size(), 12);
  for (std::size_t i = 0; i < shown; ++i)
    words += fmt::format("{}{} ({})", i == 0 ? "" : ", ",
                         counts[i].first.empty() ? "none" : displayed(counts[i].first), counts[i].second);
  if (shown < counts.size()) words += fmt::format(" and {} more", counts.size() - shown);
  return words;
}

std::string axis_name(const MeasureFamily& family, Index i) {
  const auto at = static_cast<std::size_t>(i);
  return at < family.space().axes.size() ? displayed(family.space().axes[at]) : fmt::format("x{}", i + 1);
}

std::string box_words(const MeasureFamily& family) {
  const auto [low, high] = coordinate_range(family);
  std::string words;
  const Index shown = std::min<Index>(family.dimension(), 12);
  for (Index i = 0; i < shown; ++i)
    words += fmt::format("{}{} [{:g}, {:g}]", i == 0 ? "" : "  ", axis_name(family, i), low[i], high[i]);
  if (shown < family.dimension()) words += fmt::format("  and {} more", family.dimension() - shown);
  return words;
}

}  // namespace

std::string one_line_summary(const MeasureFamily& family) {
  return fmt::format("{} {} in dimension {}, {}", family.count(), kind_words(family), family.dimension(),
                     atom_words(family));
}

std::string summary_text(const MeasureFamily& family) {
  const Space& space = family.space();
  std::string text = fmt::format("measures    {} {}\n", family.count(), kind_words(family));
  text += fmt::format("dimension   {}\n", family.dimension());
  if (!space.grid.empty()) text += fmt::format("grid        {}\n", fmt::join(space.grid, " × "));
  text += fmt::format("atoms       {}, {} in all\n", atom_words(family), family.atoms());
  text += fmt::format("box         {}\n", box_words(family));
  if (!space.scale.empty()) text += "units       standardised; `center` and `scale` in the file lead back\n";
  if (!family.labels().empty()) text += fmt::format("labels      {}\n", label_words(family));
  if (family.measure_weights().size() > 0)
    text += fmt::format("weights     measure weights from {:g} to {:g}\n",
                        family.measure_weights().minCoeff(), family.measure_weights().maxCoeff());
  text += fmt::format("memory      {}\n", megabytes(family.bytes()));
  return text;
}

Json summary_document(const MeasureFamily& family) {
  const AtomCounts counts = atom_counts(family);
  const auto [low, high] = coordinate_range(family);
  Json document = Json::object();
  document["measures"] = family.count();
  document["dimension"] = family.dimension();
  document["kind"] = std::string(name_of(family.space().kind));
  if (!family.space().grid.empty()) document["grid"] = family.space().grid;
  if (!family.space().axes.empty()) document["axes"] = family.space().axes;
  document["atoms"] = {
      {"total", family.atoms()}, {"min", counts.least}, {"median", counts.median}, {"max", counts.most}};
  document["box"] = {{"low", std::vector<double>(low.begin(), low.end())},
                     {"high", std::vector<double>(high.begin(), high.end())}};
  if (!family.labels().empty()) {
    Json labels = Json::object();
    for (const auto& [label, count] : label_counts(family)) labels[label] = count;
    document["labels"] = labels;
  }
  document["measure_weights"] = family.measure_weights().size() > 0;
  document["bytes"] = family.bytes();
  return document;
}

}  // namespace wpga
