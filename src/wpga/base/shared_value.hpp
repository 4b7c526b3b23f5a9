// A value that its copies share until one of them changes it.
#pragma once

#include <atomic>
#include <memory>

namespace wpga {

template <class T>
class SharedValue {
 public:
  const T& operator*() const { return value_ ? *value_ : nothing(); }
  const T* operator->() const { return &**this; }

  // To be changed: its own from now on.
  T& own() {
    if (!value_)
      value_ = std::make_shared<T>();
    else if (value_.use_count() != 1)
      value_ = std::make_shared<T>(*value_);
    else
      std::atomic_thread_fence(std::memory_order_acquire);  // after the last look of the copy that went
    return *value_;
  }

 private:
  static const T& nothing() {
    static const T none{};
    return none;
  }

  std::shared_ptr<T> value_;
};

}  // namespace wpga
