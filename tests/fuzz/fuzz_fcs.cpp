#include "fuzz_format.hpp"
#include "wpga/io/formats/cytometry/fcs_file.hpp"
#include "wpga/io/formats/cytometry/spillover.hpp"
#include "wpga/io/reading/read_events.hpp"

// The bytes are a whole file, and once more the text of a matrix.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = wpga::testing::text_from(data, size);
  wpga::testing::read_or_refuse([&] { (void)wpga::parse_spillover_file(text); });
  wpga::testing::read_or_refuse([&] {
    const wpga::Spillover spillover = wpga::parse_spillover(text);
    wpga::testing::insist(spillover.matrix.rows() == static_cast<wpga::Index>(spillover.channels.size()));
  });
  for (const char* compensation : {"auto", "none"})
    wpga::testing::read_or_refuse([&] {
      const wpga::Events events =
          wpga::read_events(wpga::bytes_of(text), {.cells = {.compensation = compensation}});
      wpga::testing::insist(events.cloud.points.allFinite());
      wpga::testing::insist(events.cloud.points.rows() == static_cast<wpga::Index>(events.space.axes.size()));
      for (const std::string& axis : events.space.axes) wpga::testing::insist(wpga::is_utf8(axis));
    });
  return 0;
}
