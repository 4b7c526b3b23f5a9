// Writes the seeds of the parsers of arrays, tables and clouds: make_tables_corpus FOLDER.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "io/made_bytes.hpp"
#include "io/write_fcs.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"
#include "wpga/io/formats/zip_archive.hpp"

namespace wpga::testing {
namespace {

class Corpus {
 public:
  Corpus(const std::filesystem::path& root, std::string_view name) : folder_(root / name) {
    std::filesystem::create_directories(folder_);
  }
  void add(std::string_view name, std::string_view contents) const {
    std::ofstream(folder_ / name, std::ios::binary) << contents;
  }
  void add(std::string_view name, const std::vector<std::byte>& contents) const {
    add(name, text_of(contents));
  }

 private:
  std::filesystem::path folder_;
};

std::string idx(char type, std::initializer_list<std::uint32_t> shape, std::string_view elements) {
  std::string file = {'\0', '\0', type, static_cast<char>(shape.size())};
  for (const std::uint32_t extent : shape) file += spelled(extent, std::endian::big);
  return file.append(elements);
}

void write_idx_seeds(const Corpus& corpus) {
  corpus.add("images.idx", idx(0x08, {2, 2, 3}, "abcdefghijkl"));
  corpus.add("labels.idx", idx(0x09, {3}, "abc"));
  corpus.add("wide.idx", idx(0x0E, {1, 2}, "abcdefghijklmnop"));
}

NumericArray small_array(ElementType type) {
  NumericArray array{{2, 3}, type, {}};
  array.data.resize(6 * size_of(type));
  for (std::size_t k = 0; k < array.data.size(); ++k) array.data[k] = static_cast<std::byte>(k % 5);
  return array;
}

void write_npy_seeds(const Corpus& corpus) {
  for (const ElementType type :
       {ElementType::boolean, ElementType::u8, ElementType::f16, ElementType::i32, ElementType::f64})
    corpus.add(std::string(names(type)[static_cast<std::size_t>(type)]) + ".npy",
               encode_npy(small_array(type)));
  corpus.add("text.npy", encode_npy(StringArray{{2}, {"é", "two"}}));
  std::string swapped(text_of(encode_npy(small_array(ElementType::f32))));
  swapped[swapped.find('<')] = '>';
  swapped.replace(swapped.find("False"), 5, "True ");
  corpus.add("fortran.npy", swapped);
}

// The same member deflated, with its directory entry.
std::string deflated_archive() {
  const std::string contents(text_of(encode_npy(small_array(ElementType::f64))));
  std::string archive(text_of(encode_zip({{"a.npy", encode_npy(small_array(ElementType::f64))}})));
  const std::string packed = deflated(contents, -15);
  const std::size_t data = 30 + 5;
  archive.replace(data, contents.size(), packed);
  const std::size_t directory = data + packed.size();
  const std::string size = spelled(static_cast<std::uint32_t>(packed.size()), std::endian::little);
  archive[8] = archive[directory + 10] = 8;
  archive.replace(18, 4, size);
  archive.replace(directory + 20, 4, size);
  archive.replace(archive.size() - 6, 4, spelled(static_cast<std::uint32_t>(directory), std::endian::little));
  return archive;
}

void write_npz_seeds(const Corpus& corpus) {
  corpus.add("stored.npz",
             encode_npz({{"a", small_array(ElementType::u8)}, {"b", small_array(ElementType::f32)}},
                        {{"names", {{1}, {"one"}}}}));
  corpus.add("deflated.npz", deflated_archive());
  corpus.add("empty.npz", encode_npz({}));
}

void write_gzip_seeds(const Corpus& corpus) {
  corpus.add("sentence.gz", gzipped("a sentence, and a sentence again"));
  corpus.add("two.gz", gzipped("one") + gzipped("two"));
  corpus.add("zeros.gz", gzipped(std::string(5000, '\0')));
  corpus.add("bare", deflated(std::string(1000, 'x'), -15));
}

void write_table_seeds(const Corpus& corpus) {
  corpus.add("long.csv", "measure,weight,label,x1,x2\na,1,red,1,2\nb,2,blue,3,4\na,3,red,5,-6e-1\n");
  corpus.add("ages.csv",
             "country_code,name,sex,0-4,5-9,100+\n108,Burundi,M,578.8,534.4,0\n344,\"China, HK\",F,1,2,3\n");
  corpus.add("cloud.tsv", "CD4\tCD8\tweight\n1\t2\t.5\n3\t4\t1\n7\t8\t1\n9\t9\t1\n");
  corpus.add("blanks.txt", "# by hand\n1 2 3\n4  5 6\r\n");
  corpus.add("quotes.csv", "\xEF\xBB\xBFname;\"x;\"\"y\"\n\"é\n\";1.5\nb;NA\n");
  corpus.add("bins.csv", "<20,20-29,30..39,40 to 49,50+\n1,2,3,4,5\n");
}

void write_ply_seeds(const Corpus& corpus) {
  const std::string elements =
      " 1.0\nelement face 1\nproperty list uchar int i\nelement vertex 2\nproperty float x\nproperty list "
      "char char l\n"
      "property double y\nproperty uchar weight\nend_header\n";
  corpus.add("ascii.ply", "ply\nformat ascii" + elements + "2 0 1\n1 0 2 3\n4 1 7 5 6\n");
  for (const bool is_little : {true, false}) {
    const std::endian order = is_little ? std::endian::little : std::endian::big;
    std::string data = std::string("\1", 1) + spelled(std::int32_t{0}, order);
    for (const float x : {1.0F, 2.0F}) data += spelled(x, order) + "\1t" + spelled(3.0, order) + "w";
    corpus.add(
        is_little ? "little.ply" : "big.ply",
        std::string("ply\nformat binary_") + (is_little ? "little" : "big") + "_endian" + elements + data);
  }
}

void write_xyz_seeds(const Corpus& corpus) {
  corpus.add("plain.xyz", "# cloud\n1 2 3\n4 5 6e-1\n");
  corpus.add("weighted.xyz", "1 2 3 4\n5 6 7 8\n");
  corpus.add("plane.xyz", "1 2\n3 4\n");
  corpus.add("water.xyz", "3\nwater\nO 0 0 0.119\nH 0 0.763 -0.477\n1 0 -0.763 -0.477\n");
}

void write_fcs_seeds(const Corpus& corpus) {
  const std::vector<MadeChannel> logarithmic = {
      {.name = "FSC-H", .range = "1024"},
      {.name = "FL1-H", .range = "1024", .amplification = "4,0", .marker = "CD4"},
      {.name = "Time"}};
  corpus.add("integers.fcs",
             fcs_file(fcs_pairs(logarithmic, 2, "I", "4,3,2,1"), "abcdefghijkl", false, '\\', "FCS2.0"));
  corpus.add("bits.fcs",
             fcs_file(fcs_pairs({{.name = "a", .bits = 10}, {.name = "b", .bits = 3}}, 4), "abcdefg"));
  FcsPairs compensated = fcs_pairs({{.name = "a", .bits = 32}, {.name = "b", .bits = 32}}, 2, "F");
  compensated.emplace_back("$SPILLOVER", "2,a,b,1,0.5,0.1,1");
  compensated.emplace_back("SAMPLE", "a/b");
  std::string floats;
  for (const float x : {1.5F, -2.F, 3.F, 4e3F}) floats += spelled(x, std::endian::little);
  corpus.add("floats.fcs", fcs_file(compensated, floats, true));
  corpus.add("matrix.txt", "title\r<\t>\ra\tb\r1\t0.25\r0.5\t1\r");
  corpus.add("spillover.txt", "2,a,b,1,0.25,0.5,1");
}

}  // namespace
}  // namespace wpga::testing

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: make_tables_corpus FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path root = arguments[1];
  wpga::testing::write_idx_seeds({root, "idx"});
  wpga::testing::write_npy_seeds({root, "npy"});
  wpga::testing::write_npz_seeds({root, "npz"});
  wpga::testing::write_gzip_seeds({root, "gzip"});
  wpga::testing::write_table_seeds({root, "table"});
  wpga::testing::write_ply_seeds({root, "ply"});
  wpga::testing::write_xyz_seeds({root, "xyz"});
  wpga::testing::write_fcs_seeds({root, "fcs"});
  return 0;
}
