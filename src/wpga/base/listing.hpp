// The entries of a list() of options or results, each of a type of its own:  Listing{option(…), option(…)}.
// What std::tuple would do; that one takes a fifth of the time in which the command line is compiled.
#pragma once

#include <cstddef>
#include <utility>

namespace wpga {

namespace detail {

template <std::size_t Place, class Entry>
struct ListedEntry {
  Entry entry;
};

template <class Places, class... Entries>
struct ListedEntries;

template <std::size_t... Places, class... Entries>
struct ListedEntries<std::index_sequence<Places...>, Entries...> : ListedEntry<Places, Entries>... {
  static constexpr std::size_t size = sizeof...(Entries);

  // visit(entry) for each, in order.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    (visit(static_cast<const ListedEntry<Places, Entries>&>(*this).entry), ...);
  }
};

}  // namespace detail

template <class... Entries>
struct Listing : detail::ListedEntries<std::index_sequence_for<Entries...>, Entries...> {};

template <class... Entries>
Listing(Entries...) -> Listing<Entries...>;

}  // namespace wpga
