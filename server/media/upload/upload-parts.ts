/** Bytes of a file from `start` to before `end` */
export type Part = { start: number; end: number }

/** Parts in order, each read from its `from` */
export type Chain = { part: Part; from: number }[]

/** Enough for a terabyte; padding makes names sort numerically */
const DIGITS = 12
const NAME = /^(\d{12})-(\d{12})$/

export function partName({ start, end }: Part) {
  return [start, end].map((position) => String(position).padStart(DIGITS, '0')).join('-')
}

/** Reads what `partName` writes; undefined for anything else. */
export function parsePartName(name: string): Part | undefined {
  const [, start, end] = NAME.exec(name) ?? []
  return start && end ? { start: Number(start), end: Number(end) } : undefined
}

/**
 * Chooses parts that cover a file from its beginning to the first gap. Overlapping parts of an upload hold the same bytes, so a part can
 * only extend the file, whichever request stored it and when.
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
 * Joins chunks to at least `bytes` bytes, except at the end. When the source fails, yields the bytes received so far, then throws its
 * error.
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
