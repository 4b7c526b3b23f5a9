#include "wpga/measures/measure_family.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(Measure, DropsAtomsWithoutWeightAndNormalises) {
  const Matrix points{{0, 1, 2}, {3, 4, 5}};
  const Measure measure = make_measure(points, Vector{{2, 0, 6}});
  ASSERT_EQ(measure.size(), 2);
  EXPECT_EQ(measure.points.col(1), points.col(2));
  EXPECT_EQ(measure.weights[0], 0.25);
  EXPECT_EQ(measure.weights[1], 0.75);
}

TEST(Measure, IsNotTouchedWhenItAlreadySumsToOne) {
  const Vector weights{{0.1, 0.2, 0.7 - 1e-16}};
  EXPECT_EQ(make_measure(Matrix::Zero(1, 3), weights).weights, weights);
}

TEST(Measure, SurvivesHugeAndTinyWeights) {
  EXPECT_EQ(make_measure(Matrix::Zero(1, 2), Vector{{1e308, 1e308}}).weights[0], 0.5);
  EXPECT_EQ(make_measure(Matrix::Zero(1, 2), Vector{{1e-308, 1e-308}}).weights[0], 0.5);
}

TEST(Measure, RefusesWhatIsNoMeasure) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{1, -1}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{1, nan}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{1, inf}}), InputError);
  EXPECT_THROW(make_measure(Matrix{{0, nan}}, Vector{{1, 1}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{0, 0}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 0), Vector(0)), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 3), Vector{{1, 1}}), InputError);
}

TEST(MeasureFamily, PacksMeasuresOfDifferentSizes) {
  MeasureFamily family;
  family.append(Matrix{{1, 2}, {3, 4}}, Vector{{1, 1}}, "a");
  family.append(Matrix{{5}, {6}}, Vector{{9}}, "b", "odd");
  EXPECT_EQ(family.count(), 2);
  EXPECT_EQ(family.dimension(), 2);
  EXPECT_EQ(family.atoms(), 3);
  EXPECT_EQ(family[0].points(1, 1), 4);
  EXPECT_EQ(family[1].points(0, 0), 5);
  EXPECT_EQ(family.labels(), (std::vector<std::string>{"", "odd"}));
}

TEST(MeasureFamily, NamesTheMeasureThatDoesNotFit) {
  MeasureFamily family;
  family.append(Matrix{{1}, {2}}, Vector{{1}}, "plane");
  try {
    family.append(Matrix{{1}}, Vector{{1}}, "line");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'line'"), std::string::npos);
  }
}

// A measure more would have no weight among them.
TEST(MeasureFamily, TakesNoMeasureOnceTheWeightsOfAllAreSet) {
  MeasureFamily family;
  family.append(Matrix::Zero(1, 1), Vector::Ones(1), "first");
  family.set_measure_weights(Vector::Ones(1));
  EXPECT_THROW(family.append(Matrix::Ones(1, 1), Vector::Ones(1), "second"), InputError);
  family.set_measure_weights({});
  family.append(Matrix::Ones(1, 1), Vector::Ones(1), "second");
  EXPECT_EQ(family.measure_weight(1), 0.5);
}

TEST(MeasureFamily, StandardisesAndRemembersHowToGoBack) {
  MeasureFamily family;
  family.append(Matrix{{1e9, 1e9 + 2}, {0, 8}}, Vector{{1, 1}}, "a");
  const Matrix before = family.points();
  for (int twice = 0; twice < 2; ++twice) {
    const PooledMoments moments = pooled_moments(family);
    family.standardize(moments.mean, moments.variance.cwiseSqrt());
  }
  EXPECT_NEAR(pooled_moments(family).variance[0], 1, 1e-12);
  EXPECT_NEAR(pooled_moments(family).mean.norm(), 0, 1e-12);
  for (Index i = 0; i < 2; ++i)
    for (Index k = 0; k < 2; ++k)
      EXPECT_NEAR(family.space().center[i] + family.space().scale[i] * family.points()(i, k), before(i, k),
                  1e-6);
}

TEST(MeasureFamily, SubsetKeepsNamesLabelsAndWeights) {
  MeasureFamily family;
  for (const char* name : {"a", "b", "c"})
    family.append(Matrix{{1}}, Vector{{1}}, name, std::string(name) + "!");
  family.set_measure_weights(Vector{{1, 2, 3}});
  const std::vector<Index> chosen = {2, 0};
  const MeasureFamily part = subset(family, chosen);
  EXPECT_EQ(part.names(), (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(part.labels(), (std::vector<std::string>{"c!", "a!"}));
  EXPECT_DOUBLE_EQ(part.measure_weight(0), 0.75);
}

// Kilobytes of a file that are in the memory of this process.
long resident_of(const std::string& path) {
  std::ifstream maps("/proc/self/smaps");
  bool ours = false;
  long found = 0;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx ", &first, &last) == 2) ours = line.ends_with(path);
    if (ours && line.starts_with("Rss:")) found += std::stol(line.substr(4));
  }
  return found;
}

// A few measures of a large file are a few in memory too.
TEST(MeasureFamily, SubsetLeavesNothingOfAFileInMemory) {
  constexpr std::size_t count = 256, atoms = 1024, size = count * atoms * sizeof(double);
  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / ("wpga-subset-" + std::to_string(::getpid()));
  {
    const std::vector<double> numbers(count * atoms, 1.0 / atoms);
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(numbers.data()), size);
  }
  const LargeArray<double> numbers(PagedMemory::of_file(path.string(), 0, size), 0, count * atoms);
  std::vector<std::int64_t> offsets(count + 1);
  for (std::size_t i = 0; i <= count; ++i) offsets[i] = static_cast<std::int64_t>(i * atoms);
  const MeasureFamily family({}, 1, numbers, numbers, offsets, std::vector<std::string>(count, "m"));
  std::vector<Index> chosen;
  for (Index i = 0; i < static_cast<Index>(count); i += 8) chosen.push_back(i);
  const MeasureFamily part = subset(family, chosen);
  EXPECT_EQ(resident_of(path.string()), 0);
  EXPECT_EQ(part.count(), 32);
  EXPECT_EQ(part[31].weights, family[248].weights);
  EXPECT_GT(resident_of(path.string()), 0);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace wpga
