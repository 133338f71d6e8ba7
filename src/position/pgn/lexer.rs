//! Bytes become the words of PGN. Knows lines and where words end; not what a game is.

use super::error::{PgnError, PgnFault};
use super::record::GameResult;
use std::io::{BufRead, ErrorKind};

/// The longest word kept: no move comes near.
const LONGEST_WORD: usize = 128;
/// The longest comment or tag kept; what is longer is cut.
const LONGEST_TEXT: usize = 1 << 16;

/// One word of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// `[Name "value"]`
    Tag(String, String),
    /// A move, or what stands in its place.
    Move(String),
    /// `{...}` or `; ...`
    Comment(String),
    /// `$1` or `!`
    Nag(u8),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `*` ...
    Result(GameResult),
    /// No more text.
    End,
}

/// Hands out one word after another.
pub struct Lexer<R> {
    input: R,
    line: u64,
    line_start: bool,
    /// A tag met where none can be: the start of the next game.
    found: Option<(u64, Token)>,
    broken: bool,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(input: R) -> Self {
        Lexer { input, line: 1, line_start: true, found: None, broken: false }
    }

    /// The next word and the line it begins in.
    pub fn next(&mut self) -> Result<(u64, Token), PgnError> {
        if let Some(found) = self.found.take() {
            return Ok(found);
        }
        loop {
            let fresh = self.line_start;
            let line = self.line;
            let Some(byte) = self.bump()? else { return Ok((line, Token::End)) };
            let token = match byte {
                b'%' if fresh => {
                    self.rest_of_line()?;
                    continue;
                }
                b'[' => self.tag(line)?,
                b'{' => self.comment(line)?,
                b';' => Token::Comment(text(&self.rest_of_line()?)),
                b'(' => Token::Open,
                b')' => Token::Close,
                b'*' => Token::Result(GameResult::Open),
                b'$' => match self.nag()? {
                    Some(nag) => Token::Nag(nag),
                    None => continue,
                },
                b'!' | b'?' => match self.marks(byte)? {
                    Some(nag) => Token::Nag(nag),
                    None => continue,
                },
                // A byte order mark, where editors put one.
                0xEF if fresh && line == 1 => {
                    self.skip_while(|byte| byte == 0xBB || byte == 0xBF)?;
                    self.line_start = true;
                    continue;
                }
                byte if is_word(byte) => match self.word(byte, line)? {
                    Some(token) => token,
                    None => continue,
                },
                byte if byte.is_ascii_graphic() && !b".<>,\"".contains(&byte) => {
                    return Err(PgnError { line, fault: PgnFault::Character(byte as char) });
                }
                _ => continue,
            };
            return Ok((line, token));
        }
    }

