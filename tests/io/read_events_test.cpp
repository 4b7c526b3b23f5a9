#include "wpga/io/reading/read_events.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "io/write_fcs.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using testing::fcs_file;
using testing::fcs_pairs;
using ::testing::HasSubstr;
using testing::refusal;
using testing::spelled;

std::string doubles(std::initializer_list<double> numbers) {
  std::string data;
  for (const double x : numbers) data += spelled(x, std::endian::little);
  return data;
}

std::string two_channels(const testing::FcsPairs& more, std::initializer_list<double> numbers) {
  auto pairs = fcs_pairs({{.name = "A", .bits = 64}, {.name = "Time", .bits = 64}, {.name = "B", .bits = 64}},
                         numbers.size() / 3, "D");
  pairs.insert(pairs.end(), more.begin(), more.end());
  return fcs_file(pairs, doubles(numbers));
}

TEST(ReadEvents, LeavesOutTheTimeAndSaysSo) {
  const Events events = read_events(bytes_of(two_channels({}, {1, 9, 2, 3, 9, 4})), {});
  EXPECT_EQ(events.cloud.points, Matrix({{1, 3}, {2, 4}}));
  EXPECT_EQ(events.space.axes, (std::vector<std::string>{"A", "B"}));
  ASSERT_EQ(events.notes.size(), 1u);
  EXPECT_THAT(events.notes[0], HasSubstr("Time is left out"));
}

// Two events of doubles, of which $TOT tells one.
TEST(ReadEvents, SaysThatThereIsMoreThanTold) {
  const auto pairs = fcs_pairs({{.name = "A", .bits = 64}}, 1, "D");
  const Events events = read_events(bytes_of(fcs_file(pairs, doubles({5, 7}))), {});
  EXPECT_EQ(events.cloud.points, Matrix({{5}}));
  ASSERT_EQ(events.notes.size(), 1u);
  EXPECT_THAT(events.notes[0], HasSubstr("tells of 1 events ($TOT) and has room for 1 more"));
  EXPECT_TRUE(read_events(bytes_of(fcs_file(pairs, doubles({5}))), {}).notes.empty());
}

// (a, b) · S with S = [1 .5; 0 1] is observed; channels that are not asked for take part too.
TEST(ReadEvents, UndoesTheSpilloverOfTheFile) {
  const std::string file = two_channels({{"$SPILLOVER", "2,A,B,1,0.5,0,1"}}, {10, 0, 7, 4, 0, 5});
  EXPECT_EQ(read_events(bytes_of(file), {}).cloud.points, Matrix({{10, 4}, {2, 3}}));
  EXPECT_EQ(read_events(bytes_of(file), {.table = {.columns = {"B"}}}).cloud.points, Matrix({{2, 3}}));
  EXPECT_EQ(read_events(bytes_of(file), {.cells = {.compensation = "none"}}).cloud.points,
            Matrix({{10, 4}, {7, 5}}));
  EXPECT_EQ(read_events(bytes_of(file), {.cells = {.compensation = "1,A,2"}}).cloud.points,
            Matrix({{5, 2}, {7, 5}}));
  EXPECT_THAT(refusal([&] { read_events(bytes_of(file), {.cells = {.compensation = "1,C,2"}}); }),
              HasSubstr("no channel \"C\""));
}

TEST(ReadEvents, TransformsColumnByColumn) {
  LoadOptions options;
  parse_value("A:asinh(2),B:log10", options.table.transform);
  const Events events = read_events(bytes_of(two_channels({}, {6, 9, 100, -6, 9, 1000})), options);
  EXPECT_DOUBLE_EQ(events.cloud.points(0, 1), -std::asinh(3));
  EXPECT_EQ(events.cloud.points(1, 1), 3);
  EXPECT_EQ(events.space.axes, (std::vector<std::string>{"asinh A/2", "log10 B"}));
  options.table.transform = Transform::log10;
  EXPECT_THAT(refusal([&] { read_events(bytes_of(two_channels({}, {6, 9, 1, -6, 9, 1})), options); }),
              HasSubstr("event 2, channel A: -6 has no logarithm"));
  EXPECT_THAT(refusal([&] { read_events(bytes_of(two_channels({}, {6, 9, std::nan("")})), {}); }),
              HasSubstr("event 1, channel B"));
}

TEST(ReadEvents, TakesTheMatrixOutOfItsFile) {
  const ScratchFolder folder;
  const std::string path = (folder / "matrix.txt").string();
  write_file(path, "A\tB\n1\t0.5\n0\t1\n");
  EXPECT_EQ(spillover_file(path), path);
  EXPECT_EQ(spillover_file("auto"), "");
  EXPECT_EQ(with_spillover_read({.cells = {.compensation = path}}).cells.compensation, "2,A,B,1,0.5,0,1");
  EXPECT_EQ(with_spillover_read({.cells = {.compensation = "2,A,B,1,0.5,0,1"}}).cells.compensation,
            "2,A,B,1,0.5,0,1");
  EXPECT_THAT(refusal([] { with_spillover_read({.cells = {.compensation = "no.txt"}}); }),
              HasSubstr("nor a file that exists"));
}

}  // namespace
}  // namespace wpga
