#include "wpga/io/files/hdf5_links.hpp"

#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "wpga/io/files/hdf5_refusal.hpp"

namespace wpga {
namespace {

class Hdf5LinksTest : public ::testing::Test {
 protected:
  Hdf5LinksTest()
      : file_(H5Fcreate((folder_ / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose) {
    const Hdf5Handle group(H5Gcreate2(file_, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose),
        inner(H5Gcreate2(file_, "group/inner", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    H5Lcreate_soft("/group", file_, "soft", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("inner", file_, "group/beside", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("./group/./inner/.", file_, "dotted", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/second", file_, "first", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/first", file_, "second", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_external("other.h5", "/", file_, "outside", H5P_DEFAULT, H5P_DEFAULT);
  }
  // Why a path is refused.
  std::string refusal(const std::string& path) const {
    try {
      without_soft_links(file_, path);
    } catch (const Hdf5Refusal& refusal) {
      return refusal.what;
    }
    return {};
  }

  const InsideHdf5 inside_;
  ScratchFolder folder_;
  Hdf5Handle file_;
};

TEST_F(Hdf5LinksTest, SoftOnesAreFollowed) {
  EXPECT_EQ(without_soft_links(file_, "/"), "/");
  EXPECT_EQ(without_soft_links(file_, "/group/inner"), "/group/inner");
  EXPECT_EQ(without_soft_links(file_, "/soft/beside"), "/group/inner");
  EXPECT_EQ(without_soft_links(file_, "/dotted"), "/group/inner");
  EXPECT_EQ(without_soft_links(file_, "/./soft/."), "/group");
  EXPECT_EQ(without_soft_links(file_, "/nowhere"), "");
  EXPECT_TRUE(is_hdf5_group(file_, "/group"));
}

TEST_F(Hdf5LinksTest, CirclesAndWaysOutOfTheFileAreRefused) {
  EXPECT_NE(refusal("/first").find("circle"), std::string::npos);
  EXPECT_NE(refusal("/outside/x").find("out of the file"), std::string::npos);
}

TEST_F(Hdf5LinksTest, WhatCannotBeLookedAtIsNotAbsent) {
  EXPECT_THROW(is_hdf5_group(file_, "/nowhere"), Hdf5Refusal);
  EXPECT_THROW(is_hdf5_group(-1, "/group"), Hdf5Refusal);
}

}  // namespace
}  // namespace wpga
