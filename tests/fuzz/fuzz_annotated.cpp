#include "fuzz_hdf5.hpp"
#include "io/write_annotated.hpp"
#include "wpga/io/files/annotated_measures.hpp"

// Every matrix of the file, with every kind of column of obs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const wpga::testing::ChangedFiles files(wpga::testing::encode_annotated(), "data");
  const std::filesystem::path path = files.changed(data, size);
  for (const char* layer : {"", "raw", "csc", "dense", "obsm/X_pca"})
    for (const char* column : {"sample", "old", "donor", "age"})
      wpga::testing::read_or_refuse([&] {
        const wpga::AnnotatedFile file(path, layer);
        const auto read = wpga::measures_from_cells(file, "file", {.name_columns = {column}}, {});
        for (const auto& measure : read.measures.measures)
          wpga::testing::insist(measure.cloud.points.allFinite() && measure.cloud.points.cols() > 0);
      });
  return 0;
}
