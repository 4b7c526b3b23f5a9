#include "wpga/io/files/hdf5_messages.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <thread>

namespace wpga {
namespace {

// Both ends in one process.
struct Ends {
  Ends() {
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) != 0) throw std::runtime_error("no socket pair");
    asking = std::make_unique<Channel>(pair[0], 5);
    answering = std::make_unique<Channel>(pair[1], 5);
  }
  std::unique_ptr<Channel> asking, answering;
};

TEST(Hdf5Messages, BringQuestionsOver) {
  const Ends ends;
  const Hdf5Question sent{.about = Hdf5Question::About::doubles_part,
                          .path = "/a/\xC3\xA9",
                          .name = std::string("two\0words", 9),
                          .rows = {3, std::uint64_t{1} << 40},
                          .columns = {0, 2, 7}};
  ASSERT_TRUE(send(*ends.asking, sent));
  const std::optional<Hdf5Question> came = receive_question(*ends.answering);
  ASSERT_TRUE(came);
  EXPECT_EQ(came->about, sent.about);
  EXPECT_EQ(came->path, sent.path);
  EXPECT_EQ(came->name, sent.name);
  EXPECT_EQ(came->rows, sent.rows);
  EXPECT_EQ(came->columns, sent.columns);
}

// A tile of a dataset of all genes and more.
TEST(Hdf5Messages, BringQuestionsForAnyNumberOfColumnsOver) {
  const Ends ends;
  const Hdf5Question sent{.about = Hdf5Question::About::doubles_part,
                          .columns = std::vector<std::uint64_t>(1'000'000, 3)};
  std::thread other([&] { EXPECT_TRUE(send(*ends.asking, sent)); });
  const std::optional<Hdf5Question> came = receive_question(*ends.answering);
  other.join();
  ASSERT_TRUE(came);
  EXPECT_EQ(came->columns, sent.columns);
}

// More numbers than a socket holds at once.
TEST(Hdf5Messages, BringAnswersOver) {
  const Ends ends;
  Hdf5Answer sent{
      .refusal = "no", .yes = true, .shape = {2, 3}, .integers = {-1, 5}, .texts = {"", "b", "ccc"}};
  sent.doubles.assign(200'000, 0.1);
  sent.bytes = {std::byte{0}, std::byte{255}};
  std::thread other([&] { EXPECT_TRUE(send(*ends.answering, sent)); });
  const std::optional<Hdf5Answer> came = receive_answer(*ends.asking, 10'000'000);
  other.join();
  ASSERT_TRUE(came);
  EXPECT_EQ(came->refusal, sent.refusal);
  EXPECT_EQ(came->yes, sent.yes);
  EXPECT_EQ(came->shape, sent.shape);
  EXPECT_EQ(came->doubles, sent.doubles);
  EXPECT_EQ(came->integers, sent.integers);
  EXPECT_EQ(came->texts, sent.texts);
  EXPECT_EQ(came->bytes, sent.bytes);
}

TEST(Hdf5Messages, RefuseMoreThanWasAgreed) {
  const Ends ends;
  Hdf5Answer sent;
  sent.doubles.assign(1000, 1);
  ASSERT_TRUE(send(*ends.answering, sent));
  EXPECT_FALSE(receive_answer(*ends.asking, 7999));
}

TEST(Hdf5Messages, NoticeThatTheOtherEndIsGone) {
  Ends ends;
  ends.asking.reset();
  EXPECT_FALSE(receive_question(*ends.answering));
  EXPECT_FALSE(send(*ends.answering, Hdf5Answer{.yes = true}));
}

}  // namespace
}  // namespace wpga
