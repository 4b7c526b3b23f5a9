// Writes the seeds of the font reader: make_fonts_corpus tests/fuzz/corpus
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "io/write_font.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: make_fonts_corpus FOLDER\n", stderr);
    return 2;
  }
  wpga::testing::FontWriter writer;
  writer.add(U'A',
             {{{0, 0}, {0, 800}, {600, 800}, {600, 0}}, {{100, 100}, {500, 100}, {500, 700}, {100, 700}}});
  writer.add(U'永',
             {{{0, 500}, {0, 1000, false}, {500, 1000}, {1000, 1000, false}, {1000, 0, false}, {500, 0}}});
  writer.add(U' ', {});
  const std::filesystem::path folder = std::filesystem::path(arguments[1]) / "font";
  std::filesystem::create_directories(folder);
  for (const bool collection : {false, true}) {
    const std::vector<std::byte> bytes = writer.file(collection);
    std::ofstream out(folder / (collection ? "collection.ttc" : "plain.ttf"), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  return 0;
}