    /// Skips what is left of a faulty record: up to the next line that begins with a tag and has moves before
    /// it (or already had them), or names a new event.
    pub fn skip_record(&mut self, mut moves_seen: bool) -> Result<(), PgnError> {
        if self.broken || self.found.is_some() {
            return Ok(());
        }
        if !self.line_start {
            self.rest_of_line()?;
        }
        loop {
            let line = self.line;
            let Some(byte) = self.peek()? else { return Ok(()) };
            let rest = self.rest_of_line()?;
            if byte != b'[' {
                moves_seen |= !rest.trim_ascii().is_empty() && byte != b'%';
            } else if let Some(tag) = read_tag(&rest).filter(|tag| moves_seen || is_event(tag)) {
                self.found = Some((line, tag));
                return Ok(());
            }
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, PgnError> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.broken = true;
                    return Err(PgnError { line: self.line, fault: error.into() });
                }
            }
        }
    }

    fn bump(&mut self) -> Result<Option<u8>, PgnError> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            self.line_start = byte == b'\n';
            self.line += u64::from(self.line_start);
        }
        Ok(byte)
    }

    fn skip_while(&mut self, matches: impl Fn(u8) -> bool) -> Result<(), PgnError> {
        while self.peek()?.is_some_and(&matches) {
            self.bump()?;
        }
        Ok(())
    }

    /// The bytes up to the end of the line, which is consumed.
    fn rest_of_line(&mut self) -> Result<Vec<u8>, PgnError> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.bump()? {
            if byte == b'\n' {
                break;
            }
            if bytes.len() < LONGEST_TEXT {
                bytes.push(byte);
            }
        }
        Ok(bytes)
    }

    /// A tag, whose bracket is read already. Several may stand in one line.
    fn tag(&mut self, line: u64) -> Result<Token, PgnError> {
        let mut bytes = vec![b'['];
        let (mut quoted, mut escaped) = (false, false);
        while let Some(byte) = self.peek()? {
            if byte == b'\n' {
                break;
            }
            self.bump()?;
            if bytes.len() < LONGEST_TEXT {
                bytes.push(byte);
            }
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                b']' if !quoted => break,
                _ => {}
            }
        }
        read_tag(&bytes).ok_or_else(|| {
            let shown: String = text(&bytes).chars().take(60).collect();
            PgnError { line, fault: PgnFault::Tag(shown) }
        })
    }

    /// A comment, whose brace is read already. A new event within it shows that its end is missing.
    fn comment(&mut self, line: u64) -> Result<Token, PgnError> {
        let mut bytes = Vec::new();
        let mut line_at = None;
        loop {
            let start = self.line_start.then_some((self.line, bytes.len()));
            line_at = start.or(line_at);
            match self.bump()? {
                None => return Err(PgnError { line, fault: PgnFault::OpenComment }),
                Some(b'}') => return Ok(Token::Comment(text(&bytes))),
                Some(byte) => {
                    if byte == b'\n'
                        && let Some((at, start)) = line_at
                        && let Some(tag) = bytes.get(start..).and_then(read_tag).filter(is_event)
                    {
                        self.found = Some((at, tag));
                        return Err(PgnError { line, fault: PgnFault::OpenComment });
                    }
                    if bytes.len() < LONGEST_TEXT {
                        bytes.push(byte);
                    }
                }
            }
        }
    }

    fn nag(&mut self) -> Result<Option<u8>, PgnError> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.peek()?.filter(u8::is_ascii_digit) {
            self.bump()?;
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        }
        Ok(number.and_then(|number| u8::try_from(number).ok()))
    }

    fn marks(&mut self, first: u8) -> Result<Option<u8>, PgnError> {
        let mut marks = vec![first];
        while let Some(mark) = self.peek()?.filter(|byte| b"!?".contains(byte)) {
            self.bump()?;
            if marks.len() < 3 {
                marks.push(mark);
            }
        }
        Ok(match &marks[..] {
            b"!" => Some(1),
            b"?" => Some(2),
            b"!!" => Some(3),
            b"??" => Some(4),
            b"!?" => Some(5),
            b"?!" => Some(6),
            _ => None,
        })
    }

    /// A move or a result; nothing for move numbers and signs such as `+-`.
    fn word(&mut self, first: u8, line: u64) -> Result<Option<Token>, PgnError> {
        let mut bytes = vec![first];
        while let Some(byte) = self.peek()?.filter(|byte| is_word(*byte)) {
            self.bump()?;
            bytes.push(byte);
            if bytes.len() > LONGEST_WORD {
                let shown = text(&bytes).chars().take(20).collect();
                return Err(PgnError { line, fault: PgnFault::LongWord(shown) });
            }
        }
        let word = text(&bytes);
        if let Some(result) = GameResult::read(&word) {
            return Ok(Some(Token::Result(result)));
        }
        // "e.p." falls into "e" and "p".
        let noise = matches!(word.as_str(), "e" | "p" | "ep");
        let number = bytes.iter().all(u8::is_ascii_digit);
        let sign = bytes.iter().all(|byte| b"+-=/#:_".contains(byte)) && word != "--";
        Ok((!noise && !number && !sign).then_some(Token::Move(word)))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"+-=/#:_@".contains(&byte)
}

fn is_event(tag: &Token) -> bool {
    matches!(tag, Token::Tag(name, _) if name == "Event")
}

/// Reads `[Name "value"]`, escapes undone.
fn read_tag(bytes: &[u8]) -> Option<Token> {
    let line = text(bytes);
    let inner = line.trim().strip_prefix('[')?.trim_start();
    let name_end = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    let (name, rest) = inner.split_at(name_end);
    let rest = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '\\' => value.push(letters.next()?),
            '"' => break,
            letter => value.push(letter),
        }
    }
    if !letters.as_str().trim_start().starts_with(']') {
        // Quotes within that nobody escaped.
        value = rest.trim_end().strip_suffix(']')?.trim_end().strip_suffix('"')?.to_owned();
    }
    (!name.is_empty()).then(|| Token::Tag(name.to_owned(), value))
}

/// UTF-8 where it is that, Latin-1 where it is not, as older programs write it.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| *byte as char).collect(),
    }
}
