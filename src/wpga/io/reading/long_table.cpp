#include "wpga/io/reading/long_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <unordered_map>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/formats/gzip.hpp"
#include "wpga/io/formats/tables/quick_number.hpp"
#include "wpga/io/formats/tables/row_counter.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/reading/table_measures.hpp"

namespace wpga {

namespace {

constexpr std::size_t large = std::size_t{1} << 20;      // bytes; less is parsed as a whole
constexpr std::size_t head_size = std::size_t{1} << 16;  // bytes
constexpr std::size_t block_size = std::size_t{1}
                                   << 23;  // numbers; so much goes back to the system when freed

// Something out of the ordinary: the file is for parse_table.
struct Unusual {};

// A cell without outer blanks and quotes.
std::string_view plain_cell(const char* begin, const char* end) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (begin != end && blank(*begin)) ++begin;
  while (begin != end && blank(end[-1])) --end;
  if (begin == end || *begin != '"') return {begin, static_cast<std::size_t>(end - begin)};
  if (end - begin < 2 || end[-1] != '"' ||
      std::memchr(begin + 1, '"', static_cast<std::size_t>(end - begin - 2)))
    throw Unusual{};
  return {begin + 1, static_cast<std::size_t>(end - begin - 2)};
}

}  // namespace

struct LongTable::State {
  // Numbers in the order of the file, in blocks that are freed one by one.
  class NumberStore {
   public:
    explicit NumberStore(std::size_t width)
        : width_(width), rows_a_block_(std::max<std::size_t>(1, block_size / width)) {}

    double* next_row() {
      if (filled_ == blocks_.size() * rows_a_block_)
        blocks_.push_back(std::make_unique_for_overwrite<double[]>(rows_a_block_ * width_));
      return row(filled_++);
    }
    double* row(std::size_t k) { return blocks_[k / rows_a_block_].get() + k % rows_a_block_ * width_; }
    std::size_t rows() const { return filled_; }
    void free_before(std::size_t k) {
      for (; freed_ < k / rows_a_block_; ++freed_) blocks_[freed_].reset();
    }

   private:
    std::size_t width_, rows_a_block_;
    std::vector<std::unique_ptr<double[]>> blocks_;
    std::size_t filled_ = 0, freed_ = 0;
  };

  struct Run {
    std::size_t first, count;  // rows
  };

  struct Group {
    std::string name, label;
    double measure_weight = 1;
    std::vector<Run> runs;
  };

  // What is done with the cells of a column.
  enum class Role : std::uint8_t { name, label, measure_weight, weight, coordinate, counter, unused, text };

  TableOptions options;
  RowDraws draws;
  char separator = ',';
  std::vector<Role> roles;                  // of each column
  std::vector<std::size_t> places;          // coordinates: their place in a row of the store
  std::vector<ColumnTransform> transforms;  // one for each coordinate
  std::size_t dimension = 0;
  bool has_weight = false, has_measure_weight = false, several_names = false;
  Space space;
  UnusedColumns unused;
  std::vector<RowCounter> counters;  // those columns in their order
  std::vector<double> counted;       // their cells of one row
  std::unique_ptr<NumberStore> store;
  std::vector<Group> groups;
  std::unordered_map<std::string, std::size_t> known;
  std::size_t current = 0;   // group of the row before
  std::string current_name;  // as it stands in the file
  bool one_run_each = true;

  bool choose_columns(const Table& head);
  void read_lines(std::string_view lines);
  void read_row(const char* begin, const char* end);
  void enter_group(std::string_view name);
};

namespace {

// The separator that the first line of the table was split at.
char separator_of(std::string_view line, std::size_t columns) {
  for (const char separator : {',', '\t', ';'})
    if (static_cast<std::size_t>(std::ranges::count(line, separator)) + 1 == columns) return separator;
  return 0;
}

// Does the column hold numbers only, or none at all?  Anything between is for parse_table.
bool is_clear(const Table::Column& column, Index rows) {
  return column.numeric ? column.number_count == rows : column.number_count == 0 && column.first_text_row;
}

}  // namespace

