// A large table in long form, read in one pass: no cell is kept, memory is that of the numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "wpga/io/formats/clouds/cloud.hpp"
#include "wpga/io/formats/tables/table.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/tables/table_options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// The same measures as measures_from_long_form gives, in the same order.
class LongTable {
 public:
  // Nothing where the file is small, compressed or no long table, or anything in it is out of the ordinary (a
  // missing number, rows of different lengths, quotes inside quotes, …): then it is for parse_table, which
  // says what is wrong.  `options_for` gives the options from the head of the table.
  template <class OptionsFor>
  static std::optional<LongTable> read(const std::filesystem::path& path, RowDraws draws,
                                       const OptionsFor& options_for) {
    const std::optional<Table> head = head_of(path);
    if (!head) return std::nullopt;
    return read(path, *head, options_for(*head), draws);
  }

  LongTable(LongTable&&) noexcept;
  LongTable& operator=(LongTable&&) noexcept;
  ~LongTable();

  const Space& space() const;
  const UnusedColumns& unused() const;
  bool has_measure_weights() const;
  std::size_t measures() const;
  Index atoms() const;
  // Measure i; to be taken once each, in order: memory that no later one needs is freed.
  NamedCloud take(std::size_t i);

 private:
  struct State;
  explicit LongTable(std::unique_ptr<State> state);
  static std::optional<Table> head_of(const std::filesystem::path& path);
  static std::optional<LongTable> read(const std::filesystem::path& path, const Table& head,
                                       const TableOptions& options, RowDraws draws);
  std::unique_ptr<State> state_;
};

}  // namespace wpga
