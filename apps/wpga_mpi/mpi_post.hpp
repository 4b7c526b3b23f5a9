// The door of MPI.
#pragma once

#include "wpga/parallel/ranks.hpp"

namespace wpga {

// MPI begins with the first one and ends with it; messages are sent and received by one thread.
class MpiPost final : public Post {
 public:
  MpiPost(int& count, char**& words);
  ~MpiPost() override;
  MpiPost(const MpiPost&) = delete;
  MpiPost& operator=(const MpiPost&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void send(int to, std::span<const std::byte> message) override;
  Letter receive(int from) override;

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace wpga