// False where the head is no ordinary long table.
bool LongTable::State::choose_columns(const Table& head) {
  if (!head.has_header()) return false;
  const TableForm form = options.form == TableForm::automatic ? guess_form(head) : options.form;
  if (form != TableForm::long_form) return false;
  // The columns of the whole are those of its head.
  TableOptions few = options;
  few.sample = 0;
  const TableMeasures measures = measures_from_long_form(head, few);
  space = measures.space;
  unused = measures.unused;
  roles.assign(head.columns().size(), Role::text);
  const auto give = [&](const std::optional<std::size_t>& column, Role role) {
    if (column) roles[*column] = role;
  };
  const auto label = asked_or_usual(head, options.label_column, {"label"}),
             weight = asked_or_usual(head, options.weight_column, {"weight"});
  std::vector<std::size_t> names;
  for (const std::string& column : options.name_columns) names.push_back(head.find(column));
  if (names.empty()) names.push_back(head.find_any({"measure", "sample", "name"}).value());
  std::vector<std::optional<std::size_t>> taken(names.begin(), names.end());
  std::optional<std::size_t> measure_weight;
  if (!options.measure_weights.empty()) measure_weight = head.find(options.measure_weights);
  taken.insert(taken.end(), {label, weight, measure_weight});
  const std::vector<std::size_t> chosen = coordinate_columns(head, options.columns, taken, names);
  places.assign(roles.size(), 0);
  for (std::size_t d = 0; d < chosen.size(); ++d) {
    if (std::ranges::find(taken, chosen[d]) != taken.end()) return false;  // one column in two roles
    give(chosen[d], Role::coordinate);
    places[chosen[d]] = d;
  }
  // Numbers that are no coordinates count rows, or others were asked for.
  const Role beside = options.columns.empty() ? Role::counter : Role::unused;
  for (std::size_t k = 0; k < roles.size(); ++k)
    if (roles[k] == Role::text && head.columns()[k].numeric) give(k, beside);
  give(label, Role::label);
  give(weight, Role::weight);
  give(measure_weight, Role::measure_weight);
  for (const std::size_t column : names) give(column, Role::name);
  counters.resize(static_cast<std::size_t>(std::ranges::count(roles, Role::counter)));
  several_names = names.size() > 1;
  dimension = chosen.size();
  has_weight = weight.has_value();
  has_measure_weight = measure_weight.has_value();
  transforms =
      transforms_for(options.transform, chosen, [&](const std::string& name) { return head.find(name); });
  for (std::size_t k = 0; k < roles.size(); ++k)
    if (roles[k] != Role::name && roles[k] != Role::label && !is_clear(head.columns()[k], head.rows()))
      return false;
  return true;
}

void LongTable::State::enter_group(std::string_view name) {
  if (name.empty()) throw Unusual{};
  const auto [place, is_new] = known.try_emplace(std::string(name), groups.size());
  if (is_new) groups.push_back({.name = std::string(name)});
  current = place->second;
  current_name = name;
  one_run_each = one_run_each && is_new;
  groups[current].runs.push_back({store->rows(), 0});
}

void LongTable::State::read_row(const char* begin, const char* end) {
  double* const row = store->next_row();
  row[dimension] = 1;
  std::string joined;
  std::string_view name, label;
  std::optional<double> measure_weight;
  counted.clear();
  std::size_t column = 0;
  const char* at = begin;
  while (true) {
    const char* stop = at;
    while (stop != end && *stop != separator) ++stop;
    if (column == roles.size()) throw Unusual{};
    const std::string_view cell = plain_cell(at, stop);
    switch (const Role role = roles[column]; role) {
      case Role::name:
        if (!several_names)
          name = cell;
        else if (!cell.empty())
          joined.append(joined.empty() ? "" : " ").append(cell);
        break;
      case Role::label:
        label = cell;
        break;
      case Role::text:
        // One number in a column of text is a slip that parse_table tells of.
        if (!cell.empty() && (cell[0] <= '9' || std::strchr("nNiI", cell[0])) && number_in(cell))
          throw Unusual{};
        break;
      case Role::unused:
        if (!quick_number(cell)) throw Unusual{};
        break;
      case Role::counter:
        counted.push_back(quick_number(cell).value_or(std::nan("")));
        break;
      case Role::coordinate:
      case Role::weight:
      case Role::measure_weight: {
        const std::optional<double> number = quick_number(cell);
        if (!number || !std::isfinite(*number)) throw Unusual{};
        if (role == Role::coordinate) {
          const std::size_t place = places[column];
          const std::optional<double> moved = transformed(*number, transforms[place]);
          if (!moved) throw Unusual{};
          row[place] = *moved;
        } else {
          if (*number < 0) throw Unusual{};
          if (role == Role::weight)
            row[dimension] = *number;
          else
            measure_weight = number;
        }
      }
    }
    ++column;
    if (stop == end) break;
    at = stop + 1;
  }
  if (column != roles.size()) throw Unusual{};
  if (several_names) name = joined;
  const bool first = groups.empty() || name != current_name;
  for (std::size_t k = 0; k < counters.size(); ++k)
    if (!counters[k].goes_on(counted[k], first)) throw Unusual{};
  if (first) {
    // The row is in the store already: the run begins with it.
    enter_group(name);
    groups[current].runs.back().first -= 1;
  }
  Group& group = groups[current];
  const bool opens = group.runs.size() == 1 && group.runs.back().count == 0;
  if (opens) {
    group.label = label;
    group.measure_weight = measure_weight.value_or(1);
  } else if (label != group.label || measure_weight.value_or(1) != group.measure_weight) {
    throw Unusual{};
  }
  ++group.runs.back().count;
}

