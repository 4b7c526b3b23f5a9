// The flags of every method as one group: an option that several methods have is one flag.
#pragma once

#include <vector>

#include "flag.hpp"
#include "wpga/io/json.hpp"
#include "wpga/neighbours/methods.hpp"

namespace wpga {

struct MethodChoice {
  Method method = Method::geodesics;

  static constexpr auto list() {
    return std::tuple{
        option("method", &MethodChoice::method,
               "geodesics: principal geodesics; tangent: PCA of maps from the mean; linear: of maps from a "
               "template; template: of deformations of the mean; line: geodesic PCA on the line; euclidean: "
               "PCA of histograms; curve: principal curves of histograms; gaussian: PCA of normal laws")};
  }
};
static_assert(lists_every_member<MethodChoice>);

// Groups "Components" (shared, and those of principal geodesics) and "Neighbouring methods"; without --seed,
// which is that of the data.
std::vector<FlagGroup> method_flags(MethodOptions& options);

// Throws InputError for an option of the chosen method that breaks its rule.
void validate(const MethodOptions& options);

// {"method": …} and the options of that method.
Json method_document(const MethodOptions& options);

}  // namespace wpga
