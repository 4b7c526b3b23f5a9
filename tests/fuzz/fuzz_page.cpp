#include <algorithm>
#include <string>

#include "fuzz_models.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/json.hpp"
#include "wpga/report/page/page.hpp"
#include "wpga/report/printable.hpp"

namespace {

// Text of a case becomes the names that the page shows.
void rename(wpga::Model& model, std::string_view text) {
  for (std::size_t i = 0; i < model.names.size(); ++i)
    model.names[i] = wpga::displayed(text.substr(std::min(text.size(), i), text.size() / (i + 1)));
}

}  // namespace

// Whatever model can be read has a payload that is JSON, which no name can leave: it stands inside a script
// of the page.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  wpga::testing::read_or_refuse([&] {
    wpga::Model model = wpga::read_model(wpga::testing::changed_model(data, size).file);
    if (data[0] & 2) rename(model, wpga::testing::text_from(data + 1, size - 1));
    const std::string payload = wpga::page_payload({.model = model, .file = "model.h5"}, {});
    const auto parsed = nlohmann::json::parse(payload);
    wpga::testing::insist(parsed.at("names").size() == model.names.size());
    for (std::size_t i = 0; i < model.names.size(); ++i)
      wpga::testing::insist(parsed["names"][i].get<std::string>() == wpga::printable(model.names[i]));
    wpga::testing::insist(payload.find('<') == std::string::npos);
  });
  return 0;
}
