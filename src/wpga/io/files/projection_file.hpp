// Where measures stand on the components of a model, as a table, a document or an HDF5 file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "wpga/io/json.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

// A row for each measure: name, label where there are labels, squared_distance_to_mean, then for each
// component k from 1 time_k, score_k, squared_distance_k, lower_bound_k, joint_time_k (nan: left out),
// joint_squared_distance_k, joint_score_k (0: left out), clipped_k (1: its time is an end of the curve),
// left_out_k (1: the measure is nearer without the component).
std::string projection_csv(const AnalysisProjections& table, const MeasureFamily& family);

// What holds for all of them: shares, gaps, counts.
Json summary_document(const AnalysisProjections& table, const MeasureFamily& family);

// `summary`, and the numbers of every measure.
Json projection_document(const AnalysisProjections& table, const MeasureFamily& family, Json summary);

// Datasets named as in an analysis file (docs/analysis_file.md), without curves.
std::vector<std::byte> encode_projections(const AnalysisProjections& table, const MeasureFamily& family);

}  // namespace wpga
