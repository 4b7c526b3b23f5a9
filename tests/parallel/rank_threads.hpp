// Ranks as threads of one process, with letter boxes between them that count what goes through.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include "wpga/parallel/ranks.hpp"

namespace wpga::testing {

class LetterBoxes {
 public:
  explicit LetterBoxes(int size) : size_(size), boxes_(static_cast<std::size_t>(size)) {}

  int size() const { return size_; }

  void put(int from, int to, std::span<const std::byte> message) {
    ++messages;
    std::size_t most = largest;
    while (message.size() > most && !largest.compare_exchange_weak(most, message.size())) {
    }
    Box& box = boxes_[static_cast<std::size_t>(to)];
    {
      const std::scoped_lock lock(box.mutex);
      box.letters[from].emplace(message.begin(), message.end());
    }
    box.arrived.notify_one();
  }

  Letter take(int from, int to) {
    Box& box = boxes_[static_cast<std::size_t>(to)];
    std::unique_lock lock(box.mutex);
    box.arrived.wait(lock, [&] { return !box.letters[from].empty(); });
    Letter message = std::move(box.letters[from].front());
    box.letters[from].pop();
    return message;
  }

  std::atomic<std::int64_t> messages = 0;
  std::atomic<std::size_t> largest = 0;  // bytes

 private:
  struct Box {
    std::mutex mutex;
    std::condition_variable arrived;
    std::map<int, std::queue<Letter>> letters;
  };
  int size_;
  std::vector<Box> boxes_;
};

class ThreadPost final : public Post {
 public:
  ThreadPost(LetterBoxes& boxes, int rank) : boxes_(boxes), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return boxes_.size(); }
  void send(int to, std::span<const std::byte> message) override { boxes_.put(rank_, to, message); }
  Letter receive(int from) override { return boxes_.take(from, rank_); }

 private:
  LetterBoxes& boxes_;
  int rank_;
};

// body(ranks) on each of `size` ranks at once.
inline void on_ranks(LetterBoxes& boxes, const std::function<void(Ranks&)>& body) {
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < boxes.size(); ++rank)
    threads.emplace_back([&boxes, &body, rank] {
      ThreadPost post(boxes, rank);
      Ranks ranks(post);
      body(ranks);
    });
}

inline void on_ranks(int size, const std::function<void(Ranks&)>& body) {
  LetterBoxes boxes(size);
  on_ranks(boxes, body);
}

}  // namespace wpga::testing
