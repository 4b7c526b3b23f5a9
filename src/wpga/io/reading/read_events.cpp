#include "wpga/io/reading/read_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/formats/cytometry/fcs_file.hpp"
#include "wpga/io/formats/cytometry/spillover.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/text_lines.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

constexpr std::string_view automatic = "auto", none = "none";

bool is_time(const FcsChannel& channel) {
  std::string name = channel.name;
  for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return name == "time";
}

struct Chosen {
  std::vector<std::size_t> channels;
  std::vector<std::string> names;
};

Chosen chosen_channels(const FcsFile& file, const std::vector<std::string>& asked, Events& events) {
  Chosen chosen;
  chosen.channels = asked_columns(asked, "columns", [&](const std::string& name) { return file.find(name); });
  for (std::size_t k = 0; k < asked.size(); ++k) {
    const FcsChannel& channel = file.channels()[chosen.channels[k]];
    const bool by_number = channel.name != asked[k] && channel.marker != asked[k];
    chosen.names.push_back(by_number ? channel.name : asked[k]);
  }
  if (!asked.empty()) return chosen;
  for (std::size_t k = 0; k < file.channels().size(); ++k) {
    if (is_time(file.channels()[k]) && file.channels().size() > 1) {
      events.notes.push_back(
          fmt::format("the channel {} is left out; `columns` chooses others", file.channels()[k].name));
      continue;
    }
    chosen.channels.push_back(k);
    chosen.names.push_back(file.channels()[k].name);
  }
  return chosen;
}

std::optional<Spillover> wanted_spillover(const FcsFile& file, const std::string& compensation) {
  if (compensation == none) return std::nullopt;
  std::optional<Spillover> found =
      compensation == automatic ? spillover_of(file.text()) : parse_spillover(compensation);
  if (found && found->is_identity()) found.reset();
  return found;
}

// The chosen channels, and behind them those that are needed to compensate them.
Matrix compensated_values(const FcsFile& file, const std::vector<std::size_t>& chosen,
                          const Spillover& spillover) {
  std::vector<std::size_t> all = chosen;
  for (const std::string& name : spillover.channels) {
    try {
      all.push_back(file.find(name));
    } catch (const InputError& error) {
      throw InputError(fmt::format(
          "its spillover matrix cannot be used ({}); `compensation` none leaves it out", error.what()));
    }
  }
  Matrix values = file.values(all);
  const auto own = static_cast<Index>(chosen.size());
  Index row = own;
  compensate(spillover, [&](const std::string&) { return row++; }, values);
  for (std::size_t d = 0; d < chosen.size(); ++d)
    for (std::size_t k = chosen.size(); k < all.size(); ++k)
      if (all[k] == chosen[d]) values.row(static_cast<Index>(d)) = values.row(static_cast<Index>(k));
  return values.topRows(own);
}

// Nothing but finite numbers that have the logarithm they need.
void transform_events(const Chosen& chosen, const std::vector<ColumnTransform>& transforms, Matrix& values) {
  for (Index event = 0; event < values.cols(); ++event)
    for (Index d = 0; d < values.rows(); ++d) {
      double& value = values(d, event);
      const auto at = static_cast<std::size_t>(d);
      const auto moved = std::isfinite(value) ? transformed(value, transforms[at]) : std::nullopt;
      if (!moved)
        throw InputError(
            fmt::format("event {}, channel {}: {} {}; {}", event + 1, displayed(chosen.names[at]), value,
                        std::isfinite(value) ? "has no logarithm" : "is no finite number",
                        std::isfinite(value) ? "use `transform` asinh(150)" : "remove the event"));
      value = *moved;
    }
}

std::string compensation_words(const Spillover& spillover, bool own) {
  return fmt::format("compensated {} for spillover with {}", fmt::join(spillover.channels, ", "),
                     own ? "each file's own matrix (`compensation` none leaves it out)" : "the given matrix");
}

}  // namespace

Events read_events(Bytes bytes, const LoadOptions& options) {
  const FcsFile file(bytes);
  Events events;
  const Chosen chosen = chosen_channels(file, options.table.columns, events);
  if (file.has_more_data()) events.notes.emplace_back("a file holds further data sets; the first is read");
  if (file.unsaid_events() > 0)
    events.notes.push_back(
        fmt::format("a file tells of {} events ($TOT) and has room for {} more, which are not read",
                    file.events(), file.unsaid_events()));
  const std::optional<Spillover> spillover = wanted_spillover(file, options.cells.compensation);
  Matrix& values = events.cloud.points;
  if (spillover) {
    values = compensated_values(file, chosen.channels, *spillover);
    events.notes.push_back(compensation_words(*spillover, options.cells.compensation == automatic));
  } else {
    values = file.values(chosen.channels);
  }
  const std::vector<ColumnTransform> transforms = transforms_for(
      options.table.transform, chosen.channels, [&](const std::string& name) { return file.find(name); });
  transform_events(chosen, transforms, values);
  for (std::size_t d = 0; d < chosen.names.size(); ++d)
    events.space.axes.push_back(axis_name(chosen.names[d], transforms[d]));
  events.cloud.weights = Vector::Ones(values.cols());
  return events;
}

std::string spillover_file(const std::string& compensation) {
  if (compensation == automatic || compensation == none) return {};
  return is_file(compensation) ? compensation : std::string();
}

LoadOptions with_spillover_read(LoadOptions options) {
  std::string& compensation = options.cells.compensation;
  if (compensation == automatic || compensation == none) return options;
  const std::string path = spillover_file(compensation);
  try {
    if (!path.empty()) {
      const std::vector<std::byte> bytes = read_file(path);
      compensation = text_of(parse_spillover_file(text_of(Bytes(bytes))));
    } else {
      // A model remembers the matrix itself.
      compensation = text_of(parse_spillover(compensation));
    }
  } catch (const InputError& error) {
    if (path.empty())
      throw InputError(fmt::format("`compensation` {} is neither auto nor none nor a file that exists",
                                   shown(compensation)));
    rethrow_at(displayed(path), error);
  }
  return options;
}

}  // namespace wpga
