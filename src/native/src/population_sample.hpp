// Which of many weighted states a sample keeps.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace tilemodel {

// A sample of about `most` states, each kept with the probability that its share asks for (given by its logarithm), one
// at most: 0 for those that are dropped, and for those that are kept the probability of that. Systematic: along the
// states in their order the sums of the probabilities are hit at even distances (Kitagawa 1996).
// require: more shares than `most`, all finite
// ensure: state i is kept with exactly the probability that is then given for it
std::vector<double> draw(const std::vector<double>& log_shares, std::uint64_t most, std::mt19937_64& random);

}  // namespace tilemodel
