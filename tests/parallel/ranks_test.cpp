#include "wpga/parallel/ranks.hpp"

#include <gtest/gtest.h>

#include <new>
#include <system_error>

#include "parallel/rank_threads.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/shared_for.hpp"

namespace wpga {
namespace {

using testing::on_ranks;

TEST(Ranks, SharesAreWholeBlocksInOrderAndOfOneSize) {
  for (const int ranks : {1, 2, 3, 7, 1024})
    for (const std::int64_t count : {0, 1, 15, 16, 17, 100, 1000, 20000}) {
      std::int64_t next = 0;
      const std::int64_t blocks = (count + 15) / 16;
      for (int rank = 0; rank < ranks; ++rank) {
        const Share share = share_of(rank, ranks, count);
        ASSERT_EQ(share.first, next);
        ASSERT_TRUE(share.first % 16 == 0 || share.first == count);
        ASSERT_LE(share.size(), 16 * ((blocks + ranks - 1) / ranks));
        next = share.last;
      }
      EXPECT_EQ(next, count);
    }
}

TEST(Ranks, AlonePassesThroughEveryVerb) {
  const Execution execution{.threads = 1};
  Vector found = Vector::Zero(50);
  shared_for(
      execution, 50, [] { return 0; }, [&](int&, std::int64_t i) { found[i] = static_cast<double>(i); },
      [](Parcel&, std::int64_t) { FAIL() << "nothing travels"; });
  EXPECT_EQ(found, Vector(Vector::LinSpaced(50, 0, 49)));
}

TEST(Ranks, GatherBringsEveryKindOfResult) {
  struct Record {
    int number = 0;
    char flag = 0;
  };
  for (const int size : {2, 3, 7})
    on_ranks(size, [&](Ranks& ranks) {
      const Execution execution{.threads = 2, .ranks = &ranks};
      const Index count = 77;
      const auto slots = static_cast<std::size_t>(count);
      Matrix rows = Matrix::Zero(count, 3);
      Eigen::MatrixXf columns = Eigen::MatrixXf::Zero(2, count);
      std::vector<Record> records(slots);
      std::vector<Letter> states(slots);
      std::vector<std::vector<Matrix>> fields(slots);
      std::vector<int> visits(slots, 0);
      shared_for(
          execution, count, [] { return 0; },
          [&](int&, std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            rows.row(i).setConstant(static_cast<double>(i));
            columns.col(i).setConstant(static_cast<float>(-i));
            records[at] = {static_cast<int>(i), 'x'};
            states[at].assign(at % 4, std::byte{7});
            fields[at].assign(at % 3, Matrix::Constant(2, i % 5, 1.5));
            ++visits[at];
          },
          [&](Parcel& parcel, std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            parcel(rows.row(i), columns.col(i), records[at], states[at], fields[at]);
          });
      const Share own = own_share(execution, count);
      for (Index i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        EXPECT_EQ(rows.row(i).minCoeff(), static_cast<double>(i));
        EXPECT_EQ(columns.col(i).maxCoeff(), static_cast<float>(-i));
        EXPECT_EQ(records[at].number, i);
        EXPECT_EQ(records[at].flag, 'x');
        EXPECT_EQ(states[at], Letter(at % 4, std::byte{7}));
        ASSERT_EQ(fields[at].size(), at % 3);
        for (const Matrix& field : fields[at]) EXPECT_EQ(field, Matrix(Matrix::Constant(2, i % 5, 1.5)));
        EXPECT_EQ(visits[at], i >= own.first && i < own.last ? 1 : 0);
      }
    });
}

// One rank fails between two meetings; the others hear of it at their next, and all end alike.
TEST(Ranks, ARankThatFailsAloneEndsAll) {
  for (const int size : {2, 3, 4, 7})
    for (int failing = 0; failing < size; ++failing)
      on_ranks(size, [&](Ranks& ranks) {
        std::exception_ptr failure;
        try {
          const Execution execution{.threads = 1, .ranks = &ranks};
          const auto nothing = [](Parcel&, std::int64_t) {};
          gather(execution, 10, nothing);
          if (ranks.rank() == failing) throw InputError("no file on this rank");
          gather(execution, 10, nothing);
          ADD_FAILURE() << "a meeting without a rank";
        } catch (const InputError&) {
          failure = std::current_exception();
        }
        failure = ranks.part(failure);
        ASSERT_TRUE(failure);
        try {
          std::rethrow_exception(failure);
        } catch (const InputError& error) {
          EXPECT_STREQ(error.what(), "no file on this rank");
        }
        EXPECT_THROW(ranks.meet(nullptr, {}, [](Letter, Letter) { return Letter(); }), InputError);
      });
}

TEST(Ranks, AFailureAtTheVeryEndIsEverybodys) {
  on_ranks(3, [&](Ranks& ranks) {
    const auto failure = ranks.part(ranks.rank() == 2 ? std::make_exception_ptr(std::bad_alloc()) : nullptr);
    ASSERT_TRUE(failure);
    EXPECT_THROW(std::rethrow_exception(failure), std::bad_alloc);
  });
}

TEST(Ranks, ARankThatEndsEarlyIsABugThatIsTold) {
  on_ranks(2, [&](Ranks& ranks) {
    if (ranks.is_first())
      EXPECT_THROW(ranks.meet(nullptr, {}, [](Letter, Letter) { return Letter(); }), std::logic_error);
    else
      EXPECT_TRUE(ranks.part(nullptr));
  });
}

TEST(Ranks, FailuresKeepTheirKind) {
  const std::vector<std::exception_ptr> kinds = {
      std::make_exception_ptr(InputError("where, what, how")), std::make_exception_ptr(Interrupted()),
      std::make_exception_ptr(std::bad_alloc()),
      std::make_exception_ptr(std::system_error(std::make_error_code(std::errc::no_space_on_device))),
      std::make_exception_ptr(std::runtime_error("bug"))};
  on_ranks(2, [&](Ranks& ranks) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      std::size_t caught = kinds.size();
      try {
        ranks.meet(ranks.is_first() ? nullptr : kinds[kind], {}, [](Letter, Letter) { return Letter(); });
      } catch (const InputError&) {
        caught = 0;
      } catch (const Interrupted&) {
        caught = 1;
      } catch (const std::bad_alloc&) {
        caught = 2;
      } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::errc::no_space_on_device);
        caught = 3;
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "bug");
        caught = 4;
      }
      EXPECT_EQ(caught, kind);
    }
  });
}

// What cannot be joined, for want of memory say, is a failure like any other.
TEST(Ranks, AJoinThatFailsFailsEverywhere) {
  on_ranks(4, [&](Ranks& ranks) {
    EXPECT_THROW(ranks.meet(nullptr, {}, [](Letter, Letter) -> Letter { throw std::bad_alloc(); }),
                 std::bad_alloc);
    EXPECT_FALSE(ranks.part(nullptr));
  });
}

}  // namespace
}  // namespace wpga
