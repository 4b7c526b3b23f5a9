// Questions about an HDF5 file and their answers, between two processes.
#pragma once

#include <cstdint>
#include <optional>

#include "wpga/io/files/hdf5_source.hpp"
#include "wpga/io/files/isolated_process.hpp"

namespace wpga {

// False or nothing: the other end is gone, too late, or sends more than `most_bytes` in one part.
bool send(Channel& channel, const Hdf5Question& question);
bool send(Channel& channel, const Hdf5Answer& answer);
std::optional<Hdf5Question> receive_question(Channel& channel);
std::optional<Hdf5Answer> receive_answer(Channel& channel, std::uint64_t most_bytes);

}  // namespace wpga
