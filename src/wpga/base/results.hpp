// A result is said once: name, member, unit, sentence and, for a certificate, what it must not exceed stand
// in one list beside the struct; HDF5, JSON, tables, the page and the console are visitors of that list.
//
//   struct Shortfalls {
//     Index contradictions = 0;
//     static constexpr auto list() {
//       return Listing{result("contradictions", &Shortfalls::contradictions, Unit::count,
//                                "lower bounds above their upper bounds")};
//     }
//   };
//   static_assert(lists_every_member<Shortfalls>);
//
// One spelling: a result of two parts, such as `map_gap` of both ends, is an object in JSON, on the page and
// in Python (map_gap.backward), and joined by an underscore where names are flat, in HDF5 and CSV
// (map_gap_backward).
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "wpga/base/listing.hpp"

namespace wpga {

enum class Unit { none, share, length, squared_length, mass, count };
constexpr std::array<std::string_view, 6> names(Unit) {
  return {"none", "share", "length", "squared_length", "mass", "count"};
}

// Which results a number belongs to.
enum class Scope { all, moving_atoms, fits };
constexpr std::array<std::string_view, 3> names(Scope) { return {"all", "moving_atoms", "fits"}; }

// Up to `holds` what a certificate certifies is true, up to `nearly` almost.
struct Limits {
  double holds;
  double nearly;
  bool claimed = true;  // false: no method promises it, so that beyond `holds` it is a fact, not a fault
};

enum class Verdict { holds, nearly, fails, fact, unknown };
constexpr std::array<std::string_view, 5> names(Verdict) {
  return {"holds", "nearly", "fails", "fact", "unknown"};
}

inline Verdict judge(const Limits& limits, double value) {
  if (std::isnan(value)) return Verdict::unknown;
  if (value <= limits.holds) return Verdict::holds;
  if (!limits.claimed) return Verdict::fact;
  return value <= limits.nearly ? Verdict::nearly : Verdict::fails;
}

// What is said of one result.
struct ResultWords {
  std::string_view name;
  Unit unit;
  std::string_view sentence;
  std::optional<Limits> limits = {};  // of a certificate
  Scope scope = Scope::all;
  bool later = false;  // files of earlier versions lack it
};

template <class Owner, class Value>
struct Result : ResultWords {
  Value Owner::* member = nullptr;

  constexpr Result certifies(Limits asked) const {
    Result changed = *this;
    changed.limits = asked;
    return changed;
  }
  constexpr Result only_for(Scope where) const {
    Result changed = *this;
    changed.scope = where;
    return changed;
  }
  constexpr Result came_later() const {
    Result changed = *this;
    changed.later = true;
    return changed;
  }
};

template <class Owner, class Value>
constexpr auto result(std::string_view name, Value Owner::* member, Unit unit, std::string_view sentence) {
  return Result<Owner, Value>{{name, unit, sentence}, member};
}

// A member that is itself a struct of results: its list stands here in place, each name after the prefix.
template <class Owner, class Group>
struct ResultGroup {
  Group Owner::* member;
  std::string_view prefix = {};
};

template <class Owner, class Group>
constexpr auto results_of(Group Owner::* member, std::string_view prefix = {}) {
  return ResultGroup<Owner, Group>{member, prefix};
}

// The name of one number: `part` is empty unless the result has several.
struct ResultName {
  std::string_view prefix, name, part;

  std::string whole() const { return std::string(prefix) + std::string(name); }
  std::string flat() const { return part.empty() ? whole() : whole() + "_" + std::string(part); }
  std::string dotted() const { return part.empty() ? whole() : whole() + "." + std::string(part); }
};

// The list of a struct: its own, or one that stands beside it as a function of this name.
template <class Results>
  requires requires { Results::list(); }
constexpr auto result_list(const Results*) {
  return Results::list();
}

// visitor(name, words, value) for every number of the struct, in the order of the list, groups included.
template <class Results, class Visitor>
void for_each_result(Results& results, Visitor&& visitor, std::string_view prefix = {}) {
  const auto visit = [&]<class Entry>(const Entry& entry) {
    auto& value = results.*(entry.member);
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (!requires { entry.name; }) {
      for_each_result(value, visitor, entry.prefix);
    } else if constexpr (requires { Value::list(); }) {
      for_each_result(value, [&](const ResultName& part, const ResultWords&, auto& inner) {
        visitor(ResultName{prefix, entry.name, part.name}, static_cast<const ResultWords&>(entry), inner);
      });
    } else {
      visitor(ResultName{prefix, entry.name, {}}, static_cast<const ResultWords&>(entry), value);
    }
  };
  result_list(&results).for_each(visit);
}

// The limits of the certificate with this member.
template <class Owner, class Value>
constexpr Limits limits_of(Value Owner::* member) {
  Limits found{};
  const auto look = [&]<class Entry>(const Entry& entry) {
    if constexpr (std::is_same_v<decltype(entry.member), Value Owner::*>)
      if (entry.member == member) found = *entry.limits;
  };
  Owner::list().for_each(look);
  return found;
}

// A number for each end of a curve.
struct Ends {
  double backward = 0;
  double forward = 0;

  double largest() const { return std::fmax(backward, forward); }

  static constexpr auto list() {
    return Listing{result("backward", &Ends::backward, Unit::none, "at time 0"),
                   result("forward", &Ends::forward, Unit::none, "at time 1")};
  }
};

}  // namespace wpga
