// Template deformation (Boissard, Le Gouic & Loubes 2015): every measure as the nearest deformation of the
// mean within a parametric family of optimal maps, principal components of these maps.  docs/template.md
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/neighbours/maps/component_options.hpp"
#include "wpga/neighbours/maps/deformation.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct TemplateOptions {
  ComponentOptions of;
  Deformation deformation = Deformation::scatter;

  static constexpr auto list() {
    using O = TemplateOptions;
    return Listing{
        options_of(&O::of),
        option("deformation", &O::deformation,
               "what `method` template may do with the mean: translation, scale (and translate), or "
               "scatter: symmetric positive linear maps (and translate)")};
  }
};
static_assert(lists_every_member<TemplateOptions>);

// Directions are affine fields x ↦ c + H x with symmetric H, so a curve is a true geodesic as long as I + s H
// stays positive.  At most d, d + 1 or d + d (d + 1) / 2 components have variance.  The
// convergence of each component is that of the slowest deformation.
Analysis template_deformation(const MeasureFamily& family, const Measure& mean,
                              const TransportOptions& transport, const TemplateOptions& options,
                              const Execution& execution = {});

}  // namespace wpga
