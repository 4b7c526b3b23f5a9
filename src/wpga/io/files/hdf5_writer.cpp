#include "wpga/io/files/hdf5_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <optional>
#include <utility>

#include "wpga/io/files/hdf5_handle.hpp"
#include "wpga/io/files/seal.hpp"

namespace wpga {

namespace {

using Handle = Hdf5Handle;

// Only lack of memory can make an in-memory file fail.
void expect(bool success) {
  if (!success) throw std::bad_alloc();
}

Handle expected(Handle handle) {
  expect(handle.valid());
  return handle;
}

Handle text_type(std::size_t width = H5T_VARIABLE) {
  Handle type = expected({H5Tcopy(H5T_C_S1), H5Tclose});
  expect(H5Tset_size(type, width) >= 0);
  expect(H5Tset_cset(type, H5T_CSET_UTF8) >= 0);
  if (width != H5T_VARIABLE) expect(H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0);
  return type;
}

// The width of a column of strings, one below the other without a heap; nothing where that would be mostly
// air.
std::optional<std::size_t> common_width(std::span<const std::string> values) {
  std::size_t longest = 1, letters = 0;
  for (const std::string& value : values) {
    longest = std::max(longest, value.size());
    letters += value.size();
  }
  if (longest * values.size() > 4 * letters + (1 << 16)) return std::nullopt;
  return longest;
}

Handle space_of(const std::vector<hsize_t>& shape) {
  if (shape.empty()) return expected({H5Screate(H5S_SCALAR), H5Sclose});
  return expected({H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose});
}

std::vector<const char*> pointers_to(std::span<const std::string> values) {
  std::vector<const char*> pointers;
  pointers.reserve(values.size());
  for (const std::string& value : values) pointers.push_back(value.c_str());
  return pointers;
}

// A scratch file with holes, which take no room; it loses its name as soon as HDF5 has opened it.
class SparseFile {
 public:
  explicit SparseFile(bool wanted) {
    if (!wanted) return;
    const char* folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    name_ = std::string(folder && *folder ? folder : "/tmp") + "/wpga-XXXXXX";
    descriptor_ = ::mkostemp(name_.data(), O_CLOEXEC);
  }
  SparseFile(const SparseFile&) = delete;
  SparseFile& operator=(const SparseFile&) = delete;
  ~SparseFile() { close(); }

  bool is_there() const { return descriptor_ >= 0; }
  const std::string& name() const { return name_; }
  void drop_name() {
    if (descriptor_ >= 0 && !name_.empty()) ::unlink(name_.c_str());
    name_.clear();
  }
  void close() {
    drop_name();
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  std::uint64_t size() const {
    struct stat status;
    expect(::fstat(descriptor_, &status) == 0);
    return static_cast<std::uint64_t>(status.st_size);
  }
  std::vector<std::byte> read(std::uint64_t first, std::uint64_t last) const {
    std::vector<std::byte> bytes(last - first);
    for (std::size_t got = 0; got < bytes.size();) {
      const ssize_t more =
          ::pread(descriptor_, bytes.data() + got, bytes.size() - got, static_cast<off_t>(first + got));
      expect(more > 0);
      got += static_cast<std::size_t>(more);
    }
    return bytes;
  }

 private:
  std::string name_;
  int descriptor_ = -1;
};

// A part of a file: bytes of its own, or an array that lies elsewhere.
struct FilePart {
  std::vector<std::byte> own;
  const LargeArray<double>* array = nullptr;
};

FilePieces pieces_of(std::vector<FilePart> parts, std::string_view kind) {
  const auto rest =
      [parts = std::make_shared<const std::vector<FilePart>>(std::move(parts))](const FilePieceSink& sink) {
        constexpr std::size_t run = std::size_t{1} << 17;
        for (const FilePart& part : *parts)
          if (part.array)
            part.array->walk(
                run, [&](std::size_t, std::span<const double> numbers) { sink(std::as_bytes(numbers)); });
          else
            sink(part.own);
      };
  const auto block = std::make_shared<const std::vector<std::byte>>(sealed_block(rest, kind));
  return [rest, block](const FilePieceSink& sink) {
    sink(*block);
    rest(sink);
  };
}

}  // namespace

struct Hdf5Writer::State {
  struct Later {
    std::uint64_t offset;
    const LargeArray<double>* values;
  };

  SparseFile sparse;  // outlives the HDF5 file in it
  Handle file{-1, H5Fclose};
  std::vector<Later> later;

  explicit State(Held held) : sparse(held == Held::in_pieces) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    const InsideHdf5 inside;
    file.close();
  }

  Handle made(const std::string& path, hid_t type, const std::vector<hsize_t>& shape) const {
    const Handle links = expected({H5Pcreate(H5P_LINK_CREATE), H5Pclose});
    const Handle creation = expected({H5Pcreate(H5P_DATASET_CREATE), H5Pclose});
    expect(H5Pset_create_intermediate_group(links, 1) >= 0);
    expect(H5Pset_obj_track_times(creation, false) >= 0);
    const Handle space = space_of(shape);
    return expected({H5Dcreate2(file, path.c_str(), type, space, links, creation, H5P_DEFAULT), H5Dclose});
  }

  void write(const std::string& path, hid_t type, const void* data, const std::vector<hsize_t>& shape) {
    const InsideHdf5 inside;
    Handle dataset = made(path, type, shape);
    expect(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
    expect(dataset.close());  // small ones are written then
  }

  // The first number alone: the dataset has its place in the file then.
  void write_later(const std::string& path, const LargeArray<double>& values,
                   const std::vector<hsize_t>& shape) {
    const InsideHdf5 inside;
    Handle dataset = made(path, H5T_NATIVE_DOUBLE, shape);
    const Handle one = space_of({1}), where = space_of(shape);
    const std::vector<hsize_t> first(shape.size(), 0), count(shape.size(), 1);
    expect(H5Sselect_hyperslab(where, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr) >= 0);
    expect(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, one, where, H5P_DEFAULT, values.data()) >= 0);
    const haddr_t offset = H5Dget_offset(dataset);
    expect(offset != HADDR_UNDEF);
    expect(dataset.close());
    later.push_back({offset, &values});
  }