void LongTable::State::read_lines(std::string_view lines) {
  if (first_invalid_utf8(lines) || lines.find('\0') != std::string_view::npos) throw Unusual{};
  const char* at = lines.data();
  const char* const end = at + lines.size();
  while (at != end) {
    const auto* stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (!stop) stop = end;
    const char* last = stop;
    if (last != at && last[-1] == '\r') --last;
    if (last != at) read_row(at, last);
    at = stop == end ? end : stop + 1;
  }
}

std::optional<Table> LongTable::head_of(const std::filesystem::path& path) try {
  if (!is_file(path) || bytes_in(path) < large) return std::nullopt;
  const std::vector<std::byte> bytes = read_beginning(path, head_size);
  const std::string_view text = text_of(Bytes(bytes));
  const std::size_t end = text.rfind('\n');
  if (is_gzip(bytes) || end == std::string_view::npos || text.front() == '#') return std::nullopt;
  Table head = parse_table(text.substr(0, end));
  if (head.has_decimal_commas()) return std::nullopt;  // read row by row here, numbers have points
  return head;
} catch (const InputError&) {
  return std::nullopt;
}

std::optional<LongTable> LongTable::read(const std::filesystem::path& path, const Table& head,
                                         const TableOptions& options, RowDraws draws) try {
  auto state = std::make_unique<State>();
  state->options = options;
  state->draws = draws;
  if (!state->choose_columns(head)) return std::nullopt;
  state->store = std::make_unique<State::NumberStore>(state->dimension + 1);
  std::string left;  // the beginning of a line whose end has not come yet
  bool header = true;
  const auto take = [&](std::string_view text) {
    text = header ? without_byte_order_mark(text) : text;
    if (header) {
      const std::size_t end = text.find('\n');
      state->separator = separator_of(text.substr(0, end), head.columns().size());
      if (state->separator == 0) throw Unusual{};
      text.remove_prefix(std::min(end, text.size() - 1) + 1);
      header = false;
    }
    state->read_lines(text);
  };
  read_in_pieces(path, [&](std::span<const std::byte> piece) {
    std::string_view text = text_of(piece);
    const std::size_t end = text.rfind('\n');
    if (end == std::string_view::npos) {
      left += text;
      return true;
    }
    if (!left.empty()) {
      const std::size_t first = text.find('\n');
      left += text.substr(0, first + 1);
      take(left);
      text.remove_prefix(first + 1);
      left.clear();
      if (end == first) {
        left = text;
        return true;
      }
      take(text.substr(0, end - first));
      left = text.substr(end - first);
      return true;
    }
    take(text.substr(0, end + 1));
    left = text.substr(end + 1);
    return true;
  });
  if (!left.empty()) take(left);
  if (state->groups.empty()) return std::nullopt;
  return LongTable(std::move(state));
} catch (const Unusual&) {
  return std::nullopt;
} catch (const InputError&) {
  return std::nullopt;
}

LongTable::LongTable(std::unique_ptr<State> state) : state_(std::move(state)) {}
LongTable::LongTable(LongTable&&) noexcept = default;
LongTable& LongTable::operator=(LongTable&&) noexcept = default;
LongTable::~LongTable() = default;

const Space& LongTable::space() const { return state_->space; }
const UnusedColumns& LongTable::unused() const { return state_->unused; }
bool LongTable::has_measure_weights() const { return state_->has_measure_weight; }
std::size_t LongTable::measures() const { return state_->groups.size(); }
Index LongTable::atoms() const { return static_cast<Index>(state_->store->rows()); }

NamedCloud LongTable::take(std::size_t i) {
  State::Group& group = state_->groups[i];
  const TableOptions& options = state_->options;
  std::vector<std::size_t> rows;
  for (const State::Run& run : group.runs)
    for (std::size_t k = 0; k < run.count; ++k) rows.push_back(run.first + k);
  const auto count = static_cast<Index>(rows.size());
  const Index wanted = options.sample == 0 ? count : std::min<Index>(options.sample, count);
  const std::vector<Index> drawn = sampled_rows(count, wanted, state_->draws.seed, state_->draws.stream + i);
  const auto d = static_cast<Index>(state_->dimension);
  NamedCloud measure{.cloud = {Matrix(d, wanted), Vector(wanted)},
                     .name = std::move(group.name),
                     .label = std::move(group.label),
                     .measure_weight = group.measure_weight};
  for (Index k = 0; k < wanted; ++k) {
    const double* const row =
        state_->store->row(rows[static_cast<std::size_t>(drawn[static_cast<std::size_t>(k)])]);
    std::copy(row, row + d, measure.cloud.points.col(k).data());
    measure.cloud.weights[k] = row[d];
  }
  if (state_->one_run_each) state_->store->free_before(group.runs.back().first + group.runs.back().count);
  return measure;
}

}  // namespace wpga
