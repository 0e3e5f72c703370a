/** Bytes of a file from `start` (inclusive) to `end` (exclusive) */
export type Part = { start: number; end: number }

/** Upload parts in order, each read from its position `from` */
export type Chain = { part: Part; from: number }[]

/** Digits of a position in a part name, enough for a terabyte; padding makes names sort numerically */
const DIGITS = 12
const NAME = /^(\d{12})-(\d{12})$/

export function partName({ start, end }: Part) {
  return [start, end].map((position) => String(position).padStart(DIGITS, '0')).join('-')
}

/** Parses a part name from `partName`; undefined for any other text. */
export function parsePartName(name: string): Part | undefined {
  const [, start, end] = NAME.exec(name) ?? []
  return start && end ? { start: Number(start), end: Number(end) } : undefined
}

/**
 * Chooses the parts that cover an upload from its beginning to the first gap. Overlapping parts contain the same bytes, so a part can only
 * extend the file, no matter when and by which request it was stored.
 */
export function chainParts(parts: Part[]): Chain {
  const waiting = parts.toSorted((one, other) => one.start - other.start)
  const chain: Chain = []
  for (let [from, index] = [0, 0]; ; ) {
    let longest: Part | undefined
    for (let next = waiting[index]; next && next.start <= from; next = waiting[++index]) {
      if (next.end > (longest?.end ?? from)) longest = next
    }
    if (!longest) return chain
    chain.push({ part: longest, from })
    from = longest.end
  }
}

/**
 * Joins chunks to at least `bytes` bytes, except at the end. If the source fails, yields the bytes received so far, then throws the
 * source's error.
 */
export async function* joinChunks(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  const take = () => {
    const joined = Buffer.concat(chunks)
    chunks = []
    size = 0
    return joined
  }
  try {
    for await (const chunk of source) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= bytes) yield take()
    }
  } catch (error) {
    if (size > 0) yield take()
    throw error
  }
  if (size > 0) yield take()
}
