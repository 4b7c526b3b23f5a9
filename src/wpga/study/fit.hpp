// From a family to a model: the mean, the components of the chosen method, and how sure their shares are.
#pragma once

#include <functional>
#include <optional>

#include "wpga/measures/sample_column.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// What the components go through, and how well it was found.
struct Center {
  Measure mean;
  Convergence convergence;
  Index unconverged_transports = 0;
};

// For those who bring a mean, save states or go on from them.
struct FitRun {
  std::optional<Center> center;  // not looked for then
  bool center_is_given = false;  // it is no result of these options, and stays in the bootstrap
  const FitState* resume = nullptr;
  std::function<void(const Center&, const FitState&)> save;  // of principal geodesics
  double seconds_between_saves = 30;
  std::vector<SampleColumn> columns;  // about the measures, to be tested against their scores
};

// Throws InputError for data that the method is not made for and options that break their rule; Interrupted
// once a stop was asked for.  The same data and options give the same model for any number of threads.
Model fit(const MeasureFamily& family, const FitOptions& options = {}, const Execution& execution = {},
          const FitRun& run = {});

// How a model of this family is made: the method, its options, those of the mean and of transport.  Says
// nothing of files, so that the same data and options give the same model.
OptionValues fit_values(const MeasureFamily& family, const FitOptions& options, bool mean_is_given);

}  // namespace wpga
