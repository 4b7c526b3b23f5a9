#include "wpga/io/files/hdf5_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/hdf5_handle.hpp"
#include "wpga/io/files/hdf5_messages.hpp"
#include "wpga/io/files/hdf5_source.hpp"
#include "wpga/io/files/seal.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

using Handle = Hdf5Handle;

// All use of the library, one thread after the other; a child process is made while no thread is inside.
std::mutex& hdf5_lock() {
  static std::mutex lock;
  return lock;
}

Handle text_type(std::size_t width = H5T_VARIABLE) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, width);
  H5Tset_cset(type, H5T_CSET_UTF8);
  if (width != H5T_VARIABLE) H5Tset_strpad(type, H5T_STR_NULLPAD);
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
  if (!success) throw std::bad_alloc();
}

}  // namespace

// ---- Writing.

namespace {

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

  Handle made(const std::string& path, hid_t type, const std::vector<hsize_t>& shape) const {
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);
    H5Pset_obj_track_times(creation, false);
    const Handle space = space_of(shape);
    Handle dataset(H5Dcreate2(file, path.c_str(), type, space, links, creation, H5P_DEFAULT), H5Dclose);
    expect(dataset.valid());
    return dataset;
  }

  void write(const std::string& path, hid_t type, const void* data, const std::vector<hsize_t>& shape) {
    const std::lock_guard lock(hdf5_lock());
    const Handle dataset = made(path, type, shape);
    expect(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  }

  // The first number alone: the dataset has its place in the file then.
  void write_later(const std::string& path, const LargeArray<double>& values,
                   const std::vector<hsize_t>& shape) {
    const std::lock_guard lock(hdf5_lock());
    const Handle dataset = made(path, H5T_NATIVE_DOUBLE, shape), one = space_of({1}), where = space_of(shape);
    const std::vector<hsize_t> first(shape.size(), 0), count(shape.size(), 1);
    expect(H5Sselect_hyperslab(where, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr) >= 0);
    expect(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, one, where, H5P_DEFAULT, values.data()) >= 0);
    const haddr_t offset = H5Dget_offset(dataset);
    expect(offset != HADDR_UNDEF);
    later.push_back({offset, &values});
  }

  void create(const std::string& name, const Handle& access) {
    const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation, false);
    H5Pset_userblock(creation, seal_size);
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
    const std::lock_guard lock(hdf5_lock());
    const Handle space = space_of(shape);
    const Handle attribute(H5Acreate_by_name(file, path.c_str(), name.c_str(), type, space, H5P_DEFAULT,
                                             H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    expect(attribute.valid());
    expect(H5Awrite(attribute, type, data) >= 0);
  }
};

