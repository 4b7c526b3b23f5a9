// An analysis, said to a person.
#pragma once

#include <string>

#include "wpga/analysis/analysis.hpp"
#include "wpga/report/component_words.hpp"

namespace wpga {

// A few lines for each component: its share of the variance with a bar, and its certificates in words.
std::string summary_text(const Analysis& analysis);

// One line: "256 atoms, variance 37.8 (root 6.15)".
std::string mean_words(const Analysis& analysis);

// Every result by name, with its unit, its sentence and up to where a certificate holds.
std::string result_list_text();

// "; 3 transport problems stopped early", …; nothing for a sound result.
std::string shortfall_words(const Shortfalls& shortfalls);

}  // namespace wpga
