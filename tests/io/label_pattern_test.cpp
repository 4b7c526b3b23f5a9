#include "wpga/io/loading/label_pattern.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace wpga {
namespace {

TEST(LabelByPattern, TakesTheFirstGroup) {
  std::vector<DataFile> files = {
      {"plates/p12_A01.fcs", "a", "x"}, {"plates/p7_B02.fcs", "b", "x"}, {"other", "c", "x"}};
  EXPECT_EQ(label_by_pattern(files, "p(\\d+)_"), 2u);
  EXPECT_EQ(files[0].label, "12");
  EXPECT_EQ(files[1].label, "7");
  EXPECT_EQ(files[2].label, "");
  EXPECT_EQ(label_by_pattern(files, "[AB]\\d+"), 2u);
  EXPECT_EQ(files[0].label, "A01");
  EXPECT_EQ(label_by_pattern(files, "nothing"), 0u);
  EXPECT_THROW(label_by_pattern(files, "("), InputError);
}

// Expressions without a second way to match are quick, however long the names.
TEST(LabelByPattern, AsksEveryFileOfAFolder) {
  std::vector<DataFile> files(2000, {.path = std::string(200, 'a') + "_7.png"});
  EXPECT_EQ(label_by_pattern(files, "a+_([0-9])"), files.size());
  EXPECT_EQ(files.back().label, "7");
}

// std::regex reads parentheses by calling itself: this process would be out of stack.
TEST(LabelByPattern, RefusesWhatIsNestedTooDeeply) {
  std::vector<DataFile> files = {{.path = "a.png"}};
  const std::string deep = std::string(60'000, '(') + "a" + std::string(60'000, ')');
  const std::string sentence = testing::refusal([&] { label_by_pattern(files, deep); });
  EXPECT_NE(sentence.find("fewer parentheses"), std::string::npos) << sentence;
  EXPECT_LT(sentence.size(), 400u);
  EXPECT_EQ(label_by_pattern(files, "((((a))))"), 1u);
}

TEST(LabelByPattern, SaysWhatIsNoExpression) {
  std::vector<DataFile> files = {{.path = "a.png"}};
  for (const char* flawed : {"(", "[a", "a{2", "*"})
    EXPECT_NE(testing::refusal([&] { label_by_pattern(files, flawed); }).find("no regular expression"),
              std::string::npos)
        << flawed;
}

// (a|aa)+ matches n letters in as many ways as the n-th number of Fibonacci, and no c comes after them.
TEST(LabelByPattern, RefusesASearchThatDoublesWithEveryLetter) {
  std::vector<DataFile> files = {{.path = "aac.png"}, {.path = std::string(80, 'a') + ".png"}};
  const std::string sentence = testing::refusal([&] { label_by_pattern(files, "(a|aa)+c"); });
  EXPECT_NE(sentence.find("(a|aa)+c"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("did not end within 3 seconds"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace wpga
