#include "wpga/report/page/comparison_page.hpp"

#include <numeric>

#include "wpga/base/version.hpp"
#include "wpga/report/component_words.hpp"
#include "wpga/report/page/page_arrays.hpp"
#include "wpga/report/printable.hpp"

namespace wpga {

namespace {

constexpr int comparison_format = 1;

template <class Items, class Text>
std::string json_list(const Items& items, const Text& text) {
  std::string list = "[";
  for (const auto& item : items) list += (list.size() > 1 ? "," : "") + text(item);
  return list + "]";
}

// The first method that has a component of this number: all others run its way.
const Component* leading(const Comparison& found, std::size_t k) {
  for (const ComparedMethod& method : found.methods)
    if (k < method.analysis.components.size()) return &method.analysis.components[k];
  return nullptr;
}

std::string component(const ComparedMethod& method, std::size_t k, const Comparison& found) {
  const auto at = static_cast<Index>(k);
  const Component& one = method.analysis.components[k];
  JsonObject object;
  object.add("cumulative", json_number(explained_share(method.training.together[at], found.variance)))
      .add("explained", json_number(explained_share(method.training.alone[at], found.variance)))
      .add("held_out_cumulative", method.held_out ? json_number(explained_share(method.held_out->together[at],
                                                                                *found.held_out_variance))
                                                  : "null")
      .add("words", json_string(curve_words(one)))
      .add("backwards", runs_against(one, *leading(found, k)) ? "true" : "false");
  const bool drawn = method.bootstrap.together.rows() > 0;
  object.add("bootstrap", drawn ? json_numbers(central_interval(method.bootstrap.together.col(at))) : "null");
  return object.text();
}

std::string method_text(const ComparedMethod& method, const Comparison& found) {
  std::vector<std::size_t> all(method.analysis.components.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return JsonObject()
      .add("name", json_string(printable(method.name)))
      .add("seconds", method.seconds ? json_number(*method.seconds) : "null")
      .add("numbers", json_number(static_cast<double>(method.numbers)))
      .add("held_out_seen", json_number(static_cast<double>(method.held_out_seen)))
      .add("worst", all.empty() ? "null" : json_number(static_cast<double>(worst_component(method.analysis))))
      .add("components", json_list(all, [&](std::size_t k) { return component(method, k, found); }))
      .text();
}

std::string refused_text(const RefusedMethod& refused) {
  return JsonObject()
      .add("name", json_string(refused.name))
      .add("reason", json_string(printable(refused.reason)))
      .text();
}

// In the units of the data, with no origin: models that share the pictures have centres of their own.
std::string shared_pictures(const ComparisonContents& contents, const PictureOptions& options) {
  const MeasureFamily& family = contents.measures.training;
  std::vector<Index> where(static_cast<std::size_t>(family.count()));
  std::iota(where.begin(), where.end(), Index{0});
  return samples_text(page_samples(family, where, left_over(contents.found.methods.front().analysis),
                                   Vector::Zero(family.dimension()), options),
                      1);
}

}  // namespace

std::string comparison_payload(const ComparisonContents& contents, const PictureOptions& options) {
  const Comparison& found = contents.found;
  const MeasureFamily& training = contents.measures.training;
  return JsonObject()
      .add("comparison", json_number(comparison_format))
      .add("version", json_string(version))
      .add("title", json_string(printable(contents.title)))
      .add("kind", json_string(name_of(training.space().kind)))
      .add("names", printable_names(training.names()))
      .add("held_out", json_number(static_cast<double>(contents.measures.held_out.count())))
      .add("variance", json_number(found.variance))
      .add("held_out_variance", found.held_out_variance ? json_number(*found.held_out_variance) : "null")
      .add("frames", json_number(contents.frames))
      .add("methods", json_list(found.methods, [&](const auto& one) { return method_text(one, found); }))
      .add("refused", json_list(found.refused, refused_text))
      .add("samples", shared_pictures(contents, options))
      .add("photos", contents.photos ? photos_text(*contents.photos) : "null")
      .add("models", json_list(contents.pages, [&](const auto& one) { return page_payload(one, options); }))
      .text();
}

std::string comparison_page(const ComparisonContents& contents, const PictureOptions& options) {
  return page_with(comparison_payload(contents, options));
}

}  // namespace wpga
