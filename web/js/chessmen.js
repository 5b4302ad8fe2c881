// The chess pieces, drawn in a square of 100 around the origin.

const FOOT = 'M-27 37v-5q0-7 8-8h38q8 1 8 8v5z';

/** For each piece its outlines, and the strokes on them. */
export const CHESSMEN = {
  pawn: {
    shape: [FOOT, 'M-8-4h16q0 15 12 28h-40q12-13 12-28z', 'M-13-5q0-3 4-3h18q4 0 4 3t-4 3h-18q-4 0-4-3z', disc(0, -19, 12.5)],
    detail: [],
  },
  rook: {
    shape: [FOOT, 'M-25-34h11v7h8v-7h12v7h8v-7h11v14l-8 8 3 36h-40l3-36-8-8z'],
    detail: ['M-16-12h32'],
  },
  knight: {
    shape: [FOOT, 'M-19 24c-1-15 7-20 12-28-5 3-11 4-15 8-4 5-11 4-13-2-1-4 1-7 4-10l11-15c3-7 7-9 12-11l3-9 8 8c16 4 23 20 22 37 0 8-1 15-3 22z'],
    detail: ['M-9-19l4 2', 'M5-26c11 6 14 17 13 32'],
  },
  bishop: {
    shape: [FOOT, 'M0-33c11 9 17 18 17 27 0 8-5 12-9 15 0 6 4 11 10 15h-36c6-4 10-9 10-15-4-3-9-7-9-15 0-9 6-18 17-27z', disc(0, -37, 5)],
    detail: ['M3-19l7 9', 'M-9 9h18'],
  },
  queen: {
    shape: [FOOT, 'M-31-21l12 20 1-30 11 27 7-31 7 31 11-27 1 30 12-20-8 45h-46z',
      disc(-31, -24, 4), disc(-18, -34, 4), disc(0, -39, 4.5), disc(18, -34, 4), disc(31, -24, 4)],
    detail: ['M-20 13q20-6 40 0'],
  },
  king: {
    shape: [FOOT, 'M-3.5-45h7v6h6v7h-6v8h-7v-8h-6v-7h6z', 'M0-17c5-12 30-9 30 8 0 12-12 17-13 33h-34c-1-16-13-21-13-33 0-17 25-20 30-8z'],
    detail: ['M0-17v25', 'M-17 13q17-6 34 0'],
  },
};

function disc(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}
