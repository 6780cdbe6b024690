// The problem as the scan sees it: which option is filed where, and which items are flags.
#pragma once

#include <cstdint>
#include <vector>

#include "tilemodel/problem.hpp"

namespace tilemodel {

// Positions are the cells in scan order, then one more for each option without cells, as if it covered an optional
// cell of its own. Items other than cells that are covered at most once are flags, bits beside the board, as long as
// there is room for them; where an item is neither, the ledger counts it.
struct Scan {
  // require: cells have hi <= 1
  Scan(const Problem& problem, int max_flags);

  int positions = 0;
  int flags = 0;
  std::vector<char> alive;                // by option: it covers no item that may not be covered
  std::vector<std::int32_t> filed_under;  // by option: the position of its lowest cell
  std::vector<char> optional;             // by position: it may stay empty
  std::vector<std::int32_t> flag_of;      // by item, -1 where it is none
  std::vector<std::int32_t> last;         // by item: the last position with a live option of it, -1 where none has
  bool hopeless = false;                  // some item cannot be covered as often as it must
};

}  // namespace tilemodel
