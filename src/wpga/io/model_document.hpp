// A model as one JSON document: what `wpga fit --json` and `wpga info --json` print.
#pragma once

#include "wpga/io/json.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// {"measures", "dimension", "kind", "support", results of the analysis, "reading" where known, "components":
// [{results, "clipped", "left_out", "bootstrap_explained" where asked for}], "few_measures"}.
Json model_document(const Model& model);

}  // namespace wpga
