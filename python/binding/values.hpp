// Options as Python's keywords: visitors of the one list (base/options.hpp).
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "wpga/base/option_text.hpp"
#include "wpga/base/option_values.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/study/comparison.hpp"
#include "wpga/study/fit_options.hpp"

namespace wpga::python {

namespace py = pybind11;

// The letters of a text; InputError for one that UTF-8 cannot write.
std::string text_from(const py::handle& text);
py::object to_python(const OptionValue& value);
py::dict to_python(const OptionValues& values);
// Throws InputError for a value that no option has.
OptionValue from_python(const py::handle& value);

// "`map-tolerance` must be …" becomes "`map_tolerance` must be …", components n_components, seed
// random_state.
std::string in_python_words(std::string_view sentence);
// The name of an option as a keyword, and back.
std::string keyword_of(std::string_view name);
std::string name_of_keyword(std::string_view keyword);

// Throws TypeError: no option has this keyword.
[[noreturn]] void refuse(const std::string& keyword);

// ---- What is asked of a piece of work: visitor(prefix, options) for each struct of options; the prefix
// stands before all names but support.

template <class Options, class Visitor>
void for_each_group(Options& options, Visitor&& visitor) {
  visitor("", options);
}

template <class AnyMeanOptions, class Visitor>
void for_each_mean_group(AnyMeanOptions& mean, const std::string& prefix, Visitor&& visitor) {
  MeanChoice choice{mean.method};
  visitor(prefix, choice);
  if constexpr (!std::is_const_v<AnyMeanOptions>) mean.method = choice.method;
  visitor(prefix, mean.free);
  visitor(prefix, mean.fixed);
  visitor(prefix, mean.program);
  visitor(prefix, mean.multimarginal);
  visitor(prefix, mean.sliced);
}

template <class Visitor>
void for_each_group(FitOptions& options, Visitor&& visitor) {
  visit_options(options, [&](auto& chosen) { visitor("", chosen); });
  visitor("", options.bootstrap);
  visitor("", options.statistics);
  visitor("", options.alignment);
  visitor("", options.transport);
  for_each_mean_group(options.mean, "mean-", visitor);
}

struct MeanRequest {
  MeanOptions mean;
  TransportOptions transport;
};

template <class Visitor>
void for_each_group(MeanRequest& request, Visitor&& visitor) {
  for_each_mean_group(request.mean, "", visitor);
  visitor("", request.transport);
}

struct ComparisonRequest {
  std::vector<Method> methods;
  ComparisonOptions comparison;
  FitOptions fits;
};

// Options of a method for every compared method that has them; tangent PCA is shown with and without its
// cone.
template <class Visitor>
void for_each_group(ComparisonRequest& request, Visitor&& visitor) {
  visitor("", request.comparison);
  for (const Method method : request.methods) {
    request.fits.method = method;
    visit_options(request.fits, [&](auto& chosen) { visitor("", chosen); });
  }
  request.fits.method = Method::geodesics;
  visitor("", request.fits.transport);
  for_each_mean_group(request.fits.mean, "mean-", visitor);
}

// ---- Setting and telling them.

inline std::string prefixed_name(const std::string& prefix, std::string_view name) {
  return name == "support" ? std::string(name) : prefix + std::string(name);
}

// A text does for a list of one; nothing is an empty text.
template <class Member>
OptionValue fitting(const OptionValue& value, const Member&) {
  if constexpr (std::same_as<Member, std::vector<std::string>>)
    if (value.text()) return std::vector<std::string>{*value.text()};
  if constexpr (std::same_as<Member, std::string>)
    if (value.is_nothing()) return std::string();
  return value;
}

// Sets every option of that name in a struct; was there one?
template <class Options>
bool set_named(Options& options, const std::string& prefix, std::string_view name, const OptionValue& value) {
  bool known = false;
  for_each_option(options, [&](const auto& entry, const auto& member) {
    if (prefixed_name(prefix, entry.name) != name) return;
    try {
      set_option(options, entry.name, fitting(value, member));
    } catch (const InputError& error) {
      const std::string own = fmt::format("`{}`", entry.name);
      std::string sentence = error.what();
      if (sentence.starts_with(own)) sentence.replace(0, own.size(), fmt::format("`{}`", name));
      throw InputError(sentence);
    }
    known = true;
  });
  return known;
}

// Sets every option of that keyword in every group; TypeError where there is none.
template <class Request>
void set_keyword(Request& request, const std::string& keyword, const OptionValue& value) {
  bool known = false;
  for_each_group(request, [&](const std::string& prefix, auto& group) {
    known = set_named(group, prefix, name_of_keyword(keyword), value) || known;
  });
  if (!known) refuse(keyword);
}

template <class Request>
void set_keywords(Request& request, const py::dict& keywords) {
  for (const auto& [key, value] : keywords) set_keyword(request, text_from(key), from_python(value));
}

// What each keyword takes: name, default, sentence, rule, words to choose from.
template <class Request>
py::list described(Request request) {
  py::list all;
  for_each_group(request, [&](const std::string& prefix, const auto& group) {
    for_each_option(group, [&](const auto& entry, const auto& value) {
      using Value = std::remove_cvref_t<decltype(value)>;
      all.append(py::dict(py::arg("name") = keyword_of(prefixed_name(prefix, entry.name)),
                          py::arg("default") = to_python(value_of(value)),
                          py::arg("sentence") = in_python_words(entry.sentence),
                          py::arg("rule") = entry.rule.words(), py::arg("takes") = ValueWord<Value>::word()));
    });
  });
  return all;
}

// Options by keyword, checked; the seed is for every draw.
FitOptions fit_options(const std::string& method, const py::dict& keywords);
MeanRequest mean_options(const py::dict& keywords);
TransportOptions transport_options(const py::dict& keywords);
ComparisonRequest comparison_options(const std::vector<std::string>& methods, const py::dict& keywords);

void add_options(py::module_& module);

}  // namespace wpga::python
