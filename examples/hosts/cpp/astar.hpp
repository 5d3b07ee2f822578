// astar for C++17: copy this file into a game, and change it as the game needs.
//
// Objects that are freed are moved, not copied; what belongs to a map is a plain pointer. A mistake
// of the caller's and a lack of memory are exceptions. That there is no path is none: it is an
// outcome, and comes back as one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <astar_units.h>

namespace astar {

using cell = astar_cell;
using rect = astar_rect;

// ---- outcomes -----------------------------------------------------------------------------------

class error : public std::runtime_error {
 public:
  error(const char *what, astar_status status)
      : std::runtime_error(std::string(what) + ": " + astar_status_name(status)), status(status) {}
  const astar_status status;
};

// An argument out of its range, or an object of another map.
struct invalid : error { using error::error; };

[[noreturn]] inline void raise(const char *what, astar_status status) {
  if (status == ASTAR_NO_MEMORY) throw std::bad_alloc();
  if (status == ASTAR_INVALID) throw invalid(what, status);
  throw error(what, status);
}

inline void check(const char *what, astar_status status) {
  if (status != ASTAR_OK) raise(what, status);
}

// `why` is read after the call that has made the object has written it: hence a reference.
template <class T>
T *made(const char *what, T *object, const astar_status &why) {
  if (object == nullptr) raise(what, why);
  return object;
}

// ---- paths --------------------------------------------------------------------------------------

// A path is one block of bytes without pointers: here it owns the block, and can be copied.
class path {
 public:
  explicit path(std::size_t bytes) : block_((bytes + sizeof(slot) - 1) / sizeof(slot)) {}

  const astar_path *get() const { return reinterpret_cast<const astar_path *>(block_.data()); }
  void *memory() { return block_.data(); }
  std::uint32_t cost() const { return astar_path_cost(get()); }
  std::int32_t length() const { return astar_path_length(get()); }
  cell operator[](std::int32_t index) const { return astar_path_cell(get(), index); }

  std::vector<cell> cells() const {
    std::vector<cell> all(static_cast<std::size_t>(length()));
    astar_path_cells(get(), 0, length(), all.data());
    return all;
  }

 private:
  using slot = std::max_align_t;                        // aligned as by malloc
  std::vector<slot> block_;
};

// What has come of a search: `if (found) …`; without a path `status` says why.
struct result {
  astar_status status;
  std::optional<path> way;
  explicit operator bool() const { return way.has_value(); }
  const path &operator*() const { return way.value(); }
  const path *operator->() const { return &way.value(); }
  const char *why() const { return astar_status_name(status); }
};

// ---- queries ------------------------------------------------------------------------------------

// An astar_query with its list of influence maps, and with a function that adds to the cost of a
// cell: a penalty, ASTAR_EXTRA_BLOCKED or ASTAR_EXTRA_ABORT. It may throw: the search ends, and the
// exception comes out of the call that searched.
class query {
 public:
  using extra = std::function<std::int32_t(cell, std::int32_t terrain)>;

  query() = default;
  query(const query &) = delete;                        // the C structure points into it
  query &operator=(const query &) = delete;

  query &unit(astar_unit *one) { raw_.unit = one; return *this; }
  query &player(astar_player *one) { raw_.player = one; return *this; }
  query &cls(astar_class *one) { raw_.cls = one; return *this; }
  query &partial(bool on = true) { raw_.partial = on; return *this; }
  query &influence(astar_influence *map, std::int32_t weight = ASTAR_ONE) {
    influences_.push_back({ map, weight });
    return *this;
  }
  query &extra_cost(extra function) {
    extra_ = std::move(function);
    return *this;
  }

  // All other fields of astar_query.
  astar_query &raw() { return raw_; }

  const astar_query *get() {
    thrown_ = nullptr;
    if (!influences_.empty()) {
      raw_.influences = influences_.data();
      raw_.influence_count = static_cast<std::int32_t>(influences_.size());
    }
    if (extra_) {
      raw_.extra_cost = call;
      raw_.extra_user = this;
    }
    return &raw_;
  }

  void rethrow() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  // No exception passes through C.
  static std::int32_t call(void *user, std::int32_t x, std::int32_t y, std::int32_t terrain) {
    query *self = static_cast<query *>(user);
    try {
      return self->extra_({ x, y }, terrain);
    } catch (...) {
      self->thrown_ = std::current_exception();
      return ASTAR_EXTRA_ABORT;
    }
  }

  astar_query raw_ = astar_query_default();
  std::vector<astar_weighted> influences_;
  extra extra_;
  std::exception_ptr thrown_;
};

// ---- searches and fields ------------------------------------------------------------------------

template <auto Free>
struct deleter {
  template <class T>
  void operator()(T *object) const { Free(object); }
};

using field = std::unique_ptr<astar_field, deleter<astar_field_free>>;
using sight = std::unique_ptr<astar_sight, deleter<astar_sight_free>>;

// A search in steps. It must be gone before its map, its unit and its query.
class search {
 public:
  search(astar_map *map, cell from, rect goal, query &asked) : query_(&asked) {
    astar_status why;
    astar_search *begun = astar_search_new(map, from.x, from.y, goal, asked.get(), &why);
    search_.reset(made("search", begun, why));
  }

