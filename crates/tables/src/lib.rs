#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod count;

mod pool;
mod quota;
mod visitor;

mod catalog;
mod store;
mod table;
mod tables;
mod view;

pub use catalog::{
    Basis, Brought, Card, CardView, Catalog, CatalogError, DiagnosticView, Kind, MAX_SHEET_BYTES,
    OpenGame, Reading, VariantView, Verdict,
};
pub use count::{N_PASSES_TO_COUNT, Standing};
pub use pool::{Bounds, Full, Pool};
pub use quota::{Quota, UsedUp};
pub use store::{Contents, Damage, Store, StoreError};
pub use table::{
    Answers, ClocksView, CountView, FromPage, GameView, Guest, News, Refusal, Rights, SeatRequest,
    SeatView, Table, TableMessage, TableView, TimeControl, ToPage, Watcher, WishView, players,
};
pub use tables::{Created, Summary, Tables};
pub use view::{CircuitView, ConeView, PositionView, Situation, choosing};
pub use visitor::Visitor;
