#include "wpga/io/files/bootstrap_file.hpp"

#include <fmt/format.h>

namespace wpga {

namespace {
const std::string place = "/bootstrap/explained";
}

void write_bootstrap(Hdf5Writer& file, const Matrix& explained) {
  const Matrix rows = explained.transpose();  // a row of the file is a column in memory
  file.write(place, std::span(rows.data(), static_cast<std::size_t>(rows.size())),
             {static_cast<std::uint64_t>(explained.rows()), static_cast<std::uint64_t>(explained.cols())});
}

std::optional<Matrix> read_bootstrap(const Hdf5Reader& file, Index components) {
  if (!file.has(place)) return {};
  const std::vector<std::uint64_t> shape = file.shape(place);
  if (shape.size() != 2 || shape[0] == 0 || static_cast<Index>(shape[1]) != components)
    file.fail(place, fmt::format("must have one row for each sample and {} columns", components));
  const std::vector<double> values = file.read_doubles(place);
  const Matrix explained = MatrixView(values.data(), components, static_cast<Index>(shape[0])).transpose();
  if (!explained.allFinite()) file.fail(place, "holds a number that is not finite");
  return explained;
}

}  // namespace wpga
