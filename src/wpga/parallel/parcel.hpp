// Values on their way to another rank: one list of them serves to pack and to unpack.
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/parallel/ranks.hpp"

namespace wpga {

class Parcel {
 public:
  Parcel() = default;  // to be filled
  explicit Parcel(Letter bytes) : bytes_(std::move(bytes)), is_filled_(true) {}

  // Numbers, matrices, vectors of these, and what has a list `travel(parcel)` of its own.
  template <class... Values>
  void operator()(Values&&... values) {
    (carry(values), ...);
  }

  Letter take() { return std::move(bytes_); }

 private:
  template <class Value>
  void carry(Value& value) {
    if constexpr (requires { value.travel(*this); })
      value.travel(*this);
    else if constexpr (requires { typename Value::PlainObject; })
      carry_coefficients(value);
    else if constexpr (std::is_trivially_copyable_v<Value>)
      carry_bytes(&value, sizeof(Value));
    else
      carry_entries(value);
  }

  // A part of a matrix has the same size on both sides; a matrix brings its own.
  template <class Coefficients>
  void carry_coefficients(Coefficients& all) {
    if constexpr (std::is_same_v<Coefficients, typename Coefficients::PlainObject>) {
      Index rows = all.rows(), columns = all.cols();
      (*this)(rows, columns);
      all.resize(rows, columns);
      carry_bytes(all.data(), static_cast<std::size_t>(all.size()) * sizeof(typename Coefficients::Scalar));
    } else {
      for (Index j = 0; j < all.cols(); ++j)
        for (Index i = 0; i < all.rows(); ++i) carry_bytes(&all.coeffRef(i, j), sizeof(all.coeff(i, j)));
    }
  }

  template <class Entries>
  void carry_entries(Entries& entries) {
    auto count = entries.size();
    carry_bytes(&count, sizeof count);
    entries.resize(count);
    if constexpr (std::is_trivially_copyable_v<typename Entries::value_type>)
      carry_bytes(entries.data(), count * sizeof(typename Entries::value_type));
    else
      for (auto& entry : entries) carry(entry);
  }

  void carry_bytes(void* place, std::size_t size) {
    if (size == 0) return;
    if (is_filled_) {
      std::memcpy(place, bytes_.data() + at_, size);
    } else {
      bytes_.resize(at_ + size);
      std::memcpy(bytes_.data() + at_, place, size);
    }
    at_ += size;
  }

  Letter bytes_;
  bool is_filled_ = false;
  std::size_t at_ = 0;
};

template <class Value>
Letter packed(Value& value) {
  Parcel parcel;
  parcel(value);
  return parcel.take();
}

template <class Value>
Value unpacked(Letter bytes) {
  Value value;
  Parcel(std::move(bytes))(value);
  return value;
}

}  // namespace wpga
