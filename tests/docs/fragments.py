"""C++ fragments of the pages as one translation unit: each becomes a function whose parameters are what its page takes for granted."""

HEADERS = """
wpga.hpp analysis/cone/cone_program.hpp analysis/cone/cycle_cuts.hpp analysis/cone/optimal_map.hpp analysis/cone/orthogonality.hpp
analysis/cone/space_box.hpp analysis/curves/generalized_geodesic.hpp analysis/fit/principal_geodesics.hpp analysis/curves/projection.hpp
barycenters/exact_mean.hpp barycenters/fixed_support.hpp barycenters/free_support.hpp barycenters/linear_program.hpp barycenters/multimarginal.hpp
barycenters/sliced.hpp io/formats/arrays/idx_file.hpp io/formats/arrays/npy_file.hpp io/formats/font_file.hpp io/formats/images/image_file.hpp io/formats/images/png_image.hpp
io/input_file.hpp io/reading/table_measures.hpp measures/from_image.hpp measures/quantize.hpp neighbours/histograms/euclidean.hpp
neighbours/line/line.hpp recolor/photo_palette.hpp recolor/recolored.hpp report/strips.hpp synthetic/outline.hpp synthetic/synthetic.hpp
transport/displacement.hpp transport/distances.hpp transport/entropic/sinkhorn.hpp transport/entropic/sinkhorn_divergence.hpp
transport/entropic/sinkhorn_grid.hpp transport/family_couplings.hpp transport/one_dimensional.hpp transport/simplex/transport_simplex.hpp
""".split()

FAMILY = "const MeasureFamily& family"
PAIR = "const Measure& source, const Measure& target"
ENGINE = "const Vector& source_weights, const MeasureView& target, const Matrix& source_points, Matrix& map"
GIVEN = {
    "docs/arrays.md": "std::span<const std::byte> bytes, std::int64_t n, std::int64_t d, const std::vector<double>& values",
    "docs/distances.md": f"{FAMILY}, const MeasureView& source, const MeasureView& target",
    "docs/euclidean.md": f"{FAMILY}, const Measure& mean",
    "docs/exact_mean.md": FAMILY,
    "docs/field_program.md": "const Measure& mean, std::span<const Matrix> earlier, const Cycle& cycle, const QuadraticModel& model, "
                             "const std::optional<SpaceBox>& box",
    "docs/fixed_support.md": f"{FAMILY}, const Matrix& support",
    "docs/free_support.md": FAMILY,
    "docs/images.md": "std::span<const std::byte> bytes",
    "docs/line.md": f"{FAMILY}, const Measure& mean",
    "docs/linear_program.md": f"{FAMILY}, const Matrix& support",
    "docs/multimarginal.md": FAMILY,
    "docs/one_dimensional.md": f"{PAIR}, const Measure& a, const Measure& b",
    "docs/optimal_map.md": "const Measure& mean, const Matrix& field, const QuadraticModel& model, "
                           "const std::vector<FieldConstraint>& orthogonality, const FieldBox& box",
    "docs/outline.md": "const Eigen::Affine2d& map",
    "docs/pictures.md": f"{FAMILY}, std::span<const MeasureView> measures, std::span<const std::string> captions",
    "docs/principal_geodesics.md": FAMILY,
    "docs/projection.md": f"{FAMILY}, const TransportOptions& transport, const Measure& mean, const GeneralizedGeodesic& curve, double variance, "
                          "const Vector& hints",
    "docs/quantize.md": "const Matrix& pixels, const Vector& weights, std::uint64_t seed, std::uint64_t i",
    "docs/recolor.md": "const Image& photo, const Measure& target",
    "docs/sinkhorn.md": ENGINE,
    "docs/sinkhorn_divergence.md": "const MeasureView& mu, const MeasureView& nu",
    "docs/sinkhorn_grid.md": "const Matrix& points, const Vector& b, const Matrix& support, const Matrix& weights, const Vector& one, "
                             "const Matrix& other, std::size_t m",
    "docs/sliced.md": f"{FAMILY}, const Matrix& start_points",
    "docs/synthetic.md": "",
    "docs/tables.md": "std::string_view text",
    "docs/transport_simplex.md": ENGINE,
}


def translation_unit(fragments):
    """Messages of the compiler name the page and its line."""
    lines = [f'#include "wpga/{header}"' for header in HEADERS] + ["namespace wpga {"]
    for place, block in enumerate(fragments):
        lines += [f"void fragment_{place}({GIVEN[block.page]}) {{", f'#line {block.line + 1} "{block.page}"', block.text.rstrip("\n") + ";", "}"]
    return "\n".join([*lines, "}  // namespace wpga", ""])
