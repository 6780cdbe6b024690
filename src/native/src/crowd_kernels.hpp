// What is done to a crowd, for vectors of any width: included once for each set of instructions, with TILEMODEL_TARGET
// saying which, a type Lanes<Word> of their vectors, and TILEMODEL_KERNELS, the name of the function that gives it all.
// Each has its own copy in its own source.

namespace tilemodel {
namespace {

// Moves some bits of a mask together, into a narrower format.
template <typename F>
class Squeezer {
  using To = Narrower<F>;
  static constexpr unsigned kDigits = To::Mask::kDigits;

 public:
  TILEMODEL_TARGET explicit Squeezer(const typename F::Mask& bits)
      : Squeezer(bits, std::make_index_sequence<F::kWords>()) {
    for (int w = 1; w < F::kWords; ++w) at_[w] = at_[w - 1] + static_cast<unsigned>(std::popcount(bits.word[w - 1]));
  }
  TILEMODEL_TARGET typename To::Mask operator()(const typename F::Mask& mask) const {
    typename To::Mask result;
    for (int w = 0; w < F::kWords; ++w) {
      const std::uint64_t some = extract_[w](mask.word[w]);
      if (To::kWords == 1) {
        result.word[0] |= static_cast<typename To::Word>(some << at_[w] % 64);
      } else if (at_[w] < To::kBits) {
        const unsigned word = at_[w] / kDigits, shift = at_[w] % kDigits;
        result.word[word] |= some << shift;
        if (word + 1 < To::kWords) result.word[word + 1] |= some >> 1 >> (kDigits - 1 - shift);
      }
    }
    return result;
  }

 private:
  template <std::size_t... kWord>
  TILEMODEL_TARGET Squeezer(const typename F::Mask& bits, std::index_sequence<kWord...>)
      : extract_{Extract{bits.word[kWord]}...} {}

  const Extract extract_[F::kWords];
  unsigned at_[F::kWords]{};  // by word: where its bits come to
};

template <typename F>
struct CrowdWork {
  using Word = typename F::Word;
  using Mask = typename F::Mask;
  using Lane = Lanes<Word>;
  using Vector = typename Lane::Vector;
  static constexpr int W = F::kWords;

  struct Vectors {  // a mask in each lane
    Vector word[W];
  };

  TILEMODEL_TARGET static Vectors all(const Mask& mask) {
    Vectors result;
    for (int w = 0; w < W; ++w) result.word[w] = Lane::all(mask.word[w]);
    return result;
  }
  TILEMODEL_TARGET static Vectors load(const Crowd<F>& crowd, std::int32_t i) {
    Vectors result;
    for (int w = 0; w < W; ++w) result.word[w] = Lane::load(crowd.words + w * crowd.stride + i);
    return result;
  }
  // The lanes that do not meet those of a mask.
  TILEMODEL_TARGET static typename Lane::Set free_of(const Vectors& options, const Vectors& mask) {
    if constexpr (W == 1) return Lane::apart(options.word[0], mask.word[0]);
    Vector common = Lane::both(options.word[0], mask.word[0]);
    for (int w = 1; w < W; ++w) common = Lane::add_common(common, options.word[w], mask.word[w]);
    return Lane::apart(common, common);
  }

  TILEMODEL_TARGET static bool thin(const Crowd<F>& from, Crowd<F>& to, const Mask& taken, const Mask& wanted) {
    const Vectors mask = all(taken);
    if (!reaches(from, mask, wanted)) return false;
    pack(from, to, mask);
    return true;
  }

  // Whether the options that do not meet a mask cover each wanted bit. (Most often they do not.)
  TILEMODEL_TARGET static bool reaches(const Crowd<F>& from, const Vectors& mask, const Mask& wanted) {
    Vectors covered = all({});
    for (std::int32_t i = 0; i < from.size; i += Lane::kCount) {
      const Vectors options = load(from, i);
      const auto free = free_of(options, mask);
      for (int w = 0; w < W; ++w) covered.word[w] = Lane::join(covered.word[w], free, options.word[w]);
    }
    Word lacking = 0;
    for (int w = 0; w < W; ++w) lacking |= wanted.word[w] & ~Lane::together(covered.word[w]);
    return lacking == 0;
  }

