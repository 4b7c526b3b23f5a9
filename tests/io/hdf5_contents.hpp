// All datasets and attributes of an HDF5 file as values: to change one, and to make the file again.
#pragma once

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/files/hdf5_writer.hpp"

namespace wpga::testing {

struct Hdf5Entry {
  std::string path;
  std::string attribute;  // empty for a dataset
  std::vector<std::uint64_t> shape;
  std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>,
               std::vector<std::byte>>
      values;
};

struct Hdf5Contents {
  std::vector<Hdf5Entry> entries;

  Hdf5Entry* find(const std::string& path, const std::string& attribute = {}) {
    for (Hdf5Entry& entry : entries)
      if (entry.path == path && entry.attribute == attribute) return &entry;
    return nullptr;
  }
  void erase(const std::string& path, const std::string& attribute = {}) {
    std::erase_if(entries, [&](const Hdf5Entry& e) { return e.path == path && e.attribute == attribute; });
  }
};

namespace detail {

inline std::vector<std::uint64_t> shape_of(hid_t space) {
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  if (!shape.empty()) H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  H5Sclose(space);
  return {shape.begin(), shape.end()};
}

inline herr_t see_attribute(hid_t object, const char* name, const H5A_info_t*, void* found) {
  auto& [path, reader, contents] =
      *static_cast<std::tuple<std::string, const Hdf5Reader*, Hdf5Contents*>*>(found);
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(attribute);
  Hdf5Entry entry{path, name, shape_of(H5Aget_space(attribute)), {}};
  if (H5Tget_class(type) == H5T_STRING)
    entry.values = reader->attribute_strings(path, name);
  else if (H5Tget_class(type) == H5T_INTEGER)
    entry.values = reader->attribute_integers(path, name);
  else
    entry.values = reader->attribute_doubles(path, name);
  H5Tclose(type);
  H5Aclose(attribute);
  contents->entries.push_back(std::move(entry));
  return 0;
}

inline herr_t see_object(hid_t root, const char* name, const H5O_info_t* info, void* found) {
  auto& [path, reader, contents] =
      *static_cast<std::tuple<std::string, const Hdf5Reader*, Hdf5Contents*>*>(found);
  path = std::string_view(name) == "." ? "/" : std::string("/") + name;
  if (info->type == H5O_TYPE_DATASET) {
    const hid_t dataset = H5Dopen2(root, name, H5P_DEFAULT), type = H5Dget_type(dataset);
    Hdf5Entry entry{path, "", shape_of(H5Dget_space(dataset)), {}};
    if (H5Tget_class(type) == H5T_STRING)
      entry.values = reader->read_strings(path);
    else if (H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) == 1)
      entry.values = reader->read_bytes(path);
    else if (H5Tget_class(type) == H5T_INTEGER)
      entry.values = reader->read_integers(path);
    else
      entry.values = reader->read_doubles(path);
    H5Tclose(type);
    H5Dclose(dataset);
    contents->entries.push_back(std::move(entry));
  }
  const hid_t object = H5Oopen(root, name, H5P_DEFAULT);
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, see_attribute, found);
  H5Oclose(object);
  return 0;
}

}  // namespace detail

// Datasets first, so that the objects of attributes are there when the file is made again.
inline Hdf5Contents contents_of_hdf5(const std::filesystem::path& path) {
  Hdf5Contents contents;
  const Hdf5Reader reader(path);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  std::tuple<std::string, const Hdf5Reader*, Hdf5Contents*> found{"", &reader, &contents};
  H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, detail::see_object, &found);
  H5Fclose(file);
  std::ranges::stable_partition(contents.entries, [](const Hdf5Entry& e) { return e.attribute.empty(); });
  return contents;
}

// Under a seal again: as if it had been made so.  Attributes of objects that are gone are left out.
inline std::vector<std::byte> encoded(const Hdf5Contents& contents, std::string_view kind) {
  Hdf5Writer file;
  const auto exists = [&](const std::string& object) {
    return object == "/" || std::ranges::any_of(contents.entries, [&](const Hdf5Entry& e) {
             return e.attribute.empty() && (e.path == object || e.path.starts_with(object + "/"));
           });
  };
  for (const Hdf5Entry& entry : contents.entries)
    std::visit(
        [&]<class Value>(const std::vector<Value>& values) {
          if (entry.attribute.empty()) {
            if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, std::int64_t>)
              file.write(entry.path, values, entry.shape);
            else
              file.write(entry.path, std::span<const Value>(values));
          } else if constexpr (!std::is_same_v<Value, std::byte>) {
            if (!exists(entry.path) || values.empty()) return;  // HDF5 has no empty attributes
            if (entry.shape.empty() && values.size() == 1)
              file.set_attribute(entry.path, entry.attribute, values[0]);
            else
              file.set_attribute(entry.path, entry.attribute, std::span<const Value>(values));
          }
        },
        entry.values);
  return file.finish(kind);
}