  void create(const std::string& name, const Handle& access) {
    const Handle creation = expected({H5Pcreate(H5P_FILE_CREATE), H5Pclose});
    expect(H5Pset_obj_track_times(creation, false) >= 0);
    expect(H5Pset_userblock(creation, seal_size) >= 0);
    file = Handle(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
  }

  // What lies behind the seal: what HDF5 wrote, and the arrays in its holes.
  std::vector<FilePart> parts() {
    std::ranges::sort(later, {}, &Later::offset);
    std::vector<FilePart> found;
    std::uint64_t at = seal_size;
    for (const Later& array : later) {
      found.push_back({.own = sparse.read(at, array.offset)});
      found.push_back({.array = array.values});
      at = array.offset + array.values->size() * sizeof(double);
    }
    found.push_back({.own = sparse.read(at, std::max(at, sparse.size()))});
    return found;
  }

  void set_attribute(const std::string& path, const std::string& name, hid_t type, const void* data,
                     const std::vector<hsize_t>& shape) {
    const InsideHdf5 inside;
    const Handle space = space_of(shape);
    Handle attribute = expected({H5Acreate_by_name(file, path.c_str(), name.c_str(), type, space, H5P_DEFAULT,
                                                   H5P_DEFAULT, H5P_DEFAULT),
                                 H5Aclose});
    expect(H5Awrite(attribute, type, data) >= 0);
    expect(attribute.close());
  }
};

Hdf5Writer::Hdf5Writer(Held held) : state_(std::make_unique<State>(held)) {
  const InsideHdf5 inside;
  const Handle access = expected({H5Pcreate(H5P_FILE_ACCESS), H5Pclose});
  if (state_->sparse.is_there()) {
    expect(H5Pset_fapl_sec2(access) >= 0);
    state_->create(state_->sparse.name(), access);
    state_->sparse.drop_name();
    if (state_->file.valid()) return;
    state_->sparse.close();
  }
  expect(H5Pset_fapl_core(access, 1 << 20, false) >= 0);
  // HDF5 refuses two open files of one name, in memory too.
  static std::atomic<int> counter = 0;
  state_->create(fmt::format("memory-{}", counter++), access);
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
  const InsideHdf5 inside;
  const std::optional<std::size_t> width = common_width(values);
  if (!width) {
    const auto pointers = pointers_to(values);
    return state_->write(path, text_type(), static_cast<const void*>(pointers.data()), {values.size()});
  }
  std::vector<char> column(*width * values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    std::ranges::copy(values[i], column.begin() + static_cast<std::ptrdiff_t>(i * *width));
  state_->write(path, text_type(*width), column.data(), {values.size()});
}

void Hdf5Writer::write(const std::string& path, std::span<const std::byte> values) {
  state_->write(path, H5T_NATIVE_UINT8, values.data(), {values.size()});
}

void Hdf5Writer::write_later(const std::string& path, const LargeArray<double>& values,
                             std::vector<std::uint64_t> shape) {
  if (state_->sparse.is_there())
    state_->write_later(path, values, {shape.begin(), shape.end()});
  else
    write(path, std::span(values.data(), values.size()), std::move(shape));
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name, double value) {
  state_->set_attribute(path, name, H5T_NATIVE_DOUBLE, &value, {});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name, std::int64_t value) {
  state_->set_attribute(path, name, H5T_NATIVE_INT64, &value, {});
}

void Hdf5Writer::set_attribute(const std::string& path, const std::string& name, const std::string& value) {
  const InsideHdf5 inside;
  const char* pointer = value.c_str();
  state_->set_attribute(path, name, text_type(), static_cast<const void*>(&pointer), {});
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
  const InsideHdf5 inside;
  const auto pointers = pointers_to(values);
  state_->set_attribute(path, name, text_type(), static_cast<const void*>(pointers.data()), {values.size()});
}

FilePieces Hdf5Writer::finish_in_pieces(std::string_view kind) {
  if (!state_->sparse.is_there()) {
    std::vector<FilePart> whole(1);
    whole[0].own = finish(kind);
    whole[0].own.erase(whole[0].own.begin(), whole[0].own.begin() + seal_size);
    return pieces_of(std::move(whole), kind);
  }
  {
    const InsideHdf5 inside;
    expect(H5Fflush(state_->file, H5F_SCOPE_GLOBAL) >= 0);
    expect(state_->file.close());
  }
  std::vector<FilePart> parts = state_->parts();
  state_.reset();
  return pieces_of(std::move(parts), kind);
}

std::vector<std::byte> Hdf5Writer::finish(std::string_view kind) {
  std::vector<std::byte> bytes;
  if (state_->sparse.is_there()) {
    finish_in_pieces(kind)(
        [&](std::span<const std::byte> piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
    return bytes;
  }
  {
    const InsideHdf5 inside;
    expect(H5Fflush(state_->file, H5F_SCOPE_GLOBAL) >= 0);
    const ssize_t size = H5Fget_file_image(state_->file, nullptr, 0);
    expect(size >= 0);
    bytes.resize(seal_size + static_cast<std::size_t>(size));
    expect(H5Fget_file_image(state_->file, bytes.data() + seal_size, static_cast<std::size_t>(size)) == size);
  }
  state_.reset();
  seal(bytes, kind);
  return bytes;
}

}  // namespace wpga
