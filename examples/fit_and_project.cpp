// From files to a model, and new files on it: fit_and_project DATA NEW
#include <fmt/format.h>

#include <wpga/base/error.hpp>
#include <wpga/wpga.hpp>

int main(int count, char** words) {
  if (count != 3) {
    fmt::print(stderr, "usage: fit_and_project DATA NEW\n");
    return 2;
  }
  try {
    const wpga::Model model = wpga::fit(wpga::read(words[1]), {.components = 2});
    wpga::write(model, "model.h5");
    const wpga::MeasureFamily fresh = wpga::read_like(model, words[2]);
    const wpga::AnalysisProjections placed = wpga::project(model, fresh);
    for (wpga::Index i = 0; i < fresh.count(); ++i)
      fmt::print("{}: {:.3f} {:.3f}\n", fresh.names()[static_cast<std::size_t>(i)], placed.single[0].times[i],
                 placed.single[1].times[i]);
  } catch (const wpga::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