// A number from 0 to below its argument, however it is chosen.
using Choose = std::function<std::uint64_t(std::uint64_t below)>;

inline double strange_number(const Choose& choose) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::array<double, 14> strange = {0,     -1,     1,    2,        0.5,       5e-324,       1e-300,
                                          1e300, -1e300, 1e19, infinity, -infinity, std::nan(""), 1e-15};
  return strange[choose(strange.size())];
}

inline std::int64_t strange_integer(const Choose& choose) {
  const std::array<std::int64_t, 9> strange = {0,
                                               -1,
                                               1,
                                               2,
                                               7,
                                               1 << 20,
                                               std::int64_t{1} << 31,
                                               std::numeric_limits<std::int64_t>::max(),
                                               std::numeric_limits<std::int64_t>::min()};
  return strange[choose(strange.size())];
}

inline std::string strange_text(const Choose& choose) {
  constexpr std::size_t deep = 100000;  // more levels than a stack holds calls
  static const std::array<std::string, 9> strange = {
      "",
      "converged",
      "points",
      "shape",
      "{",
      "[1]",
      "\xff\xfe",
      std::string(5000, 'x'),
      "{\"columns\":" + std::string(deep, '[') + std::string(deep, ']') + "}"};
  return strange[choose(strange.size())];
}

inline void change_value(Hdf5Entry& entry, const Choose& choose) {
  std::visit(
      [&]<class Value>(std::vector<Value>& values) {
        if (values.empty()) return;
        Value& value = values[choose(values.size())];
        if constexpr (std::is_same_v<Value, double>)
          value = strange_number(choose);
        else if constexpr (std::is_same_v<Value, std::int64_t>)
          value = strange_integer(choose);
        else if constexpr (std::is_same_v<Value, std::string>)
          value = strange_text(choose);
        else
          value = static_cast<std::byte>(choose(256));
      },
      entry.values);
}

// The same values in another shape, or some more or fewer of them, or none along an axis without end.
inline void change_shape(Hdf5Entry& entry, const Choose& choose) {
  std::visit(
      [&](auto& values) {
        if (choose(2) == 0 && entry.shape.size() == 2) return std::swap(entry.shape[0], entry.shape[1]);
        if (choose(8) == 0) {
          values.clear();
          entry.shape = {0, std::uint64_t{1} << 62};
          if (choose(2) == 0) std::swap(entry.shape[0], entry.shape[1]);
          return;
        }
        const std::uint64_t size = choose(2 * values.size() + 2);
        values.resize(size);
        entry.shape = {size};
      },
      entry.values);
}

inline void change_type(Hdf5Entry& entry, const Choose& choose) {
  const std::uint64_t size = std::visit([](const auto& values) { return values.size(); }, entry.values);
  switch (choose(3)) {
    case 0:
      entry.values = std::vector<double>(size, strange_number(choose));
      break;
    case 1:
      entry.values = std::vector<std::int64_t>(size, strange_integer(choose));
      break;
    default: {
      constexpr std::uint64_t most = 4 << 20;  // bytes: thousands of the longest would fill the memory
      const std::string text = strange_text(choose);
      std::vector<std::string> texts(size);
      std::fill_n(texts.begin(), std::min<std::uint64_t>(size, most / (text.size() + 1)), text);
      entry.values = std::move(texts);
      entry.shape = {size};
    }
  }
  if (entry.shape.empty() && size != 1) entry.shape = {size};
}

// One change of the structure or the values of a file.
inline void mutate(Hdf5Contents& contents, const Choose& choose) {
  if (contents.entries.empty()) return;
  const std::uint64_t at = choose(contents.entries.size());
  Hdf5Entry& entry = contents.entries[at];
  switch (choose(8)) {
    case 0:
      contents.entries.erase(contents.entries.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      change_shape(entry, choose);
      break;
    case 2:
      change_type(entry, choose);
      break;
    case 3: {  // what another one holds
      const Hdf5Entry& other = contents.entries[choose(contents.entries.size())];
      if (other.attribute.empty() != entry.attribute.empty()) break;
      entry.shape = other.shape;
      entry.values = other.values;
      break;
    }
    case 4: {  // under another name
      const std::string path = contents.entries[choose(contents.entries.size())].path;
      const std::string moved = path + "x";
      if (entry.attribute.empty() && !contents.find(moved) && path != "/") entry.path = moved;
      break;
    }
    default:
      change_value(entry, choose);
  }
}

}  // namespace wpga::testing
