// wpga-figures: the figures of the paper.  Exit codes are those of wpga.
#include "figures/figures_command.hpp"
#include "program.hpp"

int main(int count, char** words) {
  wpga::run_and_exit([&] { return wpga::run_command(count, words, wpga::figures_command()); });
}
