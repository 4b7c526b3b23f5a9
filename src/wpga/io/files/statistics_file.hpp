// The statistics of a model as a part of its file, /statistics/PART/NAME, and of documents, by the same
// names.
#pragma once

#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/io/json.hpp"
#include "wpga/study/statistics/statistics.hpp"

namespace wpga {

void write_statistics(Hdf5Writer& file, const Statistics& statistics);

// Throws InputError for parts that do not fit N measures, or lack something.
Statistics read_statistics(const Hdf5Reader& file, std::size_t measures);

// {"cross_validation": {"folds": 5, …}, …}, parts that are there; numbers that are not known are null.
Json statistics_document(const Statistics& statistics);
Json shortfalls_document(const StatisticShortfalls& shortfalls);

}  // namespace wpga
