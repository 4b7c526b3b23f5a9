#include "wpga/study/fit_options.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <typeindex>
#include <vector>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

std::vector<Method> all_methods() {
  std::vector<Method> all;
  for (std::size_t i = 0; i < names(Method()).size(); ++i) all.push_back(static_cast<Method>(i));
  return all;
}

// What each method would be told.
std::vector<OptionValues> told(FitOptions options) {
  std::vector<OptionValues> all;
  for (const Method method : all_methods()) {
    options.method = method;
    all.push_back(method_values(options));
  }
  return all;
}

FitOptions asked() {
  FitOptions options;
  options.components = ComponentsAsked(2);
  options.box = BoxChoice::within(-1, 4);
  options.seed = 77;
  return options;
}

TEST(FitOptions, EveryMethodHasAWordAndOptionsOfItsOwn) {
  std::set<std::string_view> words;
  std::set<std::type_index> types;
  for (FitOptions options; const Method method : all_methods()) {
    options.method = method;
    words.insert(name_of(method));
    visit_options(options, [&](const auto& chosen) { types.insert(typeid(chosen)); });
  }
  EXPECT_EQ(words.size(), all_methods().size());
  EXPECT_EQ(types.size(), all_methods().size());
  EXPECT_FALSE(words.contains(""));
}

TEST(FitOptions, ValuesNameTheMethodAndSetItsOptionsAgain) {
  FitOptions options = settled(asked()), again;
  for (const Method method : all_methods()) {
    options.method = again.method = method;
    const OptionValues values = method_values(options);
    EXPECT_EQ(*values.find("method"), value_of(method));
    visit_options(again, [&](auto& chosen) {
      for (const auto& [name, value] : values)
        if (name != "method") {
          EXPECT_TRUE(set_option(chosen, name, value)) << name;
        }
    });
    EXPECT_EQ(method_values(again), values);
  }
}

TEST(Settled, ChangesNothingWhereNothingIsGiven) { EXPECT_EQ(told(settled({})), told({})); }

TEST(Settled, IsItsOwnFixedPoint) {
  const FitOptions once = settled(asked());
  EXPECT_EQ(told(settled(once)), told(once));
}

TEST(Settled, PutsWhatIsGivenIntoEveryMethodThatKnowsIt) {
  const FitOptions options = settled(asked());
  for (const OptionValues& values : told(options)) {
    EXPECT_EQ(*values.find("components"), value_of(ComponentsAsked(2)));
    if (const OptionValue* box = values.find("box")) {
      EXPECT_EQ(*box, value_of(BoxChoice::within(-1, 4)));
    }
    if (const OptionValue* seed = values.find("seed")) {
      EXPECT_EQ(*seed, value_of(std::uint64_t{77}));
    }
  }
  for (const std::uint64_t seed : {options.mean.free.seed, options.mean.sliced.seed, options.bootstrap.seed})
    EXPECT_EQ(seed, 77U);
  EXPECT_FALSE(options.components || options.box || options.times || options.seed);
}

// What was said to one method alone stays where nothing is said to all.
TEST(Settled, KeepsWhatAMethodWasToldItself) {
  FitOptions options;
  options.line.of.components = ComponentsAsked(5);
  options.seed = 3;
  EXPECT_EQ(settled(options).line.of.components, ComponentsAsked(5));
  options.components = ComponentsAsked(2);
  EXPECT_EQ(settled(options).line.of.components, ComponentsAsked(2));
}

TEST(Settled, GivesAShareToPrincipalCurvesOnlyWhereTheyStandAlone) {
  FitOptions options;
  options.components = ComponentsAsked(0.9);
  EXPECT_FALSE(settled(options).curve.components);
  EXPECT_EQ(settled(options).tangent.of.components, ComponentsAsked(0.9));
  options.method = Method::curve;
  EXPECT_EQ(settled(options).curve.components, ComponentsAsked(0.9));
}

TEST(ValidateChosen, ReadsTheOptionsOfTheChosenMethodOnly) {
  FitOptions options;
  options.gaussian_geodesic.law_iterations = 0;
  for (const Method method : all_methods()) {
    options.method = method;
    if (method == Method::gaussian_geodesic)
      EXPECT_THROW(validate_chosen(options), InputError);
    else
      EXPECT_NO_THROW(validate_chosen(options));
  }
}

TEST(ValidateChosen, RefusesFreeMassWhereAllMassIsMoved) {
  FitOptions options;
  options.transport.mass = MassRule::free;
  options.transport.penalty = 0.1;
  for (const Method method : all_methods()) {
    options.method = method;
    if (method == Method::geodesics || method == Method::tangent)
      EXPECT_NO_THROW(validate_chosen(options));
    else
      EXPECT_THROW(validate_chosen(options), InputError);
  }
  options.method = Method::geodesics;
  options.alignment.align = Alignment::rotation;
  EXPECT_THROW(validate_chosen(options), InputError);
}

TEST(ValidateChosen, RefusesASingleFold) {
  FitOptions options;
  for (const int folds : {0, 1, 2}) {
    options.statistics.folds = folds;
    if (folds == 1)
      EXPECT_THROW(validate_chosen(options), InputError);
    else
      EXPECT_NO_THROW(validate_chosen(options));
  }
}

}  // namespace
}  // namespace wpga
