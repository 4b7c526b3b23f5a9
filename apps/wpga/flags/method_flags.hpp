// The flags of every method as one group: an option that several methods have is one flag.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flags/flag.hpp"
#include "wpga/study/fit_options.hpp"

namespace wpga {

struct MethodChoice {
  Method method = Method::geodesics;

  static constexpr auto list() {
    return Listing{
        option("method", &MethodChoice::method,
               "geodesics: principal geodesics; tangent: PCA of maps from the mean; linear: of maps from a "
               "template; template: of deformations of the mean; line: geodesic PCA on the line; euclidean: "
               "PCA of histograms; curve: principal curves of histograms; gaussian: PCA of normal laws; "
               "gaussian-geodesic: "
               "geodesic PCA of normal laws")};
  }
};
static_assert(lists_every_member<MethodChoice>);

// Groups "Components" (shared, and those of principal geodesics) and "Neighbouring methods"; without --seed,
// which is that of the data.  Flags of all methods set the options of the geodesics, and those of the others
// that have them.  The names of those that are typed are added to `typed`.
std::vector<FlagGroup> method_flags(FitOptions& options, std::vector<std::string>& typed);

// What was typed for all methods, which is in the options of the geodesics, given to each.
void share_options_of_geodesics(FitOptions& options);

// Throws InputError for a typed flag that none of the chosen methods listens to.
void refuse_flags_of_others(std::span<const std::string> typed, std::span<const Method> chosen);

}  // namespace wpga
