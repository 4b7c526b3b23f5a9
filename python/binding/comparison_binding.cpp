// Every method on the same measures.
#include <pybind11/stl.h>

#include "background.hpp"
#include "bindings.hpp"
#include "family_binding.hpp"
#include "results.hpp"
#include "values.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/comparison.hpp"

namespace wpga::python {

namespace {

// Options of the comparison, and of the fits: those of a method for every method that has them.
void put_option(const std::string& keyword, const OptionValue& value, ComparisonOptions& comparison,
                FitOptions& fits) {
  const std::string name = name_of_keyword(keyword);
  bool known = set_named(comparison, "", name, value);
  if (name == "seed") fits.seed = comparison.draws.seed;
  if (name == "components") {
    GeodesicOptions asked;
    known = set_named(asked, "", name, value);
    fits.components = asked.components;
  }
  for (const std::string_view word : names(Method{})) {
    fits.method = *value_named<Method>(word);
    visit_options(fits, [&](auto& chosen) { known = set_named(chosen, "", name, value) || known; });
  }
  known = set_named(fits.transport, "", name, value) || known;
  for_each_mean_group(fits.mean, "mean-", [&](const std::string& prefix, auto& group) {
    known = set_named(group, prefix, name, value) || known;
  });
  if (!known) throw py::type_error(fmt::format("unknown option '{}'", keyword));
}

std::vector<Method> methods_named(const std::vector<std::string>& words) {
  std::vector<Method> methods;
  for (const std::string& word : words) {
    set_value(word, methods.emplace_back());
    require(std::ranges::count(methods, methods.back()) == 1, fmt::format("`methods` names {} twice", word));
  }
  require(!methods.empty(), "`methods` names none");
  return methods;
}

py::dict compare_by(const SharedFamily& family, const std::vector<std::string>& words,
                    const py::dict& keywords, int threads, const py::object& progress) {
  const std::vector<Method> methods = methods_named(words);
  ComparisonOptions comparison;
  FitOptions fits;
  fits.seed = 1;
  for (const auto& [key, value] : keywords) put_option(py::str(key), from_python(value), comparison, fits);
  validate(comparison);
  FitOptions chosen = settled(fits);
  for (const Method method : methods) {
    chosen.method = method;
    validate_chosen(chosen);
  }
  fits.method = Method::geodesics;
  const FamilyComparison all = beside(threads, progress, [=](const Execution& execution) {
    return compare_on(*family, methods, fits, comparison, execution);
  });
  return comparison_dict(all.found);
}

}  // namespace

void add_comparison(py::module_& module) { module.def("compare", &compare_by); }

}  // namespace wpga::python
