// Spillover between channels of a cytometer, and compensation for it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/formats/cytometry/fcs_text.hpp"

namespace wpga {

// A dye of channel i also lights channel j: observed = true · matrix, events being rows (FCS 3.1, 3.2.25).
struct Spillover {
  std::vector<std::string> channels;
  Matrix matrix;  // square

  bool is_identity() const;
};

// "2,FL1-H,FL2-H,1,0.1,0.2,1", the value of $SPILLOVER; commas or blanks between.  Throws InputError for
// anything else and for a matrix without an inverse.
Spillover parse_spillover(std::string_view text);
std::string text_of(const Spillover& spillover);

// A matrix in a file: a line of names, then as many lines of numbers, each with its own name before it or
// not; separated by tabs, commas, semicolons or blanks; lines before the names (a title, FlowJo's prefixes)
// are skipped.
Spillover parse_spillover_file(std::string_view text);

// $SPILLOVER, SPILLOVER or SPILL of a file, if it has one.
std::optional<Spillover> spillover_of(const FcsText& text);

// Solves for the true values in place: events are columns of `values`; `row_of` gives the row of a channel of
// the matrix.
void compensate(const Spillover& spillover, const std::function<Index(const std::string&)>& row_of,
                Matrix& values);

}  // namespace wpga
