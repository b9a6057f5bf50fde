from backend.domain.catalogue.parameters import canonical, variant_key


def test_a_variant_is_the_same_whatever_the_order_of_its_parameters() -> None:
    assert variant_key({"a": 1, "b": "x"}) == variant_key({"b": "x", "a": 1})


def test_whole_floats_are_integers_but_texts_and_booleans_are_not_numbers() -> None:
    assert canonical({"threads": 4.0}) == {"threads": 4}
    assert variant_key({"threads": 4.0}) == variant_key({"threads": 4})
    keys = [variant_key({"x": value}) for value in (1, "1", True, 1.5)]
    assert len(set(keys)) == len(keys)
