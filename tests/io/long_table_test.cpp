#include "wpga/io/reading/long_table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/formats/tables/quick_number.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/reading/table_measures.hpp"

namespace wpga {
namespace {

std::optional<LongTable> read_long(const std::filesystem::path& path, const TableOptions& options) {
  return LongTable::read(path, {3, 7}, [&](const Table&) { return options; });
}

// The same measures as those of the table that keeps every cell.
void expect_same(const std::string& text, const TableOptions& options = {}) {
  const ScratchFolder folder;
  write_file(folder / "long.csv", text);
  std::optional<LongTable> quick = read_long(folder / "long.csv", options);
  ASSERT_TRUE(quick);
  const TableMeasures slow = measures_from_long_form(parse_table(text), options, {3, 7});
  EXPECT_EQ(quick->space(), slow.space);
  EXPECT_EQ(quick->has_measure_weights(), slow.has_measure_weights);
  EXPECT_EQ(quick->unused().without_numbers, slow.unused.without_numbers);
  EXPECT_EQ(quick->unused().counters, slow.unused.counters);
  ASSERT_EQ(quick->measures(), slow.measures.size());
  for (std::size_t i = 0; i < slow.measures.size(); ++i) {
    const NamedCloud mine = quick->take(i), &its = slow.measures[i];
    EXPECT_EQ(mine.name, its.name);
    EXPECT_EQ(mine.label, its.label);
    EXPECT_EQ(mine.measure_weight, its.measure_weight);
    EXPECT_EQ(mine.cloud.points, its.cloud.points) << its.name;
    EXPECT_EQ(mine.cloud.weights, its.cloud.weights);
  }
}

std::string rows(int count, const std::function<std::string(int, Random&)>& row) {
  Random random(5);
  std::string text;
  for (int k = 0; k < count; ++k) text += row(k, random) + "\n";
  return text;
}

constexpr int many = 60'000;  // more than a megabyte

TEST(LongTable, GivesTheMeasuresOfTheWholeTable) {
  expect_same("measure,x,note,y\n" + rows(many, [](int k, Random& random) {
                return fmt::format("m{},{:.5f},some text,{}", k / 1000, random.normal(),
                                   random.normal() * 1e-7);
              }));
}

TEST(LongTable, LeavesOutColumnsThatCountRows) {
  const auto row = [](int k, Random& random) {
    return fmt::format("{},{},m{},{:.5f}", k, k % 1000, k / 1000, random.normal());
  };
  const std::string header = "index,id,measure,x\n", text = rows(many, row);
  expect_same(header + text);
  expect_same(header + text, {.columns = {"id", "x"}});
  // The last row no longer counts: the column is a coordinate, which only the whole table can tell.
  const ScratchFolder folder;
  write_file(folder / "long.csv", header + text + "7,0,last,0.5\n");
  EXPECT_FALSE(read_long(folder / "long.csv", {}));
}

TEST(LongTable, GathersRowsThatAreNotTogether) {
  expect_same("x;label;sample;weight\r\n" + rows(many,
                                                 [](int k, Random& random) {
                                                   return fmt::format(" {};l{}; \"m {}\" ;{}\r",
                                                                      random.normal(), k % 7 % 2, k % 7,
                                                                      k % 3);
                                                 }),
              {.sample = 50});
}

TEST(LongTable, JoinsNamesTransformsAndWeighs) {
  TableOptions options{
      .form = TableForm::long_form, .name_columns = {"plate", "well"}, .measure_weights = "dose"};
  parse_value("CD4:asinh(5),FSC:log10", options.transform);
  expect_same("plate\twell\tFSC\tCD4\tdose\n" + rows(many,
                                                     [](int k, Random& random) {
                                                       return fmt::format("{}\tA{}\t{}\t{}\t{}", k / 20000,
                                                                          k / 5000 % 4, 1 + k % 1024,
                                                                          random.normal(), 0.5 * (k / 5000));
                                                     }),
              options);
}

// Everything that is not ordinary is left to the table that says what is wrong.
TEST(LongTable, LeavesTheRestToTheOtherReader) {
  const ScratchFolder folder;
  const std::string good =
      "measure,x,y\n" + rows(many, [](int k, Random&) { return fmt::format("a,{},2.5000000000", k); });
  const auto is_read = [&](const std::string& text, const TableOptions& options = {}) {
    write_file(folder / "long.csv", text);
    return read_long(folder / "long.csv", options).has_value();
  };
  EXPECT_TRUE(is_read(good));
  EXPECT_TRUE(is_read(good + "b,1,2"));  // no line end behind the last row
  for (const char* tail : {"b,1\n", "b,1,2,3\n", "b,,2\n", "b,NA,2\n", "b,x,2\n", ",1,2\n", "b,inf,2\n",
                           "\"b,1,2\n", "\"b\"\"c\",1,2\n", "b,\xff,2\n"})
    EXPECT_FALSE(is_read(good + tail)) << tail;
  EXPECT_FALSE(is_read("measure,x\na,1\n"));
  EXPECT_FALSE(is_read(good, {.form = TableForm::cloud}));
  EXPECT_FALSE(is_read("# comment\n" + good));
  EXPECT_FALSE(is_read("measure,x,note\n" + rows(many, [](int, Random&) { return "abcdefgh,1.25,text"; }) +
                       "a,1,7\n"));
}

TEST(QuickNumber, IsTheNearestDouble) {
  Random random(11);
  const auto expect = [](const std::string& word) {
    const auto quick = quick_number(word), sure = number_in(word);
    ASSERT_EQ(quick.has_value(), sure.has_value()) << word;
    if (sure && *sure == *sure) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(*quick), std::bit_cast<std::uint64_t>(*sure)) << word;
    }
  };
  for (const char* word : {"0",
                           "-0",
                           "-0.0",
                           ".5",
                           "5.",
                           ".",
                           "-",
                           "",
                           "+1.5",
                           "1e5",
                           "1.5e-300",
                           "nan",
                           "inf",
                           "1.2.3",
                           "9007199254740993",
                           "0.30000000000000004",
                           "123456789012345678901234567890",
                           "0.000000000000000000000000000001",
                           "1x",
                           " 1",
                           "1,5",
                           "--1",
                           "-.25"})
    expect(word);
  for (int k = 0; k < 100'000; ++k) {
    const double x = random.normal() * std::pow(10.0, static_cast<double>(random.below(20)) - 10);
    expect(fmt::format("{:.{}f}", x, static_cast<int>(random.below(18))));
    expect(fmt::format("{}", x));
  }
}

}  // namespace
}  // namespace wpga
