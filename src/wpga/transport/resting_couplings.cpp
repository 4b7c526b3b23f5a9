#include "wpga/transport/resting_couplings.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

namespace wpga {

namespace {

// A vector of its own costs so much more than the bytes in it.
constexpr std::size_t vector_overhead = 48;

Index most_atoms(std::span<const std::int64_t> offsets) {
  Index most = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i)
    most = std::max(most, static_cast<Index>(offsets[i] - offsets[i - 1]));
  return most;
}

}  // namespace

RestingCouplings::RestingCouplings(const MeasureFamily& family, Index source_atoms, bool trees)
    : family_(family), source_atoms_(static_cast<std::size_t>(source_atoms)) {
  const auto count = static_cast<std::size_t>(family.count());
  if (trees && count > 0) {
    const bool narrow =
        source_atoms + most_atoms(family.offsets()) <= std::numeric_limits<std::uint16_t>::max();
    bytes_each_ = narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
    const std::size_t bytes = slot(family.count());
    if (bytes + count * vector_overhead > largest_in_memory()) {
      slots_.resize(bytes);
      sizes_.resize(count);
      return;
    }
  }
  states_.resize(count);
}

std::size_t RestingCouplings::slot(Index i) const {
  const auto at = static_cast<std::size_t>(i);
  return bytes_each_ * (static_cast<std::size_t>(family_.offsets()[at]) + at * source_atoms_);
}

const RestingCoupling& RestingCouplings::at(Index i, RestingCoupling& room) const {
  if (!is_in_slots()) return states_[static_cast<std::size_t>(i)];
  const std::size_t size = sizes_[static_cast<std::size_t>(i)];
  slots_.visit(size);
  const std::byte* first = slots_.data() + slot(i);
  room.state.assign(first, first + size);
  return room;
}

RestingCoupling RestingCouplings::copy(Index i) const {
  RestingCoupling room;
  return at(i, room);
}

void RestingCouplings::set(Index i, RestingCoupling resting) {
  const auto at = static_cast<std::size_t>(i);
  if (!is_in_slots()) {
    states_[at] = std::move(resting);
    return;
  }
  if (resting.state.size() > slot(i + 1) - slot(i))
    throw std::logic_error("a resting coupling is larger than a tree of its atoms");
  if (!resting.state.empty())
    std::memcpy(slots_.data() + slot(i), resting.state.data(), resting.state.size());
  sizes_[at] = static_cast<std::uint32_t>(resting.state.size());
  slots_.visit(resting.state.size());
}

void RestingCouplings::clear() {
  std::ranges::fill(states_, RestingCoupling{});
  std::ranges::fill(sizes_, 0U);
}

}  // namespace wpga
