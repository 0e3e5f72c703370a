/** A TrueType font: what is needed to set text in it. Widths and heights are in thousandths of the font size. */
export type Font = {
  data: Uint8Array
  /** Returns the glyph of a character; 0 if the font has none */
  glyphOf: (codePoint: number) => number
  widthOf: (glyph: number) => number
  ascent: number
  descent: number
  /** Left, bottom, right, top */
  box: [number, number, number, number]
}

/** Reads a TrueType font with a character map of format 4 or 12. https://learn.microsoft.com/en-us/typography/opentype/spec/ */
export function readFont(data: Buffer): Font {
  const tables = new Map<string, number>()
  for (let index = 0; index < data.readUInt16BE(4); index++) {
    const at = 12 + 16 * index
    tables.set(data.toString('latin1', at, at + 4), data.readUInt32BE(at + 8))
  }
  const table = (name: string) => {
    const at = tables.get(name)
    if (at === undefined) throw new Error(`The font has no table ${name}`)
    return at
  }
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const thousandths = (value: number) => Math.round((1000 * value) / data.readUInt16BE(head + 18))
  const metrics = data.readUInt16BE(hhea + 34)
  const glyphs = readCharacterMap(data, table('cmap'))
  const corner = (at: number) => thousandths(data.readInt16BE(head + at))
  return {
    data,
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    // Glyphs after the last metric have the same width.
    widthOf: (glyph) => thousandths(data.readUInt16BE(hmtx + 4 * Math.min(glyph, metrics - 1))),
    ascent: thousandths(data.readInt16BE(hhea + 4)),
    descent: thousandths(data.readInt16BE(hhea + 6)),
    box: [corner(36), corner(38), corner(40), corner(42)],
  }
}

function readCharacterMap(data: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < data.readUInt16BE(cmap + 2); index++) {
    const at = cmap + data.readUInt32BE(cmap + 4 + 8 * index + 4)
    const format = data.readUInt16BE(at)
    if (format === 12) readGroups(data, at, glyphs)
    else if (format === 4) readSegments(data, at, glyphs)
  }
  return glyphs
}

function readGroups(data: Buffer, at: number, glyphs: Map<number, number>) {
  for (let group = 0; group < data.readUInt32BE(at + 12); group++) {
    const [first, last, glyph] = [0, 4, 8].map((field) => data.readUInt32BE(at + 16 + 12 * group + field)) as [number, number, number]
    for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first)
  }
}

function readSegments(data: Buffer, at: number, glyphs: Map<number, number>) {
  const bytes = data.readUInt16BE(at + 6)
  for (let segment = 0; segment < bytes; segment += 2) {
    const startAt = at + 16 + bytes + segment
    const [last, first] = [data.readUInt16BE(at + 14 + segment), data.readUInt16BE(startAt)]
    const [delta, rangeAt] = [data.readUInt16BE(startAt + bytes), startAt + 2 * bytes]
    const range = data.readUInt16BE(rangeAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const found = range === 0 ? code : data.readUInt16BE(rangeAt + range + 2 * (code - first))
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
}
