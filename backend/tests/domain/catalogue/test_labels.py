from backend.domain.catalogue.labels import ManyLabels, SeriesLabel

LABEL = SeriesLabel(
    4, "suite", "parse", {"size": 8}, "time", "s", "lower", "sampled", "lab", "main", 2, 3
)


def test_many_labels_are_those_that_were_given() -> None:
    many = ManyLabels.of({4: LABEL})
    assert dict(many) == {4: LABEL}
    assert many[4] is many[4]
    assert many.names(4) == ("suite", "parse", {"size": 8})
    assert 5 not in many
    assert ManyLabels.of(many) is many
