//! Everything around the current stage: the bar, the controls, the film strip, what is loading,
//! the keys, and where the numbers come from.

mod about;
mod bar;
mod data;
mod heads;
mod loading;
mod mask;
mod scale;
mod strays;
mod strip;
mod tokens;
mod turn;

pub use about::{About, Origin};
pub use bar::Bar;
pub use data::PanelButtons;
pub use heads::{HeadPictures, head_name};
pub use loading::{LoadingPanel, megabytes, reason};
pub use mask::MaskChooser;
pub use scale::ScaleSlider;
pub use strays::Strays;
pub use strip::{FilmStrip, stage_name};
pub use tokens::Tokens;
pub use turn::TurnSwitch;
