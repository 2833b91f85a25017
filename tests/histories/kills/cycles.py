"""Finds cycles in a graph of dependencies, and names them as Adya and Elle do.

A cycle of ww edges is G0; with wr edges it is G1c; with one rw edge it is G-single, with several it
is G2. The name ends in -realtime if the cycle needs realtime edges.
"""
from dependencies import REALTIME

COMPONENTS_MAX = 5
STARTS_MAX = 200
# Names in the order in which they are looked for, with the kinds of edges; "one rw" is for G-single.
ANOMALIES = (
    ("G0", {"ww"}, False),
    ("G1c", {"ww", "wr"}, False),
    ("G-single", {"ww", "wr"}, True),
    ("G2", {"ww", "wr", "rw"}, False),
)


def find_violations(graph):
    """Returns a sentence for each group of operations that no order explains."""
    components = components_of(graph, possible_nodes(graph), {"ww", "wr", "rw", REALTIME})
    return [describe(graph, *worst_cycle(graph, nodes)) for nodes in components[:COMPONENTS_MAX]]


def possible_nodes(graph):
    """Returns the nodes that remain if nodes without predecessors are removed repeatedly."""
    counts = [0] * len(graph.edges)
    for edges in graph.edges:
        for edge in edges:
            counts[edge.target] += 1
    free = [node for node, count in enumerate(counts) if count == 0]
    remaining = set(range(len(counts)))
    while free:
        node = free.pop()
        remaining.discard(node)
        for edge in graph.edges[node]:
            counts[edge.target] -= 1
            if counts[edge.target] == 0:
                free.append(edge.target)
    return remaining


def components_of(graph, nodes, kinds):
    """Returns the sets of several nodes that reach each other by edges of these kinds (Tarjan)."""
    search = ComponentSearch(graph, nodes, kinds)
    for node in sorted(nodes):
        search.visit(node)
    return search.found


class ComponentSearch:
    """Tarjan's algorithm without recursion."""

    def __init__(self, graph, nodes, kinds):
        self._graph = graph
        self._nodes = nodes
        self._kinds = kinds
        self._index = {}
        self._low = {}
        self._stack = []
        self._on_stack = set()
        self.found = []

    def visit(self, root):
        if root in self._index:
            return
        path = [(root, self._enter(root))]
        while path:
            node, targets = path[-1]
            target = next(targets, None)
            if target is None:
                path.pop()
                self._leave(node)
                if path:
                    self._low[path[-1][0]] = min(self._low[path[-1][0]], self._low[node])
            elif target not in self._index:
                path.append((target, self._enter(target)))
            elif target in self._on_stack:
                self._low[node] = min(self._low[node], self._index[target])

    def _enter(self, node):
        self._index[node] = self._low[node] = len(self._index)
        self._stack.append(node)
        self._on_stack.add(node)
        return iter(edge.target for edge in allowed(self._graph, node, self._nodes, self._kinds))

    def _leave(self, node):
        if self._low[node] != self._index[node]:
            return
        component = set()
        while node not in component:
            component.add(self._stack.pop())
        self._on_stack -= component
        if len(component) > 1:
            self.found.append(component)


def allowed(graph, node, nodes, kinds):
    return [edge for edge in graph.edges[node] if edge.kind in kinds and edge.target in nodes]


def worst_cycle(graph, nodes):
    """Returns the name and the path of a short cycle among the nodes: the worst kind there is."""
    for suffix, more in (("", set()), ("-realtime", {REALTIME})):
        for name, kinds, has_one_rw in ANOMALIES:
            find = cycle_with_one_rw if has_one_rw else shortest_cycle
            cycle = find(graph, nodes, kinds | more)
            if cycle:
                return name + suffix, cycle
    raise AssertionError("the nodes contain no cycle")


def shortest_cycle(graph, nodes, kinds):
    best = None
    for component in components_of(graph, nodes, kinds):
        for node in sorted(component)[:STARTS_MAX]:
            for edge in allowed(graph, node, component, kinds):
                path = shortest_path(graph, edge.target, node, component, kinds)
                if path is not None and (best is None or len(path) + 1 < len(best)):
                    best = [(node, edge), *path]
    return best


def cycle_with_one_rw(graph, nodes, kinds):
    best = None
    starts = [
        (node, edge) for node in sorted(nodes) for edge in allowed(graph, node, nodes, {"rw"})
    ]
    for node, edge in starts[:STARTS_MAX]:
        path = shortest_path(graph, edge.target, node, nodes, kinds)
        if path is not None and (best is None or len(path) + 1 < len(best)):
            best = [(node, edge), *path]
    return best


def shortest_path(graph, start, end, nodes, kinds):
    """Returns pairs of a node and the edge that leaves it, from start to end, or None."""
    reached_by = {start: None}
    waiting = [start]
    for node in waiting:
        if node == end:
            break
        for edge in allowed(graph, node, nodes, kinds):
            if edge.target not in reached_by:
                reached_by[edge.target] = node, edge
                waiting.append(edge.target)
    if end not in reached_by:
        return None
    path = []
    step = reached_by[end]
    while step is not None:
        path.append(step)
        step = reached_by[step[0]]
    return path[::-1]


def describe(graph, name, cycle):
    """Returns a sentence with every operation of the cycle; moments between them are left out."""
    while graph.operation_of(cycle[0][0]) is None:
        cycle = cycle[1:] + cycle[:1]
    clauses = []
    for place, (node, edge) in enumerate(cycle):
        first = graph.operation_of(node)
        if first is None:
            continue
        following = [each for each, _ in cycle[place + 1:] + cycle[:1]]
        second = next(graph.operation_of(each) for each in following if graph.operation_of(each))
        clauses.append(clause(first, edge, second))
    return f"{name}: " + "; ".join(clauses)


def clause(first, edge, second):
    return {
        "ww": f"{first} appended to {edge.key} directly before {second} appended {edge.element!r}",
        "wr": f"{second} read {edge.element!r} in {edge.key}, which {first} appended",
        "rw": f"{first} read {edge.key} without {edge.element!r}, which {second} appended next",
        REALTIME: f"{first} ended before {second} began",
    }[edge.kind]
