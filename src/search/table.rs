//! The transposition table: what earlier searches found out, shared by all threads without locks.
//!
//! An entry is two words, read and written one by one. The check word is the exclusive-or of the other
//! word with the position's key, so an entry torn between two writers fits no key (Hyatt and Mann, 2002).

use super::score::{Score, UNKNOWN};
use crate::position::Move;
use std::mem::MaybeUninit;
#[cfg(target_os = "linux")]
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a stored score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing; only the move or the static evaluation count.
    Nothing,
    /// The true score is at most this.
    AtMost,
    /// The true score is at least this.
    AtLeast,
    /// It is this.
    Exactly,
}

impl Known {
    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Known::Nothing,
            1 => Known::AtMost,
            2 => Known::AtLeast,
            _ => Known::Exactly,
        }
    }

    /// Whether a score known so proves that the true one is on that side of a bound.
    pub fn proves(self, score: Score, bound: Score) -> bool {
        match self {
            Known::Nothing => false,
            Known::Exactly => true,
            Known::AtLeast => score >= bound,
            Known::AtMost => score < bound,
        }
    }

    /// Whether the true score is at least the stored one.
    pub fn is_lower(self) -> bool {
        matches!(self, Known::AtLeast | Known::Exactly)
    }
}

/// What the table keeps of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The best move, or the one that refuted.
    pub mv: Option<Move>,
    /// The score, mates counted from the position; [`UNKNOWN`] for none.
    pub score: Score,
    /// What the score says.
    pub known: Known,
    /// The static evaluation, or [`UNKNOWN`].
    pub eval: Score,
    /// How deep it was searched, -2 to 253.
    pub depth: i32,
    /// Whether it was on a principal variation once.
    pub pv: bool,
}

/// Depths are kept from 0.
const DEPTH_OFFSET: i32 = 2;
const KEY_BITS: u32 = 48;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;
const MOVE_MASK: u64 = (1 << Move::BITS) - 1;
const KNOWN: u32 = Move::BITS;
const PV: u32 = KNOWN + 2;
const SCORE: u32 = 32;
/// The evaluation is highest, where the check word holds the payload: two writers of one position agree on it unless
/// their counts of quiet plies differ, so that an entry torn between them hardly ever comes out with a wrong depth.
const EVAL: u32 = 48;
const AGE: u32 = 8;

impl Record {
    fn data(self) -> u64 {
        u64::from(self.mv.map_or(0, Move::bits))
            | (self.known as u64) << KNOWN
            | u64::from(self.pv) << PV
            | u64::from(self.score as i16 as u16) << SCORE
            | u64::from(self.eval as i16 as u16) << EVAL
    }

    fn payload(self, age: u8) -> u64 {
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
        (depth | u64::from(age) << AGE) << KEY_BITS
    }

    fn read(data: u64, payload: u64) -> (Self, u8) {
        // The move from a square to itself is never played: it stands for none.
        let bits = (data & MOVE_MASK) as u32;
        let record = Record {
            mv: (bits != 0).then(|| Move::from_bits(bits)),
            score: Score::from((data >> SCORE) as i16),
            known: Known::from_bits(data >> KNOWN),
            eval: Score::from((data >> EVAL) as i16),
            depth: (payload & 255) as i32 - DEPTH_OFFSET,
            pv: data >> PV & 1 == 1,
        };
        (record, (payload >> AGE) as u8)
    }
}

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, data)
    }

    fn save(&self, key: u64, record: Record, age: u8) {
        let data = record.data();
        self.check.store((key & KEY_MASK | record.payload(age)) ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Four entries on one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Entry; 4]);

