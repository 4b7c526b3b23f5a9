// Options as Python's keywords: visitors of the one list (base/options.hpp).
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "wpga/base/option_text.hpp"
#include "wpga/base/option_values.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/study/fit_options.hpp"

namespace wpga::python {

namespace py = pybind11;

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

// visitor(prefix, options) for each struct of options of a mean; `prefix` stands before all names but
// support.
template <class AnyMeanOptions, class Visitor>
void for_each_mean_group(AnyMeanOptions& mean, const std::string& prefix, Visitor&& visitor) {
  visitor(prefix, mean.free);
  visitor(prefix, mean.fixed);
  visitor(prefix, mean.program);
  visitor(prefix, mean.multimarginal);
  visitor(prefix, mean.sliced);
}

inline std::string prefixed_name(const std::string& prefix, std::string_view name) {
  return name == "support" ? std::string(name) : prefix + std::string(name);
}

// Sets every option of that name in a struct; was there one?
template <class Options>
bool set_named(Options& options, const std::string& prefix, std::string_view name, const OptionValue& value) {
  bool known = false;
  for_each_option(options, [&](const auto& entry, const auto&) {
    if (prefixed_name(prefix, entry.name) != name) return;
    try {
      set_option(options, entry.name, value);
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

// Options of a fit by keyword; the seed is for every draw.  TypeError for keywords that no option has.
FitOptions fit_options(const std::string& method, const py::dict& keywords);
MeanOptions mean_options(const py::dict& keywords, TransportOptions& transport);
LoadOptions load_options(const py::dict& keywords);

// Of any struct; keywords of others are refused, or passed over.
template <class Options>
Options options_by_keyword(const py::dict& keywords, bool others_too = false) {
  Options options;
  for (const auto& [key, value] : keywords) {
    const std::string keyword = py::str(key);
    if (!set_named(options, "", name_of_keyword(keyword), from_python(value)) && !others_too)
      throw py::type_error(fmt::format("unknown option '{}'", keyword));
  }
  validate(options);
  return options;
}

// What a keyword takes: name, default, sentence, rule, words to choose from.
template <class Options>
void describe(const Options& options, const std::string& prefix, py::list& all) {
  for_each_option(options, [&](const auto& entry, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    py::dict one;
    one["name"] = keyword_of(prefixed_name(prefix, entry.name));
    one["default"] = to_python(value_of(value));
    one["sentence"] = in_python_words(entry.sentence);
    one["rule"] = entry.rule.words();
    one["takes"] = ValueWord<Value>::word();
    all.append(one);
  });
}

void add_options(py::module_& module);

}  // namespace wpga::python
