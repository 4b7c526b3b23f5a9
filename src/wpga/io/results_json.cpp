#include "wpga/io/results_json.hpp"

#include <algorithm>
#include <string>

#include "wpga/base/named_enum.hpp"

namespace wpga {

namespace {

template <class Value>
Json json_of_result(const Value& value) {
  if constexpr (is_optional<Value>)
    return value ? json_of_result(*value) : Json(nullptr);
  else if constexpr (NamedEnum<Value>)
    return std::string(name_of(value));
  else
    return value;
}

template <class Value>
bool is_there(const Value& value) {
  if constexpr (is_optional<Value>)
    return value.has_value();
  else
    return true;
}

auto adder_to(Json& all) {
  return [&all](const ResultName& name, const ResultWords&, const auto& value) {
    if (!is_there(value)) return;
    Json& place = name.part.empty() ? all[name.whole()] : all[name.whole()][std::string(name.part)];
    place = json_of_result(value);
  };
}

Json words_json(const ResultName& name, const ResultWords& words) {
  Json one = {{"name", name.whole()},
              {"unit", std::string(name_of(words.unit))},
              {"scope", std::string(name_of(words.scope))},
              {"sentence", std::string(words.sentence)}};
  if (words.limits)
    one["limits"] = {
        {"holds", words.limits->holds}, {"nearly", words.limits->nearly}, {"claimed", words.limits->claimed}};
  return one;
}

template <class Results>
Json list_of() {
  Json all = Json::array();
  const Results none;
  const auto add = [&](const ResultName& name, const ResultWords& words, const auto&) {
    if (all.empty() || all.back()["name"] != name.whole()) all.push_back(words_json(name, words));
    if (!name.part.empty()) all.back()["parts"].push_back(std::string(name.part));
  };
  if constexpr (requires { for_each_number(none, add); })
    for_each_number(none, add);
  else
    for_each_result(none, add);
  return all;
}

}  // namespace

Json results_json(const Component& component) {
  Json all = Json::object();
  for_each_number(component, adder_to(all));
  return all;
}

Json proofs_json(const Component& component) {
  Json all = Json::object();
  for_each_number(component, [&, add = adder_to(all)](const ResultName& name, const ResultWords& words,
                                                      const auto& value) {
    if (words.limits) add(name, words, value);
  });
  return all;
}

Json results_json(const Analysis& analysis) {
  Json all = Json::object();
  for_each_number(analysis, adder_to(all));
  if (!analysis.together) return all;
  Json& together = all["together"] = Json::object();
  for_each_result(*analysis.together, adder_to(together));
  together["objective"] = analysis.together->objective.back();
  return all;
}

Json results_json(const Shortfalls& shortfalls, Scope scope) {
  Json all = Json::object();
  for_each_result(shortfalls, [&](const ResultName& name, const ResultWords& words, Index value) {
    if (words.scope == Scope::all || words.scope == scope) all[name.whole()] = value;
  });
  return all;
}

Json result_list_json() {
  return {{"analysis", list_of<Analysis>()},
          {"component", list_of<Component>()},
          {"weight_curve", list_of<WeightCurve>()},
          {"together", list_of<Together>()}};
}

}  // namespace wpga
