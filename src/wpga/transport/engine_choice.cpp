#include "wpga/transport/engine_choice.hpp"

#include <cassert>

#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {

TransportOptions for_scores(TransportOptions options) {
  if (options.transport == TransportMethod::entropic) options.transport = TransportMethod::automatic;
  return options;
}

TransportMethod chosen_method(const TransportOptions& options, Index source_atoms, Index target_atoms) {
  if (options.transport != TransportMethod::automatic) return options.transport;
  return source_atoms + target_atoms <= largest_exact_atoms ? TransportMethod::exact
                                                            : TransportMethod::entropic;
}

std::unique_ptr<TransportEngine> make_transport(TransportMethod method, const TransportOptions& options) {
  assert(method != TransportMethod::automatic);
  validate(options);
  if (method == TransportMethod::exact) return exact_transport();
  return sinkhorn_transport(options.sinkhorn);
}

}  // namespace wpga
