#include "wpga/io/files/checkpoint_file.hpp"

#include <gtest/gtest.h>

#include "io/hdf5_contents.hpp"
#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/files/seal.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

MeasureFamily some_family() {
  MeasureFamily family;
  Random random(3);
  for (int i = 0; i < 12; ++i) {
    const Matrix points = Matrix::NullaryExpr(2, 15, [&] { return random.normal(); });
    const double stretch = 1 + random.uniform(), shift = random.normal();
    Matrix moved = stretch * points;
    moved.row(0).array() += shift;
    family.append(moved, Vector::Ones(15), std::to_string(i));
  }
  return family;
}

Measure some_mean() {
  Random random(4);
  return make_measure(Matrix::NullaryExpr(2, 10, [&] { return 1.5 * random.normal(); }), Vector::Ones(10));
}

const GeodesicOptions options{.components = 2, .restarts = 2, .tolerance = 1e-9};

// Every state in which a real fit could have been saved.
std::vector<FitState> states_of_a_fit(Analysis& result, const TransportOptions& transport = {}) {
  std::vector<FitState> states;
  result =
      principal_geodesics(some_family(), some_mean(), transport, options, {},
                          {.save = [&](const FitState& state) { states.push_back(state); }, .seconds = 0});
  return states;
}

std::vector<std::byte> bytes_of(const Analysis& analysis) {
  return encode_model(model_of(analysis, some_family(), {}));
}

TEST(CheckpointFile, ComesBackTheSameToTheBit) {
  const ScratchFolder folder;
  Analysis result;
  for (const FitState& state : states_of_a_fit(result)) {
    const Checkpoint checkpoint{some_mean(), {7, Termination::iteration_limit, 0.5}, "0123", state};
    const auto bytes = encode_checkpoint(checkpoint);
    write_file(folder / "fit.h5", bytes);
    const Checkpoint back = read_checkpoint(folder / "fit.h5", "0123");
    EXPECT_EQ(back.mean_convergence.termination, Termination::iteration_limit);
    EXPECT_EQ(back.mean.points, checkpoint.mean.points);
    EXPECT_EQ(back.state.restart, state.restart);
    EXPECT_EQ(back.state.step.cone, state.step.cone);
    ASSERT_EQ(back.state.measures.size(), state.measures.size());
    for (std::size_t i = 0; i < state.measures.size(); ++i)
      EXPECT_EQ(back.state.measures[i].state, state.measures[i].state);
    EXPECT_EQ(encode_checkpoint(back), bytes);
  }
}

// Whatever the moment a fit was stopped at, it ends in the same model: some twenty moments of each fit.
TEST(CheckpointFile, AFitGoesOnFromItToTheSameBits) {
  const ScratchFolder folder;
  // Hasty entropic plans leave counts that must be kept as well.
  for (const TransportOptions& transport :
       {TransportOptions{}, TransportOptions{.transport = TransportMethod::entropic,
                                             .sinkhorn = {.marginal_tolerance = 1e-9, .iterations = 20}}}) {
    Analysis straight;
    const std::vector<FitState> states = states_of_a_fit(straight, transport);
    ASSERT_GT(states.size(), 4u);
    const std::size_t stride = 1 + states.size() / 20;
    for (std::size_t moment = 0; moment < states.size(); moment += stride) {
      write_file(folder / "fit.h5", encode_checkpoint({some_mean(), {}, "0123", states[moment]}));
      const Checkpoint back = read_checkpoint(folder / "fit.h5", "0123");
      const Analysis resumed =
          principal_geodesics(some_family(), back.mean, transport, options, {}, {.resume = &back.state});
      ASSERT_EQ(bytes_of(resumed), bytes_of(straight));
    }
  }
}

