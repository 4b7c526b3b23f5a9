#include "wpga/io/files/hdf5_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_identity.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/hdf5_handle.hpp"
#include "wpga/io/files/hdf5_messages.hpp"
#include "wpga/io/files/hdf5_source.hpp"
#include "wpga/io/files/seal.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

using About = Hdf5Question::About;

// Answers in a process of its own until it is asked nothing more.
void serve_answers(const Hdf5Source& source, Channel& channel) {
  while (const std::optional<Hdf5Question> question = receive_question(channel))
    if (!send(channel, source.answer(*question))) return;
}

std::uint64_t size_of_file(const std::filesystem::path& path) {
  if (is_there(path) && !is_file(path) && !is_folder(path))
    throw InputError(
        fmt::format("{}: an HDF5 file is looked at in many places, which a pipe or a device cannot give; "
                    "save it to a file first",
                    displayed(path.string())));
  read_beginning(path, 1);  // says why it cannot be read
  return bytes_in(path);
}

}  // namespace

// A file with our seal is read here; what others made is read in a child process, and so is of ours what has
// no bound of memory here.
struct Hdf5Reader::State {
  std::filesystem::path path;
  bool sealed = false;
  IsolationLimits limits;
  std::unique_ptr<Hdf5Source> source;
  std::unique_ptr<IsolatedProcess> process;
  std::optional<HeldFile> held;  // a sealed one
  std::optional<FileVersion> verified;

  explicit State(const std::filesystem::path& path_)
      : path(path_), limits(limits_for_file(size_of_file(path_))) {
    sealed = sealed_kind(path).has_value();
    if (sealed) verify_seal();
    if (sealed)
      source = std::make_unique<Hdf5Source>(path);
    else
      begin_process([&](Channel& channel) { serve_answers(Hdf5Source(path), channel); });
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void begin_process(const std::function<void(Channel&)>& serve) {
    with_hdf5_alone([&] { process = std::make_unique<IsolatedProcess>(serve, limits); });
  }

  void verify_seal() {
    held.emplace(path);
    verified = version_of(held->descriptor());
    if (!seal_holds(*held))
      throw InputError(
          fmt::format("{}: the file is damaged: its checksum does not match; copy it again, or make it again",
                      displayed(path.string())));
  }

  // The library opens the path again; what it found there, and what we hold, must be what was verified.
  void require_verified() const {
    if (!source) return;
    const std::optional<FileVersion> opened = source->version();
    if (!verified || (opened && opened != verified) || version_of(held->descriptor()) != verified)
      throw InputError(
          fmt::format("{}: the file was replaced while it was read, or its disk fails; run again",
                      displayed(path.string())));
  }

  Hdf5Answer ask(const Hdf5Question& question) {
    return source ? source->answer(question) : ask_process(question);
  }

  Hdf5Answer ask_process(const Hdf5Question& question) {
    if (send(process->channel(), question))
      if (std::optional<Hdf5Answer> answer = receive_answer(process->channel(), limits.memory))
        return std::move(*answer);
    fail_without_answer();
  }

  [[noreturn]] void fail_without_answer() const {
    const std::string end = process->end();
    if (process->took_too_long())
      throw InputError(
          fmt::format("{}: reading it took too long: the HDF5 library {}; copy it to a quicker disk, or make "
                      "it anew",
                      displayed(path.string()), end));
    if (process->nobody_saw_its_end())
      throw InputError(
          fmt::format("{}: the HDF5 library {}; why, cannot be found out where SIGCHLD is ignored",
                      displayed(path.string()), end));
    throw InputError(
        fmt::format("{}: the file is damaged, or no HDF5 file that can be read: the HDF5 library {}",
                    displayed(path.string()), end));
  }

  // The answer, or an error that names file and dataset.
  Hdf5Answer answer(About about, const std::string& object, const std::string& name = {}) {
    return answer({about, object, name, {}, {}});
  }
  Hdf5Answer answer(const Hdf5Question& question) { return accepted(question, ask(question)); }

  // Many may lead to one long text in the file, each of which the library copies: in a process that may not.
  std::vector<std::string> attribute_texts(const std::string& object, const std::string& name) {
    const Hdf5Question question{About::attribute_texts, object, name, {}, {}};
    if (!source) return answer(question).texts;
    const std::vector<std::uint64_t> shape = answer(About::attribute_shape, object, name).shape;
    const bool at_most_one = std::ranges::all_of(shape, [](std::uint64_t extent) { return extent <= 1; });
    if (at_most_one) return answer(question).texts;
    if (!process) begin_process([&](Channel& channel) { serve_answers(*source, channel); });
    return accepted(question, ask_process(question)).texts;
  }

  Hdf5Answer accepted(const Hdf5Question& question, Hdf5Answer found) const {
    if (!found.refusal.empty()) refuse(question.path, found.refusal);
    return found;
  }

  [[noreturn]] void refuse(const std::string& object, std::string_view what) const {
    throw InputError(fmt::format("{}: dataset {} {}", displayed(path.string()), object, what));
  }
};

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {
  state_->require_verified();
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

std::shared_ptr<const PagedMemory> Hdf5Reader::bytes_at(const Place& place) const {
  if (!state_->held) return nullptr;
  // The file that is held, whatever the path leads to now.
  const std::string door = fmt::format("/proc/self/fd/{}", state_->held->descriptor());
  std::shared_ptr<const PagedMemory> bytes = PagedMemory::of_file(door, place.offset, place.bytes);
  state_->require_verified();
  return bytes;
}

bool Hdf5Reader::has(const std::string& path) const { return state_->answer(About::dataset, path).yes; }

std::vector<std::uint64_t> Hdf5Reader::shape(const std::string& path) const {
  return state_->answer(About::shape, path).shape;
}

std::vector<std::uint64_t> Hdf5Reader::chunk(const std::string& path) const {
  return state_->answer(About::chunk, path).shape;
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

bool Hdf5Reader::holds_strings(const std::string& path) const {
  return state_->answer(About::holds_texts, path).yes;
}

std::vector<std::string> Hdf5Reader::read_strings(const std::string& path) const {
  std::vector<std::string> texts = state_->answer(About::texts, path).texts;
  for (const std::string& text : texts)
    if (!is_utf8(text)) fail(path, "holds a string that is not UTF-8");
  return texts;
}

std::vector<std::string> Hdf5Reader::read_number_texts(const std::string& path) const {
  return state_->answer(About::number_texts, path).texts;
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
  std::vector<std::string> texts = state_->attribute_texts(path, name);
  for (const std::string& text : texts)
    if (!is_utf8(text)) fail(path, fmt::format("has an attribute '{}' that is not UTF-8", name));
  return texts;
}

}  // namespace wpga
