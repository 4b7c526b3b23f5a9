// The front of the library.
//
//   const wpga::MeasureFamily twos = wpga::read("twos/");
//   const wpga::Model model = wpga::fit(twos, {.components = 3});       // mean and components, any method
//   const auto placed = wpga::project(model, wpga::read_like(model, "new/"));
//   const wpga::Measure between = wpga::measure_at(model, std::array{0.2, 0.7, 0.5});
//   wpga::write(model, "model.h5");
#pragma once

#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/read_write.hpp"
#include "wpga/study/comparison.hpp"
#include "wpga/study/find_mean.hpp"
#include "wpga/study/fit.hpp"
#include "wpga/study/model.hpp"
#include "wpga/study/project.hpp"
#include "wpga/transport/distances.hpp"
