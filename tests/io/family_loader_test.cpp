#include "wpga/io/loading/family_loader.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using Names = std::vector<std::string>;

// Many files, read side by side, in the order in which they are given, whatever the threads.
TEST(FamilyLoader, KeepsTheOrderOfFiles) {
  const ScratchFolder folder;
  std::vector<std::string> arguments;
  Names wanted;
  for (int i = 0; i < 30; ++i) {
    const std::string name = "cloud" + std::to_string(10 + i);
    write_file(folder / (name + ".xyz"), std::to_string(i) + " 0 0\n1 1 1\n");
    arguments.push_back((folder / (name + ".xyz")).string());
    wanted.push_back(name);
  }
  const LoadOptions options;
  for (const int threads : {1, 3}) {
    const Execution execution{.threads = threads};
    FamilyLoader loader(options, nullptr, execution);
    const MeasureFamily family = loader.load(find_data_files(arguments)).family;
    ASSERT_EQ(family.names(), wanted);
    for (Index i = 0; i < 30; ++i) EXPECT_EQ(family[i].points(0, 0), static_cast<double>(i));
  }
}

// No more files are read than the limit needs: what is wrong with a later one is not noticed.
TEST(FamilyLoader, ReadsNoMoreThanTheLimit) {
  const ScratchFolder folder;
  std::vector<std::string> arguments;
  for (int i = 0; i < 6; ++i) {
    write_file(folder / (std::to_string(i) + ".xyz"),
               i < 2 ? std::string("1 2 3\n") : std::string("no numbers\n"));
    arguments.push_back((folder / (std::to_string(i) + ".xyz")).string());
  }
  const LoadOptions options{.read = {.limit = 2}};
  const Execution execution{.threads = 1};
  FamilyLoader loader(options, nullptr, execution);
  EXPECT_EQ(loader.load(find_data_files(arguments)).family.names(), (Names{"0", "1"}));
}

TEST(FamilyLoader, NamesTheFileThatIsWrong) {
  const ScratchFolder folder;
  write_file(folder / "cut.pgm", std::string("P2 2 2 255\n0 50\n"));
  const LoadOptions options;
  const Execution execution{.threads = 1};
  FamilyLoader loader(options, nullptr, execution);
  const auto files = find_data_files(std::vector{(folder / "cut.pgm").string()});
  EXPECT_NE(testing::refusal([&] { loader.load(files); }).find("cut.pgm"), std::string::npos);
}

TEST(FamilyLoader, ReadsTablesAndCloudsTogether) {
  const ScratchFolder folder;
  write_file(folder / "a.xyz", std::string("1 2 3\n"));
  write_file(folder / "b.csv", std::string("measure,x,y,z\nu,1,1,1\nv,2,2,2\n"));
  const LoadOptions options;
  const Execution execution{.threads = 2};
  FamilyLoader loader(options, nullptr, execution);
  const MeasureFamily family =
      loader.load(find_data_files(std::vector{(folder / "a.xyz").string(), (folder / "b.csv").string()}))
          .family;
  EXPECT_EQ(family.names(), (Names{"a", "u", "v"}));
  EXPECT_EQ(family.dimension(), 3);
}

}  // namespace
}  // namespace wpga
