// A fit that is not finished, as one HDF5 file: read back, it goes on to the same bits.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/analysis/fit/fit_state.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct Checkpoint {
  Measure mean;
  Convergence mean_convergence;  // how the mean was found
  std::string fingerprint;       // of the data and options it belongs to
  FitState state;
  std::int64_t mean_unconverged_transports =
      0;  // transport problems that stopped early on the way to the mean
};

// 16 hexadecimal digits that change when an atom, a weight, a measure weight or a letter of `options` does.
std::string fingerprint(const MeasureFamily& family, std::string_view options);

// Is this a file that encode_checkpoint made?  Never throws InputError: what cannot be read is no checkpoint.
bool holds_checkpoint(const std::filesystem::path& path);

std::vector<std::byte> encode_checkpoint(const Checkpoint& checkpoint);

// Throws InputError (file, what, how to fix) for a file that is no checkpoint or was damaged, and for one
// whose fingerprint is another: it was saved from other data or with other options.
Checkpoint read_checkpoint(const std::filesystem::path& path, std::string_view fingerprint);

// The same where the file is there, by all ranks, who must have read the same.
std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path, std::string_view fingerprint,
                                          const Execution& execution);

}  // namespace wpga
