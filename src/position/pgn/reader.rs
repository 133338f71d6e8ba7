//! Words become records, one game at a time: however long a file is, one game of it is held. Knows no rule.

use super::error::{PgnError, PgnFault};
use super::lexer::{Lexer, Token};
use super::record::{Record, Turn};
use std::io::BufRead;

/// Reads the games of a text. A faulty one is an error, and the next one follows.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// The tag that ended a game by beginning another.
    ahead: Option<(u64, Token)>,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from there.
    pub fn new(input: R) -> Self {
        Reader { lexer: Lexer::new(input), ahead: None, ended: false }
    }

    fn token(&mut self) -> Result<(u64, Token), PgnError> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.lexer.next(),
        }
    }

    /// One game; `None` at the end. `moves_seen` tells how far it came, should it fail.
    fn record(&mut self, moves_seen: &mut bool) -> Result<Option<Record>, PgnError> {
        let mut record = Record::default();
        let mut depth = 0usize;
        let mut began = false;
        loop {
            let (line, token) = self.token()?;
            let ends = match &token {
                Token::End => true,
                Token::Tag(name, _) => *moves_seen || name == "Event" && record.tag(name).is_some(),
                _ => false,
            };
            if ends {
                self.ended = token == Token::End;
                if depth > 0 {
                    // The next game is in sight already.
                    self.ahead = Some((line, token));
                    return Err(PgnError { line, fault: PgnFault::OpenVariation });
                }
                self.ahead = Some((line, token)).filter(|_| !self.ended);
                return Ok(began.then_some(record));
            }
            if !began && !matches!(token, Token::Comment(_)) {
                began = true;
                record.line = line;
            }
            *moves_seen |= !matches!(token, Token::Tag(..) | Token::Comment(_));
            match token {
                Token::Tag(name, value) => {
                    if record.tag(&name).is_none() {
                        record.tags.push((name, value));
                    }
                }
                Token::Open => depth += 1,
                Token::Close if depth == 0 => return Err(PgnError { line, fault: PgnFault::StrayClose }),
                Token::Close => depth -= 1,
                // A result within a variation is somebody's opinion.
                _ if depth > 0 => {}
                Token::Result(result) => {
                    record.result = result;
                    return Ok(Some(record));
                }
                Token::Move(text) => record.moves.push(Turn { line, text, ..Turn::default() }),
                Token::Nag(nag) => {
                    if let Some(turn) = record.moves.last_mut() {
                        turn.nags.push(nag);
                    }
                }
                Token::Comment(text) => {
                    let comment = match record.moves.last_mut() {
                        Some(turn) => &mut turn.comment,
                        None => &mut record.comment,
                    };
                    for word in text.split_whitespace() {
                        if !comment.is_empty() {
                            comment.push(' ');
                        }
                        comment.push_str(word);
                    }
                }
                Token::End => {}
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let mut moves_seen = false;
        match self.record(&mut moves_seen) {
            Ok(record) => record.map(Ok),
            Err(error) => {
                if matches!(error.fault, PgnFault::Input(_)) {
                    self.ended = true;
                } else if self.ahead.is_none() {
                    moves_seen |= !matches!(error.fault, PgnFault::Tag(_));
                    self.ended |= self.lexer.skip_record(moves_seen).is_err();
                }
                Some(Err(error))
            }
        }
    }
}
