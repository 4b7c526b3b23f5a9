#include "wpga/analysis/cone/arc_block.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <stop_token>

#include "analysis/random_families.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {
namespace {

struct Block {
  Block(Random& random, Index size, Index columns) : coupling(test::normal_matrix(random, columns, size)) {
    const Matrix root = test::normal_matrix(random, size, size + 3);
    positive = root * root.transpose() + Matrix::Identity(size, size);
    given = coupling;
    factor = positive;
  }
  Matrix positive, factor, coupling, given;
};

// Below, at and above the width of a panel.
TEST(ArcBlock, SolvesAsTheInverseDoes) {
  Random random(1);
  for (const Index size : {1, 5, 63, 64, 65, 150}) {
    Block block(random, size, 4);
    factor_block(block.factor, block.coupling);
    const Vector right = test::normal_matrix(random, size, 1);
    Vector found = right;
    solve_lower(block.factor.data(), size, found.data());
    solve_upper(block.factor.data(), size, found.data());
    EXPECT_LT((block.positive * found - right).norm(), 1e-10 * right.norm()) << size;
    const Matrix inner = block.coupling * block.coupling.transpose();
    const Matrix expected = block.given * block.positive.inverse() * block.given.transpose();
    EXPECT_LT((inner - expected).norm(), 1e-10 * expected.norm()) << size;
  }
}

TEST(ArcBlock, HearsAStop) {
  Random random(2);
  Block block(random, 200, 2);
  std::stop_source source;
  source.request_stop();
  const std::stop_token token = source.get_token();
  const StopScope heard(token);
  EXPECT_THROW(factor_block(block.factor, block.coupling), Interrupted);
}

}  // namespace
}  // namespace wpga
