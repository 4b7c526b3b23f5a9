// Collects measures from many files into one family: keeps the labels asked for, stops at the limit, and sees
// to it that all live in one space.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wpga/io/formats/clouds/cloud.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/io/reading/unused_options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

class FamilyBuilder {
 public:
  explicit FamilyBuilder(const ReadOptions& options) : options_(options) {}

  bool wants(const std::string& label) const;
  bool full() const;
  std::int64_t left() const;  // measures that the limit still allows

  // The space of the measures that follow; `as`, where given, decides its kind.  Grids of several sizes give
  // one that holds them all; kinds, axes and standardisation must agree.
  void enter(const Space& space);

  // So many more measures and atoms are to come; one file may know.
  void expect(Index measures, Index atoms, Index dimension);
  void add(const NamedCloud& measure, bool has_measure_weight = false);
  void add(MeasureView measure, const std::string& name, const std::string& label);

  // All measures of a family at once, where they are the first and nothing is left out; else false.  `label`
  // is for those without labels.
  bool take(const MeasureFamily& family, const std::string& label);

  // A picture of this size was read: rows, columns (volumes: depth first).
  void saw_picture(std::span<const std::int64_t> size);
  // The size of all pictures that were seen; empty when there were none, or several sizes.
  std::vector<std::int64_t> picture_size() const;

  void note(const std::string& sentence);  // said once
  const std::vector<std::string>& notes() const { return notes_; }
  bool any_measure_weight() const { return any_measure_weight_; }
  InputsSeen& seen() { return inputs_; }

  MeasureFamily finish();  // throws InputError when nothing was kept, or --as cannot be

 private:
  ReadOptions options_;
  MeasureFamily family_;
  std::vector<double> measure_weights_;
  std::vector<std::string> notes_;
  InputsSeen inputs_;
  std::vector<std::int64_t> size_;
  bool several_sizes_ = false;
  bool any_space_ = false;
  bool any_measure_weight_ = false;
};

}  // namespace wpga
