// Which vector instructions an engine may use: chosen when it runs, never when it is built.
#pragma once

namespace tilemodel {

enum class Instructions { kPortable, kAvx2, kAvx512 };

// The most powerful ones that this machine has.
Instructions best_instructions();

}  // namespace tilemodel
