"""A local, DynamoDB-compatible server for tests.

    with Stator() as stator:
        stator.client().list_tables()
"""
from ._server import Stator, Universe, binary_path

__all__ = ["Stator", "Universe", "binary_path"]
__version__ = "@VERSION@"
