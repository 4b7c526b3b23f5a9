#include "wpga/parallel/ranks.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/parallel/parcel.hpp"

namespace wpga {

namespace {

enum class FailureKind : int { none, input, interrupted, memory, system, other };

struct Failure {
  FailureKind kind = FailureKind::none;
  int code = 0;  // of the system
  std::string sentence;

  void travel(Parcel& parcel) { parcel(kind, code, sentence); }
};

Failure failure_of(const std::exception_ptr& thrown) {
  if (!thrown) return {};
  try {
    std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    return {FailureKind::input, 0, error.what()};
  } catch (const Interrupted&) {
    return {FailureKind::interrupted, 0, {}};
  } catch (const std::bad_alloc&) {
    return {FailureKind::memory, 0, {}};
  } catch (const std::system_error& error) {
    return {FailureKind::system, error.code().value(), error.what()};
  } catch (const std::exception& error) {
    return {FailureKind::other, 0, error.what()};
  }
}

std::exception_ptr exception_of(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::none:
      return nullptr;
    case FailureKind::input:
      return std::make_exception_ptr(InputError(failure.sentence));
    case FailureKind::interrupted:
      return std::make_exception_ptr(Interrupted());
    case FailureKind::memory:
      return std::make_exception_ptr(std::bad_alloc());
    case FailureKind::system:
      return std::make_exception_ptr(std::system_error(failure.code, std::generic_category()));
    case FailureKind::other:
      break;
  }
  return std::make_exception_ptr(std::runtime_error(failure.sentence));
}

}  // namespace

// What a rank, or several of them together, bring to a meeting.
struct Ranks::Opinion {
  bool leaves = false;  // one of them leaves the program
  bool stays = false;   // one of them does not
  Failure failure;      // of the lowest that has one
  Letter payload;

  void travel(Parcel& parcel) {
    parcel(leaves, stays);
    failure.travel(parcel);
    parcel(payload);
  }
};

// Up a binomial tree to rank 0, whose subtrees are runs of ranks, and down again: 2 (R − 1) messages.
Ranks::Opinion Ranks::gathered(Opinion mine, const Join& join) {
  const int size = post_.size(), rank = post_.rank();
  int reach = 1;  // ranks rank … rank + reach − 1 are in `mine`
  for (; reach < size && rank % (2 * reach) == 0; reach *= 2) {
    if (rank + reach >= size) continue;
    Opinion other;
    try {
      Parcel(post_.receive(rank + reach))(other);
      mine.leaves = mine.leaves || other.leaves;
      mine.stays = mine.stays || other.stays;
      if (mine.failure.kind == FailureKind::none) mine.failure = std::move(other.failure);
      const bool is_wanted = !mine.leaves && mine.failure.kind == FailureKind::none;
      mine.payload = is_wanted ? join(std::move(mine.payload), std::move(other.payload)) : Letter();
    } catch (const std::exception&) {  // no memory, say: those who wait for an answer get this one
      mine.failure = failure_of(std::current_exception());
      mine.payload = {};
    }
  }
  Letter message;
  if (rank > 0) {
    post_.send(rank - reach, packed(mine));
    message = post_.receive(rank - reach);
    mine = unpacked<Opinion>(message);
  } else {
    message = packed(mine);
  }
  for (reach /= 2; reach > 0; reach /= 2)
    if (rank + reach < size) post_.send(rank + reach, message);
  return mine;
}

Letter Ranks::meet(std::exception_ptr failure, Letter mine, const Join& join) {
  if (parted_) std::rethrow_exception(parted_);
  Opinion all = gathered({false, true, failure_of(failure), std::move(mine)}, join);
  const std::exception_ptr found = exception_of(all.failure);
  if (all.leaves)
    parted_ = found ? found : std::make_exception_ptr(std::logic_error("a rank ended before the others"));
  if (parted_) std::rethrow_exception(parted_);
  if (found) std::rethrow_exception(found);
  return std::move(all.payload);
}

std::exception_ptr Ranks::part(std::exception_ptr failure) {
  if (parted_) return parted_;
  const Opinion all =
      gathered({true, false, failure_of(failure), {}}, [](Letter, Letter) { return Letter(); });
  parted_ = exception_of(all.failure);
  if (!parted_ && all.stays)
    parted_ = std::make_exception_ptr(std::logic_error("a rank ended before the others"));
  return parted_;
}

std::exception_ptr caught(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

Share share_of(int rank, int ranks, std::int64_t count) {
  const std::int64_t blocks = (count + ordered_sum_block - 1) / ordered_sum_block;
  const auto border = [&](std::int64_t at) {
    return std::min(count, blocks * at / ranks * ordered_sum_block);
  };
  return {border(rank), border(rank + 1)};
}

Share own_share(const Execution& execution, std::int64_t count) {
  if (!is_shared(execution)) return {0, count};
  return share_of(execution.ranks->rank(), execution.ranks->size(), count);
}

bool is_shared(const Execution& execution) { return execution.ranks && execution.ranks->size() > 1; }

Execution without_ranks(const Execution& execution) {
  Execution same = execution;
  same.ranks = nullptr;
  return same;
}

}  // namespace wpga
