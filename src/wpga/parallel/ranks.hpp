// Many processes that run one program, each with a share of the measures: how they meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <vector>

#include "wpga/parallel/execution.hpp"

namespace wpga {

// What one rank writes to another.
using Letter = std::vector<std::byte>;

// What carries messages between ranks.  Those from one rank to another arrive in the order they were sent.
class Post {
 public:
  virtual ~Post() = default;
  virtual int rank() const = 0;  // 0 … size() − 1
  virtual int size() const = 0;
  virtual void send(int to, std::span<const std::byte> message) = 0;
  virtual Letter receive(int from) = 0;
};

// Every rank runs the same program with the same arguments, and all take part in the same collective
// operations in the same order.
class Ranks {
 public:
  explicit Ranks(Post& post) : post_(post) {}

  int rank() const { return post_.rank(); }
  int size() const { return post_.size(); }
  bool is_first() const { return rank() == 0; }

  // earlier: of the lower ranks.
  using Join = std::function<Letter(Letter earlier, Letter later)>;

  // Each rank brings what it has, or why it failed.  All return what `join` made of it, or all throw the
  // failure of the lowest rank that has one; then they may go on, as one process may after an exception.
  Letter meet(std::exception_ptr failure, Letter mine, const Join& join);

  // The last meeting: returns the failure that ends the program on all ranks, if any.  A rank that fails
  // alone comes here while others are at another meeting, which ends them with its failure.
  std::exception_ptr part(std::exception_ptr failure);

 private:
  struct Opinion;
  Opinion gathered(Opinion mine, const Join& join);

  Post& post_;
  std::exception_ptr parted_;  // one rank has left: nobody meets any more
};

// Does the work; returns what it threw, if anything.
std::exception_ptr caught(const std::function<void()>& work);

// The same with ranks or without: where there are none, or one, all of it is the own share.
struct Share {
  std::int64_t first = 0, last = 0;
  std::int64_t size() const { return last - first; }
};

// Sums are made of blocks of so many indices, and a share is one of whole blocks.
inline constexpr std::int64_t ordered_sum_block = 16;

Share share_of(int rank, int ranks, std::int64_t count);
Share own_share(const Execution& execution, std::int64_t count);

// Several ranks are at work.
bool is_shared(const Execution& execution);

// The same threads and observer, without the other ranks: what is not shared is done by each of them.
Execution without_ranks(const Execution& execution);

}  // namespace wpga
