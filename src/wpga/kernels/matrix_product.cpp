#include "wpga/kernels/matrix_product.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/matrix_product.cpp"
#include <hwy/foreach_target.h>
// foreach_target comes first.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A tile of C lives in registers: tile_vectors × tile_columns accumulators, of 32 registers or of 16.
constexpr bool many_registers = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL;
constexpr int tile_vectors = many_registers ? 3 : 2;
constexpr int tile_columns = many_registers ? 8 : 4;
constexpr std::ptrdiff_t depth_block = 256;  // a panel of B stays in the first-level cache
constexpr std::ptrdiff_t row_block = 192;    // a block of A in the second

template <class T>
using TileTag = hn::CappedTag<T, 64 / sizeof(T)>;

template <class T>
HWY_INLINE std::ptrdiff_t tile_rows() {
  return tile_vectors * static_cast<std::ptrdiff_t>(hn::Lanes(TileTag<T>()));
}

// Panels of tile_rows rows, depth after depth, zeros below the last row.
template <class T>
void pack_left(const T* a, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t depth, T* packed) {
  const std::ptrdiff_t height = tile_rows<T>();
  for (std::ptrdiff_t first = 0; first < rows; first += height) {
    const std::ptrdiff_t count = std::min(height, rows - first);
    for (std::ptrdiff_t k = 0; k < depth; ++k, packed += height) {
      std::copy_n(a + k * stride + first, count, packed);
      std::fill(packed + count, packed + height, T(0));
    }
  }
}

// Panels of tile_columns columns, depth after depth, zeros right of the last column.
template <class T>
void pack_right(const T* b, std::ptrdiff_t stride, std::ptrdiff_t depth, std::ptrdiff_t columns, T* packed) {
  for (std::ptrdiff_t first = 0; first < columns; first += tile_columns, packed += depth * tile_columns)
    for (std::ptrdiff_t j = 0; j < tile_columns; ++j)
      for (std::ptrdiff_t k = 0; k < depth; ++k)
        packed[k * tile_columns + j] = first + j < columns ? b[(first + j) * stride + k] : T(0);
}

// out (tile_rows × tile_columns, columns `stride` apart) = or += one panel of A times one panel of B.
template <class T>
HWY_INLINE void multiply_tile(const T* HWY_RESTRICT a, const T* HWY_RESTRICT b, std::ptrdiff_t depth,
                              bool add, T* out, std::ptrdiff_t stride) {
  const TileTag<T> d;
  const std::ptrdiff_t lanes = hn::Lanes(d);
  hn::Vec<TileTag<T>> sum[tile_columns][tile_vectors];
  for (auto& column : sum)
    for (auto& entry : column) entry = hn::Zero(d);
  for (std::ptrdiff_t k = 0; k < depth; ++k, a += tile_vectors * lanes, b += tile_columns) {
    hn::Vec<TileTag<T>> left[tile_vectors];
    for (int v = 0; v < tile_vectors; ++v) left[v] = hn::Load(d, a + v * lanes);
    for (int j = 0; j < tile_columns; ++j) {
      const auto right = hn::Set(d, b[j]);
      for (int v = 0; v < tile_vectors; ++v) sum[j][v] = hn::MulAdd(left[v], right, sum[j][v]);
    }
  }
  for (int j = 0; j < tile_columns; ++j)
    for (int v = 0; v < tile_vectors; ++v) {
      T* to = out + j * stride + v * lanes;
      hn::StoreU(add ? hn::Add(sum[j][v], hn::LoadU(d, to)) : sum[j][v], d, to);
    }
}

// A tile that hangs over the edge of C goes through a buffer.
template <class T>
void multiply_edge(const T* a, const T* b, std::ptrdiff_t depth, bool add, T* out, std::ptrdiff_t stride,
                   std::ptrdiff_t rows, std::ptrdiff_t columns) {
  HWY_ALIGN T buffer[tile_vectors * (64 / sizeof(T)) * tile_columns];
  const std::ptrdiff_t height = tile_rows<T>();
  multiply_tile(a, b, depth, false, buffer, height);
  for (std::ptrdiff_t j = 0; j < columns; ++j)
    for (std::ptrdiff_t i = 0; i < rows; ++i)
      out[j * stride + i] = buffer[j * height + i] + (add ? out[j * stride + i] : T(0));
}

template <class T>
void multiply_block(const T* left, const T* right, std::ptrdiff_t depth, bool add, T* c,
                    std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns) {
  const std::ptrdiff_t height = tile_rows<T>();
  for (std::ptrdiff_t j = 0; j < columns; j += tile_columns)
    for (std::ptrdiff_t i = 0; i < rows; i += height) {
      const T* a = left + i * depth;
      const T* b = right + j * depth;
      T* out = c + j * stride + i;
      if (i + height <= rows && j + tile_columns <= columns)
        multiply_tile(a, b, depth, add, out, stride);
      else
        multiply_edge(a, b, depth, add, out, stride, std::min(height, rows - i),
                      std::min<std::ptrdiff_t>(tile_columns, columns - j));
    }
}

std::size_t panel_room(std::ptrdiff_t count, std::ptrdiff_t multiple, std::ptrdiff_t depth) {
  return static_cast<std::size_t>((count + multiple - 1) / multiple * multiple * depth);
}

