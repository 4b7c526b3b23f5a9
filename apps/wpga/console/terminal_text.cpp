#include "console/terminal_text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "console/standard_streams.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

constexpr std::array<std::pair<char32_t, std::string_view>, 36> spellings = {
    {{U'×', "x"},   {U'…', "..."},    {U'²', "^2"}, {U'³', "^3"},    {U'–', "-"},   {U'—', "-"},
     {U'−', "-"},   {U'·', "."},      {U'█', "#"},  {U'→', "->"},    {U'≤', "<="},  {U'≥', ">="},
     {U'ε', "eps"}, {U'λ', "lambda"}, {U'μ', "mu"}, {U'σ', "sigma"}, {U'Σ', "sum"}, {U'°', " deg"},
     {U'½', "1/2"}, {U'’', "'"},      {U'“', "\""}, {U'”', "\""},    {U'▏', "."},   {U'▎', "."},
     {U'▍', "."},   {U'▌', "#"},      {U'▋', "#"},  {U'▊', "#"},     {U'▉', "#"},   {U'±', "+-"},
     {U'‖', "||"},  {U'₀', "0"},      {U'∈', "in"}, {U'⟨', "<"},     {U'⟩', ">"},   {U'é', "e"}}};

std::string_view spelled(char32_t character) {
  for (const auto& [known, word] : spellings)
    if (known == character) return word;
  return "?";
}

}  // namespace

bool is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
    if (!value || *value == '\0') continue;
    const std::string_view word = value;
    return word.find("UTF-8") != std::string_view::npos || word.find("utf8") != std::string_view::npos ||
           word.find("UTF8") != std::string_view::npos || word.find("utf-8") != std::string_view::npos;
  }
  return false;
}

std::string in_ascii(std::string_view text) {
  std::string ascii;
  while (!text.empty()) {
    const auto character = first_character(text);
    if (!character || character->code_point < 128)
      ascii += character ? text.front() : '?';
    else
      ascii += spelled(character->code_point);
    text.remove_prefix(character ? character->length : 1);
  }
  return ascii;
}

std::string for_terminal(std::string_view text) {
  static const bool plain = is_terminal() && !locale_is_utf8();
  return plain ? in_ascii(text) : std::string(text);
}

namespace {

std::mutex drawing;
bool drawn = false;

}  // namespace

void draw_line(const std::string& text) {
  const std::scoped_lock lock(drawing);
  tell("\r\x1b[K" + for_terminal(text));
  drawn = true;
}

void clear_line() {
  const std::scoped_lock lock(drawing);
  if (drawn) tell("\r\x1b[K");
  drawn = false;
}

int terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace wpga
