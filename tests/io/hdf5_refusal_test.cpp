#include "wpga/io/files/hdf5_refusal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>

#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

std::size_t same_bytes(unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void**) {
  return bytes;
}

// As a file that a library with more filters wrote.
TEST(Hdf5Refusal, NamesAFilterThatIsMissing) {
  const InsideHdf5 inside;
  const ScratchFolder folder;
  constexpr H5Z_filter_t number = 311;
  const H5Z_class2_t filter = {H5Z_CLASS_T_VERS, number, 1, 1, "squeeze", nullptr, nullptr, same_bytes};
  ASSERT_GE(H5Zregister(&filter), 0);
  {
    const hsize_t size = 4;
    const Hdf5Handle file(H5Fcreate((folder / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          H5Fclose),
        space(H5Screate_simple(1, &size, nullptr), H5Sclose),
        creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(creation, 1, &size);
    H5Pset_filter(creation, number, H5Z_FLAG_MANDATORY, 0, nullptr);
    const Hdf5Handle dataset(
        H5Dcreate2(file, "squeezed", H5T_NATIVE_INT8, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
    ASSERT_GE(H5Dwrite(dataset, H5T_NATIVE_INT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, "abcd"), 0);
    EXPECT_NE(why_unreadable(dataset).find("damaged"), std::string::npos);  // it is no filter's fault
  }
  ASSERT_GE(H5Zunregister(number), 0);
  const Hdf5Handle file(H5Fopen((folder / "a.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose),
      dataset(H5Dopen2(file, "squeezed", H5P_DEFAULT), H5Dclose);
  EXPECT_NE(why_unreadable(dataset).find("squeeze; write it with gzip"), std::string::npos)
      << why_unreadable(dataset);
}

TEST(Hdf5Refusal, TellsWhyAFileIsClosed) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", std::string("some"));
  EXPECT_EQ(why_closed(folder / "a.h5", "otherwise"), "otherwise");
  EXPECT_NE(why_closed(folder / "nowhere.h5", "otherwise").find("No such file"), std::string::npos);
  const int other = ::open((folder / "a.h5").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  EXPECT_NE(why_closed(folder / "a.h5", "otherwise").find("another program"), std::string::npos);
  for (const char* word : {"FALSE", "0"}) {
    ::setenv("HDF5_USE_FILE_LOCKING", word, 1);
    EXPECT_EQ(why_closed(folder / "a.h5", "otherwise"), "otherwise") << word;
  }
  ::unsetenv("HDF5_USE_FILE_LOCKING");
  ::close(other);
  EXPECT_EQ(why_closed(folder / "a.h5", "otherwise"), "otherwise");
}

TEST(Hdf5Refusal, TellsToUnpackWhatIsCompressedAsAWhole) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", std::string("\x1f\x8b and so on"));
  EXPECT_NE(why_closed(folder / "a.h5", "otherwise").find("gunzip"), std::string::npos);
}

TEST(Hdf5Refusal, AClassThatCannotBeFoundOutIsNotJustAnother) {
  const InsideHdf5 inside;
  EXPECT_EQ(class_of(Hdf5Handle(H5Tcopy(H5T_C_S1), H5Tclose)), H5T_STRING);
  EXPECT_THROW(class_of(Hdf5Handle(-1, H5Tclose)), Hdf5Refusal);
}

}  // namespace
}  // namespace wpga
