// wpga recolor: a photo in the colours that a component of a model has at some time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include "console/stopwatch.hpp"
#include "flags/file_roles.hpp"
#include "flags/option_flags.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/formats/images/png_image.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/recolor/photo_palette.hpp"
#include "wpga/recolor/recolored.hpp"
#include "wpga/study/palette_model.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {

namespace {

enum class SampleBits { automatic, eight, sixteen };
constexpr std::array<std::string_view, 3> names(SampleBits) { return {"auto", "8", "16"}; }

struct RecolorPlace {
  int component = 1;
  std::optional<double> time;
  std::optional<int> colors;
  SampleBits bits = SampleBits::automatic;

  static constexpr auto list() {
    using O = RecolorPlace;
    return Listing{
        option("component", &O::component, "the component to take colours from, counted from 1", at_least(1)),
        option("time", &O::time, "the time on it; unless given, that nearest to the photo", between(0, 1)),
        option("colors", &O::colors,
               "atoms that k-means keeps of the photo's colours; as many as of those of the model, if it "
               "remembers, else 128",
               at_least(1)),
        option("bits", &O::bits, "bits of a sample in the written file; auto: 16 if the photo needs them")};
  }
};
static_assert(lists_every_member<RecolorPlace>);

Image read_photo(const std::string& path) {
  try {
    Image photo = decode_image(read_file(std::filesystem::path(path)));
    require_photo(photo);
    return photo;
  } catch (const InputError& error) {
    rethrow_at(displayed(path), error);
  }
}

// Is any sample between two levels of 8 bits?
bool needs_sixteen_bits(const Image& photo) {
  return std::ranges::any_of(
      photo.samples, [](double sample) { return std::abs(sample * 255 - std::round(sample * 255)) > 1e-6; });
}

double distance_between(const Measure& first, const Measure& second) {
  const TransportValue value = transport_value(first.view(), second.view(), {});
  return std::sqrt(std::max(0.0, value.primal));
}

// What a person and --json are told.
struct Outcome {
  double time = 0;
  double before = 0, after = 0;  // W2 from the palette of the photo, and of the result, to that of the model
  double seconds = 0;            // of the change of colours alone
};

class RecolorCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "recolor",
        .summary = "a photo in the colours of a palette model",
        .usage = "model.h5 PHOTO --component 2 [--time t] -o out.png",
        .description =
            "Finds the palette on a component that is nearest to the colours of the photo (or takes the "
            "one at --time) and carries the colours of all pixels there: by the optimal plan between the "
            "two palettes, continued smoothly, or by the iterative distribution transfer of Pitié, Kokaram "
            "and Dahyot (2007) with regrain. The model comes from photos read with --as palette. Grey "
            "photos gain the colours of the palette; alpha stays as it is.",
        .examples = {"wpga fit photos/ --as palette -o model.h5",
                     "wpga recolor model.h5 beach.jpg --component 2 -o nearest.png",
                     "wpga recolor model.h5 beach.jpg --component 2 --time 1 --transfer pitie -o end.png"}};
  }
  std::vector<Positional> positionals() override {
    return {{"MODEL", "a model made by `wpga fit --as palette`", 1, 1, &model_},
            {"PHOTO", "a PNG, JPEG, TIFF or PNM picture", 1, 1, &photo_}};
  }
  std::vector<FlagGroup> flags() override {
    return {{"Output", {file_flag("--output", "-o", "the picture to write, .png", output_)}},
            option_flags("Where", place_),
            option_flags("Transfer", options_)};
  }

  void run(Console& console, const Execution& execution) override {
    check_output();
    validate(place_);
    validate(options_);
    const Model model = read_model(std::filesystem::path(model_[0]));
    require_palette_component(model, model_[0], place_.component);
    settle_colors(model.reading);
    const Image photo = read_photo(photo_[0]);
    const ColorSpace space = color_space_of(model);
    const Measure palette = palette_of_photo(photo, space);
    Outcome outcome{.time = place_.time ? *place_.time
                                        : nearest_time(model, place_.component, palette, execution).time};
    const Measure target = palette_at(model, place_.component, outcome.time);
    outcome.before = distance_between(palette, target);
    Stopwatch watch;
    const Image result = recolored(photo, {palette, target, space}, options_, execution);
    outcome.seconds = watch.lap();
    outcome.after = distance_between(palette_of_photo(result, space), target);
    check_stop(execution);
    write_file(output_, encode_png(result, bits_for(photo)));
    console.say(summary(outcome));
    console.print_document(document(outcome, photo, space));
  }

 private:
  void check_output() const {
    require(!output_.empty(), "say where the picture goes: -o out.png");
    require(data_extension(output_) == ".png",
            fmt::format("{}: a recoloured photo is written as .png", displayed(output_)));
    require_writable(output_);
    FileRoles roles;
    roles.reads(model_[0]);
    roles.reads(photo_[0]);
    roles.writes("-o", output_);
  }

  // The photo is read as those of the model were.
  void settle_colors(const Reading& model) {
    LoadOptions typed;
    typed.palette.colors = place_.colors;
    const std::vector<std::string> names =
        place_.colors ? std::vector<std::string>{"colors"} : std::vector<std::string>();
    place_.colors = options_of_model(typed, names, model).palette.colors.value_or(default_colors);
  }

  Measure palette_of_photo(const Image& photo, ColorSpace space) const {
    return photo_palette(photo, space, *place_.colors, Random(options_.distribution.seed));
  }

  int bits_for(const Image& photo) const {
    if (place_.bits == SampleBits::automatic) return needs_sixteen_bits(photo) ? 16 : 8;
    return place_.bits == SampleBits::sixteen ? 16 : 8;
  }

  std::string summary(const Outcome& outcome) const {
    return fmt::format(
        "palette     component {}, time {:.4g}{}\n"
        "W2          {:.4g} from the photo's palette to it, {:.4g} from the result's\n"
        "transfer    {}, {:.3g} s\n"
        "written     {}",
        place_.component, outcome.time, place_.time ? "" : ", nearest to the photo", outcome.before,
        outcome.after, name_of(options_.transfer), outcome.seconds, output_);
  }

  Json document(const Outcome& outcome, const Image& photo, ColorSpace space) const {
    Json all = Json::object();
    all["photo"] = photo_[0];
    all["rows"] = photo.rows;
    all["columns"] = photo.columns;
    all["component"] = place_.component;
    all["time"] = outcome.time;
    all["color_space"] = std::string(name_of(space));
    all["transfer"] = std::string(name_of(options_.transfer));
    all["distance"] = outcome.before;
    all["distance_after"] = outcome.after;
    all["seconds"] = outcome.seconds;
    return all;
  }

  std::vector<std::string> model_, photo_;
  RecolorPlace place_;
  RecolorOptions options_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> recolor_command() { return std::make_unique<RecolorCommand>(); }

}  // namespace wpga
