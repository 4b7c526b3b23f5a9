#include "values.hpp"

#include <pybind11/stl.h>

#include <array>
#include <limits>
#include <utility>

namespace wpga::python {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> renamed = {
    {{"components", "n_components"}, {"seed", "random_state"}, {"as", "kind"}, {"fit", "fit_order"}}};

bool is_number(const py::handle& value) { return PyNumber_Check(value.ptr()) != 0; }

OptionValue whole_from(const py::handle& value) {
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!whole) {
    PyErr_Clear();
    throw InputError(fmt::format("{} is no value of an option", py::repr(value).cast<std::string>()));
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
  if (overflow == 0) return static_cast<std::int64_t>(number);
  const unsigned long long large = PyLong_AsUnsignedLongLong(whole.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw InputError(fmt::format("{} is too large", py::str(value).cast<std::string>()));
  }
  return static_cast<std::uint64_t>(large);
}

OptionValue list_from(const py::handle& value) {
  std::vector<std::string> texts;
  std::vector<double> numbers;
  for (const py::handle item : value) {
    if (py::isinstance<py::str>(item))
      texts.push_back(py::str(item));
    else if (is_number(item))
      numbers.push_back(py::float_(py::reinterpret_borrow<py::object>(item)));
    else
      throw InputError("a list of texts or of numbers is wanted");
  }
  require(texts.empty() || numbers.empty(), "a list of texts or of numbers is wanted, not of both");
  if (numbers.empty()) return texts;
  return numbers;
}

// Option and keyword differ by dashes and a few names.
std::string renamed_from(std::string_view word, bool to_keyword) {
  for (const auto& [option, keyword] : renamed)
    if (word == (to_keyword ? option : keyword)) return std::string(to_keyword ? keyword : option);
  std::string changed(word);
  std::ranges::replace(changed, to_keyword ? '-' : '_', to_keyword ? '_' : '-');
  return changed;
}

[[noreturn]] void refuse(const std::string& keyword) {
  throw py::type_error(fmt::format("unknown option '{}'", keyword));
}

template <class Visitor>
void for_each_load_group(LoadOptions& options, Visitor&& visitor) {
  visitor(options.read);
  visitor(options.shape);
  visitor(options.palette);
  visitor(options.table);
  visitor(options.cells);
}

bool set_mean(MeanOptions& mean, const std::string& prefix, const std::string& name,
              const OptionValue& value) {
  MeanChoice choice{mean.method};
  bool known = set_named(choice, prefix, name, value);
  mean.method = choice.method;
  for_each_mean_group(mean, prefix, [&](const std::string& before, auto& group) {
    known = set_named(group, before, name, value) || known;
  });
  return known;
}

void validate_mean(const MeanOptions& mean, const std::string& prefix) {
  require(!mean.free.support || *mean.free.support >= 1, "`support` must be at least 1");
  for_each_mean_group(mean, prefix,
                      [](const std::string& before, const auto& group) { validate(group, before); });
}

py::list described_fit(const std::string& method) {
  FitOptions options;
  set_value(method, options.method);
  py::list all;
  visit_options(options, [&](const auto& chosen) { describe(chosen, "", all); });
  describe(options.bootstrap, "", all);
  describe(options.statistics, "", all);
  describe(options.alignment, "", all);
  describe(options.transport, "", all);
  describe(MeanChoice{}, "mean-", all);
  for_each_mean_group(options.mean, "mean-",
                      [&](const std::string& prefix, const auto& group) { describe(group, prefix, all); });
  return all;
}

py::list described_mean() {
  py::list all;
  const MeanOptions mean;
  describe(MeanChoice{}, "", all);
  for_each_mean_group(mean, "",
                      [&](const std::string& prefix, const auto& group) { describe(group, prefix, all); });
  describe(TransportOptions{}, "", all);
  return all;
}

py::list described_reading() {
  py::list all;
  LoadOptions options;
  for_each_load_group(options, [&](const auto& group) { describe(group, "", all); });
  return all;
}

}  // namespace

std::string keyword_of(std::string_view name) {
  if (name == "mean-seed") return "random_state";
  return renamed_from(name, true);
}

std::string name_of_keyword(std::string_view keyword) { return renamed_from(keyword, false); }

std::string in_python_words(std::string_view sentence) {
  std::string words;
  bool quoted = false;
  std::string inside;
  for (const char letter : sentence) {
    if (letter == '`') {
      if (quoted) words += keyword_of(inside);
      inside.clear();
      quoted = !quoted;
      words += letter;
    } else {
      (quoted ? inside : words) += letter;
    }
  }
  return words + inside;
}

