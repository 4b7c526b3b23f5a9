#include "wpga/parallel/agreement.hpp"

#include <fmt/format.h>

#include "wpga/base/error.hpp"
#include "wpga/parallel/parcel.hpp"
#include "wpga/parallel/ranks.hpp"

namespace wpga {

namespace {

struct Marks {
  std::uint64_t first = 0;
  bool are_same = true;

  void travel(Parcel& parcel) { parcel(first, are_same); }
};

}  // namespace

void require_agreement(const Execution& execution, std::uint64_t mark, std::string_view what) {
  if (!is_shared(execution)) return;
  Marks mine{mark};
  const auto join = [](const Letter& earlier, const Letter& later) {
    Marks both = unpacked<Marks>(earlier);
    const Marks others = unpacked<Marks>(later);
    both.are_same = both.are_same && others.are_same && both.first == others.first;
    return packed(both);
  };
  const Letter all = execution.ranks->meet(nullptr, packed(mine), join);
  require(
      unpacked<Marks>(all).are_same,
      fmt::format(
          "the processes have not read the same {}: a file was replaced while they read it, or their disks "
          "differ; run again",
          what));
}

}  // namespace wpga
