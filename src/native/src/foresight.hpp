// Whether a board can still be filled, rows and further items aside: what jigsaws know of their endings, for others.
#pragma once

#include <cstdint>
#include <memory>

#include "scan.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

class Foresight {
 public:
  virtual ~Foresight() = default;

  // With so many pieces left, or fewer, it is worth asking.
  virtual int horizon() const = 0;
  // False only where these pieces cannot fill the cells that are not occupied.
  // require: bit i of `left` is for the i-th piece; the anchor is the lowest cell that is not occupied, and there is one
  virtual bool hopeful(int anchor, std::uint64_t occupied, std::uint32_t left) = 0;
  // Another, for another thread, that shares what this one knows.
  virtual std::unique_ptr<Foresight> another() const = 0;
  // The placements tried so far by this one.
  virtual std::uint64_t tried() const = 0;
};

// The foresight for a problem that is a jigsaw of at most 32 pieces, the first of its flags, once rows and the other
// items that are no cells are left out: each selection is one of that jigsaw, too. Null for others.
std::unique_ptr<Foresight> make_foresight(const Problem& problem, const Scan& scan);

}  // namespace tilemodel
