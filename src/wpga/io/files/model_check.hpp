// What keeps an analysis from being one: asked when a model is read, and again before one is written, so that
// no file is made that cannot be read back.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "wpga/io/files/analysis_file.hpp"

namespace wpga {

struct Flaw {
  std::string place;  // dataset or group
  std::string what;   // "must be positive"
};

// Units, axes and grid of a space of this dimension.
std::optional<Flaw> flaw_of(const Space& space, Index dimension);

// A component whose datasets lie in `group`.  `finished`: it has all its numbers; else some vectors may be
// absent.
std::optional<Flaw> flaw_of(const Component& component, const Measure& mean, std::size_t measures,
                            bool finished, const std::string& group);
std::optional<Flaw> flaw_of(const Analysis& analysis, std::size_t measures, bool finished = true);

std::optional<Flaw> flaw_of(const Model& record);

}  // namespace wpga
