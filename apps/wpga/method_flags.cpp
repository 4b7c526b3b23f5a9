#include "method_flags.hpp"

#include <algorithm>

#include "option_flags.hpp"
#include "wpga/io/options_json.hpp"

namespace wpga {

namespace {

// Flags of `group` that `known` has already are given to both; the others are kept.
FlagGroup merged_into(FlagGroup& known, FlagGroup group) {
  std::erase_if(group.flags, [&](Flag& flag) {
    const auto same = std::ranges::find(known.flags, flag.name, &Flag::name);
    if (same == known.flags.end()) return false;
    same->accept = [first = same->accept, second = flag.accept](const std::string& text) {
      first(text);
      second(text);
    };
    return true;
  });
  return group;
}

}  // namespace

std::vector<FlagGroup> method_flags(MethodOptions& options) {
  FlagGroup shared = option_flags("Components", options.geodesics);
  FlagGroup own{"Neighbouring methods", {}};
  const auto add = [&](auto& more) {
    FlagGroup rest = merged_into(shared, option_flags("", more));
    rest = merged_into(own, std::move(rest));
    std::ranges::move(rest.flags, std::back_inserter(own.flags));
  };
  add(options.tangent);
  add(options.linear);
  add(options.deformation);
  add(options.line);
  add(options.euclidean);
  add(options.curve);
  add(options.gaussian);
  return {without(std::move(shared), "--seed"), std::move(own)};
}

void validate(const MethodOptions& options) {
  visit_options(options, [](const auto& chosen) { wpga::validate(chosen); });
}

Json method_document(const MethodOptions& options) {
  Json all = {{"method", std::string(name_of(options.method))}};
  visit_options(options, [&](const auto& chosen) { all.update(options_to_json(chosen)); });
  return all;
}

}  // namespace wpga
