// Which engine solves: exact, entropic, or the one that measurements favour.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "wpga/base/options.hpp"
#include "wpga/transport/coupling.hpp"
#include "wpga/transport/entropic/sinkhorn.hpp"

namespace wpga {

enum class TransportMethod { automatic, exact, entropic };
constexpr std::array<std::string_view, 3> names(TransportMethod) { return {"auto", "exact", "entropic"}; }

enum class MassRule { fixed, free };
constexpr std::array<std::string_view, 2> names(MassRule) { return {"fixed", "free"}; }

struct TransportOptions {
  TransportMethod transport = TransportMethod::automatic;
  SinkhornOptions sinkhorn;
  MassRule mass = MassRule::fixed;
  std::optional<double> penalty = {};

  static constexpr auto list() {
    using O = TransportOptions;
    return Listing{option("transport", &O::transport,
                          "exact, entropic, or auto: exact up to 30,000 atoms on the two sides together"),
                   options_of(&O::sinkhorn),
                   option("mass", &O::mass,
                          "fixed: all mass moves; free: mass that would have to go farther than `penalty` "
                          "is taken away and added elsewhere instead"),
                   option("penalty", &O::penalty,
                          "`mass` free: the distance, in the units of the fit, up to which moving mass is "
                          "cheaper than taking it away here and adding it there",
                          positive())};
  }
};
static_assert(lists_every_member<TransportOptions>);

// Throws InputError for free mass without a penalty or by entropic plans, and for a penalty without free
// mass.
void validate_mass(const TransportOptions& options);

// What moving a unit of mass costs at most: the square of the penalty; infinite for fixed mass.
double largest_cost(const TransportOptions& options);

// For coordinates divided by `unit`.
TransportOptions in_unit(TransportOptions options, double unit);

// docs/engine_choice.md shows the curve behind this number.
inline constexpr Index largest_exact_atoms = 30'000;

// Reported distances are exact up to the size at which `auto` is, whatever engine led to a result: entropic
// becomes `auto`.
TransportOptions for_scores(TransportOptions options);

// The method that `auto` means for p source and n target atoms; exact and entropic stand for themselves.
TransportMethod chosen_method(const TransportOptions& options, Index source_atoms, Index target_atoms);

// Throws InputError for options that break their rule; `automatic` must have been settled by chosen_method.
std::unique_ptr<TransportEngine> make_transport(TransportMethod method, const TransportOptions& options);

}  // namespace wpga
