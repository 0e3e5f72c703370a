import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { writeXml } from './write-xml.ts'

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', trimValues: false, parseTagValue: false })
const read = (xml: string) => parser.parse(xml).feed

/** Arbitrary text, with many of the characters that break carelessly written XML. */
const awkward = fc.constantFrom(
  ...['\u0000', '\u0008', '\u001f', '\ufffe', '\uffff', '\ud800', '\udfff', '😀', ']]>', '<!--', '-->', '&amp;', '&', '<', '>'],
)
const text = fc.array(fc.oneof(awkward, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))).map((parts) => parts.join(''))

test('an XML document with any text is well-formed and contains the text without the characters that XML forbids', () => {
  fc.assert(
    fc.property(text, text, (content, attribute) => {
      const xml = writeXml({ feed: { title: { '@name': attribute, '#text': `[${content}]` } } })
      expect(XMLValidator.validate(xml)).toBe(true)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: They are what must not be there.
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
      expect(xml.isWellFormed()).toBe(true)
      const title = read(xml).title
      expect(title['#text']).toBe(`[${allowed(content)}]`)
    }),
  )
})

test('a list in an XML document repeats its element, and undefined values are not written', () => {
  const xml = writeXml({ feed: { '@version': '2.0', link: [{ '@href': 'a' }, { '@href': 'b' }], title: undefined, count: 0 } })
  expect(xml).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<feed version="2.0"><link href="a"/><link href="b"/><count>0</count></feed>')
})

/**
 * Returns the text as XML 1.0 can represent it. Tab, line feed and carriage return are the only allowed control characters, and every line
 * break is read as a line feed.
 */
function allowed(content: string) {
  const characters = [...content].filter((character) => {
    const code = character.codePointAt(0) ?? 0
    return code >= 0x20 ? !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff : [9, 10, 13].includes(code)
  })
  return characters.join('').replaceAll(/\r\n?/g, '\n')
}
