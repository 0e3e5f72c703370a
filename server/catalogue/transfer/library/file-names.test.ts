import { expect, test } from 'vitest'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { createNames, nameForm, readableName } from './file-names.ts'

test.each([
  ['Sow in Season', 'Tapiwa Gumbo', 'Sow in Season - Tapiwa Gumbo'],
  ['Hope: a story', '', 'Hope - a story'],
  ['What is "faith"?', 'A/B', "What is 'faith' - A-B"],
  ['100% of C# “now” – it’s…', '', "100 of C 'now' - it's"],
  ['...and then...', ' . ', 'and then'],
  ['--help', '', 'help'],
  ['CON', '', '_CON'],
  ['nul.', 'x', 'nul - x'],
  ['Aux.', '', '_Aux'],
  ['Lpt1.txt', 'Rudo', '_Lpt1.txt - Rudo'],
  ['Console', '', 'Console'],
  ['E\u0301te\u0301', 'Zoe\u0308', 'Été - Zoë'],
  ['السلام عليكم', 'راعوث', 'السلام عليكم - راعوث'],
  ['\u202eevil\u202c gpj', '', 'evil gpj'],
  ['Hope 👩‍👩‍👧‍👦🕯️🇿🇼 © 2024', '', 'Hope © 2024'],
  ['???', '', 'Untitled'],
  ['broken \ud800 half', '', 'broken \ufffd half'],
])('the title %j by %j is named %j', (title, person, name) => {
  expect(readableName(title, person)).toBe(name)
})

test('a long name is cut between characters, and leaves room for a suffix', () => {
  const name = readableName('क्षि'.repeat(60), 'ẹ̀'.repeat(200))
  expect(Buffer.byteLength(name)).toBeLessThan(180)
  expect(name).toMatch(/^(?:क्षि)+ - (?:ẹ̀)+$/u)
})

test('every name is one that FAT, exFAT and Windows accept', { tags: ['property'] }, () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('con', 'AUX.', 'com¹', '../..', 'a:b', '\u0000', '. .', '-rf'),
  )
  fc.assert(
    fc.property(text, text, (title, person) => {
      const name = readableName(title, person)
      expect(name).toMatch(/^[^\s.-]/u)
      expect(name).toMatch(/[^\s.]$/u)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: FAT reserves them.
      expect(name).not.toMatch(/[\\/:*?"<>|#%\u0000-\u001f\u007f]/)
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i)
      expect(name).toBe(name.normalize('NFC'))
      expect(Buffer.byteLength(name)).toBeLessThan(180)
    }),
    { numRuns: longRuns(2000) },
  )
})

test('names differ without regard to case, and from those of other files in the folder', () => {
  const claim = createNames(['HOPE.epub'])
  const ids = ['0190-aaaa11', '0190-bbbb22', '0190-cccc33']
  expect(ids.map((id, index) => claim(['Sow', 'SOW', 'Hope'][index] ?? '', '.epub', id))).toEqual([
    'Sow.epub',
    'SOW (bbbb22).epub',
    'Hope (cccc33).epub',
  ])
})

test('names with ligatures and with their letters are the same', () => {
  expect(nameForm('oﬃce')).toBe(nameForm('OFFICE'))
  expect(nameForm('Straße')).toBe(nameForm('STRASSE'))
})
