#include "flags/method_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flags/option_flags.hpp"
#include "wpga/base/error.hpp"

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

// The flags of one method, at their defaults.
FlagGroup flags_of(Method method) {
  FitOptions options;
  options.method = method;
  FlagGroup group;
  visit_options(options, [&](auto& chosen) { group = option_flags("", chosen); });
  return group;
}

bool has_flag(Method method, const std::string& flag) {
  const FlagGroup group = flags_of(method);
  return std::ranges::find(group.flags, flag, &Flag::name) != group.flags.end();
}

// A flag is told as its first method has it: adds other defaults, and, where there is no default to show,
// other sentences.
void tell_of_other_methods(FlagGroup& group) {
  const FlagGroup first = group;
  for (const std::string_view method : names(Method{}))
    for (const Flag& own : flags_of(*value_named<Method>(method)).flags) {
      const auto known = std::ranges::find(first.flags, own.name, &Flag::name);
      if (known == first.flags.end()) continue;
      Flag& told = group.flags[static_cast<std::size_t>(known - first.flags.begin())];
      if (own.fallback != known->fallback)
        told.fallback += fmt::format("; {}: {}", method, own.fallback);
      else if (own.fallback.empty() && own.sentence != known->sentence)
        told.sentence += fmt::format("; {}: {}", method, own.sentence);
    }
}

// "tangent", "line and curve", "geodesics, line and curve".
std::string listed(const std::vector<std::string_view>& words) {
  if (words.size() < 2) return fmt::format("{}", fmt::join(words, ""));
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

}  // namespace

std::vector<FlagGroup> method_flags(FitOptions& options, std::vector<std::string>& typed) {
  FlagGroup shared = option_flags("Components", options.geodesics);
  FlagGroup own{"Neighbouring methods", {}};
  const auto add = [&](auto& more) {
    FlagGroup rest = merged_into(shared, option_flags("", more));
    rest = merged_into(own, std::move(rest));
    std::ranges::move(rest.flags, std::back_inserter(own.flags));
  };
  for_each_method(options, [&](Method method, auto& of_method) {
    if (method != Method::geodesics) add(of_method);
  });
  for (FlagGroup* group : {&shared, &own}) {
    tell_of_other_methods(*group);
    for (Flag& flag : group->flags)
      flag.accept = [accept = flag.accept, name = flag.name, &typed](const std::string& text) {
        accept(text);
        typed.push_back(name);
      };
  }
  return {without(std::move(shared), "--seed"), std::move(own)};
}

void share_options_of_geodesics(FitOptions& options) {
  options.components = options.geodesics.components;
  options.box = options.geodesics.box;
  options.times = options.geodesics.times;
}

void refuse_flags_of_others(std::span<const std::string> typed, std::span<const Method> chosen) {
  for (const std::string& flag : typed) {
    if (std::ranges::any_of(chosen, [&](Method method) { return has_flag(method, flag); })) continue;
    std::vector<std::string_view> owners, others;
    for (const std::string_view name : names(Method{}))
      if (has_flag(*value_named<Method>(name), flag)) owners.push_back(name);
    for (const Method method : chosen) others.push_back(name_of(method));
    throw InputError(fmt::format("{} is a flag of --method {}; {} {} no use for it", flag, listed(owners),
                                 listed(others), others.size() == 1 ? "has" : "have"));
  }
}

}  // namespace wpga
