#include "term/evaluation/word_array.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "term/bitvec_fold.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::term {

namespace {

constexpr unsigned page_bits = 6;
constexpr std::size_t page_size = std::size_t{1} << page_bits;
constexpr unsigned branch_bits = 4;
constexpr std::size_t branch_size = std::size_t{1} << branch_bits;

/// Hash function for page numbers. It is a bijection, so that the paths of two different page numbers differ
/// within 64 / branch_bits levels.
std::uint64_t scrambled(std::uint64_t page) {
  page ^= page >> 32U;
  page *= 0xd6e8feb86659fd93U;
  page ^= page >> 29U;
  page *= 0xd6e8feb86659fd93U;
  return page ^ (page >> 32U);
}

}  // namespace

struct WordArray::Node {
  explicit Node(bool page) : is_page(page) {}
  bool is_page;
};

struct WordArray::Page : Node {
  Page(std::uint64_t page_number, std::uint64_t default_element) : Node(true), number(page_number) {
    elements.fill(default_element);
  }
  std::uint64_t number;
  std::array<std::uint64_t, page_size> elements;
};

struct WordArray::Branch : Node {
  Branch() : Node(false) {}
  std::array<std::shared_ptr<Node>, branch_size> children;
};

bool is_word_sort(Sort sort) {
  return sort.is_bool() || (sort.is_bitvec() && sort.width() <= word_width);
}

std::uint64_t word_of(Term value) {
  PENDULUM_DCHECK(value.is_value() && is_word_sort(value.sort()), "{} should be a word", value.to_string());
  if (value.sort().is_bool()) return value.is_true() ? 1 : 0;
  return value.integer_value().get_ui();
}

Term term_of_word(TermManager& manager, std::uint64_t word, Sort sort) {
  PENDULUM_CHECK(is_word_sort(sort), "a word should not have the sort {}", sort.to_string());
  return sort.is_bool() ? manager.mk_bool(word != 0)
                        : manager.mk_bv(static_cast<std::int64_t>(word), sort.width());
}

bool WordArray::fits(Sort sort) {
  return sort.is_array() && sort.index().is_bitvec() && is_word_sort(sort.index()) &&
         is_word_sort(sort.element());
}

WordArray WordArray::from_value(Term value) {
  PENDULUM_CHECK(fits(value.sort()), "an array of sort {} should not be represented by words",
                 value.sort().to_string());
  TermVector stores;
  for (; value.kind() == Kind::Store; value = value[0]) stores.push_back(value);
  PENDULUM_CHECK(value.kind() == Kind::ConstArray, "an array value should be stores over a constant array");
  WordArray result(word_of(value[0]));
  for (auto store = stores.rbegin(); store != stores.rend(); ++store)
    result.set(word_of((*store)[1]), word_of((*store)[2]));
  return result;
}

std::uint64_t WordArray::get(std::uint64_t index) const {
  const std::uint64_t number = index >> page_bits;
  std::uint64_t path = scrambled(number);
  const Node* node = root_.get();
  while (node != nullptr && !node->is_page) {
    node = static_cast<const Branch*>(node)->children[path % branch_size].get();
    path >>= branch_bits;
  }
  if (node == nullptr) return default_;
  const auto* page = static_cast<const Page*>(node);
  return page->number == number ? page->elements[index % page_size] : default_;
}

void WordArray::set(std::uint64_t index, std::uint64_t element) {
  const std::uint64_t number = index >> page_bits;
  std::uint64_t path = scrambled(number);
  std::shared_ptr<Node>* slot = &root_;
  for (unsigned level = 0;; ++level) {
    if (!*slot) *slot = std::make_shared<Page>(number, default_);
    if ((*slot)->is_page) {
      auto* page = static_cast<Page*>(slot->get());
      if (page->number == number) break;
      // The slot contains another page: replace it by a branch and move the page one level down.
      auto branch = std::make_shared<Branch>();
      branch->children[(scrambled(page->number) >> (level * branch_bits)) % branch_size] = std::move(*slot);
      *slot = std::move(branch);
    } else if (slot->use_count() > 1) {
      *slot = std::make_shared<Branch>(static_cast<const Branch&>(**slot));
    }
    slot = &static_cast<Branch&>(**slot).children[path % branch_size];
    path >>= branch_bits;
  }
  if (slot->use_count() > 1) *slot = std::make_shared<Page>(static_cast<const Page&>(**slot));
  static_cast<Page&>(**slot).elements[index % page_size] = element;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> WordArray::entries() const {
  std::vector<const Page*> pages;
  std::vector<const Node*> pending{root_.get()};
  while (!pending.empty()) {
    const Node* node = pending.back();
    pending.pop_back();
    if (node == nullptr) continue;
    if (node->is_page) {
      pages.push_back(static_cast<const Page*>(node));
    } else {
      for (const auto& child : static_cast<const Branch*>(node)->children) pending.push_back(child.get());
    }
  }
  std::ranges::sort(pages, {}, &Page::number);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
  for (const Page* page : pages)
    for (std::size_t i = 0; i < page_size; ++i)
      if (page->elements[i] != default_)
        result.emplace_back((page->number << page_bits) + i, page->elements[i]);
  return result;
}

Term WordArray::to_term(TermManager& manager, Sort sort) const {
  PENDULUM_CHECK(fits(sort), "an array of words should not have the sort {}", sort.to_string());
  Term result = manager.mk_const_array(sort, term_of_word(manager, default_, sort.element()));
  for (const auto& [index, element] : entries())
    result = manager.mk_store(result, term_of_word(manager, index, sort.index()),
                              term_of_word(manager, element, sort.element()));
  // If the index sort has few values, the normal form may have another default element.
  return sort.index().width() < 40 ? normalize_array_value(manager, result) : result;
}

}  // namespace pendulum::term
