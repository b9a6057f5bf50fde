//! What of a line is searched.

use runtime_rust::record::Record;

fn text(content: &str) -> Option<String> {
    let line = format!(
        r#"{{"uuid":"u","timestamp":"t","sessionId":"s","message":{{"role":"user","content":{content}}}}}"#
    );
    Record::parse(&line).map(|record| record.message.content.0)
}

#[test]
fn contents_and_the_text_they_hold() {
    let table = [
        (r#""plain""#, Some("plain")),
        (r#""""#, Some("")),
        (
            r#""a \"quote\" and a\nline""#,
            Some("a \"quote\" and a\nline"),
        ),
        (
            r#""gr\u00f6\u00dfe 検索 \ud83d\ude00""#,
            Some("größe 検索 😀"),
        ),
        ("[]", Some("")),
        (r#"[{"type":"text","text":"one"}]"#, Some("one")),
        (
            r#"[{"type":"text","text":"one"},{"type":"text","text":"two"}]"#,
            Some("one\ntwo"),
        ),
        (
            r#"[{"type":"tool_use","text":"not this"},{"type":"text","text":"this"}]"#,
            Some("this"),
        ),
        (
            r#"[{"type":"text"},{"text":"late","type":"text"}]"#,
            Some("late"),
        ),
        (
            r#"[{"type":"image","source":{"data":[1,2,{"x":null}]}}]"#,
            Some(""),
        ),
        ("null", None),
        ("7", None),
        (r#"["bare"]"#, None),
        (r#"[{"text":"no type"}]"#, None),
    ];
    for (content, expected) in table {
        assert_eq!(text(content).as_deref(), expected, "{content}");
    }
}

#[test]
fn lines_without_a_message_or_broken_off_are_no_records() {
    let whole =
        r#"{"uuid":"u","timestamp":"t","sessionId":"s","message":{"role":"r","content":"c"}}"#;
    assert!(Record::parse(whole).is_some());
    for end in 0..whole.len() {
        assert!(Record::parse(&whole[..end]).is_none(), "{}", &whole[..end]);
    }
    assert!(Record::parse(&format!("{whole} {whole}")).is_none());
    assert!(Record::parse(r#"{"type":"summary","summary":"c"}"#).is_none());
}

#[test]
fn unknown_fields_and_any_order_are_accepted() {
    let line = r#"{"x":[{}],"message":{"usage":{"n":1},"content":"c","role":"r"},"sessionId":"s","timestamp":"t","uuid":"u"}"#;
    let record = Record::parse(line).unwrap();
    assert_eq!(
        (record.uuid.as_str(), record.timestamp.as_str()),
        ("u", "t")
    );
    assert_eq!(
        (record.session.as_str(), record.message.role.as_str()),
        ("s", "r")
    );
}
