#include "wpga/io/files/hdf5_texts.hpp"

#include <cstring>
#include <new>
#include <string_view>

namespace wpga {

namespace {

// Every writer stores each text, or fills in a short one for those it leaves out.
constexpr std::uint64_t most_for_each_byte = 16, longest_filled_in = 256;

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
  H5Pset_vlen_mem_manager(transfer_, take, this, [](void*, void*) {}, nullptr);
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
  if (H5Tget_class(type) != H5T_STRING) return false;
  if (H5Tis_variable_str(type) > 0) {
    std::vector<char*> pointers(count, nullptr);
    const Hdf5Handle memory_type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(memory_type, H5T_VARIABLE);
    H5Tset_cset(memory_type, H5Tget_cset(type));
    if (!read(memory_type, static_cast<void*>(pointers.data()))) return false;
    for (const char* pointer : pointers) texts.emplace_back(pointer ? pointer : "");
    H5Dvlen_reclaim(memory_type, space, transfer, static_cast<void*>(pointers.data()));
    return true;
  }
  const std::uint64_t width = H5Tget_size(type);
  if (width == 0 || count > most_bytes / width) return false;
  std::vector<char> buffer(width * count);
  if (!read(type, static_cast<void*>(buffer.data()))) return false;
  for (std::uint64_t i = 0; i < count; ++i)
    texts.push_back(unpadded(buffer.data() + i * width, width, H5Tget_strpad(type)));
  return true;
}

}  // namespace wpga
