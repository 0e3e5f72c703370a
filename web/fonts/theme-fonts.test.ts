import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Font, openSync } from 'fontkit'
import { expect, test } from 'vitest'

const FACE = /url\("\.\/fonts\/([^"]+)"\)[^}]*unicode-range:([^;]+);/g
const theme = readFileSync(join(import.meta.dirname, '../theme.css'), 'utf8')
const faces = [...theme.matchAll(FACE)].map(([, file = '', ranges = '']) => [file, ranges] as const)

test.each(faces)('%s contains exactly the characters for which theme.css requests it', (file, ranges) => {
  const requested = ranges.match(/[0-9A-F]{4}(?:-[0-9A-F]{4})?/g)?.flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  // The last code of the Basic Multilingual Plane ends the character map of every font.
  const contained = (openSync(join(import.meta.dirname, file)) as Font).characterSet.filter((code) => code !== 0xffff)
  expect(contained).toEqual(requested)
})

test('theme.css has four fonts of its own', () => {
  expect(faces).toHaveLength(4)
})

test('each font that readers choose has the letters of English, French, Shona and Ndebele', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ“”‘’«»–—…€']
  for (const file of ['literata', 'atkinson', 'dyslexic']) {
    const { characterSet } = openSync(join(import.meta.dirname, `${file}.woff2`)) as Font
    expect(letters.filter((letter) => !characterSet.includes(letter.codePointAt(0) ?? 0))).toEqual([])
  }
})
