#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/wpga.hpp"

namespace wpga {
namespace {

// From files to a model, and with the model from new files to their places: the front of the library.
TEST(ReadWrite, NewDataAreReadAsThoseOfTheModelWere) {
  const ScratchFolder folder;
  write_file(folder / "training.csv",
             "measure,x,y\na,0,1\na,1,0\nb,2,1\nb,3,3\nc,0,4\nc,1,5\nd,2,2\nd,4,1\n");
  write_file(folder / "new.csv", "measure,x,y\ne,1,1\ne,2,2\n");
  const MeasureFamily training =
      read((folder / "training.csv").string(),
           {.read = {.standardize = Standardize::pooled}, .table = {.columns = {"x", "y"}}});
  ASSERT_EQ(training.count(), 4);
  const Model model = fit(training, {.components = 1});
  write(model, folder / "model.h5");
  const Model back = read_model(folder / "model.h5");
  EXPECT_EQ(back.reading, training.reading());
  const MeasureFamily fresh = read_like(back, (folder / "new.csv").string());
  EXPECT_EQ(fresh.space().scale, training.space().scale);
  EXPECT_EQ(project(back, fresh).single[0].times, project(model, fresh).single[0].times);
  write(training, folder / "family.h5");
  EXPECT_EQ(read((folder / "family.h5").string()).reading(), training.reading());
}

TEST(ReadWrite, RefusesNamesOfAnotherKind) {
  const ScratchFolder folder;
  EXPECT_THROW(write(Model(), folder / "model.csv"), InputError);
  EXPECT_THROW(write(MeasureFamily(), folder / "family.png"), InputError);
}

}  // namespace
}  // namespace wpga
