#include "wpga/neighbours/maps/measured_components.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"

namespace wpga {
namespace {

// The line through the mean along axis c, as long as the family is wide.
Component along_axis(const test::Translates& e, Index c) {
  const Vector positions = e.centered.transpose() * e.axes.col(c);
  const Matrix field = e.axes.col(c).replicate(1, e.mean.size());
  return {.curve = Curve(-positions.minCoeff() * field, positions.maxCoeff() * field)};
}

Analysis kept(const test::Translates& e, std::optional<double> components) {
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const ComponentOptions options{.components = components};
  const TransportOptions transport;
  const Execution execution;
  MeasuredComponents found(e.mean, couplings, transport, options, execution);
  while (found.wants_more()) {
    if (found.count() == e.axes.cols()) return found.finish(Termination::no_variance_left);
    found.keep(along_axis(e, found.count()));
  }
  return found.finish();
}

// Shares of translates are those of the principal components of their shifts.
TEST(MeasuredComponents, HaveTheSharesOfLinearAlgebra) {
  Random random(4);
  const test::Translates e = test::translates_with_axes(random, 3, 12, 10);
  const Analysis found = kept(e, 2);
  ASSERT_EQ(found.components.size(), 2u);
  double together = 0;
  for (Index c = 0; c < 2; ++c) {
    const Component& component = found.components[static_cast<std::size_t>(c)];
    together += e.variances[c] / e.variances.sum();
    EXPECT_NEAR(component.explained, e.variances[c] / e.variances.sum(), 1e-5);
    EXPECT_NEAR(component.cumulative, together, 1e-5);
    EXPECT_GT(component.seconds, 0);
  }
}

TEST(MeasuredComponents, StopWhereTheyExplainTheShareAskedFor) {
  Random random(5);
  const test::Translates e = test::translates_with_axes(random, 3, 12, 10);
  const double first = e.variances[0] / e.variances.sum();
  EXPECT_EQ(kept(e, first - 1e-3).components.size(), 1u);
  const Analysis more = kept(e, first + 1e-3);
  ASSERT_EQ(more.components.size(), 2u);
  EXPECT_GE(more.components.back().cumulative, first + 1e-3);
  EXPECT_EQ(more.termination, Termination::converged);
}

TEST(MeasuredComponents, TellWhyTheyEndEarly) {
  Random random(6);
  const test::Translates e = test::translates_with_axes(random, 2, 8, 10);
  const Analysis found = kept(e, 5);
  EXPECT_EQ(found.components.size(), 2u);
  EXPECT_EQ(found.termination, Termination::no_variance_left);
  EXPECT_NEAR(found.components.back().cumulative, 1, 1e-5);
}

}  // namespace
}  // namespace wpga
