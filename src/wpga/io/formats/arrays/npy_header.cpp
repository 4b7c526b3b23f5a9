#include "wpga/io/formats/arrays/npy_header.hpp"

#include <fmt/format.h>

#include <charconv>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

// A reader for the few Python literals that NumPy writes.
class Literal {
 public:
  explicit Literal(std::string_view text) : text_(text) {}

  [[noreturn]] void fail(std::string_view expected) const {
    throw InputError(
        fmt::format("the NPY header is damaged: {} was expected at its column {}", expected, at_ + 1));
  }

  bool accept(char c) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(fmt::format("'{}'", c));
  }

  std::string_view quoted() {
    skip_spaces();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) fail("a string");
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find(text_[at_], begin);
    if (end == std::string_view::npos) fail("a string that ends");
    at_ = end + 1;
    return text_.substr(begin, end - begin);
  }

  bool boolean() {
    skip_spaces();
    for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {"False", false}})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return value;
      }
    fail("True or False");
  }

  std::vector<Index> tuple() {
    std::vector<Index> extents;
    expect('(');
    while (!accept(')')) {
      extents.push_back(integer());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return extents;
  }

  // The text of a list up to its closing bracket, brackets inside strings not counted.
  std::string_view bracketed() {
    const std::size_t begin = at_;
    int depth = 0;
    do {
      if (at_ >= text_.size()) fail("a closing bracket");
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        quoted();
        continue;
      }
      depth += (c == '[' || c == '(') ? 1 : (c == ']' || c == ')') ? -1 : 0;
      ++at_;
    } while (depth > 0);
    return text_.substr(begin, at_ - begin);
  }

  bool next_is(char c) {
    skip_spaces();
    return at_ < text_.size() && text_[at_] == c;
  }

  bool at_end() {
    skip_spaces();
    return at_ >= text_.size();
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }

  Index integer() {
    skip_spaces();
    Index value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{} || value < 0) fail("a non-negative integer");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers so
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text) {
  Literal literal(text);
  NpyHeader header;
  int descr = 0, order = 0, shape = 0;
  literal.expect('{');
  while (!literal.accept('}')) {
    const std::string_view key = literal.quoted();
    literal.expect(':');
    if (key == "descr" && ++descr == 1)
      header.descr = literal.next_is('[') ? literal.bracketed() : literal.quoted();
    else if (key == "fortran_order" && ++order == 1)
      header.fortran_order = literal.boolean();
    else if (key == "shape" && ++shape == 1)
      header.shape = literal.tuple();
    else
      literal.fail("each of the keys 'descr', 'fortran_order' and 'shape' once");
    if (!literal.accept(',') && !literal.next_is('}')) literal.fail("',' or '}'");
  }
  if (!literal.at_end()) literal.fail("its end");
  if (descr + order + shape != 3) literal.fail("each of the keys 'descr', 'fortran_order' and 'shape' once");
  return header;
}

std::string npy_header_text(const NpyHeader& header) {
  const std::string shape =
      fmt::format("({}{})", fmt::join(header.shape, ", "), header.shape.size() == 1 ? "," : "");
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", header.descr,
                     header.fortran_order ? "True" : "False", shape);
}

}  // namespace wpga
