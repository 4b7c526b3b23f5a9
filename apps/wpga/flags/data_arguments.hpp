// DATA... and the flags that say how to read it, shared by every verb that reads measures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "flags/command.hpp"
#include "flags/file_roles.hpp"
#include "wpga/io/load_family.hpp"

namespace wpga {

class DataArguments {
 public:
  Positional positional() {
    return {"DATA", "files, folders or globs of images, arrays, tables, clouds or families", 1, -1, &data_};
  }
  std::vector<FlagGroup> flags();
  const std::vector<std::string>& given() const { return data_; }  // as typed

  bool empty() const { return data_.empty(); }
  const std::string& first() const { return data_.front(); }
  // For a verb whose data begin with the value of a flag.
  void put_first(std::string data) { data_.insert(data_.begin(), std::move(data)); }

  // --seed, which says how to draw while reading, serves every other draw of the verb too.
  std::uint64_t seed() const { return options_.seed; }

  // Tells which files will be read.
  void declare(FileRoles& roles) const;

  // Reads the family and says what should be known about it.
  LoadedFamily load(const Console& console, const Execution& execution) const {
    return load(data_, console, execution);
  }
  LoadedFamily load(const std::vector<std::string>& data, const Console& console,
                    const Execution& execution) const;
  // The same for data that are to join a model: they are read as its data were.
  LoadedFamily load_into(const Model& model, const Console& console, const Execution& execution) const;
  // The one measure that `flag` names, in the coordinates it has in its file: flags that choose among the
  // measures of DATA or move them do not touch it.
  Measure load_one(const std::string& path, const std::string& flag, const Console& console,
                   const Execution& execution) const;
  LoadedPair load_pair(const std::string& first, const std::string& second, const Console& console,
                       const Execution& execution) const;

 private:
  std::vector<std::string> data_;
  LoadOptions options_;
  std::vector<std::string> typed_;  // names of the options that were given
};

}  // namespace wpga
