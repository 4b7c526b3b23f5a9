#include "wpga/analysis/cone/cone_point.hpp"

#include <cmath>
#include <cstring>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

class Packer {
 public:
  template <class Value>
  void put(const Value& value) {
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof(Value));
  }
  void put_matrix(const Matrix& matrix) {
    put(std::int64_t{matrix.rows()});
    put(std::int64_t{matrix.cols()});
    for (const double entry : matrix.reshaped()) put(entry);
  }

  std::vector<std::byte> bytes;
};

class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class Value>
  Value get() {
    require(left_.size() >= sizeof(Value), damaged);
    Value value;
    std::memcpy(&value, left_.data(), sizeof(Value));
    left_ = left_.subspan(sizeof(Value));
    return value;
  }
  std::size_t count(std::size_t size_of_each) {
    const auto value = get<std::int64_t>();
    require(value >= 0 && static_cast<std::size_t>(value) <= left_.size() / size_of_each, damaged);
    return static_cast<std::size_t>(value);
  }
  Matrix get_matrix() {
    const auto rows = get<std::int64_t>(), columns = get<std::int64_t>();
    const auto entries = static_cast<std::int64_t>(left_.size() / sizeof(double));
    require(rows >= 0 && columns >= 0 && (rows == 0 || columns <= entries / rows), damaged);
    Matrix matrix(rows, columns);
    for (double& entry : matrix.reshaped()) entry = get<double>();
    return matrix;
  }
  bool empty() const { return left_.empty(); }

  static constexpr const char* damaged =
      "the state of the optimal maps in the checkpoint is damaged; leave out `resume` to begin again";

 private:
  std::span<const std::byte> left_;
};

bool fits(const Matrix& matrix, Index rows, Index columns) {
  return matrix.size() == 0 || (matrix.rows() == rows && matrix.cols() == columns);
}

// What a search divides by is positive, and all of it is finite.
bool inside(double slack, double multiplier) {
  return slack > 0 && std::isfinite(slack) && multiplier >= 0 && std::isfinite(multiplier);
}

bool inside(const BoxSide& side) {
  for (Index i = 0; i < side.slack.size(); ++i)
    if (!inside(side.slack.data()[i], side.multiplier.data()[i])) return false;
  return true;
}

bool sound(const ConePoint& point, Index atoms) {
  const Index rows = point.fields.rows(), sites = point.potentials.rows(), ends = point.potentials.cols();
  bool good = point.fields.allFinite() && point.potentials.allFinite() &&
              point.equality_multipliers.allFinite() && point.fields.cols() == atoms && rows > 0 &&
              sites > 0 && sites <= atoms && ends > 0 && point.ends.allFinite() &&
              point.ends.rows() == ends && point.ends.cols() > 0 && rows % point.ends.cols() == 0;
  for (const Matrix* one :
       {&point.low.slack, &point.low.multiplier, &point.high.slack, &point.high.multiplier})
    good = good && fits(*one, rows, atoms) && one->size() == point.low.slack.size();
  good = good && inside(point.low) && inside(point.high);
  for (std::size_t i = 0; good && i < point.arcs.size(); ++i) {
    const ConeArc& arc = point.arcs[i];
    good = arc.end >= 0 && arc.end < ends && arc.source >= 0 && arc.source < atoms && arc.target >= 0 &&
           arc.target < sites && inside(arc.slack, arc.multiplier) &&
           (i == 0 || in_order(point.arcs[i - 1], arc));
  }
  return good;
}

}  // namespace

std::vector<std::byte> packed(const std::vector<ConePoint>& points) {
  Packer packer;
  packer.put(std::int64_t{std::ssize(points)});
  for (const ConePoint& point : points) {
    packer.put_matrix(point.ends);
    packer.put_matrix(point.fields);
    packer.put_matrix(point.potentials);
    packer.put_matrix(point.equality_multipliers);
    for (const BoxSide* side : {&point.low, &point.high}) {
      packer.put_matrix(side->slack);
      packer.put_matrix(side->multiplier);
    }
    packer.put(std::int64_t{std::ssize(point.arcs)});
    for (const ConeArc& arc : point.arcs) {
      packer.put(arc.end);
      packer.put(arc.source);
      packer.put(arc.target);
      packer.put(arc.slack);
      packer.put(arc.multiplier);
    }
  }
  return std::move(packer.bytes);
}

std::vector<ConePoint> unpacked(std::span<const std::byte> bytes, Index atoms) {
  if (bytes.empty()) return {};
  Unpacker unpacker(bytes);
  std::vector<ConePoint> points(unpacker.count(sizeof(std::int64_t)));
  for (ConePoint& point : points) {
    point.ends = unpacker.get_matrix();
    point.fields = unpacker.get_matrix();
    point.potentials = unpacker.get_matrix();
    point.equality_multipliers = unpacker.get_matrix().reshaped();
    for (BoxSide* side : {&point.low, &point.high}) {
      side->slack = unpacker.get_matrix();
      side->multiplier = unpacker.get_matrix();
    }
    point.arcs.resize(unpacker.count(3 * sizeof(std::int32_t) + 2 * sizeof(double)));
    for (ConeArc& arc : point.arcs) {
      arc.end = unpacker.get<std::int32_t>();
      arc.source = unpacker.get<std::int32_t>();
      arc.target = unpacker.get<std::int32_t>();
      arc.slack = unpacker.get<double>();
      arc.multiplier = unpacker.get<double>();
    }
    require(sound(point, atoms), Unpacker::damaged);
  }
  require(unpacker.empty(), Unpacker::damaged);
  return points;
}

}  // namespace wpga
