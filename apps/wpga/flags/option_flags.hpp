// Options as flags: a visitor of the one list (base/options.hpp).
#pragma once

#include <string>
#include <string_view>

#include "flags/flag.hpp"
#include "flags/flag_words.hpp"
#include "wpga/base/option_text.hpp"
#include "wpga/base/options.hpp"

namespace wpga {

namespace detail {

template <class Value>
std::vector<std::string> choices_of() {
  std::vector<std::string> words;
  if constexpr (NamedEnum<Value>)
    for (const std::string_view word : names(Value{})) words.emplace_back(word);
  return words;
}

template <class Value>
struct Inner {
  using Type = Value;
};
template <class Value>
struct Inner<std::optional<Value>> {
  using Type = Value;
};

}  // namespace detail

// One flag for each option; what the user types lands in `options`, which must outlive the parse.
template <class Options>
FlagGroup option_flags(std::string title, Options& options) {
  FlagGroup group{std::move(title), {}};
  for_each_option(options, [&](const auto& entry, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    using Plain = typename detail::Inner<Value>::Type;
    Flag flag{.name = "--" + std::string(entry.name), .sentence = with_flags(entry.sentence)};
    if constexpr (std::is_same_v<Plain, bool>) {
      flag.accept = [&value](const std::string&) { value = true; };
    } else {
      flag.value = ValueWord<Plain>::word();
      flag.fallback = text_of(value);
      flag.choices = detail::choices_of<Plain>();
      flag.accept = [&value](const std::string& text) { parse_value(text, value); };
    }
    if (const std::string rule = entry.rule.words(); !rule.empty()) flag.sentence += " (" + rule + ")";
    group.flags.push_back(std::move(flag));
  });
  return group;
}

// The group without a flag that another group of the verb has.
inline FlagGroup without(FlagGroup group, std::string_view name) {
  std::erase_if(group.flags, [&](const Flag& flag) { return flag.name == name; });
  return group;
}

// The group with every flag renamed, --tolerance to --mean-tolerance for the prefix "mean-", but for `kept`.
inline FlagGroup prefixed(FlagGroup group, const std::string& prefix, std::string_view kept = {}) {
  for (Flag& flag : group.flags)
    if (flag.name != kept) flag.name.insert(2, prefix);
  return group;
}

// A flag that names a file to write or read.
inline Flag file_flag(std::string name, std::string alias, std::string sentence, std::string& path) {
  return {.name = std::move(name),
          .alias = std::move(alias),
          .value = "FILE",
          .sentence = std::move(sentence),
          .takes_file = true,
          .accept = [&path](const std::string& text) { path = text; }};
}

}  // namespace wpga