  // Counting adds up in planes: one option to a lane, two at a time, carries going on to the next plane (Harley and
  // Seal; Warren, Hacker's Delight, 5-1).
  struct Sum {
    Vector planes[kPlanes], many;

    TILEMODEL_TARGET void clear() {
      for (Vector& plane : planes) plane = Lane::all(0);
      many = Lane::all(0);
    }
    TILEMODEL_TARGET void add(Vector a, Vector b) {
      Vector carry;
      Lane::add(planes[0], carry, planes[0], a, b);
      for (int p = 1; p < kPlanes; ++p) Lane::add(planes[p], carry, carry);
      many = Lane::either(many, carry);
    }
    TILEMODEL_TARGET void put(Crowd<F>& crowd, int w) {
      for (int step = Lane::kCount / 2; step; step /= 2) {
        Vector carry = Lane::all(0);
        for (Vector& plane : planes) Lane::add(plane, carry, plane, Lane::moved(plane, step), carry);
        many = Lane::either(Lane::either(many, carry), Lane::moved(many, step));
      }
      for (int p = 0; p < kPlanes; ++p) crowd.planes[p].word[w] = Lane::first(planes[p]);
      crowd.many.word[w] = Lane::first(many);
    }
  };

  TILEMODEL_TARGET static void pack(const Crowd<F>& from, Crowd<F>& to, const Vectors& mask) {
    Sum sum[W];
    for (int w = 0; w < W; ++w) sum[w].clear();
    std::int32_t size = 0;
    for (std::int32_t i = 0; i < from.size; i += 2 * Lane::kCount) {
      const Vectors left = load(from, i), right = load(from, i + Lane::kCount);
      const auto left_free = free_of(left, mask), right_free = free_of(right, mask);
      const std::int32_t middle = size + Lane::size(left_free);
      for (int w = 0; w < W; ++w) {
        Word* words = to.words + w * to.stride;
        Lane::store(words + size, Lane::packed(left_free, left.word[w]));
        Lane::store(words + middle, Lane::packed(right_free, right.word[w]));
        if (Lane::kCount > 1) sum[w].add(Lane::kept(left_free, left.word[w]), Lane::kept(right_free, right.word[w]));
      }
      size = middle + Lane::size(right_free);
    }
    to.size = size;
    if (Lane::kCount > 1) return finish(to, sum);
    count(to);  // one at a time, fewer are left to count
  }

  TILEMODEL_TARGET static void finish(Crowd<F>& crowd, Sum* sum) {
    for (int w = 0; w < W; ++w) sum[w].put(crowd, w);
    close(crowd);
  }

  // Set the masks past the end.
  TILEMODEL_TARGET static void close(Crowd<F>& crowd) {
    for (int w = 0; w < W; ++w) {
      Word* end = crowd.words + w * crowd.stride + crowd.size;
      for (int i = 0; i < kSlack; i += Lane::kCount) Lane::store(end + i, Lane::all(static_cast<Word>(-1)));
    }
  }

  TILEMODEL_TARGET static void count(Crowd<F>& crowd) {
    Sum sum[W];
    for (int w = 0; w < W; ++w) {
      sum[w].clear();
      const Word* words = crowd.words + w * crowd.stride;
      for (std::int32_t i = 0; i < crowd.size; i += 2 * Lane::kCount) {
        const Vector left = Lane::load(words + i), right = Lane::load(words + i + Lane::kCount);
        const auto left_ours = Lane::below(crowd.size - i), right_ours = Lane::below(crowd.size - i - Lane::kCount);
        sum[w].add(Lane::kept(left_ours, left), Lane::kept(right_ours, right));
      }
    }
    finish(crowd, sum);
  }

