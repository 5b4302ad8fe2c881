// Random games of Connect Four in plain JavaScript, to compare with what the rules become: a board
// of bytes, the height of each column, and a look along four lines from the last disc.

const WIDTH = 7;
const HEIGHT = 6;
/** The board has a border, so that lines end without a look at coordinates. */
const STRIDE = WIDTH + 2;
const DIRECTIONS = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/**
 * Plays so many games.
 * @param {number} games
 * @param {number} seed
 * @returns {{steps: number, wins: number[]}} how many moves were made, and who won
 */
export function playouts(games, seed) {
  const board = new Uint8Array(STRIDE * (HEIGHT + 2));
  const heights = new Uint8Array(WIDTH);
  const free = new Uint8Array(WIDTH);
  const wins = [0, 0, 0];
  let state = seed | 1;
  let steps = 0;
  for (let game = 0; game < games; game += 1) {
    board.fill(0);
    heights.fill(0);
    let winner = 0;
    for (let ply = 0; ply < WIDTH * HEIGHT && winner === 0; ply += 1) {
      let count = 0;
      for (let column = 0; column < WIDTH; column += 1) {
        if (heights[column] < HEIGHT) {
          free[count] = column;
          count += 1;
        }
      }
      // Xorshift.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const column = free[Math.floor(((state >>> 0) / 4294967296) * count)];
      const player = 1 + (ply & 1);
      const place = (heights[column] + 1) * STRIDE + column + 1;
      heights[column] += 1;
      board[place] = player;
      steps += 1;
      for (const step of DIRECTIONS) {
        let length = 1;
        for (let at = place + step; board[at] === player; at += step) length += 1;
        for (let at = place - step; board[at] === player; at -= step) length += 1;
        if (length >= 4) winner = player;
      }
    }
    wins[winner] += 1;
  }
  return { steps, wins };
}
