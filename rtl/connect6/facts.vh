// What the formation keeps of a cell: 37 bits.

`define FACT_QUALITY   6:0
`define FACT_EMPTY     7
`define FACT_IN_ONE    11:8
`define FACT_IN_TWO    15:12
`define FACT_IN_THREE  19:16
`define FACT_OPEN      23:20          // where a stone makes an open four of a three: L3_P2
`define FACT_OPEN_TWO  24             // in a line of two that can get two threats: L2_P2
`define FACT_BEGINS    36:25          // lines of one, two and three, four directions each
