import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textAttributes } from './text-attributes.ts'

const FONTS = join(import.meta.dirname, 'fonts')
const SITE_FONTS = join(import.meta.dirname, '../../../../web/fonts')

test('the fonts of the page are those of the site', async () => {
  const names = (await readdir(FONTS)).filter((name) => name !== 'LICENSE')
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) expect(await readFile(join(FONTS, name)), name).toEqual(await readFile(join(SITE_FONTS, name)))
  // The fonts that readers of the site choose are not on the card, and neither are the lines of their licenses.
  const siteLicense = new Set((await readFile(join(SITE_FONTS, 'LICENSE'), 'utf8')).split('\n'))
  const license = (await readFile(join(FONTS, 'LICENSE'), 'utf8')).split('\n')
  expect(license.filter((line) => !siteLicense.has(line))).toEqual([])
})

test('the script of the page has no syntax or functions that browsers of 2018 lack', () => {
  const script = readFileSync(join(import.meta.dirname, 'library-page.js'), 'utf8')
  expect(script).not.toMatch(
    /\?\.|\?\?|\.at\(|replaceAll|flatMap|\.flat\(|\\p\{|toSorted|Object\.fromEntries|fetch\(|import |async |await /,
  )
})

test.each([
  ['sn', ' lang="sn" dir="ltr"'],
  ['ar', ' lang="ar" dir="rtl"'],
  ['pa-Arab', ' lang="pa-Arab" dir="rtl"'],
  ['he-IL', ' lang="he-IL" dir="rtl"'],
  [null, ' dir="auto"'],
  ['"><b', ' dir="auto"'],
])('a text in %j has the attributes%j', (language, attributes) => {
  expect(textAttributes(language)).toBe(attributes)
})
