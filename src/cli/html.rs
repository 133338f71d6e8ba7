//! Text made safe inside HTML and SVG. Knows the five characters that mean something there.

/// The text with every character replaced that could end an element or an attribute, and without the control
/// characters that no XML may hold.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\n' | '\t' => safe.push(letter),
            _ if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// JSON made safe inside a `script` element: nothing in it can close the element or open a comment.
pub fn json_in_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_an_element_or_attribute() {
        assert_eq!(
            escaped("<a href=\"x\" title='y'>&amp;</a>"),
            "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;"
        );
        assert_eq!(escaped("é ♞\u{0}\u{1b}[0m\tz"), "é ♞\u{fffd}\u{fffd}[0m\tz");
        assert_eq!(escaped(""), "");
    }

    #[test]
    fn nothing_ends_a_script() {
        let safe = json_in_script("[\"</script><!-- & -->\"]");
        assert!(!safe.contains(['<', '>', '&']), "{safe}");
    }
}
