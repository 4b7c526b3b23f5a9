#include "manual/help_topics.hpp"

#include <fmt/format.h>

#include <vector>

#include "flags/help_page.hpp"

namespace wpga {

namespace {

// A namespace of its own: these are common words.
namespace texts {

const HelpTopic formats{
    "formats", "what can be read, and what a sample is",
    R"(The first bytes of a file decide what it is; tables and XYZ go by their extension, and .gz is looked through. A folder is searched to any depth, its files in natural order (a2 before a10).
  PNG, JPEG, TIFF, PGM, PPM   shapes (pixel units) or palettes (colours)
  IDX: MNIST, Fashion-MNIST   shapes, with the labels that lie beside them
  NPY, NPZ                    shapes, histograms, points
  CSV, TSV                    one cloud a file, many clouds in long form, or rows that are histograms
  PLY, XYZ                    points
  FCS, h5ad                   cells: points with named channels
  HDF5                        families that wpga wrote
--as shape|palette|points|histogram says what a sample is. Without it grey images are shapes, colour images are palettes, and tables go by their header; the program says what it took.
Look before you fit: `wpga info DATA --sheet sheet.png` reads as `wpga fit` would, says what is there, and draws it.)"};

const HelpTopic files{
    "files", "what is written, and what is never overwritten",
    R"(A family file (.h5) holds measures: `wpga convert DATA -o family.h5`. A model file (.h5) holds a mean, components, times and certificates: `wpga fit`, `wpga mean`. Both are plain HDF5 with a seal of 512 bytes that other programs skip.
Family and model remember how the raw data were read. New data given to `wpga project` or `wpga report` are read in the same way without being told; a flag that contradicts is refused.
An output appears whole or not at all, and no output is an input or another output. model.run.json beside a model tells the command, the seconds and the machine; the model itself has the same bytes whatever the number of threads.
--checkpoint FILE keeps the state of a long fit, and --resume goes on from it to the same bytes.)"};

const HelpTopic methods{
    "methods", "which method for which data",
    R"(`wpga compare` measures all of them on your data, with the same exact score. To begin with:
  geodesics          how shapes, palettes or clouds vary, with proof (the default)
  tangent            the same, quicker: one transport problem for each measure and a PCA
  line               measures on the line: ages, incomes, durations; by their quantiles, without plans
  template           measures that are moved, scaled or sheared copies of one
  gaussian           measures that are nearly normal laws
  gaussian-geodesic  the same, along true geodesics of normal laws
  euclidean          histograms whose heights vary, not their places
  curve              the same, along a bent way
  linear             new measures placed again and again against one reference
Ask whether mass travels. A peak that moves is one component of transport and many of euclidean; mass that fades here and grows there is the reverse.)"};

const HelpTopic support{
    "support", "how many atoms the mean has, and why it matters",
    R"(Components are motions of the atoms of the mean. --support N is their number; unless given 256, or as many as there are distinct atoms, or a multiple of n where every measure has n atoms of equal weight.
More atoms draw finer strips and cost more time: a transport problem grows faster than the square. Too few show in the line `ceiling` of a fit, the share that moving these atoms can explain while every measure keeps its plan. A ceiling well below 95 % asks for more atoms, or for weights that fit: --mean-weights optimize.
--mean-method says how the mean is found, --mean FILE takes that of an earlier model.)"};

const HelpTopic transport{
    "transport", "exact or entropic, and the choice of epsilon",
    R"(--transport auto is exact up to 30,000 atoms on the two sides together, and entropic beyond. Exact distances come with a proof to rounding; entropic ones with an upper and a lower bound that are told.
--regularization is epsilon relative to the mean cost between the two measures. A large one is quick and blurred, a small one slow and sharp. Entropy is the choice for very large measures and smooth maps; below the limit exact transport is rarely slower.
Whatever led to a curve, distances and shares of a fit are measured exactly up to that limit; the result `scored_by` says so.)"};

const HelpTopic components{
    "components", "how many components to look at",
    R"(--components 3 asks for three, --components 0.9 for as many as explain nine tenths of the variance, --components auto for as many as help on measures held out.
Shares rise with every component, in sample and out of it, so they cannot say how many are real. --components auto hides half of the atoms of measures that were held out, and counts components while they foretell the hidden half better than chance.
  --folds 5          shares on measures held out
  --bootstrap 50     the spread of shares, directions and scores
  --noise-splits 4   how much of the variance is sampling noise
Below ten measures for the mean and each component, shares in sample promise too much; the program says caution.)"};

const HelpTopic certificates{
    "certificates", "what is proved about a result, and up to where it holds",
    R"(Every distance to a curve is the cost of a feasible plan, and a lower bound is the value of a feasible dual; what lies between is told. What is not proved is told too: a curve is the best of several starts, not a proven global minimum.
  time_gap       no distance can be smaller by more than this share of the variance
  map_gap        0 where the maps from the mean to both ends are optimal: a generalized geodesic
  geodesic_gap   0 where the ends are joined by an optimal map too: a true geodesic
  repaired_mass  mass that an optimal plan from the mean would rather pair otherwise
  repaired_pairing  the same between the two ends
  orthogonality  components are orthogonal to those before
  outside_box    atoms that leave the box of the data on the way
`wpga info --results` lists all of them with their units and up to where each holds. A certificate that fails is information: a geodesic_gap of 3 % on real data is normal, and --curve geodesic insists.)"};

const HelpTopic scores{
    "scores", "times, scores, shares: the numbers of a sample",
    R"(A time t between 0 and 1 is where on a component a measure is nearest. Its score is how far along the curve that is, in the unit of the data (pixels for shapes), counted from the time nearest the mean: use it as you would use a score of PCA.
The share `explained` is of this component alone, and shares alone may overlap. `cumulative` is of all components up to this one together; `increment` is what it adds.
A time at an end of the curve is `clipped`: the measure may lie beyond. `left_out` says that a measure is nearer without a component.
The sign of a component is a convention: turning it changes t to 1 - t and nothing else.)"};

const HelpTopic running{
    "running", "stopping, exit codes, limits",
    R"(Exit codes: 0 done, 1 a bug (please report it), 2 bad usage or bad data (one sentence says what and how), 3 stopped before convergence under --strict, 129, 130, 143 and 152 stopped by a signal.
Ctrl-C asks every solver to stop; with --checkpoint the state is kept, and --resume goes on. No file is left half written.
--threads changes the time, never the result. --json prints one JSON document on standard output; what a person reads goes to standard error, and --quiet silences it.
Not enough memory: fewer measures (--limit), smaller pictures (--resize), fewer colours (--colors), drawn rows (--sample).)"};

const HelpTopic python{
    "python", "the same from Python and C++",
    R"(The package wpga reads what the program reads and writes what it writes; keywords are the flags with underscores, but `components` is n_components, `seed` random_state, `as` kind and `threads` n_jobs.
  import wpga
  family = wpga.read("photos/", kind="palette")
  pga = wpga.PrincipalGeodesics(n_components=2).fit(family)
  pga.save("model.h5")
wpga.PrincipalGeodesics is an estimator of scikit-learn. In C++, #include <wpga/wpga.hpp>, find_package(wpga) and link wpga::wpga: read, fit, project, measure_at, write.)"};

}  // namespace texts

const std::vector<HelpTopic>& all_topics() {
  static const std::vector<HelpTopic> topics = {
      texts::formats,    texts::files,        texts::methods, texts::support, texts::transport,
      texts::components, texts::certificates, texts::scores,  texts::running, texts::python};
  return topics;
}

}  // namespace

std::span<const HelpTopic> help_topics() { return all_topics(); }

std::string topic_page(const HelpTopic& topic) {
  return fmt::format("{}: {}\n\n{}", topic.name, topic.summary, paragraphs(topic.text));
}

std::string topics_page() {
  std::string page = "Topics: `wpga help TOPIC`\n\n";
  for (const HelpTopic& topic : all_topics()) page += fmt::format("  {:<14}{}\n", topic.name, topic.summary);
  return page;
}

}  // namespace wpga
