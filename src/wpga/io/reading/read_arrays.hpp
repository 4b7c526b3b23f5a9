// Arrays of NumPy and IDX files as measures.
//
//   (N, h, w)     N shapes                  (N, z, y, x)  N volumes
//   (N, bins)     N histograms, on `support` when the archive has it, else at ½, 3/2, …
//   --as points   (N, n, d) N clouds of n points; (n, d) one cloud
//   --as palette  (N, h, w, 3) N colour images, (N, h, w, 4) with alpha
//   .npz with points, weights (optional), offsets: a ragged family, with names, labels, measure_weights if
//   present
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wpga/io/data_files.hpp"
#include "wpga/io/formats/arrays/numeric_array.hpp"
#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/reading/family_builder.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// `prefix` stands before the index in the names of the measures; `label` is theirs where the file has none.
// Throws InputError without the file's name.
void read_npy(Bytes bytes, const std::string& prefix, const std::string& label, const LoadOptions& options,
              const Execution& execution, FamilyBuilder& builder);
void read_npz(Bytes bytes, const std::string& prefix, const std::string& label, const LoadOptions& options,
              const Execution& execution, FamilyBuilder& builder);

// Samples along the first axis of an array that is in memory already.
struct SampleArray {
  NumericArray values;
  std::vector<std::string> labels = {};      // one for each sample, or none
  std::optional<NumericArray> support = {};  // histograms: where the bins are
  bool colors = false;                       // shapes: the last axis holds three channels, or four with alpha
};
void read_samples(SampleArray samples, const LoadOptions& options, const Execution& execution,
                  FamilyBuilder& builder);

// `labels` (may be empty) are the bytes of the label file that belongs to it.
void read_idx(Bytes bytes, Bytes labels, const std::string& prefix, const std::string& label,
              const LoadOptions& options, const Execution& execution, FamilyBuilder& builder);

}  // namespace wpga
