// Pieces that are taken by the pointer and put down elsewhere: the same choice as by two clicks.

/** A pointer that moves by so many pixels means to drag. */
const SLACK = 6;

/**
 * @typedef {{holder: SVGElement, place: [number, number], at?: [number, number]}} Draggable
 * `at` is where it was put down, until the move is known.
 */

export class Drag {
  /** @param {import('./board.js').BoardView} view */
  constructor(view) {
    this.view = view;
    /** @type {Draggable|null} What was put down and has not been answered. */
    this.held = null;
    view.svg.addEventListener('pointerdown', (event) => this.press(event));
  }

  /** @param {PointerEvent} event */
  press(event) {
    const from = this.squareAt(event);
    const piece = from && this.view.pieces.get(from.name);
    if (!piece || event.button !== 0 || !this.mayLeave(from)) return;
    let isDragged = false;
    const watch = new AbortController();
    const move = (next) => {
      if (!isDragged && Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) < SLACK) return;
      if (!isDragged && !this.take(from, piece)) {
        watch.abort();
        return;
      }
      isDragged = true;
      put(piece, this.pointAt(next));
    };
    const end = (last) => {
      watch.abort();
      if (isDragged) this.release(piece, from, last.type === 'pointerup' ? this.squareAt(last) : null);
    };
    const { signal } = watch;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
  }

  /** Whether a piece may be taken here: not where another one goes to. */
  mayLeave({ key }) {
    const { active, chosen } = this.view;
    return active.get(key)?.source ?? (active.size > 0 || chosen.has(key));
  }

  /** Chooses a piece, and tells whether it can move. */
  take({ square, key }, piece) {
    if (!this.view.chosen.has(key)) this.view.listeners.pick(square);
    const isTaken = this.view.chosen.has(key);
    if (isTaken) this.view.men.append(piece.holder);
    return isTaken;
  }

  release(piece, from, to) {
    const isMove = to && to.key !== from.key && this.view.active.has(to.key);
    if (!isMove) {
      put(piece, piece.place);
      // Where it came from, a click follows, which lets go of it.
      if (to?.key !== from.key) this.view.listeners.cancel();
      return;
    }
    this.view.listeners.pick(to.square);
    // If that is not yet a move, there is more to choose while the piece is where it was.
    const isOnTheWay = this.view.chosen.has(to.key);
    piece.at = isOnTheWay ? undefined : this.view.layout.center(to.square[1], to.square[2]);
    put(piece, piece.at ?? piece.place);
    this.held = isOnTheWay ? null : piece;
  }

  /** Puts back what was put down, since there is still something to choose. */
  recall() {
    if (!this.held) return;
    delete this.held.at;
    put(this.held, this.held.place);
    this.held = null;
  }

  /** The square below the pointer. */
  squareAt({ clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY)?.closest('.square');
    const found = element && [...this.view.squares].find(([, square]) => square.element === element);
    if (!found) return null;
    const [name, { column, row }] = found;
    return { name, key: `${this.view.index},${name}`, square: [this.view.index, column, row] };
  }

  /**
   * Where the pointer is, as the board measures.
   * @param {PointerEvent} event
   * @returns {[number, number]}
   */
  pointAt({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.view.svg.getScreenCTM()?.inverse());
    return [x, y];
  }
}

function put({ holder }, [x, y]) {
  holder.setAttribute('transform', `translate(${x} ${y})`);
}
