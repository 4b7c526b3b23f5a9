// Times on several curves at once, for a plan that is fixed.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// With the plan fixed, times in [0, 1] solve a box-constrained least squares problem; its coordinates are
// minimised in turn (exact at once for orthogonal directions).  `gram` is ⟨D_c, D_e⟩ and `slope` ⟨Z − T, D_c⟩
// at `times`; both of the latter are updated, and the change of ‖Z − T‖² is returned.  Times that are NaN
// stay.
double improve_times(const Matrix& gram, Vector& times, Vector& slope);

}  // namespace wpga
