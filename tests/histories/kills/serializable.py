"""Judges whether histories of lists are strictly serializable."""
import cycles
from dependencies import Graph
from list_orders import Orders


def find_violations(history):
    """Returns sentences about the operations that fit no order of all operations."""
    orders = Orders(history)
    return orders.find_violations() or cycles.find_violations(Graph(orders))
