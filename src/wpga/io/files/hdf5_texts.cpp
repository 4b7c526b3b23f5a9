#include "wpga/io/files/hdf5_texts.hpp"

#include <cstring>
#include <new>
#include <string_view>

#include "wpga/io/files/hdf5_refusal.hpp"

namespace wpga {

namespace {

// Every writer stores each text, or fills in a short one for those it leaves out.
constexpr std::uint64_t most_for_each_byte = 16, longest_filled_in = 256;

// As the library hands over texts of variable length of this type: in UTF-8 where they are.
Hdf5Handle memory_type_of(const Hdf5Handle& type) {
  Hdf5Handle memory_type(H5Tcopy(H5T_C_S1), H5Tclose);
  const H5T_cset_t letters = H5Tget_cset(type);
  require_reached(letters != H5T_CSET_ERROR && memory_type.valid() &&
                  H5Tset_size(memory_type, H5T_VARIABLE) >= 0 && H5Tset_cset(memory_type, letters) >= 0);
  return memory_type;
}

bool is_of_variable_length(const Hdf5Handle& type) {
  const htri_t variable = H5Tis_variable_str(type);
  require_reached(variable >= 0);
  return variable > 0;
}

// Without what fills it up to its width.
std::string unpadded(const char* text, std::uint64_t width, H5T_str_t padding) {
  std::string_view all(text, ::strnlen(text, width));
  if (padding == H5T_STR_SPACEPAD) all = all.substr(0, all.find_last_not_of(' ') + 1);
  return std::string(all);
}

}  // namespace

TextMemory::TextMemory(std::uint64_t file_size, std::uint64_t count)
    : left_(most_for_each_byte * file_size + longest_filled_in * count),
      transfer_(H5Pcreate(H5P_DATASET_XFER), H5Pclose) {
  require_reached(transfer_.valid() &&
                  H5Pset_vlen_mem_manager(transfer_, take, this, [](void*, void*) {}, nullptr) >= 0);
}

// The library is C, and no exception may pass it.
void* TextMemory::take(std::size_t bytes, void* self) {
  TextMemory& memory = *static_cast<TextMemory*>(self);
  memory.overflowed_ = bytes > memory.left_;
  if (memory.overflowed_) return nullptr;
  memory.left_ -= bytes;
  try {
    return memory.pieces_.emplace_back(std::make_unique<char[]>(bytes)).get();
  } catch (const std::bad_alloc&) {
    memory.ran_out_ = true;
    return nullptr;
  }
}

bool read_texts(const Hdf5Handle& type, const Hdf5Handle& space, hid_t transfer, std::uint64_t count,
                std::uint64_t most_bytes, const ReadTexts& read, std::vector<std::string>& texts) {
  if (class_of(type) != H5T_STRING) return false;
  if (is_of_variable_length(type)) {
    std::vector<char*> pointers(count, nullptr);
    const Hdf5Handle memory_type = memory_type_of(type);
    if (!read(memory_type, static_cast<void*>(pointers.data()))) return false;
    for (const char* pointer : pointers) texts.emplace_back(pointer ? pointer : "");
    H5Dvlen_reclaim(memory_type, space, transfer, static_cast<void*>(pointers.data()));
    return true;
  }
  const std::uint64_t width = H5Tget_size(type);
  const H5T_str_t padding = H5Tget_strpad(type);
  require_reached(width > 0 && padding != H5T_STR_ERROR);
  if (count > most_bytes / width) return false;
  std::vector<char> buffer(width * count);
  if (!read(type, static_cast<void*>(buffer.data()))) return false;
  for (std::uint64_t i = 0; i < count; ++i)
    texts.push_back(unpadded(buffer.data() + i * width, width, padding));
  return true;
}

}  // namespace wpga
