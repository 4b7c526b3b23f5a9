#include "wpga/io/files/checkpoint_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/base/version.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/files/content_hash.hpp"
#include "wpga/io/files/model_check.hpp"
#include "wpga/io/files/seal.hpp"
#include "wpga/parallel/agreement.hpp"
#include "wpga/parallel/ranks.hpp"

namespace wpga {

namespace {

// ---- Things of many sizes, one after the other, with the places where they begin.

template <class Value>
struct Packed {
  std::vector<Value> values;
  std::vector<std::int64_t> offsets = {0};

  template <class Range>
  void append(const Range& range) {
    values.insert(values.end(), range.begin(), range.end());
    offsets.push_back(static_cast<std::int64_t>(values.size()));
  }
  std::size_t count() const { return offsets.size() - 1; }
  std::span<const Value> operator[](std::size_t i) const {
    return std::span(values).subspan(static_cast<std::size_t>(offsets[i]),
                                     static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

std::vector<std::int64_t> read_offsets(const Hdf5Reader& file, const std::string& path, std::size_t size) {
  std::vector<std::int64_t> offsets = file.read_integers(path);
  bool sound = !offsets.empty() && offsets.front() == 0 && std::cmp_equal(offsets.back(), size);
  for (std::size_t i = 1; i < offsets.size(); ++i) sound = sound && offsets[i] >= offsets[i - 1];
  if (!sound) file.fail(path, "does not fit its values; the checkpoint is damaged");
  return offsets;
}

void write_couplings(Hdf5Writer& file, const std::string& group, std::span<const RestingCoupling> couplings) {
  Packed<std::byte> packed;
  for (const RestingCoupling& coupling : couplings) packed.append(coupling.state);
  file.write(group + "/bytes", std::span<const std::byte>(packed.values));
  file.write(group + "/offsets", packed.offsets, {packed.offsets.size()});
}

void require_finite(const Hdf5Reader& file, const std::string& path, std::span<const double> values) {
  for (const double value : values)
    if (!std::isfinite(value)) file.fail(path, "holds a number that is not finite");
}

// A whole number at the root, from 0 to the largest.
std::int64_t read_whole(const Hdf5Reader& file, const std::string& group, const std::string& name,
                        std::int64_t largest) {
  const std::vector<std::int64_t> found = file.attribute_integers(group, name);
  if (found.size() != 1 || found[0] < 0 || found[0] > largest)
    file.fail(group, fmt::format("lacks its attribute '{}', a whole number from 0 to {}", name, largest));
  return found[0];
}

void read_couplings(const Hdf5Reader& file, const std::string& group, std::span<RestingCoupling> couplings) {
  Packed<std::byte> packed{file.read_bytes(group + "/bytes"), {}};
  packed.offsets = read_offsets(file, group + "/offsets", packed.values.size());
  if (packed.count() != couplings.size())
    file.fail(group + "/offsets", fmt::format("must hold {} couplings", couplings.size()));
  for (std::size_t i = 0; i < couplings.size(); ++i)
    couplings[i].state.assign(packed[i].begin(), packed[i].end());
}

// The curve at work is kept like a component, of which only curve, times and objective are known.
void write_work(Hdf5Writer& file, const FitState& state) {
  if (state.curve.size() > 0)
    write_component(file, "/state/work",
                    {.curve = state.curve,
                     .times = state.times,
                     .objective = state.objective,
                     .shortfalls = state.shortfalls});
  if (state.lowest.size() > 0)
    write_component(file, "/state/lowest", {.curve = state.lowest, .times = state.lowest_times});
  if (!state.best.curve.empty()) write_component(file, "/state/best", state.best);
}

// A curve of moving atoms with a time for each measure; its other vectors are all there, or none.
void check_state_curve(const Hdf5Reader& file, const std::string& group, const Component& component,
                       const Measure& mean, std::size_t measures) {
  if (component.curve.changes_weights())
    file.fail(group + "/knots", "must not be there: in a checkpoint atoms move");
  if (component.times.size() == 0) file.fail(group + "/times", "is missing");
  const bool measured =
      component.scores.size() + component.squared_distances.size() + component.lower_bounds.size() > 0;
  if (const auto flaw = flaw_of(component, mean, measures, measured, group))
    file.fail(flaw->place, flaw->what);
  require_finite(file, group + "/objective", component.objective);
}

Component read_state_curve(const Hdf5Reader& file, const std::string& group, const Measure& mean,
                           std::size_t measures) {
  Component component = read_component(file, group, mean, measures);
  check_state_curve(file, group, component, mean, measures);
  return component;
}

void read_work(const Hdf5Reader& file, const Measure& mean, std::size_t measures, FitState& state) {
  if (has_component(file, "/state/work")) {
    Component work = read_state_curve(file, "/state/work", mean, measures);
    state.curve = std::move(work.curve.atoms());
    state.times = std::move(work.times);
    state.objective = std::move(work.objective);
    state.shortfalls = work.shortfalls;
  }
  if (has_component(file, "/state/lowest")) {
    Component lowest = read_state_curve(file, "/state/lowest", mean, measures);
    state.lowest = std::move(lowest.curve.atoms());
    state.lowest_times = std::move(lowest.times);
  }
  if (has_component(file, "/state/best")) state.best = read_state_curve(file, "/state/best", mean, measures);
  // The lowest curve is that of the last objective.
  if (state.curve.size() > 0 && !state.objective.empty() && state.lowest.size() == 0)
    file.fail("/state/lowest", "is missing; the checkpoint is damaged");
}

std::string joint_group(std::size_t curve) { return fmt::format("/state/joint/{}", curve); }

// Curves fitted together are kept like components too.
void write_joint_state(Hdf5Writer& file, const JointState& joint) {
  for (std::size_t c = 0; c < joint.curves.size(); ++c) {
    const std::string group = joint_group(c);
    const auto column = static_cast<Index>(c);
    write_component(file, group,
                    {.curve = joint.curves[c],
                     .times = joint.times.col(column),
                     .objective = joint.objective,
                     .shortfalls = joint.shortfalls});
    if (!joint.lowest_curves.empty())
      write_component(file, group + "/lowest",
                      {.curve = joint.lowest_curves[c], .times = joint.lowest_times.col(column)});
    file.write(group + "/cone", std::span<const std::byte>(joint.steps[c].cone));
    write_couplings(file, group + "/maps", joint.steps[c].maps);
    file.set_attribute(group, "middle", joint.middles[c]);
  }
  if (joint.curves.empty()) return;
  std::vector<double> model(joint.model.metric.reshaped().begin(), joint.model.metric.reshaped().end());
  for (const Matrix& linear : joint.model.linear)
    model.insert(model.end(), linear.reshaped().begin(), linear.reshaped().end());
  model.push_back(joint.model.constant);
  file.write("/state/joint/model", model, {model.size()});
  file.set_attribute("/state/joint", "age", std::int64_t{joint.age});
  file.set_attribute("/state/joint", "blocked", std::int64_t{joint.blocked});
}

// The sums of the last pass: metric, linear terms, constant; the latter alone before the first.
void read_quadratic_model(const Hdf5Reader& file, const Measure& mean, JointState& joint) {
  const std::vector<double> values = file.read_doubles("/state/joint/model");
  const Index fields = 2 * std::ssize(joint.curves), size = mean.points.size();
  if (std::ssize(values) != 1 + (joint.objective.empty() ? 0 : fields * (fields + size)))
    file.fail("/state/joint/model", "must hold the sums of all curves; the checkpoint is damaged");
  // Before the first pass there are no sums to go on from.
  const std::int64_t oldest = joint.objective.empty() ? 0 : std::numeric_limits<int>::max();
  joint.age = static_cast<int>(read_whole(file, "/state/joint", "age", oldest));
  joint.blocked =
      file.has_attribute("/state/joint", "blocked") && read_whole(file, "/state/joint", "blocked", 1) != 0;
  require_finite(file, "/state/joint/model", values);
  joint.model.weights = mean.weights;
  joint.model.constant = values.back();
  if (values.size() == 1) return;
  joint.model.metric = MatrixView(values.data(), fields, fields);
  for (Index a = 0; a < fields; ++a)
    joint.model.linear.push_back(
        MatrixView(values.data() + fields * fields + a * size, mean.points.rows(), mean.points.cols()));
}

void read_joint_state(const Hdf5Reader& file, const Measure& mean, std::size_t measures, JointState& joint) {
  std::vector<Vector> times, lowest_times;
  for (std::size_t c = 0; has_component(file, joint_group(c)); ++c) {
    const std::string group = joint_group(c);
    Component component = read_state_curve(file, group, mean, measures);
    joint.curves.push_back(std::move(component.curve.atoms()));
    times.push_back(std::move(component.times));
    joint.objective = std::move(component.objective);
    joint.shortfalls = component.shortfalls;
    StepState& step = joint.steps.emplace_back();
    step.cone = file.read_bytes(group + "/cone");
    read_couplings(file, group + "/maps", step.maps);
    for (const double middle : file.attribute_doubles(group, "middle")) joint.middles.push_back(middle);
    if (!has_component(file, group + "/lowest")) continue;
    Component lowest = read_state_curve(file, group + "/lowest", mean, measures);
    joint.lowest_curves.push_back(std::move(lowest.curve.atoms()));
    lowest_times.push_back(std::move(lowest.times));
  }
  if (joint.curves.empty()) return;
  read_quadratic_model(file, mean, joint);
  const auto side_by_side = [&](const std::vector<Vector>& columns, Matrix& matrix) {
    matrix.resize(static_cast<Index>(measures), std::ssize(columns));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].size() != matrix.rows()) file.fail(joint_group(c), "must have a time for each measure");
      matrix.col(static_cast<Index>(c)) = columns[c];
    }
  };
  side_by_side(times, joint.times);
  side_by_side(lowest_times, joint.lowest_times);
  if (joint.lowest_curves.size() != (joint.objective.empty() ? 0 : joint.curves.size()) ||
      joint.middles.size() != joint.curves.size())
    file.fail("/state/joint", "misses a curve; the checkpoint is damaged");
  require_finite(file, "/state/joint", joint.middles);
}

std::string one_text(const Hdf5Reader& file, const std::string& name) {
  const std::vector<std::string> found = file.attribute_strings("/", name);
  return found.size() == 1 ? found[0] : std::string();
}

Convergence read_convergence(const Hdf5Reader& file) {
  const std::vector<double> residual = file.attribute_doubles("/", "mean_residual");
  const auto termination = value_named<Termination>(one_text(file, "mean_termination"));
  if (residual.size() != 1 || !termination)
    file.fail("/", "does not say how the mean was found; the checkpoint is damaged");
  const std::int64_t count = read_whole(file, "/", "mean_iterations", std::numeric_limits<int>::max());
  return {static_cast<int>(count), *termination, residual[0]};
}

}  // namespace

std::string fingerprint(const MeasureFamily& family, std::string_view options) {
  // Raised when the same numbers come to mean something else, as with measures in canonical order.
  constexpr std::string_view layout = "2";
  ContentHash hash;
  hash.add(family);
  hash.add(options.data(), options.size());
  hash.add(version.data(), version.size());
  hash.add(layout.data(), layout.size());
  return hash.words();
}

bool holds_checkpoint(const std::filesystem::path& path) {
  if (!is_file(path)) return false;
  try {
    if (const auto kind = sealed_kind(path)) return *kind == "checkpoint";
    return one_text(Hdf5Reader(path), "kind") == "checkpoint";
  } catch (const InputError&) {
    return false;
  }
}

std::vector<std::byte> encode_checkpoint(const Checkpoint& checkpoint) {
  const FitState& state = checkpoint.state;
  Hdf5Writer file;
  Analysis analysis = state.analysis;
  analysis.mean = checkpoint.mean;
  write_analysis(file, analysis);
  write_work(file, state);
  write_joint_state(file, state.joint);
  file.write("/state/cone", std::span<const std::byte>(state.step.cone));
  write_couplings(file, "/state/maps", state.step.maps);
  write_couplings(file, "/state/measures", state.measures);
  file.set_attribute("/", "kind", std::string("checkpoint"));
  file.set_attribute("/", "wpga_version", std::string(version));
  file.set_attribute("/", "fingerprint", checkpoint.fingerprint);
  file.set_attribute("/", "restart", std::int64_t{state.restart});
  file.set_attribute("/", "blocked", std::int64_t{state.blocked});
  file.set_attribute("/", "mean_iterations", std::int64_t{checkpoint.mean_convergence.iterations});
  file.set_attribute("/", "mean_termination", std::string(name_of(checkpoint.mean_convergence.termination)));
  file.set_attribute("/", "mean_residual", checkpoint.mean_convergence.residual);
  file.set_attribute("/", "mean_unconverged_transports", checkpoint.mean_unconverged_transports);
  return file.finish("checkpoint");
}

Checkpoint read_checkpoint(const std::filesystem::path& path, std::string_view wanted) {
  const Hdf5Reader file(path);
  const std::string shown = displayed(path.string());
  require(one_text(file, "kind") == "checkpoint",
          fmt::format("{}: this is no checkpoint of wpga fit; remove it or name another file", shown));
  // A resumed fit must end in the same bits: what cannot be verified is not resumed.
  require(file.is_sealed(),
          fmt::format("{}: this checkpoint has no checksum, or lost it; leave out `resume` to "
                      "begin again",
                      shown));
  Checkpoint checkpoint{.fingerprint = one_text(file, "fingerprint")};
  require(checkpoint.fingerprint == wanted,
          fmt::format("{}: this checkpoint was saved from other data, with other options or by another "
                      "version; leave out `resume` to begin again",
                      shown));
  FitState& state = checkpoint.state;
  const std::vector<std::int64_t> offsets = file.read_integers("/state/measures/offsets");
  const std::size_t measures = offsets.empty() ? 0 : offsets.size() - 1;
  state.analysis = read_analysis(file, measures, false);  // components may be rough so far
  for (std::size_t k = 0; k < state.analysis.components.size(); ++k)
    check_state_curve(file, fmt::format("/components/{}", k), state.analysis.components[k],
                      state.analysis.mean, measures);
  checkpoint.mean = state.analysis.mean;
  checkpoint.mean_convergence = read_convergence(file);
  read_work(file, checkpoint.mean, measures, state);
  read_joint_state(file, checkpoint.mean, measures, state.joint);
  state.step.cone = file.read_bytes("/state/cone");
  read_couplings(file, "/state/maps", state.step.maps);
  state.measures.resize(measures);
  read_couplings(file, "/state/measures", state.measures);
  if (!state.joint.curves.empty() && state.joint.curves.size() != state.analysis.components.size())
    file.fail("/state/joint", "has other curves than there are components; the checkpoint is damaged");
  state.restart = static_cast<int>(read_whole(file, "/", "restart", std::numeric_limits<int>::max()));
  state.blocked = read_whole(file, "/", "blocked", 1) != 0;
  checkpoint.mean_unconverged_transports =
      read_whole(file, "/", "mean_unconverged_transports", std::numeric_limits<std::int64_t>::max());
  return checkpoint;
}

std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path, std::string_view fingerprint,
                                          const Execution& execution) {
  std::optional<Checkpoint> found;
  if (is_there(path)) found = read_checkpoint(path, fingerprint);
  if (!is_shared(execution)) return found;
  // A disk may show a file to some ranks later than to others.
  ContentHash hash;
  if (found) hash.add(encode_checkpoint(*found));
  require_agreement(execution, hash.value(), displayed(path.string()));
  return found;
}

}  // namespace wpga
