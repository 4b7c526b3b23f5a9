#include "wpga/io/formats/cytometry/spillover.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

TEST(Spillover, ComesBackFromItsText) {
  const Spillover read = parse_spillover("2, FL1-H ,FL2-H,1,0.25,0.5,1");
  EXPECT_EQ(read.channels, (std::vector<std::string>{"FL1-H", "FL2-H"}));
  EXPECT_EQ(read.matrix, Matrix({{1, 0.25}, {0.5, 1}}));
  EXPECT_EQ(parse_spillover(text_of(read)).matrix, read.matrix);
  EXPECT_EQ(text_of(read), "2,FL1-H,FL2-H,1,0.25,0.5,1");
}

// The same matrix as people keep it: FlowJo's with a title and old line ends, and tables with and without
// names before the rows.
TEST(Spillover, ReadsFilesOfSeveralMakers) {
  for (const char* text : {"title\r<\t>\rA\tB\r1\t0.25\r0.5\t1\r", "A,B\n1,0.25\n0.5,1\n",
                           ",A,B\nA,1,0.25\nB,0.5,1\n", "A B\n1 0.25\n\n0.5 1"}) {
    const Spillover read = parse_spillover_file(text);
    EXPECT_EQ(read.channels, (std::vector<std::string>{"A", "B"})) << text;
    EXPECT_EQ(read.matrix, Matrix({{1, 0.25}, {0.5, 1}})) << text;
  }
}

// observed = true · matrix, for events as rows.
TEST(Spillover, CompensationUndoesIt) {
  Random random(3);
  Matrix spill(3, 3), truth(4, 5000);
  for (double& entry : spill.reshaped()) entry = 0.2 * random.uniform();
  spill.diagonal().setOnes();
  for (double& value : truth.reshaped()) value = 100 * random.uniform();
  const Spillover spillover{{"A", "B", "C"}, spill};
  const std::vector<Index> rows = {3, 0, 2};
  Matrix values = truth;
  values(rows, Eigen::all) = (truth(rows, Eigen::all).transpose() * spill).transpose();
  EXPECT_GT((values - truth).norm(), 1);
  compensate(
      spillover, [&](const std::string& name) { return rows[static_cast<std::size_t>(name[0] - 'A')]; },
      values);
  EXPECT_LT((values - truth).norm(), 1e-9 * truth.norm());
}

TEST(Spillover, RefusesWhatIsNoMatrix) {
  for (const char* text : {"", "x", "0", "2,A,B,1,0,0", "2,A,B,1,0,0,x", "2,A,A,1,0,0,1", "1e9", "-1,A,1"})
    EXPECT_FALSE(refusal([&] { parse_spillover(text); }).empty()) << text;
  EXPECT_THAT(refusal([] { parse_spillover("2,A,B,1,1,1,1"); }), HasSubstr("no inverse"));
  for (const char* text :
       {"", "A\tB\n", "1\t0\n0\t1\n", "A\tB\n1\t0\n", "A\tB\n1\t0\t3\t4\n0\t1\n", "A\t3\n1\t0\n0\t1\n"})
    EXPECT_FALSE(refusal([&] { parse_spillover_file(text); }).empty()) << text;
}

}  // namespace
}  // namespace wpga