  // True while it goes on.
  bool step(std::uint32_t nodes) {
    status_ = astar_search_step(search_.get(), nodes);
    query_->rethrow();
    if (status_ == ASTAR_NO_MEMORY || status_ == ASTAR_INVALID) raise("search", status_);
    return status_ == ASTAR_RUNNING;
  }

  result outcome() const {
    result found{ status_, std::nullopt };
    if (std::size_t size = astar_search_path_size(search_.get(), 0))
      astar_search_path(search_.get(), 0, found.way.emplace(size).memory());
    return found;
  }

  std::uint32_t expanded() const { return astar_search_expanded(search_.get()); }

 private:
  query *query_;
  std::unique_ptr<astar_search, deleter<astar_search_free>> search_;
  astar_status status_ = ASTAR_RUNNING;
};

// ---- the map ------------------------------------------------------------------------------------

// Owns everything on it: classes, players, units, influence maps. These are the C interface's own
// pointers, so every function of astar_units.h can be called with them, and with map.get().
class map {
 public:
  explicit map(const astar_map_desc &desc) {
    astar_status why;
    map_.reset(made("map", astar_map_new(&desc, &why), why));
  }
  map(std::int32_t width, std::int32_t height) : map(sized(width, height)) {}

  // From what save() has returned.
  static map load(const std::vector<std::uint8_t> &bytes) {
    astar_status why;
    astar_map *loaded = astar_map_load(bytes.data(), bytes.size(), astar_allocator{}, 0, &why);
    return map(made("load", loaded, why));
  }

  std::vector<std::uint8_t> save() {
    std::size_t size;
    check("save", astar_map_save(get(), nullptr, 0, &size));
    std::vector<std::uint8_t> bytes(size);
    check("save", astar_map_save(get(), bytes.data(), size, &size));
    return bytes;
  }

  astar_map *get() const { return map_.get(); }

  std::int32_t terrain(const char *name, std::int32_t cost, bool opaque = false) {
    std::int32_t id;
    check(name, astar_terrain_define(get(), name, cost, opaque, &id));
    return id;
  }
  void fill(rect area, std::int32_t terrain) {
    check("fill", astar_map_fill(get(), area, terrain));
  }
  void set(cell at, std::int32_t terrain) {
    check("set", astar_map_set(get(), at.x, at.y, terrain));
  }

  astar_player *player(const char *name) {
    astar_status why;
    return made(name, astar_player_new(get(), name, &why), why);
  }
  astar_influence *influence(const char *name, std::int32_t weight = ASTAR_ONE) {
    astar_status why;
    return made(name, astar_influence_new(get(), name, weight, &why), why);
  }
  astar_class *cls(const astar_class_desc &desc) {
    astar_status why;
    return made("class", astar_class_new(get(), &desc, &why), why);
  }
  // The unit points to a record of the game's, which user<T>(unit) gives back.
  astar_unit *unit(astar_player *player, const astar_unit_desc &desc, void *user_data = nullptr) {
    astar_status why;
    astar_unit *one = made("unit", astar_unit_new(player, &desc, &why), why);
    astar_set_user_data(one, user_data);
    return one;
  }

  result find(cell from, rect goal, query &asked) {
    search whole(get(), from, goal, asked);
    while (whole.step(UINT32_MAX)) {}
    return whole.outcome();
  }

  // The query, and what its function uses, must stay as long as the field: a field that is read after a
  // change asks for costs again. What the function throws then is thrown by `asked.rethrow()`.
  astar::field field_to(const std::vector<cell> &goals, query &asked) {
    astar_status why;
    const auto count = static_cast<std::int32_t>(goals.size());
    astar_field *to = astar_field_new(get(), goals.data(), count, asked.get(), &why);
    asked.rethrow();
    return astar::field(made("field", to, why));
  }

  // One tick; calls a function with each event, which must not remove units.
  template <class F>
  void tick(F &&happened) {
    const astar_unit_event *events;
    std::int32_t count;
    check("tick", astar_map_tick(get(), &events, &count));
    for (std::int32_t i = 0; i < count; i++) happened(events[i]);
  }

 private:
  explicit map(astar_map *loaded) : map_(loaded) {}
  static astar_map_desc sized(std::int32_t width, std::int32_t height) {
    astar_map_desc desc = astar_map_default();
    desc.width = width;
    desc.height = height;
    return desc;
  }

  std::unique_ptr<astar_map, deleter<astar_map_free>> map_;
};

template <class T>
T *user(const astar_unit *unit) {
  return static_cast<T *>(astar_user_data(unit));
}

}  // namespace astar
