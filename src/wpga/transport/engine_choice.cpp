#include "wpga/transport/engine_choice.hpp"

#include <cassert>
#include <limits>

#include "wpga/base/error.hpp"
#include "wpga/transport/free_mass.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {

void validate_mass(const TransportOptions& options) {
  const bool free = options.mass == MassRule::free;
  require(!free || options.penalty,
          "`mass` free needs `penalty`, the distance from which on mass is taken away and added instead of "
          "moved");
  require(free || !options.penalty, "`penalty` is for `mass` free, and all mass moves here");
  require(!free || options.transport != TransportMethod::entropic,
          "`mass` free is exact; entropic plans move all mass");
}

double largest_cost(const TransportOptions& options) {
  if (options.mass == MassRule::fixed) return std::numeric_limits<double>::infinity();
  return *options.penalty * *options.penalty;
}

TransportOptions in_unit(TransportOptions options, double unit) {
  if (options.penalty) *options.penalty /= unit;
  return options;
}

TransportOptions for_scores(TransportOptions options) {
  if (options.transport == TransportMethod::entropic) options.transport = TransportMethod::automatic;
  return options;
}

TransportMethod chosen_method(const TransportOptions& options, Index source_atoms, Index target_atoms) {
  if (options.mass == MassRule::free) return TransportMethod::exact;
  if (options.transport != TransportMethod::automatic) return options.transport;
  return source_atoms + target_atoms <= largest_exact_atoms ? TransportMethod::exact
                                                            : TransportMethod::entropic;
}

std::unique_ptr<TransportEngine> make_transport(TransportMethod method, const TransportOptions& options) {
  assert(method != TransportMethod::automatic);
  validate(options);
  validate_mass(options);
  if (options.mass == MassRule::free) return free_mass_transport(*options.penalty);
  if (method == TransportMethod::exact) return exact_transport();
  return sinkhorn_transport(options.sinkhorn);
}

}  // namespace wpga
