// A model: the mean of a family, the components through it, and all that must be remembered to read new data
// and to place them.  Files, pictures, the page and other languages are ways to it.
#pragma once

#include <string>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/base/option_values.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/study/statistics/statistics.hpp"

namespace wpga {

// Seconds by the clock that the parts of a fit took.
struct FitSeconds {
  double align = 0, mean = 0;
  double analysis = 0;             // of the components, all that belongs to them included
  std::vector<double> components;  // of each by itself
  double bootstrap = 0, statistics = 0;

  double all() const { return align + mean + analysis + bootstrap + statistics; }
};

// Without components it is a mean.
struct Model {
  Analysis analysis;
  std::vector<std::string> names;   // N
  std::vector<std::string> labels;  // N or empty
  Vector measure_weights;           // N or empty
  Space space;
  OptionValues options;  // how it was made
  Matrix bootstrap;      // B × K: shares explained by each component alone in B resampled families, or empty
  Reading reading;       // how the raw data of the family were read, as far as is known

  Statistics statistics = {};

  // Of the run that made it; no part of the result, so no file keeps them.
  Convergence mean_convergence = {};
  FitSeconds seconds = {};
};

// What is remembered of a family, with the analysis made from it.
Model model_of(Analysis analysis, const MeasureFamily& family, OptionValues options);

// Measures of weight 0 are placed on the curves, but shape none: how many others there are.
Index measures_that_count(const Model& model);

// Did anything that a strict user minds stop before its end, or contradict itself?
bool stopped_early(const Analysis& analysis);
bool stopped_early(const Statistics& statistics);
bool stopped_early(const Model& model);

}  // namespace wpga
