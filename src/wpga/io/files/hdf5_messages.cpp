#include "wpga/io/files/hdf5_messages.hpp"

#include <limits>
#include <span>
#include <type_traits>

namespace wpga {

namespace {

// Numbers follow their count; strings are their lengths and then all their letters.
class Sender {
 public:
  explicit Sender(Channel& channel) : channel_(channel) {}

  template <class Value>
  void operator()(const Value& value) {
    if constexpr (std::is_trivially_copyable_v<Value>) {
      sent = sent && channel_.send(std::as_bytes(std::span(&value, 1)));
    } else {
      (*this)(std::uint64_t{value.size()});
      sent = sent && channel_.send(std::as_bytes(std::span(value)));
    }
  }
  void operator()(const std::vector<std::string>& texts) {
    std::vector<std::uint64_t> lengths;
    std::string letters;
    for (const std::string& text : texts) {
      lengths.push_back(text.size());
      letters += text;
    }
    (*this)(lengths);
    (*this)(letters);
  }

  bool sent = true;

 private:
  Channel& channel_;
};

class Receiver {
 public:
  Receiver(Channel& channel, std::uint64_t most_bytes) : channel_(channel), most_bytes_(most_bytes) {}

  template <class Value>
  void operator()(Value& value) {
    if constexpr (std::is_trivially_copyable_v<Value>) {
      received = received && channel_.receive(std::as_writable_bytes(std::span(&value, 1)));
    } else {
      std::uint64_t size = 0;
      (*this)(size);
      received = received && size <= most_bytes_ / sizeof(typename Value::value_type);
      if (!received) return;
      value.resize(size);
      received = channel_.receive(std::as_writable_bytes(std::span(value)));
    }
  }
  void operator()(std::vector<std::string>& texts) {
    std::vector<std::uint64_t> lengths;
    std::string letters;
    (*this)(lengths);
    (*this)(letters);
    std::size_t at = 0;
    for (const std::uint64_t length : lengths) {
      received = received && length <= letters.size() - at;
      if (!received) return;
      texts.push_back(letters.substr(at, length));
      at += length;
    }
  }

  bool received = true;

 private:
  Channel& channel_;
  std::uint64_t most_bytes_;
};

template <class Question, class Visitor>
void visit_question(Question& question, Visitor& visit) {
  visit(question.about);
  visit(question.path);
  visit(question.name);
  visit(question.rows);
  visit(question.columns);
}

template <class Answer, class Visitor>
void visit_answer(Answer& answer, Visitor& visit) {
  visit(answer.refusal);
  visit(answer.yes);
  visit(answer.shape);
  visit(answer.doubles);
  visit(answer.integers);
  visit(answer.texts);
  visit(answer.bytes);
}

}  // namespace

bool send(Channel& channel, const Hdf5Question& question) {
  Sender sender(channel);
  visit_question(question, sender);
  return sender.sent;
}

bool send(Channel& channel, const Hdf5Answer& answer) {
  Sender sender(channel);
  visit_answer(answer, sender);
  return sender.sent;
}

std::optional<Hdf5Question> receive_question(Channel& channel) {
  Hdf5Question question;
  Receiver receiver(channel, std::numeric_limits<std::uint64_t>::max());  // ours: it may name all columns
  visit_question(question, receiver);
  if (!receiver.received) return std::nullopt;
  return question;
}

std::optional<Hdf5Answer> receive_answer(Channel& channel, std::uint64_t most_bytes) {
  Hdf5Answer answer;
  Receiver receiver(channel, most_bytes);
  visit_answer(answer, receiver);
  if (!receiver.received) return std::nullopt;
  return answer;
}

}  // namespace wpga
