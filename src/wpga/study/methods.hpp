// Every method by its name: principal geodesics and their neighbours, about a given mean.
#pragma once

#include "wpga/study/fit_options.hpp"

namespace wpga {

// The analysis that the chosen method makes.  Checkpoints concern principal geodesics alone: the others take
// seconds.  Throws InputError for data that the method is not made for, as `method` line off the line.
Analysis analyse(const MeasureFamily& family, const Measure& mean, const FitOptions& options,
                 const Execution& execution = {}, const Checkpoints& checkpoints = {});

// How the chosen method finds the times of measures on its curves.
ProjectionOptions times_of(const FitOptions& options);

}  // namespace wpga
