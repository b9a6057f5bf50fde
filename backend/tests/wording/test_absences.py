"""What a machine cannot measure is said in one line: cause and remedy."""

from backend.wording.absences import absence_lines, absence_words

COMPILER = (
    "Missing dependency: cc -fsyntax-only -include curl/curl.h -x c /dev/null. Install libcurl with"
    " its headers: package libcurl4-openssl-dev.\n'cc -fsyntax-only' ended with exit code 1\n"
    "<command-line>: fatal error: curl/curl.h: No such file or directory\ncompilation terminated."
)


def test_a_missing_header_is_named_with_its_package_and_without_the_compiler() -> None:
    assert absence_words(COMPILER) == (
        "the header curl/curl.h is missing. "
        "Install libcurl with its headers: package libcurl4-openssl-dev."
    )
    other = "Missing dependency: perf --version. Install perf: package linux-perf."
    assert absence_words(other) == (
        "“perf --version” is missing. Install perf: package linux-perf."
    )


def test_other_words_stand_as_they_are() -> None:
    said = "jemalloc is not available here. Debian has it in package libjemalloc2."
    assert absence_words(said) == said
    assert absence_words("no such option") == "no such option."


def test_each_cause_is_one_line() -> None:
    assert len(absence_lines([COMPILER, COMPILER, "", "no such option"])) == 2


def test_a_failure_without_a_message_is_told_by_its_kind() -> None:
    missing = "something that it needs is missing on this machine."
    assert absence_words("") == absence_words(" \n") == absence_words("needs") == missing
    assert absence_words("timeout") == absence_words("timeout: \n") == "it took too long."
    assert absence_words(f"unavailable: {COMPILER}") == absence_words(COMPILER)
    assert absence_lines(["", " "]) == [missing]
    assert absence_lines([]) == []