template <class T>
void product(const T* a, std::ptrdiff_t a_stride, const T* b, std::ptrdiff_t b_stride, T* c,
             std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth, std::ptrdiff_t columns,
             ProductWorkspace<T>& workspace) {
  const std::ptrdiff_t height = tile_rows<T>();
  workspace.left.resize(std::max(workspace.left.size(), panel_room(row_block, height, depth_block)));
  workspace.right.resize(std::max(workspace.right.size(), panel_room(columns, tile_columns, depth_block)));
  for (std::ptrdiff_t k = 0; k < depth; k += depth_block) {
    const std::ptrdiff_t deep = std::min(depth_block, depth - k);
    pack_right(b + k, b_stride, deep, columns, workspace.right.data());
    for (std::ptrdiff_t i = 0; i < rows; i += row_block) {
      const std::ptrdiff_t high = std::min(row_block, rows - i);
      pack_left(a + k * a_stride + i, a_stride, high, deep, workspace.left.data());
      multiply_block(workspace.left.data(), workspace.right.data(), deep, k > 0, c + i, c_stride, high,
                     columns);
    }
  }
}

// visit(first row, rows, first depth, depth, offset of the panels) in the order of the product.
template <class Visit>
void for_each_panel(std::ptrdiff_t rows, std::ptrdiff_t depth, const Visit& visit) {
  std::size_t offset = 0;
  for (std::ptrdiff_t k = 0; k < depth; k += depth_block)
    for (std::ptrdiff_t i = 0; i < rows; i += row_block) {
      const std::ptrdiff_t high = std::min(row_block, rows - i), deep = std::min(depth_block, depth - k);
      visit(i, high, k, deep, offset);
      offset += panel_room(high, tile_rows<float>(), deep);
    }
}

void pack(const float* a, std::ptrdiff_t a_stride, PackedMatrix& out) {
  std::size_t room = 0;
  for_each_panel(out.rows, out.depth,
                 [&](std::ptrdiff_t, std::ptrdiff_t high, std::ptrdiff_t, std::ptrdiff_t deep, std::size_t at)
                     HWY_ATTR { room = at + panel_room(high, tile_rows<float>(), deep); });
  out.panels.resize(room);
  for_each_panel(
      out.rows, out.depth,
      [&](std::ptrdiff_t i, std::ptrdiff_t high, std::ptrdiff_t k, std::ptrdiff_t deep, std::size_t at)
          HWY_ATTR { pack_left(a + k * a_stride + i, a_stride, high, deep, &out.panels[at]); });
}

void product_packed(const PackedMatrix& a, const float* b, std::ptrdiff_t b_stride, float* c,
                    std::ptrdiff_t c_stride, std::ptrdiff_t columns, ProductWorkspace<float>& workspace) {
  workspace.right.resize(std::max(workspace.right.size(), panel_room(columns, tile_columns, depth_block)));
  for_each_panel(a.rows, a.depth,
                 [&](std::ptrdiff_t i, std::ptrdiff_t high, std::ptrdiff_t k, std::ptrdiff_t deep,
                     std::size_t at) HWY_ATTR {
                   if (i == 0) pack_right(b + k, b_stride, deep, columns, workspace.right.data());
                   multiply_block(&a.panels[at], workspace.right.data(), deep, k > 0, c + i, c_stride, high,
                                  columns);
                 });
}

void product_float(const float* a, std::ptrdiff_t a_stride, const float* b, std::ptrdiff_t b_stride, float* c,
                   std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth, std::ptrdiff_t columns,
                   ProductWorkspace<float>& workspace) {
  product(a, a_stride, b, b_stride, c, c_stride, rows, depth, columns, workspace);
}
void product_double(const double* a, std::ptrdiff_t a_stride, const double* b, std::ptrdiff_t b_stride,
                    double* c, std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth,
                    std::ptrdiff_t columns, ProductWorkspace<double>& workspace) {
  product(a, a_stride, b, b_stride, c, c_stride, rows, depth, columns, workspace);
}

}  // namespace wpga::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(product_float);
HWY_EXPORT(product_double);
HWY_EXPORT(pack);
HWY_EXPORT(product_packed);

void matrix_product(const float* a, std::ptrdiff_t a_stride, const float* b, std::ptrdiff_t b_stride,
                    float* c, std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth,
                    std::ptrdiff_t columns, ProductWorkspace<float>& workspace) {
  HWY_DYNAMIC_DISPATCH(product_float)(a, a_stride, b, b_stride, c, c_stride, rows, depth, columns, workspace);
}
void matrix_product(const double* a, std::ptrdiff_t a_stride, const double* b, std::ptrdiff_t b_stride,
                    double* c, std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth,
                    std::ptrdiff_t columns, ProductWorkspace<double>& workspace) {
  HWY_DYNAMIC_DISPATCH(product_double)(a, a_stride, b, b_stride, c, c_stride, rows, depth, columns,
                                       workspace);
}

PackedMatrix packed(const float* a, std::ptrdiff_t a_stride, std::ptrdiff_t rows, std::ptrdiff_t depth) {
  PackedMatrix out{rows, depth, {}};
  HWY_DYNAMIC_DISPATCH(pack)(a, a_stride, out);
  return out;
}

void matrix_product(const PackedMatrix& a, const float* b, std::ptrdiff_t b_stride, float* c,
                    std::ptrdiff_t c_stride, std::ptrdiff_t columns, ProductWorkspace<float>& workspace) {
  HWY_DYNAMIC_DISPATCH(product_packed)(a, b, b_stride, c, c_stride, columns, workspace);
}

}  // namespace wpga::kernels
#endif
