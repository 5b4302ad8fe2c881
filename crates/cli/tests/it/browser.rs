//! The page in a real browser: Chromium without a window, driven over WebDriver.
//!
//! Screenshots for people to look at are left in the test folder of `target`. Where there is
//! no chromedriver, the tests say so and skip themselves.

mod accessible;
mod archive;
mod arena;
mod driver;
mod files;

mod board_screen;
mod camera;
mod every_sheet;
mod go;
mod goals;
mod look;
mod people;
mod play;
mod rules;
mod site;
mod study;
mod tab;
mod watch;