Hdf5Writer::Hdf5Writer(Held held) : state_(std::make_unique<State>(held)) {
  const std::lock_guard lock(hdf5_lock());
  silence_hdf5();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (state_->sparse.is_there()) {
    H5Pset_fapl_sec2(access);
    state_->create(state_->sparse.name(), access);
    state_->sparse.drop_name();
    if (state_->file.valid()) return;
    state_->sparse.close();
  }
  H5Pset_fapl_core(access, 1 << 20, false);
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
  const std::optional<std::size_t> width = common_width(values);
  if (!width) {
    const auto pointers = pointers_to(values);
    return state_->write(path, text_type(), pointers.data(), {values.size()});
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

FilePieces Hdf5Writer::finish_in_pieces(std::string_view kind) {
  if (!state_->sparse.is_there()) {
    std::vector<FilePart> whole(1);
    whole[0].own = finish(kind);
    whole[0].own.erase(whole[0].own.begin(), whole[0].own.begin() + seal_size);
    return pieces_of(std::move(whole), kind);
  }
  {
    const std::lock_guard lock(hdf5_lock());
    expect(H5Fflush(state_->file, H5F_SCOPE_GLOBAL) >= 0);
    state_->file = Handle(-1, H5Fclose);
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
    const std::lock_guard lock(hdf5_lock());
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

// ---- Reading.

namespace {

// What a file may cost before it is taken for damaged.
IsolationLimits limits_for(std::uint64_t file_size) {
  const std::uint64_t megabytes = file_size >> 20;
  return {.memory = (std::uint64_t{1} << 30) + 100 * file_size,
          .computing_seconds = 2 + static_cast<int>(std::min<std::uint64_t>(megabytes, 36000)),
          .waiting_seconds = 60};
}

// Answers in a process of its own until it is asked nothing more.
void serve_answers(const std::filesystem::path& path, Channel& channel) {
  const Hdf5Source source(path);
  while (const std::optional<Hdf5Question> question = receive_question(channel))
    if (!send(channel, source.answer(*question))) return;
}

std::uint64_t size_of_file(const std::filesystem::path& path) {
  read_beginning(path, 1);  // says why it cannot be read
  return bytes_in(path);
}

}  // namespace

// A file with our seal is read here; what others made is read in a child process.
struct Hdf5Reader::State {
  std::filesystem::path path;
  bool sealed = false;
  IsolationLimits limits;
  std::unique_ptr<Hdf5Source> source;
  std::unique_ptr<IsolatedProcess> process;

  explicit State(const std::filesystem::path& path_) : path(path_), limits(limits_for(size_of_file(path_))) {
    sealed = sealed_kind(path).has_value();
    if (sealed && !seal_holds(path))
      throw InputError(
          fmt::format("{}: the file is damaged: its checksum does not match; copy it again, or make it again",
                      displayed(path.string())));
    const std::lock_guard lock(hdf5_lock());
    if (sealed)
      source = std::make_unique<Hdf5Source>(path);
    else
      process =
          std::make_unique<IsolatedProcess>([&](Channel& channel) { serve_answers(path, channel); }, limits);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    const std::lock_guard lock(hdf5_lock());
    source.reset();
  }

  Hdf5Answer ask(const Hdf5Question& question) {
    if (source) {
      const std::lock_guard lock(hdf5_lock());
      return source->answer(question);
    }
    if (send(process->channel(), question))
      if (std::optional<Hdf5Answer> answer = receive_answer(process->channel(), limits.memory))
        return std::move(*answer);
    throw InputError(
        fmt::format("{}: the file is damaged, or no HDF5 file that can be read: the HDF5 library {}",
                    displayed(path.string()), process->end()));
  }

  // The answer, or an error that names file and dataset.
  Hdf5Answer answer(Hdf5Question::About about, const std::string& object, const std::string& name = {}) {
    return answer({about, object, name, {}, {}});
  }
  Hdf5Answer answer(const Hdf5Question& question) {
    Hdf5Answer found = ask(question);
    if (!found.refusal.empty()) refuse(question.path, found.refusal);
    return found;
  }

  [[noreturn]] void refuse(const std::string& object, std::string_view what) const {
    throw InputError(fmt::format("{}: dataset {} {}", displayed(path.string()), object, what));
  }
};

using About = Hdf5Question::About;

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {
  const Hdf5Answer answer = state_->ask({});
  if (!answer.refusal.empty())
    throw InputError(fmt::format("{}: {}", displayed(path.string()), answer.refusal));
}

Hdf5Reader::~Hdf5Reader() = default;
Hdf5Reader::Hdf5Reader(Hdf5Reader&&) noexcept = default;
Hdf5Reader& Hdf5Reader::operator=(Hdf5Reader&&) noexcept = default;

void Hdf5Reader::fail(const std::string& path, std::string_view what) const { state_->refuse(path, what); }

bool Hdf5Reader::is_sealed() const { return state_->sealed; }

std::optional<Hdf5Reader::Place> Hdf5Reader::place_of(const std::string& path) const {
  if (!state_->sealed) return std::nullopt;
  const std::vector<std::uint64_t> found = state_->answer(About::place, path).shape;
  if (found.size() != 2) return std::nullopt;
  return Place{found[0], found[1]};
}

bool Hdf5Reader::has(const std::string& path) const { return state_->answer(About::dataset, path).yes; }

std::vector<std::uint64_t> Hdf5Reader::shape(const std::string& path) const {
  return state_->answer(About::shape, path).shape;
}

std::vector<double> Hdf5Reader::read_doubles(const std::string& path) const {
  return state_->answer(About::doubles, path).doubles;
}

std::vector<std::int64_t> Hdf5Reader::read_integers(const std::string& path) const {
  return state_->answer(About::integers, path).integers;
}

std::vector<double> Hdf5Reader::read_doubles(const std::string& path, std::uint64_t first, std::uint64_t end,
                                             const std::vector<std::uint64_t>& columns) const {
  return state_->answer({About::doubles_part, path, {}, {first, end}, columns}).doubles;
}

std::vector<std::int64_t> Hdf5Reader::read_integers(const std::string& path, std::uint64_t first,
                                                    std::uint64_t end) const {
  return state_->answer({About::integers_part, path, {}, {first, end}, {}}).integers;
}

std::vector<std::byte> Hdf5Reader::read_bytes(const std::string& path) const {
  return state_->answer(About::bytes, path).bytes;
}

std::vector<std::string> Hdf5Reader::read_strings(const std::string& path) const {
  std::vector<std::string> texts = state_->answer(About::texts, path).texts;
  for (const std::string& text : texts)
    if (!is_utf8(text)) fail(path, "holds a string that is not UTF-8");
  return texts;
}

bool Hdf5Reader::has_attribute(const std::string& path, const std::string& name) const {
  return state_->answer(About::attribute, path, name).yes;
}

std::vector<double> Hdf5Reader::attribute_doubles(const std::string& path, const std::string& name) const {
  return state_->answer(About::attribute_doubles, path, name).doubles;
}

std::vector<std::int64_t> Hdf5Reader::attribute_integers(const std::string& path,
                                                         const std::string& name) const {
  return state_->answer(About::attribute_integers, path, name).integers;
}

std::vector<std::string> Hdf5Reader::attribute_strings(const std::string& path,
                                                       const std::string& name) const {
  std::vector<std::string> texts = state_->answer(About::attribute_texts, path, name).texts;
  for (const std::string& text : texts)
    if (!is_utf8(text)) fail(path, fmt::format("has an attribute '{}' that is not UTF-8", name));
  return texts;
}

}  // namespace wpga
