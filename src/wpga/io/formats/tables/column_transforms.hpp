// What is done to coordinates while they are read: one transform for all columns, or some with their own.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/option_text.hpp"
#include "wpga/base/option_values.hpp"

namespace wpga {

enum class Transform { none, log10, asinh };
constexpr std::array<std::string_view, 3> names(Transform) { return {"none", "log10", "asinh"}; }

struct ColumnTransform {
  Transform kind = Transform::none;
  double cofactor = 1;  // asinh(x / cofactor)

  ColumnTransform() = default;
  ColumnTransform(Transform transform, double scale = 1) : kind(transform), cofactor(scale) {}
  bool operator==(const ColumnTransform&) const = default;
};

// "log10", "asinh(150)", "CD4:asinh(150),FSC:linear", "asinh(5),Time:linear": columns that are not named have
// the transform without a name, or none.  `linear` is another word for none.
struct ColumnTransforms {
  struct Named {
    std::string column;
    ColumnTransform transform;
    bool operator==(const Named&) const = default;
  };
  ColumnTransform all;
  std::vector<Named> columns;

  ColumnTransforms() = default;
  ColumnTransforms(Transform transform) : all(transform) {}
  bool operator==(const ColumnTransforms&) const = default;
};

void parse_value(std::string_view text, ColumnTransforms& value);
std::string text_of(const ColumnTransforms& value);
OptionValue value_of(const ColumnTransforms& value);
void set_value(const OptionValue& from, ColumnTransforms& to);
template <>
struct ValueWord<ColumnTransforms> {
  static std::string word() { return "NAME[(C)]|COLUMN:NAME[(C)],…"; }
};

// One transform for each of the columns that were chosen as coordinates; `find` gives the column of a name or
// number, or throws.  Throws InputError for a transform of a column that is not among them, or of one twice.
std::vector<ColumnTransform> transforms_for(const ColumnTransforms& transforms,
                                            std::span<const std::size_t> chosen,
                                            const std::function<std::size_t(const std::string&)>& find);

// The same for coordinates without names: 1, 2, … or, up to three of them, x, y, z.
std::vector<ColumnTransform> transforms_of_axes(const ColumnTransforms& transforms, std::size_t dimension);

// The number after the transform, or nothing where that is not defined.
std::optional<double> transformed(double number, const ColumnTransform& transform);

// "log10 CD4", "asinh CD4/150"
std::string axis_name(std::string_view column, const ColumnTransform& transform);

}  // namespace wpga
