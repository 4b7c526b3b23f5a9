// Principal curves by Verbeek, Vlassis & Kröse (2002): k line segments, each the principal axis of the points
// nearest to it, joined to one polygonal line.
#pragma once

#include "wpga/neighbours/histograms/smooth_curve.hpp"

namespace wpga {

struct SegmentOptions {
  int segments = 10;     // at most
  int iterations = 100;  // of fitting a number of segments
};

// Starts with one segment and inserts one after the other where that lowers the squared distances most. After
// every insertion points and segments are fitted in turn; then the segments are joined, greedily and by
// exchanges, each link costing its length and one mean segment for every half turn.  The number of segments
// is that of the largest likelihood for points spread evenly along the line with even noise across it, whose
// size is estimated too: log length + (r − 1)/2 log Σλd², with the Bayesian price of coordinates. `objective`
// is Σ λ_i of the squared distances to the line for 1, 2, … segments.  O(N² r) for each insertion.
PrincipalCurve k_segments(const Matrix& points, const Vector& weights, const SegmentOptions& options);

}  // namespace wpga
