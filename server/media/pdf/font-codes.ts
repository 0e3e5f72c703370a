import { type Operand, readOperations } from './content-stream.ts'

/** Character codes of the texts that are shown in a font. Strings have one character for each byte. */
export type ShownCodes = ReturnType<typeof createShownCodes>

/** Maximum length of a character code in bytes. */
const MAX_CODE_BYTES = 4
/** Maximum number of entries in a section of a character map. */
const SECTION = 100

/**
 * Collects the texts that are shown in a font. For codes of several bytes, a code may begin at every byte of a text, so that the division
 * of texts into codes needn't be known.
 */
export function createShownCodes() {
  const texts = new Set<string>()
  const codes = new Map<number, Set<string>>()

  function ofLength(bytes: number): Set<string> {
    const known = codes.get(bytes)
    if (known) return known
    const found = new Set<string>()
    for (const text of texts) for (let at = 0; at + bytes <= text.length; at++) found.add(text.slice(at, at + bytes))
    codes.set(bytes, found)
    return found
  }

  return {
    add(text: string) {
      if (texts.has(text)) return
      texts.add(text)
      codes.clear()
    },
    has: (code: string) => ofLength(code.length).has(code),
    ofLength,
  }
}

/**
 * Returns a ToUnicode map with only the entries of the shown codes (ISO 32000-1 §9.10.3); undefined if there are no such entries. Some
 * programs write the one-byte codes of a simple font with a leading zero byte.
 */
export function keptUnicodeMap(map: Uint8Array, codes: ShownCodes, isComposite: boolean): string | undefined {
  const oneByte = [...codes.ofLength(1)]
  const padded = new Map(
    Array.from({ length: MAX_CODE_BYTES }, (_, zeros) => [zeros + 1, new Set(oneByte.map((code) => '\0'.repeat(zeros) + code))]),
  )
  const shown = (length: number) => (isComposite ? codes.ofLength(length) : padded.get(length)) ?? new Set()
  const kept: [code: string, unicode: string][] = []
  const lengths = new Set<number>()
  for (const { operator, operands } of readOperations(map)) {
    if (operator === 'endbfchar')
      for (const [code, unicode] of inGroups(operands, 2)) {
        if (typeof code === 'string' && typeof unicode === 'string' && code.length <= MAX_CODE_BYTES && shown(code.length).has(code))
          kept.push([code, unicode])
      }
    if (operator === 'endbfrange') for (const [first, last, unicode] of inGroups(operands, 3)) addRange(first, last, unicode)
  }

  function addRange(first: Operand | undefined, last: Operand | undefined, unicode: Operand | undefined) {
    if (typeof first !== 'string' || typeof last !== 'string' || first.length !== last.length || first.length > MAX_CODE_BYTES) return
    for (const code of shown(first.length)) {
      if (code < first || code > last) continue
      const offset = toNumber(code) - toNumber(first)
      const target = Array.isArray(unicode) ? unicode[offset] : unicode
      if (typeof target !== 'string') continue
      kept.push([code, Array.isArray(unicode) ? target : advance(target, offset)])
    }
  }

  if (kept.length === 0) return undefined
  for (const [code] of kept) lengths.add(code.length)
  const ranges = [...lengths].map((length) => `<${'00'.repeat(length)}> <${'ff'.repeat(length)}>`)
  const sections: string[] = []
  for (let start = 0; start < kept.length; start += SECTION) {
    const lines = kept.slice(start, start + SECTION).map(([code, unicode]) => `<${toHex(code)}> <${toHex(unicode)}>`)
    sections.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
${ranges.length} begincodespacerange
${ranges.join('\n')}
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

function inGroups(operands: Operand[], size: number): Operand[][] {
  const groups: Operand[][] = []
  for (let start = 0; start + size <= operands.length; start += size) groups.push(operands.slice(start, start + size))
  return groups
}

/** Adds the offset of a code within its range to the last UTF-16 unit of the range's first text. */
function advance(unicode: string, offset: number): string {
  const unit = toNumber(unicode.slice(-2)) + offset
  return unicode.slice(0, -2) + String.fromCharCode((unit >> 8) & 255, unit & 255)
}

function toNumber(bytes: string): number {
  let value = 0
  for (const byte of bytes) value = value * 256 + byte.charCodeAt(0)
  return value
}

function toHex(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('hex')
}
