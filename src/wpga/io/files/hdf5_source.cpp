#include "wpga/io/files/hdf5_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "wpga/io/file_system.hpp"
#include "wpga/io/files/hdf5_handle.hpp"
#include "wpga/io/files/hdf5_links.hpp"
#include "wpga/io/files/hdf5_refusal.hpp"
#include "wpga/io/files/hdf5_texts.hpp"

namespace wpga {

namespace {

using Handle = Hdf5Handle;
using Shape = std::vector<std::uint64_t>;

constexpr std::uint64_t largest_attribute = 1 << 20;  // values

std::size_t rank_of(const Handle& space) {
  const int rank = space.valid() ? H5Sget_simple_extent_ndims(space) : -1;
  require_reached(rank >= 0);
  return static_cast<std::size_t>(rank);
}

// Memory is taken by it and the library fills what it knows: neither without the other.
Shape shape_of(const Handle& space) {
  const H5S_class_t kind = space.valid() ? H5Sget_simple_extent_type(space) : H5S_NO_CLASS;
  require_reached(kind != H5S_NO_CLASS);
  if (kind == H5S_NULL) return {0};  // h5py.Empty: not even one value
  std::vector<hsize_t> shape(rank_of(space));
  require_reached(shape.empty() ||
                  H5Sget_simple_extent_dims(space, shape.data(), nullptr) == static_cast<int>(shape.size()));
  return {shape.begin(), shape.end()};
}

H5D_layout_t layout_of(const Handle& creation) {
  const H5D_layout_t layout = creation.valid() ? H5Pget_layout(creation) : H5D_LAYOUT_ERROR;
  require_reached(layout != H5D_LAYOUT_ERROR);
  return layout;
}

// Number of elements; the largest number when the product overflows.
std::uint64_t count_of(const Shape& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape)
    if (__builtin_mul_overflow(count, extent, &count)) return std::numeric_limits<std::uint64_t>::max();
  return count;
}

Shape shape_of_attribute(const Handle& attribute) {
  if (!attribute.valid()) return {0};
  const Shape shape = shape_of({H5Aget_space(attribute), H5Sclose});
  if (count_of(shape) > largest_attribute)
    throw Hdf5Refusal{
        fmt::format("has an attribute of more than {} values, which is not read; store them as a dataset",
                    largest_attribute)};
  return shape;
}

template <class Value>
std::vector<Value> read_attribute(const Handle& attribute, hid_t type) {
  std::vector<Value> values(count_of(shape_of_attribute(attribute)));
  if (values.empty()) return {};  // the library reads nothing of what is empty
  if (H5Aread(attribute, type, values.data()) >= 0) return values;
  const Handle stored(H5Aget_type(attribute), H5Tclose);
  const H5T_class_t kind = class_of(stored);
  if (kind == H5T_INTEGER || kind == H5T_FLOAT) throw Hdf5Refusal{hdf5_unreachable};
  return {};
}

// Truths are an enumeration.
bool are_numbers(H5T_class_t kind) { return kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_ENUM; }

void require_numbers(const Handle& dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  if (!are_numbers(class_of(type))) throw Hdf5Refusal{"must hold numbers"};
}

}  // namespace

struct Hdf5Source::State {
  std::uint64_t file_size = 0;
  Handle file{-1, H5Fclose};
  std::string damage;  // why it cannot be opened

  Handle dataset(const std::string& path) const;
  Handle attribute(const std::string& path, const std::string& name) const;

  bool has_attribute(const std::string& path, const std::string& name) const;
  Shape shape(const std::string& path) const;
  std::uint64_t count(const Handle& dataset) const;
  void require_room(const Handle& dataset, std::uint64_t values) const;
  template <class Value>
  std::vector<Value> values(const std::string& path, hid_t type) const;
  template <class Value>
  std::vector<Value> part(const Hdf5Question& question, hid_t type) const;
  std::vector<std::int64_t> integers(const std::string& path) const;
  std::vector<std::byte> bytes(const std::string& path) const;
  std::vector<std::string> texts(const std::string& path) const;
  std::vector<std::string> attribute_texts(const std::string& path, const std::string& name) const;
  std::vector<std::string> number_texts(const std::string& path) const;
  bool holds_texts(const std::string& path) const;
  Shape chunk(const std::string& path) const;
  Shape place(const std::string& path) const;
};

