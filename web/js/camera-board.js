// The game of a table as recognition needs to know it.

const CELL = /^[a-h][1-8]$/;

/** @param {import('./table-state.js').TableState} state */
export function boardOf(state) {
  const { position, table } = state;
  const board = position?.boards[0];
  if (!board) return null;
  const size = board.columns.length;
  const name = (column, row) => `${board.columns[column]}${board.rows[row]}`;
  const discs = Array(size * size).fill('-');
  board.cells.forEach((cells, row) => cells.forEach((words, column) => {
    const index = (Number(board.rows[row]) - 1) * size + column;
    if (words?.includes('black')) discs[index] = 'X';
    if (words?.includes('white')) discs[index] = 'O';
  }));
  const [role] = state.mine;
  const last = table.moves[state.ply - 1]?.find((move) => CELL.test(move)) ?? null;
  const changed = position.changed.map(([, column, row]) => name(column, row));
  return {
    type: 'board',
    size,
    discs: discs.join(''),
    legal: role ? state.legalOf(role).map(({ move }) => move).filter((move) => CELL.test(move)) : [],
    last,
    flipped: changed.filter((cell) => cell !== last),
    phase: phaseOf(state),
  };
}

function phaseOf({ table, mine, roles }) {
  if (!table.over) return mine.length ? 'choosing' : 'thinking';
  if (table.you.roles.length !== 1) return 'finished';
  const goals = table.over.goals.map((goal) => goal ?? 0);
  const own = goals[roles.indexOf(table.you.roles[0])];
  if (goals.every((goal) => goal === own)) return 'drawn';
  return own === Math.max(...goals) ? 'won' : 'lost';
}
