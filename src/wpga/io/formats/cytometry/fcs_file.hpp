// Events of a flow cytometry file: one row an event, one column a channel of the instrument.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/formats/cytometry/fcs_text.hpp"

namespace wpga {

struct FcsChannel {
  std::string name;    // $PnN: the detector, "FL1-H"
  std::string marker;  // $PnS: what was stained, "CD4"; empty where the file does not say
  int bits = 0;        // $PnB
  double range = 0;    // $PnR: integers are less; 0 where the file does not say
  double decades = 0;  // $PnE: logarithmic amplification, x ↦ offset · 10^(decades · x / range); 0: linear
  double offset = 1;
};

enum class FcsType { integer, single_precision, double_precision };

// What a file says of its events, read without them.
class FcsFile {
 public:
  // Throws InputError for a file that is cut off, holds anything but events, or contradicts itself.  The
  // bytes must outlive it.
  explicit FcsFile(Bytes bytes);

  const std::vector<FcsChannel>& channels() const { return channels_; }
  Index events() const { return events_; }
  const FcsText& text() const { return text_; }
  bool has_more_data() const { return more_; }     // a second data set follows, which is not read
  Index unsaid_events() const { return unsaid_; }  // room for so many beyond $TOT, which are not read

  // The channel with this name, or else this marker, or else this number, counted from 1.  Throws InputError
  // naming the channels there are, or when two have it.
  std::size_t find(std::string_view name) const;

  // Linear values of these channels, one row each, one column an event: integers are cut to the bits of their
  // range, logarithmic amplification is undone.  $PnG, the gain of linear amplifiers, is left as it is.
  Matrix values(std::span<const std::size_t> chosen) const;

 private:
  void read_layout();
  void read_channel(std::size_t k);
  void count_events(Bytes bytes);
  template <class Number>
  void copy_numbers(std::span<const std::size_t> chosen, Matrix& values) const;
  void copy_whole_bytes(std::span<const std::size_t> chosen, Matrix& values) const;
  void copy_bits(std::span<const std::size_t> chosen, Matrix& values) const;

  FcsText text_;
  std::vector<FcsChannel> channels_;
  std::vector<std::size_t> bit_offsets_;  // of each channel in an event, and the size of an event
  FcsType type_ = FcsType::integer;
  std::endian order_ = std::endian::little;
  Bytes data_;
  Index events_ = 0, unsaid_ = 0;
  bool more_ = false;
};

}  // namespace wpga