py::object to_python(const OptionValue& value) {
  return std::visit(
      [](const auto& inner) -> py::object {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(inner)>, std::monostate>)
          return py::none();
        else
          return py::cast(inner);
      },
      value.variant());
}

py::dict to_python(const OptionValues& values) {
  py::dict all;
  for (const auto& [name, value] : values) all[py::str(name)] = to_python(value);
  return all;
}

OptionValue from_python(const py::handle& value) {
  if (value.is_none()) return {};
  if (py::isinstance<py::str>(value)) return std::string(py::str(value));
  // NumPy's own truth values are no bool of Python.
  const bool of_numpy =
      py::hasattr(value, "dtype") && py::str(value.attr("dtype")).cast<std::string>() == "bool";
  if (PyBool_Check(value.ptr()) || of_numpy)
    return static_cast<bool>(py::bool_(py::reinterpret_borrow<py::object>(value)));
  if (PyIndex_Check(value.ptr())) return whole_from(value);
  if (PyFloat_Check(value.ptr()) || (is_number(value) && !py::hasattr(value, "__len__"))) try {
      return static_cast<double>(py::float_(py::reinterpret_borrow<py::object>(value)));
    } catch (const py::error_already_set&) {
      throw InputError(fmt::format("{} is no value of an option", py::repr(value).cast<std::string>()));
    }
  if (py::hasattr(value, "__iter__") && !py::isinstance<py::dict>(value) && !py::isinstance<py::bytes>(value))
    return list_from(value);
  throw InputError(fmt::format("{} is no value of an option", py::repr(value).cast<std::string>()));
}

FitOptions fit_options(const std::string& method, const py::dict& keywords) {
  FitOptions options;
  set_value(method, options.method);
  options.seed = 1;
  for (const auto& [key, given] : keywords) {
    const std::string keyword = py::str(key), name = name_of_keyword(keyword);
    const OptionValue value = from_python(given);
    if (name == "seed") {
      BootstrapOptions draws;
      set_option(draws, "seed", value);
      options.seed = draws.seed;
      continue;
    }
    if (name == "components" && value.text() && *value.text() == "auto") {
      options.choose_components = true;
      continue;
    }
    bool known = false;
    visit_options(options, [&](auto& chosen) { known = set_named(chosen, "", name, value); });
    known = set_named(options.bootstrap, "", name, value) || known;
    known = set_named(options.statistics, "", name, value) || known;
    known = set_named(options.alignment, "", name, value) || known;
    known = set_named(options.transport, "", name, value) || known;
    known = set_mean(options.mean, "mean-", name, value) || known;
    if (!known) refuse(keyword);
  }
  validate_mean(options.mean, "mean-");
  validate_chosen(settled(options));
  return options;
}

MeanOptions mean_options(const py::dict& keywords, TransportOptions& transport) {
  MeanOptions mean;
  for (const auto& [key, given] : keywords) {
    const std::string keyword = py::str(key), name = name_of_keyword(keyword);
    const OptionValue value = from_python(given);
    const bool known = set_mean(mean, "", name, value);
    if (!set_named(transport, "", name, value) && !known) refuse(keyword);
  }
  validate_mean(mean, "");
  validate(transport);
  return mean;
}

LoadOptions load_options(const py::dict& keywords) {
  LoadOptions options;
  for (const auto& [key, given] : keywords) {
    const std::string keyword = py::str(key), name = name_of_keyword(keyword);
    OptionValue value = from_python(given);
    bool known = false;
    for_each_load_group(options, [&](auto& group) {
      for_each_option(group, [&](const auto& entry, auto& member) {
        if (entry.name != name) return;
        // One text does for a list of one.
        if constexpr (std::same_as<std::remove_cvref_t<decltype(member)>, std::vector<std::string>>)
          if (value.text()) value = std::vector<std::string>{*value.text()};
        // An optional text that is not given is an empty one.
        if constexpr (std::same_as<std::remove_cvref_t<decltype(member)>, std::string>)
          if (value.is_nothing()) value = std::string();
      });
      known = set_named(group, "", name, value) || known;
    });
    if (!known) refuse(keyword);
  }
  return options;
}

void add_options(py::module_& module) {
  module.def("fit_options", &described_fit, "Keywords of a fit by this method.");
  module.def("mean_options", &described_mean, "Keywords of a Wasserstein mean.");
  module.def("reading_options", &described_reading, "Keywords of reading files.");
  module.def("transport_options", [] {
    py::list all;
    describe(TransportOptions{}, "", all);
    return all;
  });
  module.def("keyword_of", &keyword_of, "The keyword of an option.");
  module.def("methods", [] {
    py::list all;
    for (const std::string_view name : names(Method{})) all.append(std::string(name));
    return all;
  });
}

}  // namespace wpga::python
