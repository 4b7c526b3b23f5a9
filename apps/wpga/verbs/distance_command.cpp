// wpga distance: W2 with its certificate, between two measures or all measures of two families.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "console/analysis_summary.hpp"
#include "console/long_work.hpp"
#include "console/stopwatch.hpp"
#include "flags/data_arguments.hpp"
#include "flags/option_flags.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/distances.hpp"
#include "wpga/transport/effort.hpp"

namespace wpga {

namespace {

double distance_of(double squared) { return std::sqrt(std::max(0.0, squared)); }

// How far W2 may lie below what is printed.
double proven_gap(double upper, double lower) { return distance_of(upper) - distance_of(lower); }

std::string plan_text(const PairCoupling& pair) {
  Matrix entries(static_cast<Index>(pair.plan.size()), 3);
  Index row = 0;
  for (const PlanEntry& entry : pair.plan) entries.row(row++) << entry.source, entry.target, entry.mass;
  return csv_text(std::vector<std::string>{"source", "target", "mass"}, {}, entries);
}

std::string map_text(const MeasureView& source, const Matrix& map) {
  std::vector<std::string> header = {"weight"};
  for (const char* letter : {"x", "t"})
    for (std::string& name : numbered(letter, map.rows())) header.push_back(std::move(name));
  Matrix numbers(map.cols(), 1 + 2 * map.rows());
  numbers << source.weights, source.points.transpose(), map.transpose();
  return csv_text(header, {}, numbers);
}

std::string matrix_text(const DistanceMatrix& matrix, const MeasureFamily& rows,
                        const MeasureFamily& columns) {
  std::vector<std::string> header = {"name"};
  header.insert(header.end(), columns.names().begin(), columns.names().end());
  return csv_text(header, rows.names(), matrix.upper.unaryExpr(&distance_of));
}

std::string method_words(const DistanceMatrix& matrix) {
  if (matrix.any_exact && matrix.any_entropic) return "exact and entropic";
  return matrix.any_entropic ? "entropic" : "exact";
}

Json rows_of_numbers(const Matrix& numbers) {
  Json rows = Json::array();
  for (Index i = 0; i < numbers.rows(); ++i) {
    const Vector row = numbers.row(i);
    rows.push_back(std::vector<double>(row.begin(), row.end()));
  }
  return rows;
}

Json rows_of(const Matrix& upper, const Matrix* lower) {
  Json rows = Json::array();
  for (Index i = 0; i < upper.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < upper.cols(); ++j)
      row.push_back(lower ? proven_gap(upper(i, j), (*lower)(i, j)) : distance_of(upper(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

class DistanceCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "distance",
        .summary = "Wasserstein distances, each with its certificate",
        .usage = "A [B]",
        .description =
            "W2 between two measures, or the matrix between all measures of two families; with A alone, the "
            "matrix "
            "within A. The distance printed is an upper bound, the cost of a plan; the gap says how far "
            "below it the "
            "truth may lie, by a dual solution: rounding for exact transport, more for entropic. With --mass "
            "free mass may be taken away and added instead of moved, as if that were a way of --penalty: F "
            "instead of W2, exact as well.",
        .examples = {"wpga distance a.png b.png", "wpga distance a.csv b.csv --plan plan.csv --map map.csv",
                     "wpga distance family.h5 --json > distances.json"},
        .main_flags = {"--output", "--plan", "--map", "--transport", "--regularization", "--mass",
                       "--penalty", "--as", "--label", "--limit", "--resize", "--colors"}};
  }
  std::vector<Positional> positionals() override {
    return {{"A", "a measure or a family: file, folder or glob", 1, 1, &first_},
            {"B", "another one", 0, 1, &second_}};
  }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output",
         {file_flag("--output", "-o", "write the matrix to this CSV file", output_),
          file_flag("--plan", "", "two measures: write the plan as CSV, atoms counted from 0", plan_),
          file_flag("--map", "", "two measures: write where each atom goes on average, CSV", map_)}},
        option_flags("Transport", transport_)};
    for (FlagGroup& group : reading_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  bool is_shared_out() const override { return true; }

  void run(Console& console, const Execution& execution) override {
    validate(transport_);
    validate_mass(transport_);
    check_outputs();
    if (second_.empty()) {
      require(plan_.empty() && map_.empty(), "--plan and --map are for two single measures; name A and B");
      const MeasureFamily family = reading_.load(first_, console, execution).family;
      say_if_long(console, 0.5 * estimated_work(family, family), execution);
      return print_matrix(console, family, family,
                          timed([&] { return distance_matrix(family, transport_, execution); }));
    }
    const auto [first, second, notes] = reading_.load_pair(first_[0], second_[0], console, execution);
    say_if_long(console, estimated_work(first, second), execution);
    if (first.count() == 1 && second.count() == 1) return run_pair(console, first, second, execution);
    require(plan_.empty() && map_.empty(),
            "--plan and --map are for two single measures; these are families");
    print_matrix(console, first, second, timed([&, &a = first, &b = second] {
                   return distance_matrix(a, b, transport_, execution);
                 }));
  }

 private:
  void check_outputs() const {
    FileRoles roles;
    roles.reads_data(first_);
    roles.reads_data(second_);
    reading_.declare(roles);
    const std::array<std::pair<const char*, const std::string*>, 3> outputs = {
        {{"-o", &output_}, {"--plan", &plan_}, {"--map", &map_}}};
    for (const auto& [flag, path] : outputs) {
      if (path->empty()) continue;
      require_own_extension(*path, std::array<std::string_view, 1>{".csv"}, "a table");
      require_writable(*path);
      roles.writes(flag, *path);
    }
  }

  // Processor seconds of all pairs, rows times columns.
  double estimated_work(const MeasureFamily& rows, const MeasureFamily& columns) const {
    double seconds = 0;
    for (Index i = 0; i < rows.count(); ++i)
      for (Index j = 0; j < columns.count(); ++j) {
        const Index source = rows[i].size(), target = columns[j].size();
        if (rows.dimension() > 1)
          seconds +=
              estimated_seconds(chosen_method(transport_, source, target), source, target, rows.dimension());
      }
    return seconds;
  }

  void say_if_long(const Console& console, double seconds, const Execution& execution) const {
    constexpr double long_work = 120;
    if (seconds < long_work) return;
    const bool exact = transport_.transport == TransportMethod::exact;
    console.say(fmt::format("{}; fewer atoms are faster (--sample, --colors, --resize){}",
                            long_work_words(seconds, execution),
                            exact ? ", and so is --transport entropic" : ""));
  }

  template <class Work>
  DistanceMatrix timed(const Work& work) {
    Stopwatch watch;
    DistanceMatrix result = work();
    seconds_ = watch.lap();
    return result;
  }

  void run_pair(Console& console, const MeasureFamily& first, const MeasureFamily& second,
                const Execution& execution) {
    const MeasureView source = first[0], target = second[0];
    Stopwatch watch;
    PairCoupling pair;
    pair.method = chosen_method(transport_, source.size(), target.size());
    // Without a plan to write, pictures need none.
    if (plan_.empty() && map_.empty() && !mass_is_free())
      pair.value = transport_value(source, target, transport_);
    else
      pair = couple(source, target, transport_);
    seconds_ = watch.lap();
    check_stop(execution);
    if (!plan_.empty()) write_file(plan_, plan_text(pair));
    if (!map_.empty()) write_file(map_, map_text(source, pair.map));
    Index contradictions = 0;
    TransportValue value = pair.value;
    value.dual = proven_lower(value, source, target, contradictions);
    if (!value.convergence.converged() || contradictions > 0) console.mark_stopped_early();
    const double gap = proven_gap(value.primal, value.dual);
    if (!output_.empty()) {
      const DistanceMatrix single{.upper = Matrix::Constant(1, 1, value.primal),
                                  .lower = Matrix::Constant(1, 1, value.dual)};
      write_file(output_, matrix_text(single, first, second));
    }
    if (console.json()) {
      Json document = Json::object();
      document["distances"] = {{distance_of(value.primal)}};
      document["gaps"] = {{gap}};
      document["squared"] = {{"upper", value.primal}, {"lower", value.dual}};
      document["method"] = std::string(name_of(pair.method));
      if (mass_is_free()) document["unmatched"] = {{value.unmatched}};
      if (pair.method == TransportMethod::entropic) document["bias"] = value.bias;
      document["converged"] = value.convergence.converged();
      document["contradictions"] = contradictions;
      document["iterations"] = value.convergence.iterations;
      document["seconds"] = seconds_;
      return console.print_document(document);
    }
    console.print(
        fmt::format("{0}      {1:.10g}\n{0}²     {2:.10g}\ngap     {3:.2g} ({4})\n{5}method  {6}, {7} × {8} "
                    "atoms, {9} iterations, {10:.3g} s\n",
                    mass_is_free() ? "F " : "W2", distance_of(value.primal), value.primal, gap,
                    gap_words(value), mass_words(value), name_of(pair.method), source.size(), target.size(),
                    value.convergence.iterations, seconds_));
  }

  bool mass_is_free() const { return transport_.mass == MassRule::free; }

  // What the distance consists of where mass is free.
  std::string mass_words(const TransportValue& value) const {
    if (!mass_is_free()) return {};
    const double numbers = largest_cost(transport_) * value.unmatched;
    return fmt::format(
        "mass    {:.4g} % moves no farther than {:g}, {:.4g} % is taken away and added: {:.3g} % of F²\n",
        100 * (1 - value.unmatched), *transport_.penalty, 100 * value.unmatched,
        value.primal > 0 ? 100 * numbers / value.primal : 0);
  }

  static std::string gap_words(const TransportValue& value) {
    if (value.gap() < 0)
      return "a contradiction: the lower bound lies above the upper one; please report this";
    const double relative = value.primal > 0 ? value.gap() / value.primal : 0;
    if (relative < 1e-9) return "proved optimal up to rounding";
    return fmt::format("W2² proved within {:.2g} %{}", 100 * relative,
                       value.convergence.converged() ? "" : "; stopped before convergence");
  }

  void print_matrix(Console& console, const MeasureFamily& rows, const MeasureFamily& columns,
                    const DistanceMatrix& matrix) {
    const double worst =
        (matrix.upper.cwiseMax(0).cwiseSqrt() - matrix.lower.cwiseMax(0).cwiseSqrt()).maxCoeff();
    console.say(fmt::format("{} × {} distances, {}, largest gap {:.2g}, {:.3g} s{}", rows.count(),
                            columns.count(), method_words(matrix), worst, seconds_,
                            matrix.not_converged > 0
                                ? fmt::format("; {} stopped before convergence", matrix.not_converged)
                                : "") +
                shortfall_words({.contradictions = matrix.contradictions}));
    if (matrix.not_converged + matrix.contradictions > 0) console.mark_stopped_early();
    if (!output_.empty()) write_file(output_, matrix_text(matrix, rows, columns));
    if (console.json()) {
      Json document = Json::object();
      document["distances"] = rows_of(matrix.upper, nullptr);
      document["gaps"] = rows_of(matrix.upper, &matrix.lower);
      if (mass_is_free()) document["unmatched"] = rows_of_numbers(matrix.unmatched);
      document["rows"] = rows.names();
      document["columns"] = columns.names();
      document["method"] = method_words(matrix);
      document["not_converged"] = matrix.not_converged;
      document["contradictions"] = matrix.contradictions;
      document["seconds"] = seconds_;
      console.print_document(document);
    } else if (output_.empty()) {
      console.print(matrix_text(matrix, rows, columns));
    }
  }

  std::vector<std::string> first_, second_;
  DataArguments reading_;
  TransportOptions transport_;
  std::string output_, plan_, map_;
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Command> distance_command() { return std::make_unique<DistanceCommand>(); }

}  // namespace wpga