  TILEMODEL_TARGET static void squeeze(const Crowd<F>& from, const Mask& bits, Crowd<Narrower<F>>& to) {
    if constexpr (Narrower<F>::kBits > 0) {
      const Squeezer<F> squeezer(bits);
      for (std::int32_t i = 0; i < from.size; ++i) {
        const auto mask = squeezer(from.mask(i));
        for (int w = 0; w < Narrower<F>::kWords; ++w) to.words[w * to.stride + i] = mask.word[w];
      }
      to.size = from.size;
      for (int p = 0; p < kPlanes; ++p) to.planes[p] = squeezer(from.planes[p]);
      to.many = squeezer(from.many);
      CrowdWork<Narrower<F>>::close(to);
    }
  }

  TILEMODEL_TARGET static typename Narrower<F>::Mask squeezed(const Mask& mask, const Mask& bits) {
    if constexpr (Narrower<F>::kBits > 0) return Squeezer<F>(bits)(mask);
    return {};
  }

  TILEMODEL_TARGET static void holders(const Crowd<F>& crowd, int bit, std::uint64_t* out) {
    constexpr int kDigits = Mask::kDigits;
    const Word* words = crowd.words + (bit / kDigits) * crowd.stride;
    const Vector wanted = Lane::all(Word{1} << bit % kDigits);
    for (std::int32_t i = 0; i < crowd.size; i += 64) {
      std::uint64_t without = 0;
      const std::int32_t end = crowd.size - i < 64 ? crowd.size - i : 64;
      for (std::int32_t j = 0; j < end; j += Lane::kCount)
        without |= std::uint64_t{Lane::bits(Lane::apart(Lane::load(words + i + j), wanted))} << j;
      out[i >> 6] = ~without;
    }
  }

  TILEMODEL_TARGET static void pairs(const Crowd<F>& crowd, const Mask& taken, const Mask& wanted,
                                     std::vector<Pair>& out) {
    const Vectors mask = all(taken);
    if (!reaches(crowd, mask, wanted)) return;
    int word = 0;
    while (!wanted.word[word]) ++word;
    const Vector lowest = Lane::all(wanted.word[word] & -wanted.word[word]);
    for (std::int32_t i = 0; i < crowd.size; i += Lane::kCount) {
      const Vectors options = load(crowd, i);
      unsigned firsts = Lane::bits(free_of(options, mask));
      firsts &= ~Lane::bits(Lane::apart(options.word[word], lowest));
      for (; firsts; firsts &= firsts - 1) seconds(crowd, i + std::countr_zero(firsts), taken, wanted, out);
    }
  }

  TILEMODEL_TARGET static void seconds(const Crowd<F>& crowd, std::int32_t first, const Mask& taken,
                                       const Mask& wanted, std::vector<Pair>& out) {
    const Mask own = crowd.mask(first);
    const Mask lacking = wanted.without(own.word);
    if (lacking.none()) return out.push_back({first, -1});
    const Vectors mask = all(taken | own), rest = all(lacking);
    for (std::int32_t i = 0; i < crowd.size; i += Lane::kCount) {
      const Vectors options = load(crowd, i);
      Vector wrong = Lane::both(options.word[0], mask.word[0]);
      for (int w = 1; w < W; ++w) wrong = Lane::add_common(wrong, options.word[w], mask.word[w]);
      for (int w = 0; w < W; ++w) wrong = Lane::add_lacking(wrong, rest.word[w], options.word[w]);
      for (unsigned right = Lane::bits(Lane::apart(wrong, wrong)); right; right &= right - 1)
        out.push_back({first, i + std::countr_zero(right)});
    }
  }

  static constexpr Kernels<F> kAll{thin, count, squeeze, squeezed, holders, pairs};
};

}  // namespace

template <typename F>
const Kernels<F>& TILEMODEL_KERNELS() {
  return CrowdWork<F>::kAll;
}

#define INSTANTIATE(Word, words) template const Kernels<Format<Word, words>>& TILEMODEL_KERNELS();
TILEMODEL_FOR_EACH_FORMAT(INSTANTIATE)

}  // namespace tilemodel
