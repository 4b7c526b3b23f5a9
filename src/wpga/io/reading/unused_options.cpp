#include "wpga/io/reading/unused_options.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/option_text.hpp"

namespace wpga {

namespace {

// Names of the options whose values differ from the default.
template <class Options>
std::vector<std::string_view> given_options(const Options& options) {
  std::vector<std::string> defaults;
  const Options untouched;
  for_each_option(untouched, [&](const auto&, const auto& value) { defaults.push_back(text_of(value)); });
  std::vector<std::string_view> given;
  std::size_t at = 0;
  for_each_option(options, [&](const auto& entry, const auto& value) {
    if (text_of(value) != defaults[at++]) given.push_back(entry.name);
  });
  return given;
}

void refuse(std::string_view flag, std::string_view concerns) {
  throw InputError(
      fmt::format("`{}` is for {}, and there are none in this data; leave it out", flag, concerns));
}

}  // namespace

void refuse_unused_options(const LoadOptions& options, const InputsSeen& seen) {
  const auto typed = [&](const auto& group) {
    std::vector<std::string_view> flags = given_options(group);
    std::erase_if(flags, [&](std::string_view flag) { return options.inherits(flag); });
    return flags;
  };
  if (!options.read.array.empty() && !seen.archives && !options.inherits("array"))
    refuse("array", ".npz files");
  for (const std::string_view flag : typed(options.shape))
    if (!seen.shapes) refuse(flag, "images read as shapes");
  for (const std::string_view flag : typed(options.palette)) {
    const bool reduces = flag == "colors" && (seen.clouds || seen.tables || seen.events || seen.families);
    if (!seen.palettes && !reduces) refuse(flag, flag == "colors" ? "palettes and clouds" : "palettes");
  }
  for (const std::string_view flag : typed(options.cells))
    if (flag == "layer" ? !seen.annotated : !seen.events)
      refuse(flag, flag == "layer" ? ".h5ad files" : "FCS files");
  for (const std::string_view flag : typed(options.table)) {
    if (flag == "measure-weights") continue;
    const bool any_cloud = flag == "transform" || flag == "sample";
    const bool any_column = any_cloud || flag == "columns";
    if (seen.tables || (any_cloud && seen.clouds) || (any_column && seen.events)) continue;
    refuse(flag, any_cloud ? "tables and clouds" : "tables");
  }
}

}  // namespace wpga
