// The statistics of a fit in words: number of components, uncertainty, outlying measures (study/statistics).
#pragma once

#include <span>
#include <string>

#include "wpga/io/reading/sample_table.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// Lines of the summary, each ended; empty where nothing was asked for and nothing stands out.  `columns` are
// those that a table of --meta gave, before that of the labels.
std::string statistics_words(const Model& model, std::span<const SampleColumn> columns);

// "; 2 of 20 fits ended before the tolerance was reached; …", like those of analysis_summary.hpp; nothing for
// a sound statistic.
std::string shortfall_words(const StatisticShortfalls& shortfalls);

// Which rows of the table belong to no measure, and how many measures have no row; empty if all do.
std::string joining_words(const std::string& file, const SampleTable& table, std::size_t measures);

}  // namespace wpga
