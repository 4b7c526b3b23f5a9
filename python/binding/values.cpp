#include "values.hpp"

#include <pybind11/stl.h>

#include <array>

namespace wpga::python {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> renamed = {
    {{"components", "n_components"},
     {"seed", "random_state"},
     {"mean-seed", "random_state"},
     {"as", "kind"},
     {"fit", "fit_order"}}};

bool is_number(const py::handle& value) { return PyNumber_Check(value.ptr()) != 0; }

[[noreturn]] void refuse_value(const py::handle& value) {
  PyErr_Clear();
  throw InputError(py::repr(value).cast<std::string>() + " is no value of an option");
}

OptionValue whole_from(const py::handle& value) {
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!whole) refuse_value(value);
  try {
    if (whole < py::int_(0)) return whole.cast<std::int64_t>();
    return whole.cast<std::uint64_t>();
  } catch (const py::cast_error&) {
    throw InputError(py::str(whole).cast<std::string>() + " is too large");
  }
}

OptionValue list_from(const py::handle& value) {
  std::vector<std::string> texts;
  std::vector<double> numbers;
  for (const py::handle item : value) {
    if (py::isinstance<py::str>(item))
      texts.push_back(text_from(item));
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

void validate_mean(const MeanOptions& mean, const std::string& prefix) {
  require(!mean.free.support || *mean.free.support >= 1, "`support` must be at least 1");
  for_each_mean_group(mean, prefix,
                      [](const std::string& before, const auto& group) { validate(group, before); });
}

FitOptions asked_of(const std::string& method) {
  FitOptions options;
  set_value(method, options.method);
  return options;
}

// The seed, and a number of components, are for every method; true where the keyword was one of them.
bool set_for_all(FitOptions& options, std::string_view name, const OptionValue& value) {
  if (name == "seed") {
    BootstrapOptions draws;
    set_option(draws, "seed", value);
    options.seed = draws.seed;
  } else if (name == "components" && value.text() && *value.text() == "auto") {
    options.choose_components = true;
  } else {
    return false;
  }
  return true;
}

}  // namespace

void refuse(const std::string& keyword) { throw py::type_error(fmt::format("unknown option '{}'", keyword)); }

std::string text_from(const py::handle& text) {
  Py_ssize_t size = 0;
  const char* letters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (letters != nullptr) return {letters, static_cast<std::size_t>(size)};
  PyErr_Clear();
  throw InputError(py::repr(text).cast<std::string>() + " is no text that UTF-8 can write");
}

std::string keyword_of(std::string_view name) { return renamed_from(name, true); }

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
  if (py::isinstance<py::str>(value)) return text_from(value);
  // NumPy's own truth values are no bool of Python.
  if (PyBool_Check(value.ptr()) || std::string_view(Py_TYPE(value.ptr())->tp_name) == "numpy.bool_")
    return static_cast<bool>(py::bool_(py::reinterpret_borrow<py::object>(value)));
  if (PyIndex_Check(value.ptr())) return whole_from(value);
  if (PyFloat_Check(value.ptr()) || (is_number(value) && !py::hasattr(value, "__len__"))) try {
      return static_cast<double>(py::float_(py::reinterpret_borrow<py::object>(value)));
    } catch (const py::error_already_set&) {
      refuse_value(value);
    }
  if (py::hasattr(value, "__iter__") && !py::isinstance<py::dict>(value) && !py::isinstance<py::bytes>(value))
    return list_from(value);
  refuse_value(value);
}

FitOptions fit_options(const std::string& method, const py::dict& keywords) {
  FitOptions options = asked_of(method);
  options.seed = 1;
  for (const auto& [key, given] : keywords) {
    const std::string keyword = text_from(key);
    const OptionValue value = from_python(given);
    if (!set_for_all(options, name_of_keyword(keyword), value)) set_keyword(options, keyword, value);
  }
  validate_mean(options.mean, "mean-");
  validate_chosen(settled(options));
  return options;
}

MeanRequest mean_options(const py::dict& keywords) {
  MeanRequest request;
  set_keywords(request, keywords);
  validate_mean(request.mean, "");
  validate(request.transport);
  return request;
}

TransportOptions transport_options(const py::dict& keywords) {
  TransportOptions options;
  set_keywords(options, keywords);
  validate(options);
  return options;
}

ComparisonRequest comparison_options(const std::vector<std::string>& methods, const py::dict& keywords) {
  ComparisonRequest request;
  for (const std::string& word : methods) {
    set_value(word, request.methods.emplace_back());
    require(std::ranges::count(request.methods, request.methods.back()) == 1,
            fmt::format("`methods` names {} twice", word));
  }
  require(!request.methods.empty(), "`methods` names none");
  for (const auto& [key, given] : keywords) {
    const std::string keyword = text_from(key);
    // A share of the variance is for the methods that can stop at one, and `cone` is shown both ways.
    if (keyword == "n_components")
      set_value(from_python(given), request.fits.components);
    else if (keyword == "cone")
      refuse(keyword);
    else
      set_keyword(request, keyword, from_python(given));
  }
  request.fits.seed = request.comparison.draws.seed;
  validate(request.comparison);
  validate_mean(request.fits.mean, "mean-");
  FitOptions chosen = settled(request.fits);
  for (const Method method : request.methods) {
    chosen.method = method;
    validate_chosen(chosen);
  }
  return request;
}

void add_options(py::module_& module) {
  module.def("fit_options", [](const std::string& method) { return described(asked_of(method)); });
  module.def("mean_options", [] { return described(MeanRequest{}); });
  module.def("reading_options", [] { return described(LoadOptions{}); });
  module.def("transport_options", [] { return described(TransportOptions{}); });
  module.def("keyword_of", &keyword_of, "The keyword of an option.");
  module.def("methods", [] { return names(Method{}); });
}

}  // namespace wpga::python
