// A worker: the program of `crates/page` and what JavaScript lends it. Its name says what it is: the
// arena, a thinker, one that leads helpers in its memory, such a helper, or a camera.

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const isLeader = self.name === 'leader';
const kind = isLeader ? 'thinker' : self.name;

/** @type {any} */
let program;
/** What the program has said while it dealt with a message. @type {any[]} */
let said = [];
/** The ways to those who share the memory of this thinker. @type {MessagePort[]} */
let helpers = [];

const lent = {
  // All workers have the same clock.
  now: () => performance.timeOrigin + performance.now(),
  date: () => Date.now(),
  random: () => crypto.getRandomValues(new Uint32Array(1))[0],
  tell(text, length) {
    const words = decoder.decode(copy(text, length));
    if (kind === 'camera') return self.postMessage(words);
    const message = JSON.parse(words);
    if (message.type === 'need') said.push(message);
    else self.postMessage(message);
  },
  show(picture, length) {
    const { buffer } = copy(picture, length);
    self.postMessage(buffer, { transfer: [buffer] });
  },
  summon() {
    for (const helper of helpers) helper.postMessage({ type: 'help' });
  },
  install(bytes, length, first, count) {
    try {
      const module = new WebAssembly.Module(copy(bytes, length));
      const { exports } = new WebAssembly.Instance(module, { env: { memory: program.memory } });
      const table = program.__indirect_function_table;
      if (table.length < first + count) table.grow(first + count - table.length);
      for (let index = 0; index < count; index += 1) table.set(first + index, exports[index]);
      return true;
    } catch {
      return false;
    }
  },
  remove(first, count) {
    const table = program.__indirect_function_table;
    for (let index = first; index < Math.min(first + count, table.length); index += 1) table.set(index, null);
  },
};

/** What is in the program's memory, which others may change meanwhile. */
function copy(place, length) {
  return new Uint8Array(program.memory.buffer, place, length).slice();
}

/** Puts bytes into the program's memory, for it to take. */
function put(bytes) {
  const place = program.allocate(bytes.length);
  new Uint8Array(program.memory.buffer, place, bytes.length).set(bytes);
  return place;
}

/** Gives the program a message. */
function receive(message) {
  const text = encoder.encode(typeof message === 'string' ? message : JSON.stringify(message));
  if (!program.receive(put(text), text.length)) console.error('this is no message', message);
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
  if (message.type === 'request') self.postMessage({ type: 'offline', id: message.id, game });
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
  switch (kind) {
    case 'arena':
      queue = queue.then(() => handle(message)).catch(broken);
      break;
    case 'thinker':
      if (message.type === 'hear') return self.postMessage({ type: 'heard' });
      if (message.type === 'helper') return welcome(message.port);
      receive(message);
      think();
      break;
    case 'camera':
      if (typeof message === 'string') receive(message);
      else program.look(put(new Uint8Array(message)), message.byteLength);
      break;
    case 'helper':
      if (message.type === 'help') program.help(number);
      break;
  }
}

function broken(error) {
  self.postMessage({ type: 'broken', message: String(error?.message ?? error) });
}

function listen({ data }) {
  if (data.type === 'thinker') data.port.onmessage = listen;
  else if (data.type === 'join') join(data).catch(broken);
  else if (program) take(data);
  else early.push(data);
}

self.onmessage = listen;

/** The program, once it is loaded. */
async function loadProgram(name) {
  const address = new URL(`../${name}`, import.meta.url);
  // A file server may not know the kind of the file.
  const streamed = WebAssembly.compileStreaming?.(fetch(address)).catch(() => null);
  return await streamed ?? WebAssembly.compile(await (await fetch(address)).arrayBuffer());
}

/**
 * Starts the program.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} [memory] that of others, if it is shared
 */
async function start(module, memory) {
  const { exports } = await WebAssembly.instantiate(module, { stonegate: lent, ...(memory && { env: { memory } }) });
  program = { memory, ...exports };
}

/** How the shared program was built: see xtask/src/site.rs. */
const SHARED_PAGES = { initial: 1024, maximum: 16_384 };
const STACK_BYTES = 1 << 20;

/** The program in memory that helpers have in common with this worker, if it leads. @type {WebAssembly.Module|null} */
let shared = null;

async function lead() {
  const memory = new WebAssembly.Memory({ ...SHARED_PAGES, shared: true });
  const module = await loadProgram('stonegate-shared.wasm');
  await start(module, memory);
  shared = module;
}

/** Takes on a helper. */
function welcome(port) {
  if (!shared) return;
  const { value: size } = program.__tls_size;
  const { value: align } = program.__tls_align;
  // What every thread has of its own: a stack, which grows downward, and its variables.
  const stack = (program.allocate(STACK_BYTES) + STACK_BYTES) & ~15;
  const variables = Math.ceil(program.allocate(size + align) / align) * align;
  helpers.push(port);
  port.postMessage({ type: 'join', module: shared, memory: program.memory, number: helpers.length, stack, variables });
}

/** The number of a helper. */
let number = 0;

/** Joins a thinker. */
async function join(data) {
  number = data.number;
  await start(data.module, data.memory);
  program.__stack_pointer.value = data.stack;
  program.__wasm_init_tls(data.variables);
  for (const message of early.splice(0)) take(message);
}

async function begin() {
  // Where there is no room for shared memory, it works alone.
  if (isLeader) await lead().catch(() => { program = null; });
  if (!program) await start(await loadProgram('stonegate.wasm'));
  program.generate_code(program.__indirect_function_table.length);
  program[`start_${kind}`]();
  for (const message of early.splice(0)) take(message);
}

if (kind !== 'helper') begin().catch(broken);
