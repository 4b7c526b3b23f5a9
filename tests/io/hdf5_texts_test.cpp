#include "wpga/io/files/hdf5_texts.hpp"

#include <gtest/gtest.h>

#include <array>

#include "io/scratch_folder.hpp"
#include "wpga/io/files/hdf5_refusal.hpp"

namespace wpga {
namespace {

class Hdf5TextsTest : public ::testing::Test {
 protected:
  Hdf5TextsTest()
      : file_(H5Fcreate((folder_ / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose) {}

  // A dataset of `count` texts of this type.
  Hdf5Handle written(hid_t type, hsize_t count, const void* texts) const {
    const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    Hdf5Handle dataset(H5Dcreate2(file_, "texts", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                       H5Dclose);
    EXPECT_GE(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts), 0);
    return dataset;
  }

  // What comes back; nothing where it is no text or cannot be read.
  static std::vector<std::string> read(const Hdf5Handle& dataset, std::uint64_t count,
                                       std::uint64_t most_bytes, TextMemory& memory) {
    const Hdf5Handle type(H5Dget_type(dataset), H5Tclose), space(H5Dget_space(dataset), H5Sclose);
    std::vector<std::string> texts;
    const bool good = read_texts(
        type, space, memory.transfer(), count, most_bytes,
        [&](hid_t kind, void* into) {
          return H5Dread(dataset, kind, H5S_ALL, H5S_ALL, memory.transfer(), into) >= 0;
        },
        texts);
    return good ? texts : std::vector<std::string>();
  }

  static Hdf5Handle text_type(std::size_t size, H5T_str_t padding = H5T_STR_NULLTERM) {
    Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, size);
    if (size != H5T_VARIABLE) H5Tset_strpad(type, padding);
    return type;
  }

  const InsideHdf5 inside_;
  ScratchFolder folder_;
  Hdf5Handle file_;
};

TEST_F(Hdf5TextsTest, OfVariableLengthComeBack) {
  const std::array<const char*, 3> texts = {"one", "", "three"};
  const Hdf5Handle dataset = written(text_type(H5T_VARIABLE), 3, texts.data());
  TextMemory memory(1000, 3);
  EXPECT_EQ(read(dataset, 3, 1000, memory), (std::vector<std::string>{"one", "", "three"}));
  EXPECT_FALSE(memory.overflowed());
}

// A file of one byte may hold some texts that are filled in, not one of a megabyte.
TEST_F(Hdf5TextsTest, OfVariableLengthHaveABound) {
  const std::string long_text(1 << 20, 'y'), short_text(200, 'z');
  for (const bool fits : {true, false}) {
    const std::array<const char*, 2> texts = {short_text.c_str(),
                                              fits ? short_text.c_str() : long_text.c_str()};
    {
      const Hdf5Handle dataset = written(text_type(H5T_VARIABLE), 2, texts.data());
      TextMemory memory(1, 2);
      EXPECT_EQ(read(dataset, 2, 1000, memory).size(), fits ? 2u : 0u);
      EXPECT_EQ(memory.overflowed(), !fits);
      EXPECT_FALSE(memory.ran_out());
    }
    H5Ldelete(file_, "texts", H5P_DEFAULT);
  }
}

TEST_F(Hdf5TextsTest, OfFixedLengthLoseWhatFillsThemUp) {
  const std::vector<std::string> expected = {"ab", "", "abcd"};
  for (const auto& [padding, bytes] :
       {std::pair{H5T_STR_NULLPAD, "ab\0\0\0\0\0\0abcd"}, {H5T_STR_SPACEPAD, "ab      abcd"}}) {
    {
      const Hdf5Handle dataset = written(text_type(4, padding), 3, bytes);
      TextMemory memory(1000, 3);
      EXPECT_EQ(read(dataset, 3, 1000, memory), expected) << padding;
      EXPECT_TRUE(read(dataset, 3, 11, memory).empty()) << "twelve bytes";
    }
    H5Ldelete(file_, "texts", H5P_DEFAULT);
  }
}

TEST_F(Hdf5TextsTest, OfATypeThatCannotBeLookedAtAreNotAbsent) {
  const Hdf5Handle none(-1, H5Tclose);
  std::vector<std::string> texts;
  const auto read = [](hid_t, void*) { return true; };
  EXPECT_THROW(read_texts(none, none, H5P_DEFAULT, 1, 1000, read, texts), Hdf5Refusal);
}

TEST_F(Hdf5TextsTest, AreNoNumbers) {
  const double number = 1;
  const Hdf5Handle dataset = written(H5T_NATIVE_DOUBLE, 1, &number);
  TextMemory memory(1000, 1);
  EXPECT_TRUE(read(dataset, 1, 1000, memory).empty());
}

}  // namespace
}  // namespace wpga
