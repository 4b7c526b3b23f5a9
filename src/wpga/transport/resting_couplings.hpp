// Where the coupling of one source with each measure of a family stopped: in memory, or where a bound of
// memory asks for it in a scratch file.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/base/large_array.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// Different measures may be asked for, and set, from different threads.
class RestingCouplings {
 public:
  // The family must outlive this object.  `trees`: every state is a parent for each atom, of the source and
  // of the measure (simplex/resting_tree).
  RestingCouplings(const MeasureFamily& family, Index source_atoms, bool trees);

  // Of measure i; `room` may hold it, and must stay as long as it is looked at.
  const RestingCoupling& at(Index i, RestingCoupling& room) const;
  RestingCoupling copy(Index i) const;
  void set(Index i, RestingCoupling resting);
  void clear();  // all of them empty

 private:
  bool is_in_slots() const { return slots_.size() > 0; }
  std::size_t slot(Index i) const;  // its first byte; that of N: the end

  const MeasureFamily& family_;
  std::vector<RestingCoupling> states_;  // N, or none where they lie in slots
  std::size_t source_atoms_ = 0, bytes_each_ = 0;
  LargeArray<std::byte> slots_;
  std::vector<std::uint32_t> sizes_;  // bytes in use
};

}  // namespace wpga
