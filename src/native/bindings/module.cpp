// The binding: thin, and the only place that knows Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>

#include <utility>

#include "tilemodel/anchor.hpp"
#include "tilemodel/engine.hpp"
#include "tilemodel/frontier.hpp"
#include "tilemodel/mrv.hpp"
#include "tilemodel/population.hpp"
#include "tilemodel/problem.hpp"

namespace nb = nanobind;

namespace {

template <typename T>
using Buffer = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::vector<T> copy(const Buffer<T>& buffer) {
  return {buffer.data(), buffer.data() + buffer.size()};
}

// Rows come flattened: row r has the entries [offsets[r], offsets[r + 1]) of options and coefficients.
tilemodel::Problem make_problem(std::int32_t cell_count, const Buffer<std::int32_t>& lo, const Buffer<std::int32_t>& hi,
                                const Buffer<std::int8_t>& is_piece, const Buffer<std::int32_t>& offsets,
                                const Buffer<std::int32_t>& members, const Buffer<std::int32_t>& row_offsets,
                                const Buffer<std::int32_t>& row_options, const Buffer<std::int64_t>& row_coefficients,
                                const Buffer<std::int64_t>& row_lo, const Buffer<std::int64_t>& row_hi) {
  tilemodel::Problem problem;
  problem.cell_count = cell_count;
  problem.lo = copy(lo);
  problem.hi = copy(hi);
  for (const auto flag : copy(is_piece)) problem.is_piece.push_back(flag);
  problem.offsets = copy(offsets);
  problem.members = copy(members);
  for (std::size_t r = 0; r + 1 < row_offsets.size(); ++r) {
    tilemodel::Row row;
    const auto begin = row_offsets.data()[r], end = row_offsets.data()[r + 1];
    row.options.assign(row_options.data() + begin, row_options.data() + end);
    row.coefficients.assign(row_coefficients.data() + begin, row_coefficients.data() + end);
    row.lo = row_lo.data()[r];
    row.hi = row_hi.data()[r];
    problem.rows.push_back(std::move(row));
  }
  return problem;
}

template <typename T>
nb::bytes raw(const std::vector<T>& numbers) {
  return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
}

// (status, selections given, offsets and chosen as the bytes of int32 arrays)
nb::tuple advance(tilemodel::Engine& engine, std::uint64_t budget, std::uint64_t quota, bool listing) {
  tilemodel::Selections selections;
  const auto before = engine.found();
  tilemodel::Status status;
  {
    nb::gil_scoped_release release;
    status = engine.advance(budget, quota, listing ? &selections : nullptr);
  }
  return nb::make_tuple(static_cast<int>(status), engine.found() - before, raw(selections.offsets),
                        raw(selections.chosen));
}

nb::list anchors(const tilemodel::Problem& problem, bool plain, int number, bool ordered) {
  tilemodel::Engines engines;
  {
    nb::gil_scoped_release release;
    engines = tilemodel::make_anchors(problem, plain, {number, ordered});
  }
  nb::list result;
  for (auto& engine : engines) result.append(nb::cast(std::move(engine)));
  return result;
}

}  // namespace

NB_MODULE(_native, module) {
  module.attr("QUOTA") = static_cast<int>(tilemodel::Status::kQuota);
  module.attr("PAUSED") = static_cast<int>(tilemodel::Status::kPaused);
  module.attr("EXHAUSTED") = static_cast<int>(tilemodel::Status::kExhausted);
  module.attr("NO_ROOM") = static_cast<int>(tilemodel::Status::kNoRoom);
  module.attr("OPEN") = tilemodel::kOpen;
  module.attr("MAX_REACH") = tilemodel::kMaxReach;
  module.attr("ANCHOR_MAX_CELLS") = tilemodel::kAnchorMaxCells;
  module.attr("FRONTIER_MAX_BITS") = tilemodel::kFrontierMaxBits;

  nb::class_<tilemodel::Problem>(module, "Problem");
  module.def("problem", &make_problem);

  nb::class_<tilemodel::Engine>(module, "Engine")
      .def("advance", &advance, nb::arg("budget"), nb::arg("quota"), nb::arg("listing"))
      .def_prop_ro("nodes", &tilemodel::Engine::nodes)
      .def_prop_ro("done", &tilemodel::Engine::done)
      .def_prop_ro("total", [](const tilemodel::Engine& engine) { return raw(engine.total()); });

  // The engines: each takes a problem, which it does not keep, and its own options.
  module.def("anchors", &anchors, nb::arg("problem"), nb::arg("plain"), nb::arg("engines"), nb::arg("ordered"));
  module.def("frontier_counter", &tilemodel::make_frontier_counter, nb::arg("problem"), nb::arg("memory"),
             nb::arg("lanes"), nb::call_guard<nb::gil_scoped_release>());
  module.def("frontier_lister", &tilemodel::make_frontier_lister, nb::arg("problem"), nb::arg("memory"),
             nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "frontier_census",
      [](const tilemodel::Problem& problem, std::uint64_t nodes, std::uint64_t memory) {
        const auto census = tilemodel::frontier_census(problem, nodes, memory);
        return nb::make_tuple(raw(census.states), census.complete, census.entry_bytes);
      },
      nb::arg("problem"), nb::arg("nodes"), nb::arg("memory"));
  module.def("frontier_bits", &tilemodel::frontier_bits, nb::arg("problem"));
  module.def(
      "mrv",
      [](const tilemodel::Problem& problem, bool portable) {
        return tilemodel::make_mrv(problem, portable ? tilemodel::Instructions::kPortable : tilemodel::best_instructions());
      },
      nb::arg("problem"), nb::arg("portable"), nb::call_guard<nb::gil_scoped_release>());

  nb::enum_<tilemodel::Tree>(module, "Tree")
      .value("SMALLEST", tilemodel::Tree::kSmallest)
      .value("SCAN", tilemodel::Tree::kScan)
      .value("NARROWED", tilemodel::Tree::kNarrowed);
  nb::class_<tilemodel::Population>(module, "Population")
      .def("advance", &tilemodel::Population::advance, nb::arg("budget"), nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("log_selections", &tilemodel::Population::log_selections)
      .def_prop_ro("log_nodes", &tilemodel::Population::log_nodes)
      .def_prop_ro("exact", &tilemodel::Population::exact)
      .def_prop_ro("states", &tilemodel::Population::states);
  module.def("countable", &tilemodel::countable);
  module.def(
      "population", &tilemodel::Population::make, nb::arg("problem"), nb::arg("tree"), nb::arg("most"), nb::arg("seed"),
      nb::call_guard<nb::gil_scoped_release>());

  nb::class_<tilemodel::Ranked>(module, "Ranked")
      .def("prepare",
           [](tilemodel::Ranked& ranked, std::uint64_t budget) {
             nb::gil_scoped_release release;
             return static_cast<int>(ranked.prepare(budget));
           })
      .def_prop_ro("done", &tilemodel::Ranked::done)
      .def_prop_ro("total", [](const tilemodel::Ranked& ranked) { return raw(ranked.total()); })
      .def("selection", [](const tilemodel::Ranked& ranked, const Buffer<std::uint64_t>& rank) {
        return raw(ranked.selection(copy(rank)));
      });
  module.def("frontier_ranks", &tilemodel::make_frontier_ranks, nb::arg("problem"), nb::arg("memory"),
             nb::call_guard<nb::gil_scoped_release>());
}
