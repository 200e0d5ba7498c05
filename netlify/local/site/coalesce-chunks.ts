/** What is worth handing on: a piece costs the same whatever its size. */
const PIECE_BYTES = 16 * 1024

/** After so many chunks everybody else has a turn. */
const CHUNKS_AT_ONCE = 1024

/**
 * The same bytes in larger pieces. A body may come in chunks of one byte each, and whatever reads and keeps them one
 * by one takes a hundred times the time and the memory: the millions of a picture stopped the portal for more than a
 * second.
 */
export function coalesceChunks(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  // Taken at the first read: a body that is never read stays as it is.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= body.getReader()
        const { piece, next, isDone } = await readPiece(reader)
        if (piece.length > 0) controller.enqueue(piece)
        if (next) controller.enqueue(next)
        if (isDone) controller.close()
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Reads until a piece is full, and no further than to the chunk that has no room in it. */
async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Read> {
  const piece = new Uint8Array(PIECE_BYTES)
  let length = 0
  for (let chunks = 1; length < PIECE_BYTES; chunks++) {
    const { done, value } = await reader.read()
    if (done) return { piece: piece.subarray(0, length), isDone: true }
    if (length + value.length > PIECE_BYTES) return { piece: piece.subarray(0, length), next: value }
    piece.set(value, length)
    length += value.length
    if (chunks % CHUNKS_AT_ONCE === 0) await nextTurn()
  }
  return { piece }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

interface Read {
  piece: Uint8Array
  next?: Uint8Array
  isDone?: boolean
}
