#include "wpga/io/formats/tables/table_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

}  // namespace

bool RowReader::at_row_end() const { return at_ >= text_.size() || is_line_end(text_[at_]); }

void RowReader::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

bool RowReader::skip_blank_lines() {
  while (true) {
    skip_blanks();
    if (at_ >= text_.size()) return false;
    if (!is_line_end(text_[at_])) return true;
    at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1;
    ++line_;
  }
}

void RowReader::read_quoted(std::string& cells) {
  const Index opened = line_;
  ++at_;
  while (true) {
    const std::size_t quote = text_.find('"', at_);
    require(quote != std::string_view::npos,
            fmt::format("line {}: the quote that opens here never closes", opened));
    const std::string_view part = text_.substr(at_, quote - at_);
    line_ += std::count(part.begin(), part.end(), '\n');
    cells += part;
    at_ = quote + 1;
    if (at_ >= text_.size() || text_[at_] != '"') break;
    cells += '"';  // a doubled quote stands for one
    ++at_;
  }
  skip_blanks();
  const bool ends = at_row_end() || text_[at_] == separator_ || (separator_ == 0 && is_blank(text_[at_ - 1]));
  require(ends, fmt::format("line {}: text follows a closing quote; double the quotes inside a quoted cell",
                            line_));
}

void RowReader::read_cell(std::string& cells) {
  if (!at_row_end() && text_[at_] == '"') return read_quoted(cells);
  const std::size_t begin = at_;
  std::size_t end = at_;  // behind the last character that is not blank
  for (; !at_row_end() && text_[at_] != separator_; ++at_) {
    if (!is_blank(text_[at_]))
      end = at_ + 1;
    else if (separator_ == 0)
      break;
  }
  cells += text_.substr(begin, end - begin);
}

bool RowReader::next(std::string& cells, std::vector<std::size_t>& begins) {
  if (!skip_blank_lines()) return false;
  row_line_ = line_;
  while (true) {
    begins.push_back(cells.size());
    read_cell(cells);
    skip_blanks();
    if (at_row_end()) break;
    if (separator_ != 0) {
      ++at_;
      skip_blanks();
    }
  }
  return true;
}

}  // namespace wpga
