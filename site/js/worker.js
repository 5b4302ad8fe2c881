// A worker: the program of `crates/page` and what JavaScript lends it. Its name says whether it is
// the arena or a thinker.

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const isArena = self.name === 'arena';

/** @type {any} */
let program;
/** Places in the table of functions that are free again: [first, length]. @type {[number, number][]} */
let free = [];
/** What the program has said while it dealt with a message. @type {any[]} */
let said = [];

const lent = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => crypto.getRandomValues(new Uint32Array(1))[0],
  tell(text, length) {
    const message = JSON.parse(decoder.decode(new Uint8Array(program.memory.buffer, text, length)));
    if (message.type === 'need') said.push(message);
    else self.postMessage(message);
  },
  install(bytes, length, count) {
    try {
      const module = new WebAssembly.Module(new Uint8Array(program.memory.buffer, bytes, length).slice());
      const { exports } = new WebAssembly.Instance(module, { env: { memory: program.memory } });
      const first = place(count);
      for (let index = 0; index < count; index += 1) program.__indirect_function_table.set(first + index, exports[index]);
      return first;
    } catch {
      return -1;
    }
  },
  remove(first, count) {
    for (let index = 0; index < count; index += 1) program.__indirect_function_table.set(first + index, null);
    free.push([first, count]);
  },
};

/** So many places next to each other in the table of functions. */
function place(count) {
  const at = free.findIndex(([, length]) => length >= count);
  if (at < 0) return program.__indirect_function_table.grow(count);
  const [[first, length]] = free.splice(at, 1);
  if (length > count) free.push([first + count, length - count]);
  return first;
}

/** Gives the program a message. */
function receive(message) {
  const text = encoder.encode(JSON.stringify(message));
  const place = program.allocate(text.length);
  new Uint8Array(program.memory.buffer, place, text.length).set(text);
  if (!program.receive(place, text.length)) console.error('this is no message', message);
}

/** Deals with a message, and with what the program needs for that. */
async function handle(message) {
  receive(message);
  const needs = said;
  said = [];
  for (const { game } of needs) {
    const start = performance.now();
    const machine = await load(game).catch(() => null);
    if (machine === null) return refuse(message, game);
    receive({ type: 'machine', game, machine, problem: null, ms: performance.now() - start });
    await handle(message);
  }
}

/** The machine of a built-in game. */
async function load(game) {
  const response = await fetch(new URL(`../machines/${game}.gz`, import.meta.url));
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).text();
}

function refuse(message, game) {
  const problem = `the machine of ${game} could not be loaded: is there a network?`;
  if (message.type === 'request') self.postMessage({ type: 'response', id: message.id, status: 503, body: { error: { code: 'offline', message: problem } } });
  if (message.type === 'open') self.postMessage({ type: 'closed', socket: message.socket });
}

/** Thinks, slice by slice, and hears messages in between. */
const turns = new MessageChannel();
let isThinking = false;

function think() {
  if (isThinking) return;
  isThinking = true;
  turns.port2.postMessage(null);
}

turns.port1.onmessage = async () => {
  isThinking = false;
  const isMore = program.work();
  const needs = said;
  said = [];
  if (isMore) think();
  for (const { game } of needs) {
    const machine = await load(game).catch(() => '');
    receive({ type: 'machine', game, machine });
    think();
  }
};

/** Messages that came before the program was there. @type {any[]} */
let early = [];
let queue = Promise.resolve();

function take(message) {
  if (message.type === 'hear') return self.postMessage({ type: 'heard' });
  if (isArena) {
    queue = queue.then(() => handle(message)).catch(broken);
  } else {
    receive(message);
    think();
  }
}

function broken(error) {
  self.postMessage({ type: 'broken', message: String(error?.message ?? error) });
}

self.onmessage = ({ data }) => {
  if (program) take(data);
  else early.push(data);
};

const address = new URL('../stonegate.wasm', import.meta.url);
const started = WebAssembly.instantiateStreaming
  ? WebAssembly.instantiateStreaming(fetch(address), { stonegate: lent })
    // A file server that does not know the kind of the file.
    .catch(async () => WebAssembly.instantiate(await (await fetch(address)).arrayBuffer(), { stonegate: lent }))
  : fetch(address).then(async (response) => WebAssembly.instantiate(await response.arrayBuffer(), { stonegate: lent }));

started.then(({ instance }) => {
  program = instance.exports;
  program.generate_code();
  program.start(isArena ? 1 : 0);
  for (const message of early.splice(0)) take(message);
}).catch(broken);
