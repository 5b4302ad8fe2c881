# What machines with a screen have in common. It is included in front of flow.mk.

# The width of the screen.
WIDTH ?= 640

VIDEO_SOURCES    = $(addprefix video/,panel.v timing.v grid.v text.v sprite.v)
SIM_SOURCES      = common/simulation.cpp
SIM_OPTIMIZATION = -MAKEFLAGS OPT_FAST=-O2
ECP5_SOURCES     = boards/ecp5-clocks.v boards/ecp5-dvi.v boards/ecp5-serializer.v \
                   video/tmds_encoder.v

# The clock of the pixels: 12 MHz * 67 / 32 on the iCE40, 25 MHz on the ECP5.
CLOCK_HZ  ?= 25125000
DIVF      ?= 66
DIVQ      ?= 5
CLKI_DIV  ?= 1
CLKFB_DIV ?= 5
CLKOP_DIV ?= 5

.PHONY: help

help:
	@echo 'make lint         Verilator looks for mistakes'
	@echo 'make check        Yosys looks for latches and combinational loops'
	@echo 'make icarus       Icarus reads it all'
	@echo 'make simulation   $(BUILD)/simulation: the board, see common/simulation.cpp'
	@echo 'make ice40-hx8k   $(BUILD)/ice40-hx8k.bin; also ecp5-25k, ecp5-45k, ecp5-85k'
	@echo '$(HELP)'
