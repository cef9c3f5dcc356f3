"""What setuptools cannot be told in pyproject.toml: found packages together with data folders from the top level.

`catalogs/` and `requirements_examples/` stand beside the package in a checkout and inside it in a wheel, as
`optimizer/_data/…`; `optimizer.resources` finds both.
"""

from setuptools import find_packages, setup

DATA = ("catalogs", "requirements_examples")

setup(
    packages=[*find_packages(include=["optimizer", "optimizer.*"]), *(f"optimizer._data.{folder}" for folder in DATA)],
    package_dir={f"optimizer._data.{folder}": folder for folder in DATA},
    package_data={"optimizer": ["py.typed"], **{f"optimizer._data.{folder}": ["**/*"] for folder in DATA}},
)
