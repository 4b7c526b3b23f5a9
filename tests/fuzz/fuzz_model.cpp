#include "fuzz_models.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/model_document.hpp"

namespace {

// Anywhere on its curves a model has finite places or weights.
void walk(const wpga::Model& record) {
  std::vector<wpga::Curve> curves;
  for (const wpga::Component& component : record.analysis.components) curves.push_back(component.curve);
  const std::vector<double> times(curves.size(), 0.3);
  wpga::drawn_at(record.analysis.mean, curves, times);
}

}  // namespace

// What was read once is told, and read again from what we write.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  wpga::testing::read_or_refuse([&] {
    const auto& [files, file] = wpga::testing::changed_model(data, size);
    const wpga::Model record = wpga::read_model(file);
    walk(record);
    wpga::model_document(record).dump();
    const auto bytes = wpga::encode_model(record);
    wpga::write_file(files.place("again.h5"), bytes);
    wpga::testing::insist(wpga::encode_model(wpga::read_model(files.place("again.h5"))) == bytes);
  });
  return 0;
}
