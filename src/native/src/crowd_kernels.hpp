// What is done to a crowd, for vectors of any width: included once for each set of instructions, with TILEMODEL_TARGET
// saying which, and a type Lanes of their vectors. Each has its own copy in its own source.

namespace tilemodel {
namespace {

template <int W>
struct CrowdWork {
  using Vector = Lanes::Vector;

  // Go on with the words that are kept up.
  template <int kFirst = 0>
  TILEMODEL_TARGET static bool thin(const Crowd<W>& from, Crowd<W>& to, const std::uint64_t* taken,
                                    const std::uint64_t* wanted) {
    if constexpr (kFirst + 1 < W)
      if (from.first > kFirst) return thin<kFirst + 1>(from, to, taken, wanted);
    if (!reaches<kFirst>(from, to, taken, wanted)) return false;
    pack<kFirst>(from, to, taken);
    return true;
  }

  // Whether the options that do not meet `taken` cover each wanted bit; sets the first word of `to`.
  template <int kFirst>
  TILEMODEL_TARGET static bool reaches(const Crowd<W>& from, Crowd<W>& to, const std::uint64_t* taken,
                                       const std::uint64_t* wanted) {
    Vector mask[W], covered[W];
    for (int w = kFirst; w < W; ++w) {
      mask[w] = Lanes::all(taken[w]);
      covered[w] = Lanes::all(0);
    }
    for (std::int32_t i = 0; i < from.size; i += Lanes::kCount) {
      Vector option[W];
      const auto free = free_of<kFirst>(from, i, mask, option);
      for (int w = kFirst; w < W; ++w) covered[w] = Lanes::join(covered[w], free, option[w]);
    }
    std::uint64_t lacking = 0;
    to.first = W - 1;
    for (int w = W - 1; w >= 0; --w) {
      const std::uint64_t together = w < kFirst ? 0 : Lanes::together(covered[w]);
      lacking |= wanted[w] & ~together;
      if (together) to.first = w;
    }
    return lacking == 0;
  }

  // The options from i on, and which of them do not meet the mask.
  template <int kFirst>
  TILEMODEL_TARGET static typename Lanes::Set free_of(const Crowd<W>& from, std::int32_t i, const Vector* mask,
                                                      Vector* option) {
    Vector common = Lanes::all(0);
    for (int w = kFirst; w < W; ++w) {
      option[w] = Lanes::load(from.words + w * from.stride + i);
      common = Lanes::add_common(common, option[w], mask[w]);
    }
    return Lanes::empty(common);
  }

  // Counting adds up in planes: one option to a lane, two at a time, carries going on to the next plane (Harley and
  // Seal; Warren, Hacker's Delight, 5-1).
  struct Sum {
    Vector planes[kPlanes], many;

    TILEMODEL_TARGET void clear() {
      for (Vector& plane : planes) plane = Lanes::all(0);
      many = Lanes::all(0);
    }
    TILEMODEL_TARGET void add(Vector a, Vector b) {
      Vector carry;
      Lanes::add(planes[0], carry, planes[0], a, b);
      for (int p = 1; p < kPlanes; ++p) Lanes::add(planes[p], carry, carry);
      many = Lanes::either(many, carry);
    }
    TILEMODEL_TARGET void put(Crowd<W>& crowd, int w) {
      for (int step = Lanes::kCount / 2; step; step /= 2) {
        Vector carry = Lanes::all(0);
        for (Vector& plane : planes) Lanes::add(plane, carry, plane, Lanes::moved(plane, step), carry);
        many = Lanes::either(Lanes::either(many, carry), Lanes::moved(many, step));
      }
      for (int p = 0; p < kPlanes; ++p) crowd.planes[p][w] = Lanes::first(planes[p]);
      crowd.many[w] = Lanes::first(many);
    }
  };

  template <int kFirst>
  TILEMODEL_TARGET static void pack(const Crowd<W>& from, Crowd<W>& to, const std::uint64_t* taken) {
    Vector mask[W];
    Sum sum[W];
    for (int w = kFirst; w < W; ++w) {
      mask[w] = Lanes::all(taken[w]);
      sum[w].clear();
    }
    std::int32_t size = 0;
    for (std::int32_t i = 0; i < from.size; i += 2 * Lanes::kCount) {
      Vector left[W], right[W];
      const auto left_free = free_of<kFirst>(from, i, mask, left);
      const auto right_free = free_of<kFirst>(from, i + Lanes::kCount, mask, right);
      const std::int32_t middle = size + Lanes::size(left_free);
      for (int w = kFirst; w < W; ++w) {
        std::uint64_t* words = to.words + w * to.stride;
        Lanes::store(words + size, Lanes::packed(left_free, left[w]));
        Lanes::store(words + middle, Lanes::packed(right_free, right[w]));
        sum[w].add(Lanes::kept(left_free, left[w]), Lanes::kept(right_free, right[w]));
      }
      size = middle + Lanes::size(right_free);
    }
    to.size = size;
    finish<kFirst>(to, sum);
  }

  template <int kFirst>
  TILEMODEL_TARGET static void finish(Crowd<W>& crowd, Sum* sum) {
    for (int w = 0; w < kFirst; ++w) {
      for (auto& plane : crowd.planes) plane[w] = 0;
      crowd.many[w] = 0;
    }
    for (int w = kFirst; w < W; ++w) {
      sum[w].put(crowd, w);
      std::uint64_t* end = crowd.words + w * crowd.stride + crowd.size;
      for (int i = 0; i < kSlack; i += Lanes::kCount) Lanes::store(end + i, Lanes::all(~std::uint64_t{0}));
    }
  }

