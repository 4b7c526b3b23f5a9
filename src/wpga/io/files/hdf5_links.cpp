#include "wpga/io/files/hdf5_links.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "wpga/io/files/hdf5_refusal.hpp"

namespace wpga {

namespace {

constexpr int most_soft_links = 16;  // on the way to one object

bool has_link(hid_t file, const std::string& path) {
  const htri_t there = H5Lexists(file, path.c_str(), H5P_DEFAULT);
  require_reached(there >= 0);
  return there > 0;
}

}  // namespace

bool is_hdf5_group(hid_t file, const std::string& path) {
  const Hdf5Handle object(H5Oopen(file, path.c_str(), H5P_DEFAULT), H5Oclose);
  const H5I_type_t kind = object.valid() ? H5Iget_type(object) : H5I_BADID;
  require_reached(kind != H5I_BADID);
  return kind == H5I_GROUP;
}

std::string without_soft_links(hid_t file, const std::string& path) {
  std::string done, rest = path;
  for (int hops = 0; true;) {
    const std::size_t begin = rest.find_first_not_of('/');
    if (begin == std::string::npos) return done.empty() ? "/" : done;
    const std::size_t end = std::min(rest.find('/', begin), rest.size());
    const std::string name = rest.substr(begin, end - begin), next = done + "/" + name;
    rest = rest.substr(end);
    if (name == ".") continue;  // where it stands
    if (!is_hdf5_group(file, done.empty() ? "/" : done) || !has_link(file, next)) return {};
    H5L_info_t link;
    require_reached(H5Lget_info(file, next.c_str(), &link, H5P_DEFAULT) >= 0);
    if (link.type == H5L_TYPE_HARD) {
      done = next;
      continue;
    }
    if (link.type != H5L_TYPE_SOFT)
      throw Hdf5Refusal{"lies behind a link out of the file, which is not followed; copy the data into it"};
    if (++hops > most_soft_links) throw Hdf5Refusal{"lies behind links that lead in a circle"};
    std::vector<char> target(std::min<std::size_t>(link.u.val_size, 1 << 16) + 1);
    require_reached(H5Lget_val(file, next.c_str(), target.data(), target.size() - 1, H5P_DEFAULT) >= 0);
    rest = std::string(target.data()) + rest;
    if (rest.starts_with('/')) done.clear();
  }
}

}  // namespace wpga
