// A library to preload (LD_PRELOAD) that makes one call to the HDF5 library fail: the WPGA_FAIL_AT-th call of
// WPGA_FAIL_CALL (a name below), counted from 1 over this process and its children's.  WPGA_FAIL_REPORT is a
// file made when it failed.
#include <dlfcn.h>
#include <fcntl.h>
#include <hdf5.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string_view>

namespace {

struct Plan {
  const char* call = std::getenv("WPGA_FAIL_CALL");
  const char* report = std::getenv("WPGA_FAIL_REPORT");
  long at = std::getenv("WPGA_FAIL_AT") ? std::atol(std::getenv("WPGA_FAIL_AT")) : 0;
};

bool fails(std::string_view call) {
  static const Plan plan;
  static std::atomic<long> count = 0;
  if (!plan.call || plan.call != call || ++count != plan.at) return false;
  if (plan.report) ::close(::open(plan.report, O_CREAT | O_WRONLY, 0644));
  return true;
}

// The call of this name in the library itself, or a failure.
template <class Result, class... Wanted, class... Given>
Result call(const char* name, Result (*)(Wanted...), Result failure, Given... given) {
  if (fails(name)) return failure;
  return reinterpret_cast<Result (*)(Wanted...)>(::dlsym(RTLD_NEXT, name))(given...);
}

}  // namespace

