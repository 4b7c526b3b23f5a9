// A comparison of methods as one interactive HTML file, the pages of their models inside.  docs/compare.md
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/report/page/page.hpp"
#include "wpga/study/comparison.hpp"

namespace wpga {

// What the page shows; views of things that live elsewhere.
struct ComparisonContents {
  const Comparison& found;
  const Split& measures;                // pictures are of the training measures
  std::span<const PageContents> pages;  // of the models, one for each method of the comparison
  std::string title;                    // the data
  int frames = 7;                       // measures in a strip
  const PagePhotos* photos = nullptr;   // of the training measures
};

// The data of the page as one JSON object (page/src/compare/comparison_payload.ts says what is in it): the
// payloads of the models without pictures, which they share, and what only the comparison knows.
std::string comparison_payload(const ComparisonContents& contents, const PictureOptions& options);

// The document: the template of a report with this payload.
std::string comparison_page(const ComparisonContents& contents, const PictureOptions& options);

}  // namespace wpga
