#include "wpga/io/files/bootstrap_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "wpga/base/error.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

class BootstrapFile : public testing::Test {
 protected:
  ~BootstrapFile() override { std::filesystem::remove(path); }
  Hdf5Reader written(const Matrix& explained) const {
    Hdf5Writer file;
    if (explained.size() > 0) write_bootstrap(file, explained);
    write_file(path, file.finish());
    return Hdf5Reader(path);
  }
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("bootstrap_" + std::to_string(getpid()) + ".h5");
};

TEST_F(BootstrapFile, ComesBackToTheBit) {
  const Matrix explained = Matrix::Random(5, 3);
  EXPECT_EQ(read_bootstrap(written(explained), 3), explained);
}

TEST_F(BootstrapFile, IsNothingWhereThereIsNone) { EXPECT_FALSE(read_bootstrap(written({}), 3)); }

TEST_F(BootstrapFile, RefusesAnotherNumberOfComponents) {
  EXPECT_THROW(read_bootstrap(written(Matrix::Random(5, 3)), 2), InputError);
}

}  // namespace
}  // namespace wpga
