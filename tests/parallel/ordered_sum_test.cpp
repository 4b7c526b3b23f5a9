#include "wpga/parallel/ordered_sum.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "parallel/rank_threads.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

// Numbers of many sizes and signs, so that nearly every order of additions has other last bits.
Vector numbers(Index count) {
  Random random(7);
  return Vector::NullaryExpr(
      count, [&](Index) { return random.normal() * std::exp2(std::floor(40 * random.uniform())); });
}

// As the header says it: the sum of a node is that of its left half plus that of its right half.
double naive(const Vector& terms, Index first_block, Index blocks) {
  if (blocks == 1) {
    double sum = 0;
    for (Index i = 16 * first_block; i < std::min<Index>(16 * (first_block + 1), terms.size()); ++i)
      sum += terms[i];
    return sum;
  }
  const Index half = blocks / 2;
  const double left = naive(terms, first_block, half);
  if (16 * (first_block + half) >= terms.size()) return left;
  return left + naive(terms, first_block + half, half);
}

double naive(const Vector& terms) {
  if (terms.size() == 0) return 0;
  const auto blocks = static_cast<std::uint64_t>((terms.size() + 15) / 16);
  return naive(terms, 0, static_cast<Index>(std::bit_ceil(blocks)));
}

double summed(const Vector& terms, const Execution& execution) {
  return ordered_sum(execution, terms.size(), 0.0, [&](double& total, std::int64_t i) { total += terms[i]; });
}

struct Total {
  double sum = 0;
  Vector pair = Vector::Zero(2);
  std::int64_t count = 0;
  Total& operator+=(const Total& other) {
    sum += other.sum;
    pair += other.pair;
    count += other.count;
    return *this;
  }
  void travel(Parcel& parcel) { parcel(sum, pair, count); }
};

struct Found {
  Total total;
  Vector squares;
  std::vector<Vector> lists;
};

Found shared(const Vector& terms, const Execution& execution) {
  Found found{{}, Vector::Zero(terms.size()), std::vector<Vector>(static_cast<std::size_t>(terms.size()))};
  found.total = shared_sum(
      execution, terms.size(), Total{}, [] { return 0; },
      [&](int&, Total& total, std::int64_t i) {
        total.sum += terms[i];
        total.pair += Vector{{terms[i], -2 * terms[i]}};
        ++total.count;
        found.squares[i] = terms[i] * terms[i];
        found.lists[static_cast<std::size_t>(i)] = Vector::Constant(i % 5, terms[i]);
      },
      [&](Parcel& parcel, std::int64_t i) {
        parcel(found.squares[i], found.lists[static_cast<std::size_t>(i)]);
      });
  return found;
}

void expect_right(const Found& found, const Vector& terms) {
  EXPECT_EQ(found.total.sum, naive(terms));
  EXPECT_EQ(found.total.pair[0], naive(terms));
  EXPECT_EQ(found.total.pair[1], naive(-2 * terms));
  EXPECT_EQ(found.total.count, terms.size());
  EXPECT_EQ(found.squares, Vector(terms.cwiseAbs2()));
  for (Index i = 0; i < terms.size(); ++i)
    ASSERT_EQ(found.lists[static_cast<std::size_t>(i)], Vector(Vector::Constant(i % 5, terms[i])));
}

TEST(OrderedSum, AddsAlongTheTreeForEverySizeAndAnyThreads) {
  for (Index count = 0; count <= 200; ++count)
    for (const int threads : {1, 2, 3, 8}) {
      const Vector terms = numbers(count);
      ASSERT_EQ(summed(terms, {.threads = threads}), naive(terms)) << count << " on " << threads;
    }
}

TEST(OrderedSum, AddsAlongTheTreeBeyondOneWindow) {
  for (const Index count : {1023, 1024, 1025, 1040, 2048, 5000, 16 * 1024 + 1}) {
    const Vector terms = numbers(count);
    EXPECT_EQ(summed(terms, {.threads = 2}), naive(terms)) << count;
  }
}

TEST(OrderedSum, IsCloserToTheTruthThanOneAfterTheOther) {
  const Index count = 1 << 20;
  const Vector terms = Vector::Constant(count, 0.1);
  double one_by_one = 0;
  for (const double term : terms) one_by_one += term;
  const double truth = 0.1 * static_cast<double>(count);  // a power of two times it: exact
  EXPECT_LT(std::abs(summed(terms, {.threads = 2}) - truth), std::abs(one_by_one - truth) / 100);
}

TEST(SharedSum, IsTheSameForEverySizeRanksAndThreads) {
  for (Index count = 0; count <= 200; ++count) {
    const Vector terms = numbers(count);
    for (const int size : {1, 2, 3, 4, 7})
      testing::on_ranks(size, [&](Ranks& ranks) {
        expect_right(shared(terms, {.threads = 1 + static_cast<int>(count % 2), .ranks = &ranks}), terms);
      });
  }
}

// The tree of 2^20 measures on 1024 ranks: 2 (R − 1) messages for the sum and as many for the results, each
// with a few totals only.
TEST(SharedSum, SendsFewTotalsFromAThousandRanks) {
  for (const Index count : {Index{1} << 20, (Index{1} << 20) - 12345}) {
    const Vector terms = numbers(count);
    const double wanted = naive(terms);
    testing::LetterBoxes boxes(1024);
    testing::on_ranks(boxes, [&](Ranks& ranks) {
      const Total total = shared_sum(
          {.threads = 1, .ranks = &ranks}, count, Total{}, [] { return 0; },
          [&](int&, Total& sum, std::int64_t i) { sum.sum += terms[i]; }, [](Parcel&, std::int64_t) {});
      EXPECT_EQ(total.sum, wanted);
    });
    EXPECT_EQ(boxes.messages, 2 * 2 * 1023);
    const std::size_t of_a_total = 2 * 8 + 8 + 2 * 8 + 2 * 8 + 8;  // place, sum, size and pair, count
    const double most_nodes = 2 * std::log2(static_cast<double>(count) / 16);
    EXPECT_LE(static_cast<double>(boxes.largest), 64 + most_nodes * static_cast<double>(of_a_total));
  }
}

TEST(SharedSum, FailsOnAllRanksWithTheFailureOfTheLowestIndex) {
  for (const int size : {1, 2, 3, 5})
    testing::on_ranks(size, [&](Ranks& ranks) {
      const Execution execution{.threads = 2, .ranks = &ranks};
      const auto sum = [&](std::int64_t failing) {
        return shared_sum(
            execution, 100, Total{}, [] { return 0; },
            [&](int&, Total& total, std::int64_t i) {
              if (i >= failing) throw InputError("measure " + std::to_string(i));
              ++total.count;
            },
            [](Parcel&, std::int64_t) {});
      };
      for (const std::int64_t failing : {99, 40, 0}) try {
          sum(failing);
          FAIL();
        } catch (const InputError& error) {
          EXPECT_EQ(error.what(), "measure " + std::to_string(failing));
        }
      EXPECT_EQ(sum(100).count, 100);  // they go on together
      EXPECT_FALSE(ranks.part(nullptr));
    });
}

}  // namespace
}  // namespace wpga