Handle Hdf5Source::State::dataset(const std::string& path) const {
  const std::string place = without_soft_links(file, path);
  if (place.empty()) return {-1, H5Dclose};
  Handle dataset(H5Dopen2(file, place.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset.valid() && !is_hdf5_group(file, place)) throw Hdf5Refusal{hdf5_unreachable};
  if (!dataset.valid()) return dataset;
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  if (!creation.valid()) throw Hdf5Refusal{"cannot be opened; the file is damaged"};
  const int external = H5Pget_external_count(creation);
  require_reached(external >= 0);
  if (external > 0)
    throw Hdf5Refusal{"is stored in another file, which is not read; copy the data into this one"};
  if (layout_of(creation) == H5D_VIRTUAL)
    throw Hdf5Refusal{"is a virtual dataset, which refers to other files; copy the data into this one"};
  return dataset;
}

Handle Hdf5Source::State::attribute(const std::string& path, const std::string& name) const {
  if (!has_attribute(path, name)) return {-1, H5Aclose};
  Handle found(
      H5Aopen_by_name(file, without_soft_links(file, path).c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  require_reached(found.valid());
  return found;
}

bool Hdf5Source::State::has_attribute(const std::string& path, const std::string& name) const {
  const std::string place = without_soft_links(file, path);
  if (place.empty()) return false;
  const htri_t there = H5Aexists_by_name(file, place.c_str(), name.c_str(), H5P_DEFAULT);
  require_reached(there >= 0);
  return there > 0;
}

Shape Hdf5Source::State::shape(const std::string& path) const {
  const Handle found = dataset(path);
  count(found);
  return shape_of({H5Dget_space(found), H5Sclose});
}

// Of a dataset that could be in the file.
std::uint64_t Hdf5Source::State::count(const Handle& dataset) const {
  if (!dataset.valid()) throw Hdf5Refusal{"is missing"};
  const Shape shape = shape_of({H5Dget_space(dataset), H5Sclose});
  const std::uint64_t count = count_of(shape);
  // Not even what is empty has an axis of any length: rows without columns are walked like others.
  if (count == 0 && std::ranges::any_of(shape, [&](std::uint64_t extent) { return extent > file_size; }))
    throw Hdf5Refusal{"has no values, but an axis longer than the file; write it again"};
  require_room(dataset, count);
  return count;
}

// Can the file hold so many values of the dataset?
void Hdf5Source::State::require_room(const Handle& dataset, std::uint64_t values) const {
  if (values <= file_size) return;
  // What was never written takes no place in the file.  To ask costs a look at every chunk.
  H5D_space_status_t status = H5D_SPACE_STATUS_ERROR;
  if (H5Dget_space_status(dataset, &status) < 0) throw Hdf5Refusal{hdf5_unreachable};
  if (status == H5D_SPACE_STATUS_NOT_ALLOCATED)
    throw Hdf5Refusal{"was never written and is all fill values; write its values"};
  const std::uint64_t stored = std::min<std::uint64_t>(H5Dget_storage_size(dataset), file_size);
  require_reached(stored > 0);  // some of it is there
  if (values / largest_compression <= stored) return;
  if (status == H5D_SPACE_STATUS_PART_ALLOCATED)
    throw Hdf5Refusal{
        "has large parts that were never written and are all fill values; write them, or store only what "
        "was written"};
  throw Hdf5Refusal{"claims to be larger than the file can hold"};
}

template <class Value>
std::vector<Value> Hdf5Source::State::values(const std::string& path, hid_t type) const {
  const Handle found = dataset(path);
  std::vector<Value> values(count(found));
  require_numbers(found);
  if (H5Dread(found, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    throw Hdf5Refusal{why_unreadable(found)};
  return values;
}

// The columns asked for of rows that begin with the column `left`.
template <class Value>
std::vector<Value> chosen_columns(const std::vector<Value>& rows, std::uint64_t left, std::uint64_t width,
                                  const std::vector<std::uint64_t>& columns) {
  std::vector<Value> chosen;
  chosen.reserve(rows.size() / width * columns.size());
  for (std::size_t begin = 0; begin < rows.size(); begin += width)
    for (const std::uint64_t column : columns) chosen.push_back(rows[begin + column - left]);
  return chosen;
}

template <class Value>
std::vector<Value> Hdf5Source::State::part(const Hdf5Question& question, hid_t type) const {
  const Handle found = dataset(question.path);
  if (!found.valid()) throw Hdf5Refusal{"is missing"};
  require_numbers(found);
  const Handle space(H5Dget_space(found), H5Sclose);
  const Shape shape = shape_of(space);
  const auto [first, end] = question.rows;
  if (shape.empty() || shape.size() > 2) throw Hdf5Refusal{"must have one axis or two"};
  const std::uint64_t width = shape.size() == 2 ? shape[1] : 1;
  const auto outside = [&](std::uint64_t column) { return column >= width; };
  if (first > end || end > shape[0] || std::ranges::any_of(question.columns, outside))
    throw Hdf5Refusal{"is smaller than expected"};
  const auto [least, largest] = std::ranges::minmax_element(question.columns);
  const bool whole = question.columns.empty();
  const std::uint64_t left = whole ? 0 : *least, wide = whole ? width : *largest + 1 - left;
  require_room(found, count_of({end - first, wide}));
  const std::array<hsize_t, 2> start = {first, left}, extent = {end - first, wide};
  std::vector<Value> values((end - first) * wide);
  if (values.empty()) return values;
  const Handle memory(H5Screate_simple(static_cast<int>(shape.size()), extent.data(), nullptr), H5Sclose);
  require_reached(memory.valid());
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr) < 0 ||
      H5Dread(found, type, memory, space, H5P_DEFAULT, values.data()) < 0)
    throw Hdf5Refusal{why_unreadable(found)};
  return whole ? values : chosen_columns(values, left, wide, question.columns);
}

std::vector<std::int64_t> Hdf5Source::State::integers(const std::string& path) const {
  const Handle found = dataset(path);
  const Handle type(found.valid() ? H5Dget_type(found) : -1, H5Tclose);
  if (found.valid() && class_of(type) != H5T_INTEGER) throw Hdf5Refusal{"must hold whole numbers"};
  return values<std::int64_t>(path, H5T_NATIVE_INT64);
}

std::vector<std::byte> Hdf5Source::State::bytes(const std::string& path) const {
  const Handle found = dataset(path);
  const Handle type(found.valid() ? H5Dget_type(found) : -1, H5Tclose);
  if (found.valid() && (class_of(type) != H5T_INTEGER || H5Tget_size(type) != 1))
    throw Hdf5Refusal{"must hold bytes"};
  return values<std::byte>(path, H5T_NATIVE_UINT8);
}

std::vector<std::string> Hdf5Source::State::texts(const std::string& path) const {
  const Handle found = dataset(path);
  const std::uint64_t size = count(found);
  const Handle type(H5Dget_type(found), H5Tclose), space(H5Dget_space(found), H5Sclose);
  if (class_of(type) != H5T_STRING) throw Hdf5Refusal{"must hold strings"};
  std::vector<std::string> texts;
  TextMemory memory(file_size, size);
  const auto read = [&](hid_t kind, void* into) {
    return H5Dread(found, kind, H5S_ALL, H5S_ALL, memory.transfer(), into) >= 0;
  };
  if (read_texts(type, space, memory.transfer(), size, file_size * largest_compression, read, texts))
    return texts;
  if (memory.ran_out()) throw std::bad_alloc();
  throw Hdf5Refusal{memory.overflowed() ? "holds more text than the file can; it is damaged"
                                        : why_unreadable(found)};
}

template <class Value>
bool is_known(Value number) {
  if constexpr (std::is_floating_point_v<Value>)
    return !std::isnan(number);
  else
    return true;
}

template <class Value>
std::vector<std::string> shortest_texts(const std::vector<Value>& numbers) {
  std::vector<std::string> texts;
  for (const Value number : numbers)  // 0 is added to −0, which is no other number
    texts.push_back(is_known(number) ? fmt::format("{}", number + Value{0}) : std::string());
  return texts;
}

// As they are stored: in doubles, whole numbers of 2⁵³ and more would merge, and those of single precision
// have digits that nobody wrote.
std::vector<std::string> Hdf5Source::State::number_texts(const std::string& path) const {
  const Handle found = dataset(path);
  if (!found.valid()) throw Hdf5Refusal{"is missing"};
  const Handle type(H5Dget_type(found), H5Tclose), space(H5Dget_space(found), H5Sclose);
  if (shape_of(space).size() != 1) throw Hdf5Refusal{"must have one axis"};
  if (H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) <= sizeof(float))
    return shortest_texts(values<float>(path, H5T_NATIVE_FLOAT));
  if (H5Tget_class(type) == H5T_FLOAT) return shortest_texts(values<double>(path, H5T_NATIVE_DOUBLE));
  if (H5Tget_class(type) == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_NONE)
    return shortest_texts(values<std::uint64_t>(path, H5T_NATIVE_UINT64));
  return shortest_texts(values<std::int64_t>(path, H5T_NATIVE_INT64));
}

bool Hdf5Source::State::holds_texts(const std::string& path) const {
  const Handle found = dataset(path);
  const Handle type(found.valid() ? H5Dget_type(found) : -1, H5Tclose);
  return found.valid() && class_of(type) == H5T_STRING;
}

std::vector<std::string> Hdf5Source::State::attribute_texts(const std::string& path,
                                                            const std::string& name) const {
  const Handle found = attribute(path, name);
  if (!found.valid()) return {};
  const Handle type(H5Aget_type(found), H5Tclose), space(H5Aget_space(found), H5Sclose);
  const std::uint64_t size = count_of(shape_of_attribute(found));
  std::vector<std::string> texts;
  // Texts that are there but cannot be read are not absent.
  const auto read = [&](hid_t memory, void* into) {
    if (H5Aread(found, memory, into) < 0) throw Hdf5Refusal{hdf5_unreachable};
    return true;
  };
  const bool are_texts = size > 0 && class_of(type) == H5T_STRING;
  std::uint64_t letters = 0;
  const bool fit = !are_texts || read_texts(type, space, H5P_DEFAULT, size, file_size, read, texts);
  for (const std::string& text : texts) letters += text.size();
  if (!fit || letters > file_size)
    throw Hdf5Refusal{"has an attribute with more text than the file can hold; it is damaged"};
  return texts;
}

Shape Hdf5Source::State::chunk(const std::string& path) const {
  const Handle found = dataset(path);
  if (!found.valid()) throw Hdf5Refusal{"is missing"};
  const Handle creation(H5Dget_create_plist(found), H5Pclose), space(H5Dget_space(found), H5Sclose);
  std::vector<hsize_t> chunk(rank_of(space));
  if (chunk.empty() || layout_of(creation) != H5D_CHUNKED) return {};
  const int rank = static_cast<int>(chunk.size());
  require_reached(H5Pget_chunk(creation, rank, chunk.data()) == rank);
  return {chunk.begin(), chunk.end()};
}

Shape Hdf5Source::State::place(const std::string& path) const {
  const Handle found = dataset(path);
  if (!found.valid()) return {};
  const Handle creation(H5Dget_create_plist(found), H5Pclose), type(H5Dget_type(found), H5Tclose);
  const haddr_t offset = H5Dget_offset(found);
  const bool plain = layout_of(creation) == H5D_CONTIGUOUS && H5Pget_external_count(creation) == 0 &&
                     H5Tequal(type, H5T_NATIVE_DOUBLE) > 0;
  const std::uint64_t bytes = count(found) * sizeof(double);
  if (!plain || offset == HADDR_UNDEF || offset % alignof(double) != 0 || offset > file_size ||
      bytes > file_size - offset)
    return {};
  return {offset, bytes};
}

Hdf5Source::Hdf5Source(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
  const InsideHdf5 inside;
  state_->file_size = bytes_in(path);
  if (H5Fis_hdf5(path.c_str()) <= 0) {
    state_->damage = why_closed(path, "this is not an HDF5 file, or one that was cut off");
    return;
  }
  state_->file = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!state_->file.valid())
    state_->damage = why_closed(path,
                                "the HDF5 file is damaged, cut off, or not yet closed by the program that "
                                "writes it; close it there, or make it again");
}

Hdf5Source::~Hdf5Source() {
  const InsideHdf5 inside;
  state_.reset();
}

std::optional<FileVersion> Hdf5Source::version() const {
  const InsideHdf5 inside;
  if (!state_->file.valid()) return {};
  void* descriptor = nullptr;
  std::optional<FileVersion> found;
  if (H5Fget_vfd_handle(state_->file, H5P_DEFAULT, &descriptor) >= 0)
    found = version_of(*static_cast<const int*>(descriptor));
  return found.value_or(FileVersion{});
}

Hdf5Answer Hdf5Source::answer(const Hdf5Question& question) const try {
  using enum Hdf5Question::About;
  const InsideHdf5 inside;
  const auto about = question.about;
  const std::string &path = question.path, &name = question.name;
  if (!state_->damage.empty()) throw Hdf5Refusal{state_->damage};
  Hdf5Answer answer{.yes = true};
  switch (about) {
    case file:
      break;
    case dataset:
      answer.yes = state_->dataset(path).valid();
      break;
    case shape:
      answer.shape = state_->shape(path);
      break;
    case doubles:
      answer.doubles = state_->values<double>(path, H5T_NATIVE_DOUBLE);
      break;
    case integers:
      answer.integers = state_->integers(path);
      break;
    case doubles_part:
      answer.doubles = state_->part<double>(question, H5T_NATIVE_DOUBLE);
      break;
    case integers_part:
      answer.integers = state_->part<std::int64_t>(question, H5T_NATIVE_INT64);
      break;
    case texts:
      answer.texts = state_->texts(path);
      break;
    case number_texts:
      answer.texts = state_->number_texts(path);
      break;
    case bytes:
      answer.bytes = state_->bytes(path);
      break;
    case attribute:
      answer.yes = state_->has_attribute(path, name);
      break;
    case attribute_shape:
      answer.shape = shape_of_attribute(state_->attribute(path, name));
      break;
    case attribute_doubles:
      answer.doubles = read_attribute<double>(state_->attribute(path, name), H5T_NATIVE_DOUBLE);
      break;
    case attribute_integers:
      answer.integers = read_attribute<std::int64_t>(state_->attribute(path, name), H5T_NATIVE_INT64);
      break;
    case attribute_texts:
      answer.texts = state_->attribute_texts(path, name);
      break;
    case holds_texts:
      answer.yes = state_->holds_texts(path);
      break;
    case chunk:
      answer.shape = state_->chunk(path);
      break;
    case place:
      answer.shape = state_->place(path);
      break;
  }
  return answer;
} catch (const Hdf5Refusal& refusal) {
  return {.refusal = refusal.what};
} catch (const std::bad_alloc&) {
  return {.refusal = "needs more memory than there is"};
}

}  // namespace wpga
