from typing import Any

__version__: str

class Family:
    def __getattr__(self, name: str) -> Any: ...

class Model:
    def __getattr__(self, name: str) -> Any: ...

def __getattr__(name: str) -> Any: ...
