#include "wpga/io/files/family_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>

#include "io/hdf5_contents.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

MeasureFamily ragged_family() {
  MeasureFamily family(Space{.kind = Kind::shape, .grid = {5, 7}, .axes = {"x", "y"}});
  Random random(5);
  for (int i = 0; i < 9; ++i) {
    const Index n = 1 + random.below(12);
    const Matrix points = Matrix::NullaryExpr(2, n, [&] { return random.normal() * 1e3; });
    const Vector weights = Vector::NullaryExpr(n, [&] { return random.uniform(); });
    family.append(points, weights, "größe " + std::to_string(i), i % 2 ? "odd" : "even");
  }
  family.set_measure_weights(Vector::LinSpaced(9, 1, 3));
  return family;
}

TEST(FamilyFile, ComesBackTheSameToTheBit) {
  const ScratchFolder folder;
  const MeasureFamily family = ragged_family();
  const auto bytes = encode_family(family);
  write_file(folder / "family.h5", bytes);
  const MeasureFamily back = read_family(folder / "family.h5");
  EXPECT_EQ(back.points(), family.points());
  EXPECT_EQ(back.weights(), family.weights());
  EXPECT_TRUE(std::ranges::equal(back.offsets(), family.offsets()));
  EXPECT_EQ(back.names(), family.names());
  EXPECT_EQ(back.labels(), family.labels());
  EXPECT_EQ(back.measure_weights(), family.measure_weights());
  EXPECT_EQ(back.space(), family.space());
  EXPECT_EQ(encode_family(back), bytes);
}

MeasureFamily large_family(double shift = 0) {
  MeasureFamily family(Space{.kind = Kind::points, .axes = {"x", "y", "z"}});
  Random random(6);
  for (int i = 0; i < 700; ++i) {
    const Index n = 60 + random.below(40);
    const Matrix points = Matrix::NullaryExpr(3, n, [&] { return shift + random.normal(); });
    const Vector weights = Vector::NullaryExpr(n, [&] { return 0.1 + random.uniform(); });
    const std::string name = shift == 0 ? "measure " : "moved ";
    family.append(points, weights, name + std::to_string(i), i % 3 ? "some" : "others");
  }
  family.set_measure_weights(Vector::LinSpaced(700, 1, 3));
  return family;
}

std::vector<std::byte> joined(const FilePieces& pieces) {
  std::vector<std::byte> bytes;
  pieces([&](std::span<const std::byte> piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
  return bytes;
}

// HDF5 in memory and HDF5 with holes that are filled on the way to the disk lay a file out alike.
TEST(FamilyFile, InPiecesHasTheBytesOfOneInMemory) {
  EXPECT_EQ(joined(family_pieces(ragged_family())), encode_family(ragged_family()));
  const MeasureFamily family = large_family();
  ASSERT_GT(family.bytes(), std::size_t{1} << 20);
  const FilePieces pieces = family_pieces(family);
  EXPECT_EQ(joined(pieces), encode_family(family));
  EXPECT_EQ(joined(pieces), encode_family(family));
}

TEST(FamilyFile, ALargeOneIsReadWhereItLies) {
  const ScratchFolder folder;
  const MeasureFamily family = large_family();
  write_file(folder / "large.h5", family_pieces(family));
  MeasureFamily back = read_family(folder / "large.h5");
  EXPECT_EQ(joined(family_pieces(back)), encode_family(family));
  // A file that is replaced meanwhile stays as it was for those who read it.
  write_file(folder / "large.h5", "gone");
  EXPECT_EQ(back.points(), family.points());
  // What is changed leaves the copies, and the file, alone.
  const MeasureFamily copy = back;
  back.standardize(Vector::Constant(3, 1), Vector::Constant(3, 2));
  EXPECT_EQ(copy.points(), family.points());
  EXPECT_EQ(back[699].points(1, 2), (family[699].points(1, 2) - 1) / 2);
}

// As another run puts its family into place: names and offsets of one, atoms of the other would be no family
// of either.
TEST(FamilyFile, ALargeOneThatIsReplacedWhileItIsReadIsOneOfTheTwoOrRefused) {
  const ScratchFolder folder;
  const std::array<MeasureFamily, 2> families = {large_family(), large_family(100)};
  write_file(folder / "0.h5", family_pieces(families[0]));
  write_file(folder / "1.h5", family_pieces(families[1]));
  const auto put = [&](int which) {
    std::filesystem::create_hard_link(folder / (std::to_string(which) + ".h5"), folder / "new.h5");
    std::filesystem::rename(folder / "new.h5", folder / "family.h5");
  };
  put(0);
  std::atomic<bool> done = false;
  std::thread other([&] {
    for (int k = 1; !done; ++k) put(k % 2);
  });
  int whole = 0;
  for (int read = 0; read < 200; ++read) try {
      const MeasureFamily back = read_family(folder / "family.h5");
      const MeasureFamily& wanted = families[back.names()[0] == families[0].names()[0] ? 0 : 1];
      EXPECT_EQ(back.names(), wanted.names());
      EXPECT_EQ(back.points(), wanted.points());
      ++whole;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("was replaced while it was read"), std::string::npos)
          << error.what();
    }
  done = true;
  other.join();
  EXPECT_GT(whole, 0);
}

// Weights that do not sum to one, under a seal that fits, are normalised as those of small files are.
TEST(FamilyFile, ALargeOneOfOtherMeasuresIsReadOneByOne) {
  const ScratchFolder folder;
  const MeasureFamily family = large_family();
  const auto atoms = static_cast<std::uint64_t>(family.atoms());
  const Vector doubled = 2 * family.weights();
  Hdf5Writer file;
  file.write("/points", std::span(family.points().data(), 3 * atoms), {atoms, 3});
  file.write("/weights", std::span(doubled.data(), atoms), {atoms});
  file.write("/offsets", family.offsets(), {family.offsets().size()});
  write_file(folder / "doubled.h5", file.finish("family"));
  const MeasureFamily back = read_family(folder / "doubled.h5");
  EXPECT_EQ(back.points(), family.points());
  EXPECT_LT((back.weights() - family.weights()).cwiseAbs().maxCoeff(), 1e-15);
  Vector broken = family.weights();
  broken[17] = std::numeric_limits<double>::quiet_NaN();
  Hdf5Writer other;
  other.write("/points", std::span(family.points().data(), 3 * atoms), {atoms, 3});
  other.write("/weights", std::span(broken.data(), atoms), {atoms});
  other.write("/offsets", family.offsets(), {family.offsets().size()});
  write_file(folder / "broken.h5", other.finish("family"));
  EXPECT_THROW(read_family(folder / "broken.h5"), InputError);
}

TEST(FamilyFile, CutOffAnywhereIsRefusedOrWholeButNeverACrash) {
  const ScratchFolder folder;
  const auto bytes = encode_family(ragged_family());
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    write_file(folder / "cut.h5", std::span(bytes).first(size));
    EXPECT_THROW(read_family(folder / "cut.h5"), InputError) << size;
  }
}