/// Asks for pages of 2 MiB where the system has them: looks into a table fall anywhere, and with small pages each of
/// them waits first for the processor to find out where its page lies.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_huge_pages(memory: &mut [MaybeUninit<Cluster>]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    /// No page is larger that memory must begin with.
    const PAGE: usize = 64 << 10;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    // Whole pages only: what lies beyond is not ours to advise on.
    let bytes = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    let Some(first) = NonNull::new(start.wrapping_add(skipped).cast()).filter(|_| bytes > 0) else {
        return;
    };
    // SAFETY: the range lies within memory that is ours alone, and this advice changes nothing that it holds.
    let _ = unsafe { madvise(first, bytes, MmapAdvise::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: &mut [MaybeUninit<Cluster>]) {}

/// The table. Methods take `&self`: any thread may read and write at any time.
pub struct Table {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

impl Table {
    /// A table of that many MiB, or of as many as can be had if memory is short; at least one cluster.
    pub fn new(mebibytes: usize) -> Self {
        let mut wanted = (mebibytes << 20) / size_of::<Cluster>();
        let mut clusters: Vec<Cluster> = Vec::new();
        while wanted > 0 && clusters.try_reserve_exact(wanted).is_err() {
            wanted /= 2;
        }
        ask_for_huge_pages(clusters.spare_capacity_mut());
        clusters.resize_with(wanted.max(1), Cluster::default);
        Table { clusters, age: AtomicU8::new(0) }
    }

    /// Its size in MiB, rounded down.
    pub fn mebibytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything, several threads sharing the work.
    pub fn clear(&self, threads: usize) {
        self.age.store(0, Relaxed);
        let share = self.clusters.len().div_ceil(threads.max(1));
        let wipe = |part: &[Cluster]| {
            for entry in part.iter().flat_map(|cluster| &cluster.0) {
                entry.check.store(0, Relaxed);
                entry.data.store(0, Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for part in self.clusters.chunks(share) {
                let helper = std::thread::Builder::new().spawn_scoped(scope, move || wipe(part));
                // Where the system has no more threads, this one does it.
                if helper.is_err() {
                    wipe(part);
                }
            }
        });
    }

    /// Begins a new search: what is older is overwritten first.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        // High bits choose the cluster, the low 48 are compared: in large tables some do both.
        let place = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[place as usize]
    }

    /// Brings a position's entries near, for a look soon to come.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch reads nothing, and the address is that of a live reference.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Record> {
        self.cluster(key).0.iter().find_map(|entry| {
            let (check, data) = entry.load();
            (check & KEY_MASK == key & KEY_MASK && data != 0).then(|| Record::read(data, check >> KEY_BITS).0)
        })
    }

    /// Keeps what was found, unless what is there is worth more.
    #[inline]
    pub fn store(&self, key: u64, mut record: Record) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        for entry in &cluster.0 {
            let (check, data) = entry.load();
            let (old, old_age) = Record::read(data, check >> KEY_BITS);
            if check & KEY_MASK == key & KEY_MASK && data != 0 {
                record.mv = record.mv.or(old.mv);
                let deep_enough = record.depth + 4 + 2 * i32::from(record.pv) > old.depth;
                if record.known == Known::Exactly || deep_enough || old_age != age {
                    entry.save(key, record, age);
                }
                return;
            }
            let worth =
                if data == 0 { i32::MIN } else { old.depth - 4 * i32::from(age.wrapping_sub(old_age)) };
            if worth < least {
                least = worth;
                victim = entry;
            }
        }
        victim.save(key, record, age);
    }

    /// Thousandths of the table written in this search, by a sample.
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.len().min(250);
        let entries = self.clusters[..sample].iter().flat_map(|cluster| &cluster.0);
        let used = entries.filter(|entry| {
            let (check, data) = entry.load();
            data != 0 && Record::read(data, check >> KEY_BITS).1 == age
        });
        (used.count() * 1000 / (sample * 4)) as u32
    }
}

/// A record of nothing but a static evaluation.
pub fn eval_only(eval: Score, pv: bool) -> Record {
    Record { mv: None, score: UNKNOWN, known: Known::Nothing, eval, depth: -DEPTH_OFFSET, pv }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(depth: i32) -> Record {
        Record {
            mv: Some(Move::from_bits(0x3ab_cdef)),
            score: -31_990,
            known: Known::AtLeast,
            eval: -77,
            depth,
            pv: true,
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = Table::new(1);
        for (index, depth) in (-2..250).enumerate() {
            let key = (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.store(key, record(depth));
            assert_eq!(table.probe(key), Some(record(depth)));
            assert_eq!(table.probe(key ^ 1), None);
        }
        table.clear(3);
        assert_eq!(table.probe(0x9e37_79b9_7f4a_7c15), None);
        assert_eq!(table.mebibytes(), 1);
    }

    #[test]
    fn a_torn_entry_fits_no_key() {
        let (one, other) = (Entry::default(), Entry::default());
        one.save(0x1111, record(5), 0);
        other.save(0x2222, Record { score: 12, ..record(9) }, 0);
        one.data.store(other.data.load(Relaxed), Relaxed);
        let check = one.load().0 & KEY_MASK;
        assert!(check != 0x1111 && check != 0x2222);
    }

    #[test]
    fn a_writer_of_the_same_position_tears_nothing_that_matters() {
        // Same key, same evaluation, another score: the check word of one with the data of the other.
        let (one, other) = (Entry::default(), Entry::default());
        one.save(0x1111, record(5), 0);
        other.save(0x1111, Record { score: 12, ..record(9) }, 0);
        one.data.store(other.data.load(Relaxed), Relaxed);
        assert_ne!(one.load().0 & KEY_MASK, 0x1111);
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let table = Table::new(0);
        assert_eq!(table.clusters.len(), 1);
        for key in 1..=4 {
            table.store(key, record(key as i32 * 5));
        }
        table.store(5, record(7));
        assert_eq!((table.probe(1), table.probe(2).is_some()), (None, true));
        assert_eq!(table.fill(), 1000);
        for _ in 0..6 {
            table.grow_older();
        }
        assert_eq!(table.fill(), 0);
        table.store(6, record(1));
        assert!(table.probe(6).is_some() && table.probe(4).is_some());
    }

    #[test]
    fn a_shallow_look_does_not_wipe_a_deep_one() {
        let table = Table::new(0);
        table.store(1, record(20));
        table.store(1, Record { pv: false, ..record(3) });
        assert_eq!(table.probe(1).map(|record| record.depth), Some(20));
        table.store(1, Record { mv: None, known: Known::Exactly, ..record(3) });
        assert_eq!(table.probe(1).map(|record| (record.depth, record.mv)), Some((3, record(3).mv)));
    }
}
