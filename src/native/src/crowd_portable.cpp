#include "crowd_sets.hpp"

#define TILEMODEL_TARGET

namespace tilemodel {
namespace {

// One word.
template <typename Word>
struct Lanes {
  using Vector = Word;
  using Set = Word;  // all bits, or none: no branch that is guessed wrong
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
  static Set apart(Vector a, Vector b) { return below((a & b) == 0); }
  static Set below(std::int32_t count) { return Word{0} - (count > 0); }
  static unsigned bits(Set set) { return set & 1; }
  static std::int32_t size(Set set) { return set & 1; }
  static Vector kept(Set set, Vector value) { return set & value; }
  static Vector packed(Set, Vector value) { return value; }
  static Vector join(Vector sum, Set set, Vector value) { return sum | kept(set, value); }

  static Vector moved(Vector value, int) { return value; }
  static Word first(Vector value) { return value; }
  static Word together(Vector value) { return value; }
};

// Some bits of a word, moved together: each by as many places as there are other bits below it, by the powers of two in
// that number one after the other (Warren, Hacker's Delight, 7-4).
class Extract {
 public:
  explicit Extract(std::uint64_t bits) : bits_(bits) {
    std::uint64_t others = ~bits << 1;
    for (int i = 0; i < 6; ++i) {
      std::uint64_t odd = others;  // by bit: whether the number of others up to there is odd
      for (int step = 1; step < 64; step *= 2) odd ^= odd << step;
      moved_[i] = odd & bits;
      bits = (bits ^ moved_[i]) | (moved_[i] >> (1 << i));
      others &= ~odd;
    }
  }
  std::uint64_t operator()(std::uint64_t word) const {
    word &= bits_;
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t moved = word & moved_[i];
      word = (word ^ moved) | (moved >> (1 << i));
    }
    return word;
  }

 private:
  std::uint64_t bits_;
  std::uint64_t moved_[6];  // the bits that move by 2^i
};

}  // namespace
}  // namespace tilemodel

#define TILEMODEL_KERNELS kernels_portable
#include "crowd_kernels.hpp"