// Two components are asked for where there is one, which is then fitted once more, finely.
TEST(CheckpointFile, AFitOfFewerComponentsThanAskedForGoesOnToTheSameBits) {
  const ScratchFolder folder;
  const Measure cloud = some_mean();
  MeasureFamily family;
  for (int i = 0; i < 7; ++i) {
    Matrix moved = cloud.points;
    moved.row(0).array() += 0.3 * i * i;
    family.append(moved, cloud.weights, std::to_string(i));
  }
  const GeodesicOptions two{.components = 2};
  std::vector<FitState> states;
  const Analysis straight =
      principal_geodesics(family, cloud, {}, two, {},
                          {.save = [&](const FitState& state) { states.push_back(state); }, .seconds = 0});
  ASSERT_EQ(straight.components.size(), 1U);
  ASSERT_FALSE(states.empty());
  for (const FitState& state : states) {
    write_file(folder / "fit.h5", encode_checkpoint({cloud, {}, "0123", state}));
    const Checkpoint back = read_checkpoint(folder / "fit.h5", "0123");
    const Analysis resumed = principal_geodesics(family, back.mean, {}, two, {}, {.resume = &back.state});
    ASSERT_EQ(encode_model(model_of(resumed, family, {})), encode_model(model_of(straight, family, {})));
  }
}

TEST(CheckpointFile, BelongsToItsDataAndOptions) {
  const MeasureFamily family = some_family();
  const std::string here = fingerprint(family, "{}");
  EXPECT_EQ(fingerprint(some_family(), "{}"), here);
  EXPECT_NE(fingerprint(family, "{ }"), here);
  MeasureFamily weighted = some_family();
  weighted.set_measure_weights(Vector::LinSpaced(12, 1, 2));
  EXPECT_NE(fingerprint(weighted, "{}"), here);
  const std::vector<Index> fewer = {0, 1, 2};
  EXPECT_NE(fingerprint(subset(family, fewer), "{}"), here);

  const ScratchFolder folder;
  Analysis result;
  write_file(folder / "fit.h5", encode_checkpoint({some_mean(), {}, here, states_of_a_fit(result)[0]}));
  EXPECT_NE(testing::refusal([&] { read_checkpoint(folder / "fit.h5", "other"); }).find("other data"),
            std::string::npos);
}

// A state with a curve at work, the best of earlier restarts, and components that are finished.
std::vector<std::byte> rich_checkpoint() {
  Analysis result;
  for (const FitState& state : states_of_a_fit(result))
    if (state.curve.size() > 0 && !state.best.curve.empty() && !state.objective.empty())
      return encode_checkpoint({some_mean(), {}, "0123", state});
  ADD_FAILURE() << "no such state";
  return {};
}

// Not one byte may be other than it was: the fit would end in other bits.
TEST(CheckpointFile, RefusesEveryDamage) {
  const ScratchFolder folder;
  const auto bytes = rich_checkpoint();
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::byte> damaged = bytes;
    damaged[static_cast<std::size_t>(random.below(std::ssize(bytes)))] ^=
        static_cast<std::byte>(1 + random.below(255));
    write_file(folder / "fit.h5", damaged);
    EXPECT_THROW(read_checkpoint(folder / "fit.h5", "0123"), InputError) << trial;
  }
}

TEST(CheckpointFile, RefusesOneWithoutItsChecksum) {
  const ScratchFolder folder;
  auto bytes = rich_checkpoint();
  std::fill_n(bytes.begin(), seal_size, std::byte{0});
  write_file(folder / "fit.h5", bytes);
  EXPECT_NE(testing::refusal([&] { read_checkpoint(folder / "fit.h5", "0123"); }).find("checksum"),
            std::string::npos);
}

TEST(CheckpointFile, RefusesStatesThatMissAPart) {
  const ScratchFolder folder;
  write_file(folder / "fit.h5", rich_checkpoint());
  const testing::Hdf5Contents whole = testing::contents_of_hdf5(folder / "fit.h5");
  for (const char* path :
       {"/state/best/times", "/state/best/squared_distances", "/state/best/backward", "/state/work/times",
        "/state/work/forward", "/state/work/objective", "/state/lowest/times", "/state/cone",
        "/state/maps/bytes", "/state/measures/offsets", "/mean/weights"}) {
    testing::Hdf5Contents changed = whole;
    if (!changed.find(path)) continue;
    changed.erase(path);
    write_file(folder / "changed.h5", testing::encoded(changed, "checkpoint"));
    EXPECT_NE(testing::refusal([&] { read_checkpoint(folder / "changed.h5", "0123"); }).find(path),
              std::string::npos)
        << path;
  }
  for (const std::int64_t restart : {std::int64_t{-1}, std::int64_t{1} << 31, std::int64_t{1} << 62}) {
    testing::Hdf5Contents changed = whole;
    changed.find("/", "restart")->values = std::vector<std::int64_t>{restart};
    write_file(folder / "changed.h5", testing::encoded(changed, "checkpoint"));
    EXPECT_NE(testing::refusal([&] { read_checkpoint(folder / "changed.h5", "0123"); }).find("restart"),
              std::string::npos);
  }
}

