#include "wpga/base/memory_size.hpp"

#include <gtest/gtest.h>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(MemorySize, IsReadAsItIsWritten) {
  for (const auto& [text, bytes] : {std::pair<const char*, double>{"500M", 500 * 0x1p20},
                                    {"2G", 0x1p31},
                                    {"1.5g", 1.5 * 0x1p30},
                                    {"65536k", 0x1p26},
                                    {"33554432", 0x1p25},
                                    {"1T", 0x1p40}}) {
    MemorySize size;
    parse_value(text, size);
    EXPECT_EQ(static_cast<double>(size.bytes), bytes) << text;
    MemorySize again;
    parse_value(text_of(size), again);
    EXPECT_EQ(again.bytes, size.bytes) << text_of(size);
  }
  EXPECT_EQ(text_of(MemorySize{}), "");
  EXPECT_EQ(text_of(MemorySize{std::uint64_t{1} << 31}), "2G");
}

TEST(MemorySize, RefusesWhatIsNone) {
  MemorySize size;
  for (const char* text : {"", "M", "much", "2GB", "-1G", "0", "1M", "nan", "infG", "1e30"})
    EXPECT_THROW(parse_value(text, size), InputError) << text;
}

}  // namespace
}  // namespace wpga
