// How fast the page plays at random, beside plain JavaScript: `node bench/page/measure.js`, after
// `cargo xtask site`. These are states per second of CPU time, so that other work on the machine
// does not count. Node has the engine of Chromium; the test `speed_in_a_tab` measures a real tab by
// the clock.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { playouts as plain } from './connect-four.js';

const folder = new URL('../../target/page/', import.meta.url);
/** @type {any} */
let program;
/** @type {any} */
let answer;

const lent = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => 7,
  tell(text, length) {
    answer = JSON.parse(new TextDecoder().decode(new Uint8Array(program.memory.buffer, text, length)));
  },
  install(bytes, length, first, count) {
    const module = new WebAssembly.Module(new Uint8Array(program.memory.buffer, bytes, length).slice());
    const { exports } = new WebAssembly.Instance(module, { env: { memory: program.memory } });
    const table = program.__indirect_function_table;
    if (table.length < first + count) table.grow(first + count - table.length);
    for (let index = 0; index < count; index += 1) table.set(first + index, exports[index]);
    return true;
  },
  remove() {},
  show() {},
  summon() {},
};

/** Millions of states per second of CPU time: the best of some runs, as engines optimize what has run for a while. */
function speed(play) {
  let best = 0;
  for (let run = 1; run <= 4; run += 1) {
    const before = process.cpuUsage();
    const steps = play(run);
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, steps / (user + system));
  }
  return best.toFixed(best < 10 ? 1 : 0);
}

function playouts(machine, games, seed, isGenerated) {
  const text = new TextEncoder().encode(JSON.stringify({ type: 'playouts', machine, games, seed, is_generated: isGenerated }));
  const place = program.allocate(text.length);
  new Uint8Array(program.memory.buffer, place, text.length).set(text);
  program.receive(place, text.length);
  return answer.steps;
}

const { instance } = await WebAssembly.instantiate(readFileSync(new URL('stonegate.wasm', folder)), { stonegate: lent });
program = instance.exports;
program.generate_code(program.__indirect_function_table.length);
program.start_thinker();

console.log('millions of states per second of CPU time');
for (const [game, games] of /** @type {[string, number][]} */ ([['tic-tac-toe', 4_000_000], ['connect-four', 2_000_000], ['breakthrough', 300_000], ['reversi', 250_000], ['chess', 10_000]])) {
  const machine = gunzipSync(readFileSync(new URL(`machines/${game}.gz`, folder))).toString();
  const [generated, interpreted] = [true, false].map((isGenerated) => speed((seed) => playouts(machine, games, seed, isGenerated)));
  console.log(`${game}: ${generated} by generated code, ${interpreted} by the interpreter`);
}
console.log(`connect-four: ${speed((seed) => plain(300_000, seed).steps)} in plain JavaScript`);
