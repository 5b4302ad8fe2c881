// What the page and the server say to each other: docs/page-protocol.md as types.

/** `[board, column, row]`, from the top left. */
type Square = [number, number, number];

/** Line, column, end line, end column. */
type Place = [number, number, number, number];

type Style = 'checkered' | 'grid' | 'columns' | 'intersections' | 'hexagons';

interface Board {
  name: string;
  style: Style;
  columns: string[];
  rows: string[];
  /** The words of each cell by row and column. A hole has none. */
  cells: string[][][];
  aims?: Aim[];
  /** Column, row, width and height of parts that moves change without naming a square. */
  areas?: [number, number, number, number][];
}

/** What a role has to do to win: to join two sides, or to come to squares, told by column and row. */
interface Aim {
  role: string;
  sides?: ('top' | 'bottom' | 'left' | 'right')[];
  squares?: [number, number][];
}

interface Move {
  move: string;
  /** The move as people write it. */
  name: string;
  squares: Square[];
  /** Board, column, row, width and height of the part of the board that it changes, if it names no square. */
  area?: [number, number, number, number, number];
}

interface Over {
  goals: (number | null)[];
  reason: 'terminal' | 'resigned' | 'time' | 'agreed' | 'stuck' | 'too-long' | 'adjudicated';
  points?: number[];
}

interface Position {
  ply: number;
  boards: Board[];
  outside: string[];
  legal: { role: string; moves: Move[] }[];
  choosing: string[];
  changed: Square[];
  made: Square[];
  /** What has decided the game, such as four in a row. */
  line?: Square[];
  /** The squares of kings in check. */
  check?: Square[];
  /** What can be marked while people count. */
  stones?: Move[];
  over: Over | null;
  /** Only what the viewer perceives is drawn. */
  fog?: boolean;
}

interface Seat {
  player: string;
  seconds?: number;
  name?: string;
}

interface TimeControl {
  seconds: number;
  increment?: number;
  periods?: number;
  period?: number;
}

interface GameCard {
  id: string;
  kind: 'rules' | 'engine';
  title: string;
  about: string;
  roles: string[];
  player: string;
  boards: Board[];
  variants?: { id: string; title: string }[];
  errors?: number;
}

interface Game extends GameCard {
  rules: string;
  position: Position;
  players: string[];
}

interface Circuit {
  registers: number;
  gates: number;
  levels: number;
  invariants: number;
  ready_ms: number;
  optimize_ms: number;
  from_cache: boolean;
  relations: { name: string; rules: Place[]; gates: number }[];
  by_level: { level: number; gates: { relation: string; gates: number }[] }[];
  outputs: { name: string; kind: 'legal' | 'next' | 'terminal' | 'goal' | 'percept'; gates: number | null }[];
}

interface Wire {
  id: number;
  inverted: boolean;
}

interface Gate {
  id: number;
  kind: 'register' | 'input' | 'and' | 'loop' | 'constant';
  level: number;
  name?: string;
  inputs?: Wire[];
  relation?: string;
  rule?: Place;
}

interface Cone {
  output: string;
  complete: boolean;
  nodes: Gate[];
  root: Wire;
  values: Record<number, boolean>;
}

interface Diagnostic {
  severity: 'error' | 'warning';
  code: string;
  message: string;
  help: string | null;
  place: Place;
}

interface Reading {
  verdict: 'ready' | 'errors' | 'unplayable';
  diagnostics: Diagnostic[];
  game: GameCard | null;
  problem: string | null;
  key?: string;
}

type EditorQuestion = { text: string } & (
  | { question: 'hover' | 'completions'; at: number }
  | { question: 'fixes' | 'format' }
);

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Completion {
  label: string;
  kind: string;
  detail: string;
  start: number;
  end: number;
}

interface EditorAnswer {
  hover?: Edit | null;
  completions?: Completion[];
  fixes?: { title: string; edits: Edit[] }[][];
  format?: string | null;
}

/** What knows the rules language, on a server or in the page itself. */
interface Assistant {
  hover(text: string, at: number): Promise<Edit | null>;
  completions(text: string, at: number): Promise<Completion[]>;
  fixes(text: string): Promise<{ title: string; edits: Edit[] }[][]>;
  format(text: string): Promise<string | null>;
}

interface Liberties {
  wires: { from: [number, number]; to: [number, number]; hot: number | null; blocked: boolean }[];
  clocks: number;
  pruned: [number, number][];
}

interface Patterns {
  text: string;
  errors: { line: number; message: string }[];
  findings: string[];
  entries: { rows: string[]; comments: string[]; n_symmetries: number }[];
  n_patterns: number;
  max_patterns: number;
  firing: { entry: number; window: [number, number]; point: [number, number]; cycles: number } | null;
}

interface TableSummary {
  table: string;
  game: string;
  title: string;
  ply: number;
  over: boolean;
  seats: string[];
}

interface ArchivedGame extends TableSummary {
  names: (string | null)[];
  goals: (number | null)[] | null;
  created: number;
  touched: number;
}

interface Wish {
  id: number;
  what: 'undo' | 'draw' | 'swap' | 'seat' | 'help';
  by: string[];
  waiting: string[];
}

