// The flags of every method as one group: an option that several methods have is one flag.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flags/flag.hpp"
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
// which is that of the data.  The names of those that are typed are added to `typed`.
std::vector<FlagGroup> method_flags(MethodOptions& options, std::vector<std::string>& typed);

// Throws InputError for a typed flag that none of the chosen methods listens to.
void refuse_flags_of_others(std::span<const std::string> typed, std::span<const Method> chosen);

// Throws InputError for an option of the chosen method that breaks its rule.
void validate(const MethodOptions& options);

// {"method": …} and the options of that method.
Json method_document(const MethodOptions& options);

}  // namespace wpga