// Curves that have not been looked at together have no sums that could be of an age.
TEST(CheckpointFile, RefusesAnAgeOfSumsThatAreNotThere) {
  const ScratchFolder folder;
  Analysis result;
  int refused = 0;
  for (const FitState& state : states_of_a_fit(result)) {
    if (state.joint.curves.empty() || !state.joint.objective.empty()) continue;
    const auto bytes = encode_checkpoint({some_mean(), {}, "0123", state});
    write_file(folder / "fit.h5", bytes);
    EXPECT_NO_THROW(read_checkpoint(folder / "fit.h5", "0123"));
    testing::Hdf5Contents changed = testing::contents_of_hdf5(folder / "fit.h5");
    changed.find("/state/joint", "age")->values = std::vector<std::int64_t>{1};
    write_file(folder / "changed.h5", testing::encoded(changed, "checkpoint"));
    EXPECT_NE(testing::refusal([&] { read_checkpoint(folder / "changed.h5", "0123"); }).find("'age'"),
              std::string::npos);
    ++refused;
  }
  EXPECT_GT(refused, 0);
}

// A fit takes seconds where memory is watched; which states are refused is asked of all of them there too.
#ifdef WPGA_SANITIZED_ADDRESS
constexpr int states_a_fit = 64;
#else
constexpr int states_a_fit = 8;
#endif

// Through the structure: refused, or a state that a fit can go on from, or refuses itself.
TEST(CheckpointFile, ChangedAnywhereIsRefusedOrAFitGoesOn) {
  const ScratchFolder folder;
  write_file(folder / "fit.h5", rich_checkpoint());
  const testing::Hdf5Contents whole = testing::contents_of_hdf5(folder / "fit.h5");
  int resumed = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    testing::Hdf5Contents changed = whole;
    testing::mutate(changed, [&](std::uint64_t below) {
      return static_cast<std::uint64_t>(random.below(static_cast<std::int64_t>(below)));
    });
    write_file(folder / "changed.h5", testing::encoded(changed, "checkpoint"));
    try {
      const Checkpoint back = read_checkpoint(folder / "changed.h5", "0123");
      if (++resumed % states_a_fit == 0)
        principal_geodesics(some_family(), back.mean, {}, options, {}, {.resume = &back.state});
    } catch (const InputError&) {
    }
  }
  EXPECT_GT(resumed, 20);
}

// The restarts that are asked for, and the measures that are there, decide; not the file.
TEST(CheckpointFile, AFitRefusesAStateOfAnotherFit) {
  Analysis result;
  FitState state = states_of_a_fit(result).front();
  for (const int restart : {-1, 2, 1 << 30}) {
    state.restart = restart;
    EXPECT_THROW(principal_geodesics(some_family(), some_mean(), {}, options, {}, {.resume = &state}),
                 InputError);
  }
  state.restart = 0;
  state.measures.pop_back();
  EXPECT_THROW(principal_geodesics(some_family(), some_mean(), {}, options, {}, {.resume = &state}),
               InputError);
}

TEST(CheckpointFile, RefusesWhatIsNoCheckpoint) {
  const ScratchFolder folder;
  Analysis result;
  const auto bytes = encode_checkpoint({some_mean(), {}, "0123", states_of_a_fit(result).back()});
  for (std::size_t size = 0; size < bytes.size(); size += 997) {
    write_file(folder / "cut.h5", std::span(bytes).first(size));
    EXPECT_THROW(read_checkpoint(folder / "cut.h5", "0123"), InputError) << size;
  }
  write_file(folder / "model.h5", bytes_of(result));
  EXPECT_NE(testing::refusal([&] { read_checkpoint(folder / "model.h5", "0123"); }).find("no checkpoint"),
            std::string::npos);
}

}  // namespace
}  // namespace wpga
