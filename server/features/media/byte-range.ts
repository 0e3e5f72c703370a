export type ByteRange = { start: number; end: number }

/**
 * Reads a Range header for a file of `size` bytes (RFC 9110 §14). Both ends of the answer are inclusive.
 * `undefined`: send the whole file (no range, a unit or syntax we don't know, or several ranges).
 * `'unsatisfiable'`: answer 416.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
