// The world that all suites share, once it has started.
let shared;

export const setWorld = (world) => { shared = world; };
export const world = () => shared;