// Never a file that cannot be read back.
TEST(FamilyFile, UnitsThatDoNotFitAreNotWritten) {
  MeasureFamily family = ragged_family();
  EXPECT_NO_THROW(encode_family(family));
  for (const auto& [center, scale] : {std::pair<std::vector<double>, std::vector<double>>{{1, 2}, {}},
                                      {{}, {1, 2}},
                                      {{1, 2}, {1}},
                                      {{1, 2}, {0, 1}}}) {
    Space space = family.space();
    space.center = center;
    space.scale = scale;
    family.set_space(space);
    EXPECT_THROW(encode_family(family), InputError);
  }
}

TEST(FamilyFile, KeepsThousandsOfNamedAndStandardizedColumns) {
  const ScratchFolder folder;
  constexpr Index many = 9000;
  Space space;
  for (Index i = 0; i < many; ++i) space.axes.push_back("column " + std::to_string(i));
  MeasureFamily family(space);
  family.append(Matrix::Random(many, 2), Vector::Ones(2), "a");
  family.standardize(Vector::Ones(many), Vector::Constant(many, 2));
  write_file(folder / "wide.h5", encode_family(family));
  EXPECT_EQ(read_family(folder / "wide.h5").space(), family.space());
}

// Through the structure: what is accepted can be written, and is then the same.
TEST(FamilyFile, ChangedAnywhereIsRefusedOrAFamilyThatCanBeWritten) {
  const ScratchFolder folder;
  MeasureFamily standardized = ragged_family();
  standardized.standardize(Vector::Ones(2), Vector::Constant(2, 3));
  write_file(folder / "whole.h5", encode_family(standardized));
  const testing::Hdf5Contents whole = testing::contents_of_hdf5(folder / "whole.h5");
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    Random random(seed);
    testing::Hdf5Contents changed = whole;
    testing::mutate(changed, [&](std::uint64_t below) {
      return static_cast<std::uint64_t>(random.below(static_cast<std::int64_t>(below)));
    });
    write_file(folder / "changed.h5", testing::encoded(changed, "family"));
    try {
      const MeasureFamily read = read_family(folder / "changed.h5");
      const auto bytes = encode_family(read);
      write_file(folder / "again.h5", bytes);
      EXPECT_EQ(encode_family(read_family(folder / "again.h5")), bytes) << seed;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("changed.h5"), std::string::npos) << seed << error.what();
    }
  }
}

