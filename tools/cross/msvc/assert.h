#define assert(holds) ((void)(holds))
