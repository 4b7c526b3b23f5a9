// An analysis as one interactive HTML file.  docs/report.md
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/measures/sample_column.hpp"
#include "wpga/report/page/page_photos.hpp"
#include "wpga/report/page/page_projected.hpp"
#include "wpga/report/page/page_samples.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// What the page shows; views of things that live elsewhere.
struct PageContents {
  const Model& model;
  std::string options;                         // those of the model as JSON, or empty
  std::string_view run;                        // JSON: how the analysis was made, or empty
  std::string_view file;                       // name of the analysis, for the heading
  const MeasureFamily* family = nullptr;       // the measures themselves, for pictures
  std::span<const SampleColumn> columns = {};  // about the measures of the model
  std::string reading = {};                    // how the data of the model were read as JSON, or empty
  const NewSamples* projected = nullptr;       // samples that are not of the model, placed on it
  const PagePhotos* photos = nullptr;          // beside the palettes of the measures
  bool part_of_comparison = false;             // which has the pictures for all its models
};

// Where each measure of the analysis is in the family, by name (by place, when all names agree in order);
// −1: not there.  InputError when none is, or when the family lives in another space.
std::vector<Index> places_in(const MeasureFamily& family, const PageContents& contents);

// The data of the page as one JSON object (page/src/payload.ts says what is in it): arrays as base64 of
// float32, coordinates in the units of the data relative to the mean's centre; in multiples of a power of ten
// where single precision could not hold them.
std::string page_payload(const PageContents& contents, const PictureOptions& options);

// What all components together leave of every measure, N: the worst have a picture first.
Vector left_over(const Analysis& analysis);

// The document: the template with the payload in its place.  InputError when the program has no template.
std::string report_page(const PageContents& contents, const PictureOptions& options);

// The template with any payload.
std::string page_with(std::string_view payload);

}  // namespace wpga
