// Which engine solves: exact, entropic, or the one that measurements favour.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <tuple>

#include "wpga/base/options.hpp"
#include "wpga/transport/coupling.hpp"
#include "wpga/transport/entropic/sinkhorn.hpp"

namespace wpga {

enum class TransportMethod { automatic, exact, entropic };
constexpr std::array<std::string_view, 3> names(TransportMethod) { return {"auto", "exact", "entropic"}; }

struct TransportOptions {
  TransportMethod transport = TransportMethod::automatic;
  SinkhornOptions sinkhorn;

  static constexpr auto list() {
    using O = TransportOptions;
    return std::tuple{option("transport", &O::transport,
                             "exact, entropic, or auto: exact up to 30,000 atoms on the two sides together"),
                      options_of(&O::sinkhorn)};
  }
};
static_assert(lists_every_member<TransportOptions>);

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