  TILEMODEL_TARGET static void count(Crowd<W>& crowd) {
    Sum sum[W];
    for (int w = 0; w < W; ++w) sum[w].clear();
    for (int w = crowd.first; w < W; ++w) {
      const std::uint64_t* words = crowd.words + w * crowd.stride;
      for (std::int32_t i = 0; i < crowd.size; i += Lanes::kCount)
        sum[w].add(Lanes::kept(Lanes::below(crowd.size - i), Lanes::load(words + i)), Lanes::all(0));
    }
    finish<0>(crowd, sum);
  }

  TILEMODEL_TARGET static void squeeze(Crowd<W>& crowd, const std::uint64_t* bits, int first) {
    for (std::int32_t i = 0; i < crowd.size && first == W - 1; ++i) {  // most often so
      std::uint64_t option = 0;
      for (int w = W - 1; w >= crowd.first; --w)
        option = option << std::popcount(bits[w]) | Lanes::extract(crowd.words[w * crowd.stride + i], bits[w]);
      crowd.words[(W - 1) * crowd.stride + i] = option;
    }
    for (std::int32_t i = 0; i < crowd.size && first < W - 1; ++i) {
      std::uint64_t option[W + 1]{};
      int at = 64 * first;
      for (int w = crowd.first; w < W; ++w) {
        const std::uint64_t more = Lanes::extract(crowd.words[w * crowd.stride + i], bits[w]);
        option[at >> 6] |= more << (at & 63);
        option[(at >> 6) + 1] |= more >> 1 >> (63 - (at & 63));
        at += std::popcount(bits[w]);
      }
      for (int w = first; w < W; ++w) crowd.words[w * crowd.stride + i] = option[w];
    }
    crowd.first = first;
    count(crowd);
  }

  TILEMODEL_TARGET static void holders(const Crowd<W>& crowd, int bit, std::uint64_t* out) {
    const std::uint64_t* words = crowd.words + (bit >> 6) * crowd.stride;
    const Vector wanted = Lanes::all(std::uint64_t{1} << (bit & 63));
    for (std::int32_t i = 0; i < crowd.size; i += 64) {
      std::uint64_t without = 0;
      const std::int32_t end = crowd.size - i < 64 ? crowd.size - i : 64;
      for (std::int32_t j = 0; j < end; j += Lanes::kCount) {
        const Vector common = Lanes::both(Lanes::load(words + i + j), wanted);
        without |= std::uint64_t{Lanes::bits(Lanes::empty(common))} << j;
      }
      out[i >> 6] = ~without;
    }
  }

  template <int kFirst = 0>
  TILEMODEL_TARGET static void pairs(const Crowd<W>& crowd, const std::uint64_t* taken, const std::uint64_t* wanted,
                                     std::vector<Pair>& out) {
    if constexpr (kFirst + 1 < W)
      if (crowd.first > kFirst) return pairs<kFirst + 1>(crowd, taken, wanted, out);
    int word = kFirst;
    while (!wanted[word]) ++word;
    const Vector lowest = Lanes::all(wanted[word] & -wanted[word]);
    Vector mask[W], option[W];
    for (int w = kFirst; w < W; ++w) mask[w] = Lanes::all(taken[w]);
    for (std::int32_t i = 0; i < crowd.size; i += Lanes::kCount) {
      const unsigned free = Lanes::bits(free_of<kFirst>(crowd, i, mask, option));
      unsigned firsts = free & ~Lanes::bits(Lanes::empty(Lanes::both(option[word], lowest)));
      for (; firsts; firsts &= firsts - 1) seconds<kFirst>(crowd, i + std::countr_zero(firsts), taken, wanted, out);
    }
  }

  template <int kFirst>
  TILEMODEL_TARGET static void seconds(const Crowd<W>& crowd, std::int32_t first, const std::uint64_t* taken,
                                       const std::uint64_t* wanted, std::vector<Pair>& out) {
    Vector mask[W], rest[W];
    std::uint64_t any = 0;
    for (int w = kFirst; w < W; ++w) {
      const std::uint64_t word = crowd.words[w * crowd.stride + first];
      mask[w] = Lanes::all(taken[w] | word);
      rest[w] = Lanes::all(wanted[w] & ~word);
      any |= wanted[w] & ~word;
    }
    if (!any) return out.push_back({first, -1});
    for (std::int32_t i = 0; i < crowd.size; i += Lanes::kCount) {
      Vector wrong = Lanes::all(0);
      for (int w = kFirst; w < W; ++w) {
        const Vector option = Lanes::load(crowd.words + w * crowd.stride + i);
        wrong = Lanes::add_common(wrong, option, mask[w]);
        wrong = Lanes::add_lacking(wrong, rest[w], option);
      }
      for (unsigned right = Lanes::bits(Lanes::empty(wrong)); right; right &= right - 1)
        out.push_back({first, i + std::countr_zero(right)});
    }
  }

  static constexpr Kernels<W> kAll{thin<>, count, squeeze, holders, pairs<>};
};

}  // namespace
}  // namespace tilemodel
