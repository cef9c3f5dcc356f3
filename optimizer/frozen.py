"""The base of every object that passes between layers."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Immutable, refuses unknown keys, documents itself: the text under a field is its description."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
