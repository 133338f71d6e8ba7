//! The integration tests, one crate: modules by subject.

mod rules;
