#include "wpga/io/files/hdf5_file.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

// An HDF5 identifier with its own closing function.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// The library reports through return values; its own stack traces on stderr are switched off.
void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

Handle space_of(const std::vector<hsize_t>& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose};
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose};
}

std::vector<const char*> pointers_to(std::span<const std::string> values) {
  std::vector<const char*> pointers;
  pointers.reserve(values.size());
  for (const std::string& value : values) pointers.push_back(value.c_str());
  return pointers;
}

// Only lack of memory can make an in-memory file fail.
void expect(bool success) {
  if (!success) throw std::runtime_error("HDF5 could not build the file in memory");
}

}  // namespace

// ---- Writing.

struct Hdf5Writer::State {
  Handle file{-1, H5Fclose};

  void write(const std::string& path, hid_t type, const void* data, const std::vector<hsize_t>& shape) {
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);
    H5Pset_obj_track_times(creation, false);
    const Handle space = space_of(shape);
    const Handle dataset(H5Dcreate2(file, path.c_str(), type, space, links, creation, H5P_DEFAULT), H5Dclose);
    expect(dataset.valid());
    expect(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  }

  void set_attribute(const std::string& path, const std::string& name, hid_t type, const void* data,
                     const std::vector<hsize_t>& shape) {
    const Handle space = space_of(shape);
    const Handle attribute(H5Acreate_by_name(file, path.c_str(), name.c_str(), type, space, H5P_DEFAULT,
                                             H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    expect(attribute.valid());
    expect(H5Awrite(attribute, type, data) >= 0);
  }
};

Hdf5Writer::Hdf5Writer() : state_(std::make_unique<State>()) {
  silence_hdf5();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_fapl_core(access, 1 << 20, false);
  H5Pset_obj_track_times(creation, false);
  // HDF5 refuses two open files of one name, in memory too.
  static std::atomic<int> counter = 0;
  const std::string name = fmt::format("memory-{}", counter++);
  state_->file = Handle(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
  expect(state_->file.valid());
}

Hdf5Writer::~Hdf5Writer() = default;
Hdf5Writer::Hdf5Writer(Hdf5Writer&&) noexcept = default;
Hdf5Writer& Hdf5Writer::operator=(Hdf5Writer&&) noexcept = default;

void Hdf5Writer::write(const std::string& path, std::span<const double> values,
                       std::vector<std::uint64_t> shape) {
  state_->write(path, H5T_NATIVE_DOUBLE, values.data(), {shape.begin(), shape.end()});
}

void Hdf5Writer::write(const std::string& path, std::span<const std::int64_t> values,
                       std::vector<std::uint64_t> shape) {
  state_->write(path, H5T_NATIVE_INT64, values.data(), {shape.begin(), shape.end()});
}

void Hdf5Writer::write(const std::string& path, std::span<const std::string> values) {
  const auto pointers = pointers_to(values);
  state_->write(path, text_type(), pointers.data(), {values.size()});
}

void Hdf5Writer::write(const std::string& path, std::span<const std::byte> values) {
  state_->write(path, H5T_NATIVE_UINT8, values.data(), {values.size()});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name, double value) {
  state_->set_attribute(path, name, H5T_NATIVE_DOUBLE, &value, {});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name, std::int64_t value) {
  state_->set_attribute(path, name, H5T_NATIVE_INT64, &value, {});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name, const std::string& value) {
  const char* pointer = value.c_str();
  state_->set_attribute(path, name, text_type(), &pointer, {});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name,
                               std::span<const double> values) {
  state_->set_attribute(path, name, H5T_NATIVE_DOUBLE, values.data(), {values.size()});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name,
                               std::span<const std::int64_t> values) {
  state_->set_attribute(path, name, H5T_NATIVE_INT64, values.data(), {values.size()});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name,
                               std::span<const std::string> values) {
  const auto pointers = pointers_to(values);
  state_->set_attribute(path, name, text_type(), pointers.data(), {values.size()});
}

std::vector<std::byte> Hdf5Writer::finish() {
  expect(H5Fflush(state_->file, H5F_SCOPE_GLOBAL) >= 0);
  const ssize_t size = H5Fget_file_image(state_->file, nullptr, 0);
  expect(size >= 0);
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  expect(H5Fget_file_image(state_->file, bytes.data(), bytes.size()) == size);
  state_.reset();
  return bytes;
}

// ---- Reading.

struct Hdf5Reader::State {
  std::filesystem::path path;
  std::uint64_t file_size = 0;
  Handle file{-1, H5Fclose};

  Handle dataset(const std::string& name) const {
    return {H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose};
  }
  Handle attribute(const std::string& object, const std::string& name) const {
    return {H5Aopen_by_name(file, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
  }
};

namespace {

std::vector<std::uint64_t> shape_of(const Handle& space) {
  const int rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(rank, 0)));
  if (rank > 0) H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return {shape.begin(), shape.end()};
}

// Number of elements, or nothing when the product overflows.
std::uint64_t count_of(const std::vector<std::uint64_t>& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape)
    if (__builtin_mul_overflow(count, extent, &count)) return std::numeric_limits<std::uint64_t>::max();
  return count;
}

// Variable-length or fixed-length strings, both as h5py writes them.  `read` is H5Dread or H5Aread.
template <class Read>
bool read_texts(const Handle& type, const Handle& space, std::uint64_t count, const Read& read,
                std::vector<std::string>& texts) {
  if (H5Tget_class(type) != H5T_STRING) return false;
  if (H5Tis_variable_str(type) > 0) {
    std::vector<char*> pointers(count, nullptr);
    const Handle memory_type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(memory_type, H5T_VARIABLE);
    H5Tset_cset(memory_type, H5Tget_cset(type));
    if (!read(memory_type, pointers.data())) return false;
    for (const char* pointer : pointers) texts.emplace_back(pointer ? pointer : "");
    H5Dvlen_reclaim(memory_type, space, H5P_DEFAULT, pointers.data());
    return true;
  }
  const std::size_t width = H5Tget_size(type);
  std::vector<char> buffer(width * count);
  if (!read(type, buffer.data())) return false;
  for (std::uint64_t i = 0; i < count; ++i)
    texts.emplace_back(buffer.data() + i * width, ::strnlen(buffer.data() + i * width, width));
  return true;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
  silence_hdf5();
  state_->path = path;
  std::error_code error;
  state_->file_size = std::filesystem::file_size(path, error);
  const std::string shown = displayed(path.string());
  if (error) throw InputError(fmt::format("cannot read {}: {}", shown, error.message()));
  if (H5Fis_hdf5(path.c_str()) <= 0)
    throw InputError(fmt::format("{}: this is not an HDF5 file, or one that was cut off", shown));
  state_->file = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!state_->file.valid())
    throw InputError(fmt::format("{}: the HDF5 file is damaged or cut off; make it again", shown));
}

Hdf5Reader::~Hdf5Reader() = default;
Hdf5Reader::Hdf5Reader(Hdf5Reader&&) noexcept = default;
Hdf5Reader& Hdf5Reader::operator=(Hdf5Reader&&) noexcept = default;

void Hdf5Reader::fail(const std::string& path, std::string_view what) const {
  throw InputError(fmt::format("{}: dataset {} {}", displayed(state_->path.string()), path, what));
}

bool Hdf5Reader::has(const std::string& path) const { return state_->dataset(path).valid(); }

std::vector<std::uint64_t> Hdf5Reader::shape(const std::string& path) const {
  const Handle dataset = state_->dataset(path);
  if (!dataset.valid()) fail(path, "is missing");
  return shape_of({H5Dget_space(dataset), H5Sclose});
}

namespace {

// Compressed data may be smaller than what it unpacks to, but deflate never gains more than this.
constexpr std::uint64_t largest_compression = 1100;

}  // namespace

std::vector<double> Hdf5Reader::read_doubles(const std::string& path) const {
  const std::uint64_t count = count_of(shape(path));
  if (count / largest_compression > state_->file_size)
    fail(path, "claims to be larger than the file can hold");
  const Handle dataset = state_->dataset(path);
  std::vector<double> values(count);
  if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(path, "cannot be read as numbers; the file may be cut off");
  return values;
}

std::vector<std::int64_t> Hdf5Reader::read_integers(const std::string& path) const {
  const std::uint64_t count = count_of(shape(path));
  if (count / largest_compression > state_->file_size)
    fail(path, "claims to be larger than the file can hold");
  const Handle dataset = state_->dataset(path);
  const Handle type(H5Dget_type(dataset), H5Tclose);
  if (H5Tget_class(type) != H5T_INTEGER) fail(path, "must hold whole numbers");
  std::vector<std::int64_t> values(count);
  if (H5Dread(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(path, "cannot be read; the file may be cut off");
  return values;
}

std::vector<std::byte> Hdf5Reader::read_bytes(const std::string& path) const {
  const std::uint64_t count = count_of(shape(path));
  if (count / largest_compression > state_->file_size)
    fail(path, "claims to be larger than the file can hold");
  const Handle dataset = state_->dataset(path);
  const Handle type(H5Dget_type(dataset), H5Tclose);
  if (H5Tget_class(type) != H5T_INTEGER || H5Tget_size(type) != 1) fail(path, "must hold bytes");
  std::vector<std::byte> values(count);
  if (H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(path, "cannot be read; the file may be cut off");
  return values;
}

std::vector<std::string> Hdf5Reader::read_strings(const std::string& path) const {
  const std::uint64_t count = count_of(shape(path));
  if (count / largest_compression > state_->file_size)
    fail(path, "claims to be larger than the file can hold");
  const Handle dataset = state_->dataset(path);
  const Handle type(H5Dget_type(dataset), H5Tclose), space(H5Dget_space(dataset), H5Sclose);
  std::vector<std::string> texts;
  const auto read = [&](hid_t memory, void* into) {
    return H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, into) >= 0;
  };
  if (!read_texts(type, space, count, read, texts)) fail(path, "must hold strings");
  for (const std::string& text : texts)
    if (!is_utf8(text)) fail(path, "holds a string that is not UTF-8");
  return texts;
}

bool Hdf5Reader::has_attribute(const std::string& path, const std::string& name) const {
  return H5Aexists_by_name(state_->file, path.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

namespace {

template <class Value>
std::vector<Value> read_attribute(const Handle& attribute, hid_t type) {
  const Handle space(H5Aget_space(attribute), H5Sclose);
  const std::uint64_t count = count_of(shape_of(space));
  if (!attribute.valid() || count > 1u << 20) return {};
  std::vector<Value> values(count);
  if (H5Aread(attribute, type, values.data()) < 0) return {};
  return values;
}

}  // namespace

std::vector<double> Hdf5Reader::attribute_doubles(const std::string& path, const std::string& name) const {
  return read_attribute<double>(state_->attribute(path, name), H5T_NATIVE_DOUBLE);
}

std::vector<std::int64_t> Hdf5Reader::attribute_integers(const std::string& path,
                                                         const std::string& name) const {
  return read_attribute<std::int64_t>(state_->attribute(path, name), H5T_NATIVE_INT64);
}

std::vector<std::string> Hdf5Reader::attribute_strings(const std::string& path,
                                                       const std::string& name) const {
  const Handle attribute = state_->attribute(path, name);
  const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  const std::uint64_t count = count_of(shape_of(space));
  std::vector<std::string> texts;
  const auto read = [&](hid_t memory, void* into) { return H5Aread(attribute, memory, into) >= 0; };
  if (attribute.valid() && count <= 1u << 20) read_texts(type, space, count, read, texts);
  return texts;
}

}  // namespace wpga
