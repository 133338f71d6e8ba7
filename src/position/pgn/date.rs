//! The date as PGN writes it. Knows the calendar.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today in universal time, as `2026.11.29`; what PGN says for an unknown date if the clock is before 1970.
pub fn today() -> String {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => {
            let (year, month, day) = civil(since.as_secs() / 86_400);
            format!("{year:04}.{month:02}.{day:02}")
        }
        Err(_) => "????.??.??".to_owned(),
    }
}

/// Year, month and day of a day counted from 1970 (Howard Hinnant's `civil_from_days`).
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leap_years_and_ends_of_years() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_818), (2026, 12, 31));
        assert_eq!(today().len(), 10);
    }
}
