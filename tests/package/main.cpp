// What a user's program looks like: a family made, written and read back with the installed package.
#include <wpga/io/files/family_file.hpp>
#include <wpga/io/output_file.hpp>
#include <wpga/report/strips.hpp>
#include <wpga/synthetic/synthetic.hpp>

int main() {
  const wpga::SyntheticFamily made = wpga::synthetic_family(wpga::Pattern::glyphs, {.count = 4});
  wpga::write_file("family.h5", wpga::encode_family(made.family));
  wpga::write_file("sheet.png", wpga::contact_sheet(made.family, {}).bytes(wpga::PictureFormat::png));
  return wpga::read_family("family.h5").count() == 4 ? 0 : 1;
}
