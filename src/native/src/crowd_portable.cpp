#include "crowd_sets.hpp"

#define TILEMODEL_TARGET

namespace tilemodel {
namespace {

// One word.
template <typename Word>
struct Lanes {
  using Vector = Word;
  using Set = bool;
  static constexpr int kCount = 1;

  static Vector all(Word word) { return word; }
  static Vector load(const Word* from) { return *from; }
  static void store(Word* to, Vector value) { *to = value; }

  static Vector both(Vector a, Vector b) { return a & b; }
  static Vector either(Vector a, Vector b) { return a | b; }
  // sum | (a & b), and sum | (a & ~b).
  static Vector add_common(Vector sum, Vector a, Vector b) { return sum | (a & b); }
  static Vector add_lacking(Vector sum, Vector a, Vector b) { return sum | (a & ~b); }
  // a + b + c, and a + carry, in two digits.
  static void add(Vector& sum, Vector& carry, Vector a, Vector b, Vector c) {
    const Vector differ = a ^ b;
    carry = (a & b) | (differ & c);
    sum = differ ^ c;
  }
  static void add(Vector& sum, Vector& carry, Vector more) {
    carry = sum & more;
    sum ^= more;
  }

  // The lanes that have no bit in common.
  static Set apart(Vector a, Vector b) { return (a & b) == 0; }
  static Set below(std::int32_t count) { return count > 0; }
  static unsigned bits(Set set) { return set; }
  static std::int32_t size(Set set) { return set; }
  static Vector kept(Set set, Vector value) { return set ? value : 0; }
  static Vector packed(Set, Vector value) { return value; }
  static Vector join(Vector sum, Set set, Vector value) { return sum | kept(set, value); }

  static Vector moved(Vector value, int) { return value; }
  static Word first(Vector value) { return value; }
  static Word together(Vector value) { return value; }
};

// Those bits of a word, moved together.
std::uint64_t extract(std::uint64_t word, std::uint64_t bits) {
  std::uint64_t result = 0;
  for (std::uint64_t to = 1; bits; bits &= bits - 1, to <<= 1)
    if (word & bits & -bits) result |= to;
  return result;
}

}  // namespace
}  // namespace tilemodel

#include "crowd_kernels.hpp"

namespace tilemodel {

template <typename F>
const Kernels<F>& kernels_portable() {
  return CrowdWork<F>::kAll;
}

#define INSTANTIATE(Word, words) template const Kernels<Format<Word, words>>& kernels_portable();
TILEMODEL_FOR_EACH_FORMAT(INSTANTIATE)

}  // namespace tilemodel
