// Drawing what the server wants to be seen over the picture.

/**
 * Draws a display list.
 * @param {HTMLCanvasElement} canvas
 * @param {{width: number, height: number, shapes: Shape[]}} view
 */
export function drawView(canvas, view) {
  const context = contextOf(canvas);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.scale(canvas.width / view.width, canvas.height / view.height);
  for (const shape of view.shapes) DRAW[shape.kind]?.(context, shape);
}

/**
 * Every browser has such a context.
 * @param {HTMLCanvasElement} canvas
 */
function contextOf(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
}

/** @type {Record<string, (context: CanvasRenderingContext2D, shape: any) => void>} */
const DRAW = {
  area(context, { points, paint }) {
    context.fillStyle = style(paint);
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x, y);
    context.fill();
  },
  line(context, { from, to, width, paint }) {
    context.strokeStyle = style(paint);
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  },
  disc(context, { ellipse, paint }) {
    context.fillStyle = style(paint);
    outline(context, ellipse);
    context.fill();
  },
  ring(context, { ellipse, width, paint }) {
    context.strokeStyle = style(paint);
    context.lineWidth = width;
    outline(context, ellipse);
    context.stroke();
  },
  text(context, { center, height, text, paint }) {
    context.fillStyle = style(paint);
    context.font = `600 ${height * 1.4}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, center.x, center.y);
  },
};

function outline(context, { center, radii, angle }) {
  context.beginPath();
  context.ellipse(center.x, center.y, radii[0], radii[1], angle, 0, 2 * Math.PI);
}

function style({ r, g, b, alpha }) {
  return `rgb(${r} ${g} ${b} / ${alpha})`;
}

/** Shows a gray picture: width and height, then a byte for each pixel. */
export function drawGray(canvas, bytes) {
  const head = new DataView(bytes);
  const [width, height] = [head.getUint16(0, true), head.getUint16(2, true)];
  const gray = new Uint8Array(bytes, 4);
  const picture = new ImageData(width, height);
  for (let k = 0; k < gray.length; k += 1) {
    picture.data.fill(gray[k], 4 * k, 4 * k + 3);
    picture.data[4 * k + 3] = 255;
  }
  Object.assign(canvas, { width, height });
  contextOf(canvas).putImageData(picture, 0, 0);
}
