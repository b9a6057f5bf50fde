import ast
from pathlib import Path

import pytest
from tidemark_demo import catalogue, reports
from tidemark_demo.catalogue import Package

PACKAGES = catalogue.load()


def test_there_are_two_packages_with_twenty_releases_or_more() -> None:
    assert len({package.name for package in PACKAGES}) == 2
    assert all(len(package.releases) >= 20 for package in PACKAGES)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_releases_are_commits_in_a_line_each_later_than_the_one_before(package: Package) -> None:
    moments = [release.published for release in package.releases]
    assert moments == sorted(set(moments))
    for before, release in zip(package.releases, package.releases[1:], strict=False):
        assert release.earlier == (before.commit, *before.earlier)


def test_no_two_releases_are_the_same_commit() -> None:
    commits = [release.commit for package in PACKAGES for release in package.releases]
    assert len(set(commits)) == len(commits)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_benchmark_names_are_those_of_the_workload(package: Package) -> None:
    tree = ast.parse(package.workload.read_text())
    tables = [
        statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "BENCHMARKS"
    ]
    assert isinstance(tables[0], ast.Dict)
    names = [key.value for key in tables[0].keys if isinstance(key, ast.Constant)]
    assert reports.benchmark_names(package) == ["import", *names]
    assert len(names) >= 5


def test_every_workload_is_in_the_catalogue() -> None:
    folder = Path(catalogue.CATALOGUE).parent / "workloads"
    assert {package.workload for package in PACKAGES} == set(folder.glob("*.py"))