interface Table {
  type: 'table';
  table: string;
  game: { id: string; kind: 'rules' | 'engine'; title: string; roles: string[] };
  seats: (Seat & { role: string; chair: number })[];
  you: { host: boolean; roles: string[] };
  ply: number;
  moves: string[][];
  /** The moves as people write them; nothing for those who only waited. */
  names: string[][];
  values: (number[] | null)[];
  waiting: string[];
  engine: 'reference' | 'quick' | 'optimized' | 'dedicated';
  watchers: number;
  paused: boolean;
  people: number;
  help: boolean;
  over: Over | null;
  clocks?: { left: (number | null)[]; running: boolean[]; periods: number; period: number };
  count?: { points: number[]; agreed: string[] };
  wish?: Wish;
  next?: string;
}

interface Thoughts {
  type: 'thoughts';
  ply: number;
  role: string;
  for: 'move' | 'hint' | 'analysis';
  seconds: number;
  iterations: number;
  playouts: number;
  states: number;
  nodes: number;
  depth: number;
  moves: { role: string; move: string; value: number; visits: number; proven: number | null }[];
  line: string[][];
  /** The line as people write it. */
  names: string[];
  values: number[];
  reason?: string;
  marks?: Square[];
}

interface Hint {
  type: 'hint';
  ply: number;
  role: string;
  move: string;
  value: number | null;
}

/** What a table's websocket brings. */
type FromServer =
  | Table
  | Thoughts
  | Hint
  | { type: 'position'; position: Position }
  | { type: 'store'; problem: string | null }
  | { type: 'error'; code: string; message: string }
  | { type: 'pong' };

/** What a tournament has found out, as `stonegate tournament --json` prints it. */
interface StudyReport {
  study: string;
  units: number;
  games: number;
  players: {
    player: string; games: number; wins: number; draws: number; losses: number; score: number;
    late: number; illegal: number; failed: number;
  }[];
  ratings: { player: string; elo: number; interval: [number | null, number | null] }[];
  /** Wins, draws and losses of the first against the second. */
  cross_table: [number, number, number][][];
  test: {
    elo0: number; elo1: number; llr: number; bounds: [number, number]; verdict: 'passed' | 'failed' | null;
    elo: number; interval: [number | null, number | null];
  } | null;
  pairs?: { counts: number[]; elo: number; interval: [number | null, number | null] };
}

interface StudyMessage {
  type: 'study';
  state: 'running' | 'complete' | 'stopped';
  most_units: number | null;
  seconds: number;
  left: number | null;
  report: StudyReport;
  path: number[];
}

interface LiveBoard {
  table: string;
  game: string;
  roles: string[];
  players: string[];
  position: Position;
}

interface FinishedGame {
  table: string;
  game: string;
  roles: string[];
  players: string[];
  goals: number[];
  moves: number;
  note: string;
}

/** What the websocket of a tournament brings. */
type FromStudy =
  | StudyMessage
  | { type: 'boards'; boards: LiveBoard[] }
  | { type: 'error'; code: string; message: string };

interface Point {
  x: number;
  y: number;
}

interface Ellipse {
  center: Point;
  radii: [number, number];
  angle: number;
}

type Shape = { paint: { r: number; g: number; b: number; alpha: number } } & (
  | { kind: 'area'; points: Point[] }
  | { kind: 'line'; from: Point; to: Point; width: number }
  | { kind: 'disc'; ellipse: Ellipse }
  | { kind: 'ring'; ellipse: Ellipse; width: number }
  | { kind: 'text'; center: Point; height: number; text: string }
);

interface CameraView {
  type: 'view';
  frame: number;
  width: number;
  height: number;
  status: 'no-colors' | 'searching' | 'found' | 'marker-lost';
  corners: Point[];
  lost: boolean[];
  cell: string | null;
  offered: string | null;
  milliseconds: number;
  shapes: Shape[];
}

interface Bound {
  channel: string;
  lower: number;
  upper: number;
}

interface CameraSettings {
  marker: Bound[];
  piece: Bound[];
  geometry: string;
  dwell: { seconds: number | null };
  manual: Point[] | null;
  mirror: boolean;
  turns: number;
}

/** What the websocket of recognition brings, beside pictures. */
type FromCamera =
  | CameraView
  | { type: 'settings'; settings: CameraSettings }
  | { type: 'made'; cell: string | null }
  | { type: 'skipped'; frame: number }
  | { type: 'error'; code: string; message: string }
  | { type: 'pong' };

/** The element that a tag with classes makes: `h('input.wide')` is an HTMLInputElement. */
type TagOf<T extends string> = T extends `${infer Name}.${string}` ? Name : T;
type HtmlOf<T extends string> = TagOf<T> extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[TagOf<T>]
  : HTMLElement;
type SvgOf<T extends string> = TagOf<T> extends keyof SVGElementTagNameMap
  ? SVGElementTagNameMap[TagOf<T>]
  : SVGElement;

type Child = Node | string | number | null | undefined;
type Children = (Child | Child[] | Child[][])[];