extern "C" {

hid_t H5Acreate_by_name(hid_t place, const char* path, const char* name, hid_t type, hid_t space,
                        hid_t creation, hid_t access, hid_t links) {
  return call("H5Acreate_by_name", H5Acreate_by_name, hid_t{-1}, place, path, name, type, space, creation,
              access, links);
}

htri_t H5Aexists_by_name(hid_t place, const char* path, const char* name, hid_t links) {
  return call("H5Aexists_by_name", H5Aexists_by_name, htri_t{-1}, place, path, name, links);
}

hid_t H5Aget_space(hid_t attribute) { return call("H5Aget_space", H5Aget_space, hid_t{-1}, attribute); }

hid_t H5Aget_type(hid_t attribute) { return call("H5Aget_type", H5Aget_type, hid_t{-1}, attribute); }

hid_t H5Aopen_by_name(hid_t place, const char* path, const char* name, hid_t access, hid_t links) {
  return call("H5Aopen_by_name", H5Aopen_by_name, hid_t{-1}, place, path, name, access, links);
}

herr_t H5Aread(hid_t attribute, hid_t type, void* into) {
  return call("H5Aread", H5Aread, herr_t{-1}, attribute, type, into);
}

herr_t H5Awrite(hid_t attribute, hid_t type, const void* from) {
  return call("H5Awrite", H5Awrite, herr_t{-1}, attribute, type, from);
}

herr_t H5Aclose(hid_t attribute) { return call("H5Aclose", H5Aclose, herr_t{-1}, attribute); }

hid_t H5Dcreate2(hid_t place, const char* path, hid_t type, hid_t space, hid_t links, hid_t creation,
                 hid_t access) {
  return call("H5Dcreate2", H5Dcreate2, hid_t{-1}, place, path, type, space, links, creation, access);
}

hid_t H5Dget_create_plist(hid_t dataset) {
  return call("H5Dget_create_plist", H5Dget_create_plist, hid_t{-1}, dataset);
}

haddr_t H5Dget_offset(hid_t dataset) { return call("H5Dget_offset", H5Dget_offset, HADDR_UNDEF, dataset); }

hid_t H5Dget_space(hid_t dataset) { return call("H5Dget_space", H5Dget_space, hid_t{-1}, dataset); }

herr_t H5Dget_space_status(hid_t dataset, H5D_space_status_t* status) {
  return call("H5Dget_space_status", H5Dget_space_status, herr_t{-1}, dataset, status);
}

hsize_t H5Dget_storage_size(hid_t dataset) {
  return call("H5Dget_storage_size", H5Dget_storage_size, hsize_t{0}, dataset);
}

hid_t H5Dget_type(hid_t dataset) { return call("H5Dget_type", H5Dget_type, hid_t{-1}, dataset); }

hid_t H5Dopen2(hid_t place, const char* path, hid_t access) {
  return call("H5Dopen2", H5Dopen2, hid_t{-1}, place, path, access);
}

herr_t H5Dread(hid_t dataset, hid_t type, hid_t memory, hid_t space, hid_t transfer, void* into) {
  return call("H5Dread", H5Dread, herr_t{-1}, dataset, type, memory, space, transfer, into);
}

herr_t H5Dwrite(hid_t dataset, hid_t type, hid_t memory, hid_t space, hid_t transfer, const void* from) {
  return call("H5Dwrite", H5Dwrite, herr_t{-1}, dataset, type, memory, space, transfer, from);
}

herr_t H5Dclose(hid_t dataset) { return call("H5Dclose", H5Dclose, herr_t{-1}, dataset); }

hid_t H5Fcreate(const char* name, unsigned int flags, hid_t creation, hid_t access) {
  return call("H5Fcreate", H5Fcreate, hid_t{-1}, name, flags, creation, access);
}

herr_t H5Fflush(hid_t object, H5F_scope_t scope) {
  return call("H5Fflush", H5Fflush, herr_t{-1}, object, scope);
}

ssize_t H5Fget_file_image(hid_t file, void* into, size_t size) {
  return call("H5Fget_file_image", H5Fget_file_image, ssize_t{-1}, file, into, size);
}

herr_t H5Fget_vfd_handle(hid_t file, hid_t access, void** handle) {
  return call("H5Fget_vfd_handle", H5Fget_vfd_handle, herr_t{-1}, file, access, handle);
}

htri_t H5Fis_hdf5(const char* name) { return call("H5Fis_hdf5", H5Fis_hdf5, htri_t{-1}, name); }

hid_t H5Fopen(const char* name, unsigned int flags, hid_t access) {
  return call("H5Fopen", H5Fopen, hid_t{-1}, name, flags, access);
}

herr_t H5Fclose(hid_t file) { return call("H5Fclose", H5Fclose, herr_t{-1}, file); }

H5I_type_t H5Iget_type(hid_t object) { return call("H5Iget_type", H5Iget_type, H5I_BADID, object); }

htri_t H5Lexists(hid_t place, const char* path, hid_t access) {
  return call("H5Lexists", H5Lexists, htri_t{-1}, place, path, access);
}

herr_t H5Lget_info(hid_t place, const char* path, H5L_info_t* info, hid_t access) {
  return call("H5Lget_info", H5Lget_info, herr_t{-1}, place, path, info, access);
}

herr_t H5Lget_val(hid_t place, const char* path, void* into, size_t size, hid_t access) {
  return call("H5Lget_val", H5Lget_val, herr_t{-1}, place, path, into, size, access);
}

hid_t H5Oopen(hid_t place, const char* path, hid_t access) {
  return call("H5Oopen", H5Oopen, hid_t{-1}, place, path, access);
}

hid_t H5Pcreate(hid_t kind) { return call("H5Pcreate", H5Pcreate, hid_t{-1}, kind); }

int H5Pget_chunk(hid_t creation, int rank, hsize_t* extents) {
  return call("H5Pget_chunk", H5Pget_chunk, int{-1}, creation, rank, extents);
}

int H5Pget_external_count(hid_t creation) {
  return call("H5Pget_external_count", H5Pget_external_count, int{-1}, creation);
}

H5D_layout_t H5Pget_layout(hid_t creation) {
  return call("H5Pget_layout", H5Pget_layout, H5D_LAYOUT_ERROR, creation);
}

int H5Piterate(hid_t list, int* at, H5P_iterate_t work, void* given) {
  return call("H5Piterate", H5Piterate, int{-1}, list, at, work, given);
}

herr_t H5Pset_create_intermediate_group(hid_t links, unsigned int wanted) {
  return call("H5Pset_create_intermediate_group", H5Pset_create_intermediate_group, herr_t{-1}, links,
              wanted);
}

herr_t H5Pset_fapl_core(hid_t access, size_t step, hbool_t kept) {
  return call("H5Pset_fapl_core", H5Pset_fapl_core, herr_t{-1}, access, step, kept);
}

herr_t H5Pset_fapl_sec2(hid_t access) {
  return call("H5Pset_fapl_sec2", H5Pset_fapl_sec2, herr_t{-1}, access);
}

herr_t H5Pset_obj_track_times(hid_t creation, hbool_t wanted) {
  return call("H5Pset_obj_track_times", H5Pset_obj_track_times, herr_t{-1}, creation, wanted);
}

herr_t H5Pset_userblock(hid_t creation, hsize_t size) {
  return call("H5Pset_userblock", H5Pset_userblock, herr_t{-1}, creation, size);
}

herr_t H5Pset_vlen_mem_manager(hid_t transfer, H5MM_allocate_t take, void* taker, H5MM_free_t give,
                               void* giver) {
  return call("H5Pset_vlen_mem_manager", H5Pset_vlen_mem_manager, herr_t{-1}, transfer, take, taker, give,
              giver);
}

hid_t H5Screate(H5S_class_t kind) { return call("H5Screate", H5Screate, hid_t{-1}, kind); }

hid_t H5Screate_simple(int rank, const hsize_t* extents, const hsize_t* largest) {
  return call("H5Screate_simple", H5Screate_simple, hid_t{-1}, rank, extents, largest);
}

int H5Sget_simple_extent_dims(hid_t space, hsize_t* extents, hsize_t* largest) {
  return call("H5Sget_simple_extent_dims", H5Sget_simple_extent_dims, int{-1}, space, extents, largest);
}

int H5Sget_simple_extent_ndims(hid_t space) {
  return call("H5Sget_simple_extent_ndims", H5Sget_simple_extent_ndims, int{-1}, space);
}

H5S_class_t H5Sget_simple_extent_type(hid_t space) {
  return call("H5Sget_simple_extent_type", H5Sget_simple_extent_type, H5S_NO_CLASS, space);
}

herr_t H5Sselect_hyperslab(hid_t space, H5S_seloper_t how, const hsize_t* first, const hsize_t* stride,
                           const hsize_t* count, const hsize_t* block) {
  return call("H5Sselect_hyperslab", H5Sselect_hyperslab, herr_t{-1}, space, how, first, stride, count,
              block);
}

hid_t H5Tcopy(hid_t type) { return call("H5Tcopy", H5Tcopy, hid_t{-1}, type); }

htri_t H5Tequal(hid_t one, hid_t other) { return call("H5Tequal", H5Tequal, htri_t{-1}, one, other); }

H5T_class_t H5Tget_class(hid_t type) { return call("H5Tget_class", H5Tget_class, H5T_NO_CLASS, type); }

H5T_cset_t H5Tget_cset(hid_t type) { return call("H5Tget_cset", H5Tget_cset, H5T_CSET_ERROR, type); }

size_t H5Tget_size(hid_t type) { return call("H5Tget_size", H5Tget_size, size_t{0}, type); }

H5T_str_t H5Tget_strpad(hid_t type) { return call("H5Tget_strpad", H5Tget_strpad, H5T_STR_ERROR, type); }

htri_t H5Tis_variable_str(hid_t type) {
  return call("H5Tis_variable_str", H5Tis_variable_str, htri_t{-1}, type);
}

herr_t H5Tset_cset(hid_t type, H5T_cset_t letters) {
  return call("H5Tset_cset", H5Tset_cset, herr_t{-1}, type, letters);
}

herr_t H5Tset_size(hid_t type, size_t size) {
  return call("H5Tset_size", H5Tset_size, herr_t{-1}, type, size);
}

herr_t H5Tset_strpad(hid_t type, H5T_str_t padding) {
  return call("H5Tset_strpad", H5Tset_strpad, herr_t{-1}, type, padding);
}

}  // extern "C"
