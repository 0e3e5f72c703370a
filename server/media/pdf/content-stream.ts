/** A name in a content stream as written, without the slash. */
type ContentName = { name: string }
export type Operand = number | string | ContentName | Operand[] | { entries: Map<string, Operand> } | null
/** `start` and `end` delimit the operator and its operands in the stream. Strings have one character for each byte. */
export type Operation = { operator: string; operands: Operand[]; start: number; end: number }

const WHITE_SPACE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))
const MAX_DEPTH = 50
/** Maximum number of operands, more than any operator needs. A section of a character map has three operands for each range. */
const MAX_OPERANDS = 10_000
/** Number of text bytes expected after the end of an inline image. Ten text bytes in a row are unlikely in compressed data. */
const FOLLOWING_BYTES = 10

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

class Keyword {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Reads the operations of a content stream or of a character map (ISO 32000-1 §7.8.2, §9.7.5). An inline image is the operation `BI`. */
export function* readOperations(bytes: Uint8Array): Generator<Operation> {
  const lexer = createLexer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  let operands: Operand[] = []
  let start: number | undefined
  for (let token = lexer.next(); token; token = lexer.next()) {
    start ??= token.start
    if (token.value instanceof Keyword) {
      const operator = token.value.text
      if (operator === 'BI') operands = [lexer.inlineImage()]
      yield { operator, operands, start, end: lexer.position() }
      operands = []
      start = undefined
    } else if (operands.length < MAX_OPERANDS) operands.push(token.value)
  }
}

function createLexer(bytes: Buffer) {
  let at = 0

  const isRegular = (code: number | undefined) => code !== undefined && !WHITE_SPACE.has(code) && !DELIMITERS.has(code)

  function skipBlanks() {
    for (;;) {
      const code = bytes[at]
      if (code === undefined) return
      if (code === 37) while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1
      else if (WHITE_SPACE.has(code)) at += 1
      else return
    }
  }

  function regular(): string {
    const start = at
    while (isRegular(bytes[at])) at += 1
    return bytes.toString('latin1', start, at)
  }

  function next(depth = 0): { value: Operand | Keyword; start: number } | undefined {
    for (;;) {
      skipBlanks()
      if (at >= bytes.length) return undefined
      const start = at
      const value = read(depth)
      if (value !== undefined) return { value, start }
    }
  }

  /** Reads an operand or operator. An unmatched delimiter is skipped, and undefined is returned. */
  function read(depth: number): Operand | Keyword | undefined {
    if (depth > MAX_DEPTH) throw new Error('Too deeply nested')
    const sign = String.fromCharCode(bytes[at] as number)
    if (sign === '/') {
      at += 1
      return { name: regular() }
    }
    if (sign === '(') return literalString()
    if (sign === '<' && bytes[at + 1] === 60) {
      at += 2
      return dictionary(depth)
    }
    if (sign === '<') return hexString()
    if (sign === '[') {
      at += 1
      return list(depth)
    }
    if (DELIMITERS.has(sign.charCodeAt(0))) {
      at += 1
      return undefined
    }
    if (/[-+.\d]/.test(sign)) return number()
    const text = regular()
    return text === 'true' || text === 'false' || text === 'null' ? null : new Keyword(text)
  }

  /** Reads a number. Some programs write an operator right after a number, without a space. */
  function number(): number {
    const start = at
    at += 1
    while (isRegular(bytes[at]) && /[-+.\d]/.test(String.fromCharCode(bytes[at] as number))) at += 1
    return Number.parseFloat(bytes.toString('latin1', start, at)) || 0
  }

  function literalString(): string {
    at += 1
    let text = ''
    for (let open = 1; at < bytes.length; at += 1) {
      const sign = String.fromCharCode(bytes[at] as number)
      if (sign === '\\') text += escaped()
      else {
        if (sign === '(') open += 1
        if (sign === ')') open -= 1
        if (open === 0) break
        text += sign
      }
    }
    at += 1
    return text
  }

  /** Reads an escape sequence of a string. Afterwards, the read position is at the last byte of the sequence. */
  function escaped(): string {
    at += 1
    const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at, at + 3))?.[0]
    if (octal) {
      at += octal.length - 1
      return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    }
    const sign = String.fromCharCode(bytes[at] ?? 0)
    if (sign === '\r' && bytes[at + 1] === 10) at += 1
    return sign === '\r' || sign === '\n' ? '' : (ESCAPES[sign] ?? sign)
  }

  function hexString(): string {
    const end = bytes.indexOf(62, at)
    const digits = bytes.toString('latin1', at + 1, end === -1 ? bytes.length : end).replace(/[^\da-f]/gi, '')
    at = end === -1 ? bytes.length : end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  }

  function list(depth: number): Operand[] {
    const items: Operand[] = []
    for (;;) {
      skipBlanks()
      if (at >= bytes.length) return items
      if (bytes[at] === 93) {
        at += 1
        return items
      }
      const value = read(depth + 1)
      if (value !== undefined && !(value instanceof Keyword)) items.push(value)
    }
  }

  function dictionary(depth: number): { entries: Map<string, Operand> } {
    const items: Operand[] = []
    for (;;) {
      skipBlanks()
      if (at >= bytes.length) break
      if (bytes[at] === 62) {
        at += bytes[at + 1] === 62 ? 2 : 1
        break
      }
      const value = read(depth + 1)
      if (value !== undefined && !(value instanceof Keyword)) items.push(value)
    }
    return { entries: toEntries(items) }
  }

  /** Reads the dictionary of an inline image and skips the image's data. */
  function inlineImage(): { entries: Map<string, Operand> } {
    const items: Operand[] = []
    for (let token = next(); token; token = next()) {
      if (!(token.value instanceof Keyword)) items.push(token.value)
      else if (token.value.text === 'ID') break
      else if (token.value.text === 'EI') return { entries: toEntries(items) }
    }
    at += 1
    for (let end = bytes.indexOf('EI', at, 'latin1'); end !== -1; end = bytes.indexOf('EI', end + 1, 'latin1')) {
      const following = bytes.subarray(end + 2, end + 2 + FOLLOWING_BYTES)
      const isText = following.every((code) => code === 9 || code === 10 || code === 13 || (code >= 32 && code < 127))
      if (!isText || isRegular(following[0])) continue
      at = end + 2
      return { entries: toEntries(items) }
    }
    at = bytes.length
    return { entries: toEntries(items) }
  }

  return { next: () => next(), inlineImage, position: () => at }
}

function toEntries(items: Operand[]): Map<string, Operand> {
  const entries = new Map<string, Operand>()
  for (let index = 0; index + 1 < items.length; index += 2) {
    const key = items[index]
    if (isName(key)) entries.set(key.name, items[index + 1] as Operand)
  }
  return entries
}

export function isName(operand: Operand | undefined): operand is ContentName {
  return typeof operand === 'object' && operand !== null && 'name' in operand
}

export function isDictionary(operand: Operand | undefined): operand is { entries: Map<string, Operand> } {
  return typeof operand === 'object' && operand !== null && !Array.isArray(operand) && 'entries' in operand
}
