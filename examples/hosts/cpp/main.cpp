// A game in C++: a hunter finds a path past what it fears, in one call and in steps; a field;
// events with the game's own records; saving and loading; and what becomes of mistakes.

#include <cstdlib>
#include <iostream>
#include <string>

#include "astar.hpp"

namespace {

struct Hunter {
  std::string name;
  int arrivals = 0;
};

std::ostream &operator<<(std::ostream &out, astar::cell at) {
  return out << at.x << ", " << at.y;
}

astar_unit *new_hunter(astar::map &map, astar_player *player, Hunter &hunter) {
  astar_unit_desc desc = astar_unit_default();
  desc.x = 1;
  desc.y = 4;
  desc.speed = ASTAR_ONE / 2;
  desc.sight = 8;
  return map.unit(player, desc, &hunter);
}

// Ticks until it has arrived.
void walk(astar::map &map, astar_unit *unit) {
  bool is_there = false;
  while (!is_there) {
    map.tick([&](const astar_unit_event &event) {
      Hunter *hunter = astar::user<Hunter>(event.unit);
      std::cout << hunter->name << ": event " << event.kind << " in tick "
                << astar_map_ticks(map.get()) << " at " << astar_unit_cell(unit) << "\n";
      hunter->arrivals++;
      is_there = true;
    });
  }
}

void play() {
  astar::map map(24, 9);
  const std::int32_t plain = map.terrain("plain", 10);
  const std::int32_t wall = map.terrain("wall", 0, true);
  map.fill({ 12, 0, 1, 8 }, wall);

  astar_player *red = map.player("red");
  astar::check("fog", astar_player_set_fog(red, false));        // it sees everything
  astar_influence *fear = map.influence("fear");
  astar::check("fear", astar_influence_add(fear, 12, 8, 60, 2, ASTAR_FALLOFF_LINEAR));

  Hunter hunter{ "Hanna" };
  astar_unit *unit = new_hunter(map, red, hunter);

  // What comes back is an outcome; the path is the game's.
  astar::query query;
  query.unit(unit).influence(fear, 2 * ASTAR_ONE);
  const astar::cell start = astar_unit_cell(unit);
  const astar::rect goal = { 22, 1, 1, 1 };
  astar::result way = map.find(start, goal, query);
  std::cout << way->length() << " cells, cost " << way->cost() << ", the last "
            << way->cells().back() << "\n";
  map.set({ 12, 8 }, wall);
  std::cout << "walled in: " << map.find(start, goal, query).why() << "\n";
  map.set({ 12, 8 }, plain);

  // In steps, as within a frame.
  astar::search search(map.get(), start, goal, query);
  int frames = 1;
  while (search.step(10)) frames++;
  std::cout << "found in " << (frames > 1 ? "several frames" : "one frame") << ": cost "
            << search.outcome()->cost() << "\n";

  // A field tells every unit the way to the nearest exit.
  astar::query anybody;
  astar::field exits = map.field_to({ { 0, 0 }, { 23, 8 } }, anybody);
  astar::cell next;
  astar::check("step", astar_field_step(exits.get(), 20, 4, &next));
  std::cout << "from 20, 4 to " << next << "\n";

  astar::check("follow", astar_unit_follow_path(unit, way->get(), nullptr));
  walk(map, unit);

  // A loaded map goes on with the same hash; its units have no records until the game sets them.
  astar::map copy = astar::map::load(map.save());
  astar_unit *loaded = astar_unit_next(copy.get(), nullptr);
  const bool same = astar_map_hash(copy.get()) == astar_map_hash(map.get());
  std::cout << "loaded: " << (same ? "the same hash" : "another hash") << ", "
            << (astar::user<Hunter>(loaded) == nullptr ? "no record" : "a record") << "\n";

  // Mistakes are exceptions; so is what a function of the game's throws, in the middle of a search.
  try {
    map.set({ 99, 0 }, wall);
  } catch (const astar::invalid &mistake) {
    std::cout << mistake.what() << "\n";
  }
  try {
    astar::query asked;
    asked.extra_cost([](astar::cell at, std::int32_t) -> std::int32_t {
      if (at.x > 3) throw std::runtime_error("too far east");
      return 0;
    });
    map.find({ 1, 1 }, { 9, 1, 1, 1 }, asked);
  } catch (const std::runtime_error &thrown) {
    std::cout << thrown.what() << "\n";
  }
}

}  // namespace

int main() {
  try {
    play();
  } catch (const std::exception &fault) {
    std::cerr << fault.what() << "\n";
    return EXIT_FAILURE;
  }
}