// Each case breaks one promise of the format.
struct Broken {
  const char* what;
  void (*write)(Hdf5Writer&);
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.what; }

class BrokenFamily : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenFamily, IsRefusedWithOneSentence) {
  const ScratchFolder folder;
  Hdf5Writer file;
  GetParam().write(file);
  write_file(folder / "broken.h5", file.finish());
  try {
    read_family(folder / "broken.h5");
    FAIL() << GetParam().what;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("broken.h5"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

using Doubles = std::vector<double>;
using Integers = std::vector<std::int64_t>;

void write_parts(Hdf5Writer& file, const Doubles& points, std::uint64_t dimension, const Doubles& weights,
                 const Integers& offsets) {
  file.write("/points", points, {points.size() / dimension, dimension});
  file.write("/weights", weights, {weights.size()});
  file.write("/offsets", offsets, {offsets.size()});
}

const double infinity = std::numeric_limits<double>::infinity();

void write_units(Hdf5Writer& file, const Doubles& center, const Doubles& scale) {
  write_parts(file, {1, 2, 3, 4}, 2, {1, 1}, {0, 2});
  if (!center.empty()) file.set_attribute("/", "center", std::span<const double>(center));
  if (!scale.empty()) file.set_attribute("/", "scale", std::span<const double>(scale));
}

INSTANTIATE_TEST_SUITE_P(
    FamilyFile, BrokenFamily,
    ::testing::Values(
        Broken{"no points", [](Hdf5Writer&) {}},
        Broken{"points on a line without rows",
               [](Hdf5Writer& f) { f.write("/points", Doubles{1, 2}, {2}); }},
        Broken{"too few weights", [](Hdf5Writer& f) { write_parts(f, {1, 2}, 1, {1}, {0, 2}); }},
        Broken{"offsets that end early", [](Hdf5Writer& f) { write_parts(f, {1, 2}, 1, {1, 1}, {0, 1}); }},
        Broken{"offsets that fall", [](Hdf5Writer& f) { write_parts(f, {1, 2}, 1, {1, 1}, {0, 2, 1, 2}); }},
        Broken{"offsets that begin late", [](Hdf5Writer& f) { write_parts(f, {1, 2}, 1, {1, 1}, {1, 2}); }},
        Broken{"an empty measure", [](Hdf5Writer& f) { write_parts(f, {1, 2}, 1, {1, 1}, {0, 0, 2}); }},
        Broken{"a negative weight", [](Hdf5Writer& f) { write_parts(f, {1, 2}, 1, {1, -1}, {0, 2}); }},
        Broken{"no mass", [](Hdf5Writer& f) { write_parts(f, {1, 2}, 1, {0, 0}, {0, 2}); }},
        Broken{"an infinite point", [](Hdf5Writer& f) { write_parts(f, {1, infinity}, 1, {1, 1}, {0, 2}); }},
        Broken{"too few names",
               [](Hdf5Writer& f) {
                 write_parts(f, {1, 2}, 1, {1, 1}, {0, 1, 2});
                 f.write("/names", std::vector<std::string>{"only one"});
               }},
        Broken{"a name that is not UTF-8",
               [](Hdf5Writer& f) {
                 write_parts(f, {1}, 1, {1}, {0, 1});
                 f.write("/names", std::vector<std::string>{"\xff\xfe"});
               }},
        Broken{"a center without a scale", [](Hdf5Writer& f) { write_units(f, {1, 2}, {}); }},
        Broken{"a scale without a center", [](Hdf5Writer& f) { write_units(f, {}, {1, 2}); }},
        Broken{"a center of another dimension", [](Hdf5Writer& f) { write_units(f, {1}, {1, 2}); }},
        Broken{"a scale of another dimension", [](Hdf5Writer& f) { write_units(f, {1, 2}, {1, 2, 3}); }},
        Broken{"a scale of zero", [](Hdf5Writer& f) { write_units(f, {1, 2}, {1, 0}); }},
        Broken{"a scale that is hardly a number", [](Hdf5Writer& f) { write_units(f, {1, 2}, {1, 5e-324}); }},
        Broken{"a scale that is infinite", [](Hdf5Writer& f) { write_units(f, {1, 2}, {1, infinity}); }},
        Broken{"a center that is infinite", [](Hdf5Writer& f) { write_units(f, {1, -infinity}, {1, 1}); }},
        Broken{"a format of the future",
               [](Hdf5Writer& f) {
                 write_parts(f, {1}, 1, {1}, {0, 1});
                 f.set_attribute("/", "format_version", std::int64_t{99});
               }}),
    [](const auto& instance) {
      std::string name = instance.param.what;
      for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
      return name;
    });

}  // namespace
}  // namespace wpga
