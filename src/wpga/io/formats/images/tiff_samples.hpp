// Rows of samples as TIFF stores them, turned into numbers.
#pragma once

#include <cstddef>
#include <span>

namespace wpga {

enum class SampleFormat { unsigned_integer, signed_integer, floating };

struct SampleType {
  SampleFormat format = SampleFormat::unsigned_integer;
  int bits = 8;
};

// Unsigned 1–16, 32, 64; signed 8, 16, 32, 64; floating 16, 32, 64.
bool can_unpack(SampleType type);

// out.size() samples from the start of `row`, which holds at least that many: whole bytes in the order of
// this machine, odd widths packed from the highest bit.  Integers are divided by the largest value of their
// type.
void unpack_samples(std::span<const std::byte> row, SampleType type, std::span<double> out);

}  // namespace wpga
