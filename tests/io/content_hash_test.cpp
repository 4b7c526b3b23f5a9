#include "wpga/io/files/content_hash.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

std::uint64_t hash_of(std::string_view text) {
  ContentHash hash;
  hash.add(std::as_bytes(std::span(text.data(), text.size())));
  return hash.value();
}

std::uint64_t hash_of(const MeasureFamily& family) {
  ContentHash hash;
  hash.add(family);
  return hash.value();
}

MeasureFamily two_points(double first, double second, double weight) {
  MeasureFamily family;
  family.append(Matrix::Constant(1, 1, first), Vector::Ones(1), "a");
  family.append(Matrix{{second, 9}}, Vector{{weight, 1 - weight}}, "b");
  return family;
}

// The published values of FNV-1a.
TEST(ContentHash, IsThatOfFowlerNollAndVo) {
  EXPECT_EQ(hash_of(""), 0xcbf29ce484222325);
  EXPECT_EQ(hash_of("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(hash_of("foobar"), 0x85944171f73967e8);
}

TEST(ContentHash, KnowsWhereOneTextEnds) {
  ContentHash one, other;
  one.add(std::vector<std::string>{"ab", "c"});
  other.add(std::vector<std::string>{"a", "bc"});
  EXPECT_NE(one.value(), other.value());
}

TEST(ContentHash, TellsFamiliesApartByTheirAtoms) {
  const std::uint64_t here = hash_of(two_points(1, 2, 0.5));
  EXPECT_EQ(hash_of(two_points(1, 2, 0.5)), here);
  EXPECT_NE(hash_of(two_points(1, 3, 0.5)), here);
  EXPECT_NE(hash_of(two_points(2, 1, 0.5)), here);
  EXPECT_NE(hash_of(two_points(1, 2, 0.25)), here);
  MeasureFamily weighted = two_points(1, 2, 0.5);
  weighted.set_measure_weights(Vector{{0.25, 0.75}});
  EXPECT_NE(hash_of(weighted), here);
}

TEST(ContentHash, MarksFilesByTheirContents) {
  const ScratchFolder folder;
  write_file(folder / "a", "one");
  write_file(folder / "b", "one");
  write_file(folder / "c", "two");
  EXPECT_EQ(content_mark(folder / "a"), content_mark(folder / "b"));
  EXPECT_NE(content_mark(folder / "a"), content_mark(folder / "c"));
  EXPECT_EQ(content_mark(""), "");
}

}  // namespace
}  // namespace wpga
