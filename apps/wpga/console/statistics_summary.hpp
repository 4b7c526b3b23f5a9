// The statistics of a fit in words: number of components, uncertainty, outlying measures (study/statistics).
#pragma once

#include <string>

#include "wpga/study/model.hpp"

namespace wpga {

// Lines of the summary, each ended; empty where nothing was asked for and nothing stands out.
std::string statistics_words(const Model& model);

}  // namespace wpga
