#include "fuzz_format.hpp"
#include "wpga/io/reading/table_measures.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = wpga::testing::text_from(data, size);
  wpga::testing::read_or_refuse([&] {
    const wpga::Table table = wpga::parse_table(text);
    for (const wpga::TableForm form : {wpga::TableForm::automatic, wpga::TableForm::long_form,
                                       wpga::TableForm::cloud, wpga::TableForm::histograms})
      for (const wpga::Transform transform : {wpga::Transform::none, wpga::Transform::log10})
        wpga::testing::read_or_refuse([&] {
          const auto measures = wpga::measures_from_table(
              table, "file",
              {.form = form, .transform = transform, .sample = form == wpga::TableForm::cloud ? 3 : 0});
          const wpga::MeasureFamily family = wpga::family_of(measures);
          wpga::testing::insist(family.count() == static_cast<wpga::Index>(measures.measures.size()));
        });
  });
  return 0;
}
