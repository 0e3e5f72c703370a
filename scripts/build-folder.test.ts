import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { makeBuild } from './support/build-folder.mjs'

let folder: string
beforeEach(async () => {
  folder = await makeTempFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns a build with one script and one pdf.js file. */
const build = (version: number) => (target: string) => {
  mkdirSync(join(target, 'client/assets'), { recursive: true })
  mkdirSync(join(target, `client/pdfjs/${version}`), { recursive: true })
  writeFileSync(join(target, `client/assets/page-${version}.js`), `${version}`)
  writeFileSync(join(target, `client/pdfjs/${version}/map`), `${version}`)
  writeFileSync(join(target, 'client/logo.svg'), `${version}`)
  return true
}
const make = (version: number, options = {}) => makeBuild(folder, build(version), { now: version, ...options })
const files = (path = 'current/client/assets') => readdirSync(join(folder, path)).toSorted()
const current = () => readlinkSync(join(folder, 'current'))

test('the link to the current build changes only once the new build is complete; the new build includes the files of the previous build', () => {
  make(1)
  const served = realpathSync(join(folder, 'current'))
  makeBuild(
    folder,
    (target) => {
      expect(current()).toBe('pages-1')
      return build(2)(target)
    },
    { now: 2 },
  )
  expect(current()).toBe('pages-2')
  expect(files()).toEqual(['page-1.js', 'page-2.js'])
  expect(files('current/client/pdfjs')).toEqual(['1', '2'])
  expect(readFileSync(join(folder, 'current/client/logo.svg'), 'utf8')).toBe('2')
  // A running server continues to serve the folder that it opened.
  expect(readdirSync(join(served, 'client/assets'))).toEqual(['page-1.js'])
  expect(readFileSync(join(served, 'client/logo.svg'), 'utf8')).toBe('1')
})

test('an interrupted build does not replace a complete build, and is removed later', () => {
  for (const version of [1, 2]) make(version)
  // Builds 3 to 5 lack the list of their files, like a build interrupted by Ctrl-C.
  for (const version of [3, 4, 5]) build(version)(join(folder, `pages-${version}`))
  make(6)
  expect(files('.')).toEqual(['current', 'pages-1', 'pages-2', 'pages-3', 'pages-4', 'pages-5', 'pages-6'])
  make(3_700_000)
  expect(files('.')).toEqual(['current', 'pages-2', 'pages-3700000', 'pages-6'])
})

test('the next build includes the files of an old build, and the next two builds do not delete its folder', () => {
  for (const version of [1, 2, 3, 4]) make(version)
  expect(files()).toEqual(['page-3.js', 'page-4.js'])
  expect(files('.')).toEqual(['current', 'pages-2', 'pages-3', 'pages-4'])
})

test('a failed build changes no files and no link', () => {
  make(1)
  expect(makeBuild(folder, (target) => !build(2)(target), { now: 2 })).toBe(false)
  expect([current(), files('.')]).toEqual(['pages-1', ['current', 'pages-1']])
})

test('a release in a new folder includes the built files of the previous release', () => {
  make(1)
  const next = join(folder, 'next')
  makeBuild(next, build(2), { previous: folder, now: 2 })
  expect(files('next/current/client/assets')).toEqual(['page-1.js', 'page-2.js'])
})

test('a build in the layout of earlier versions, with its files, remains until the build after next', () => {
  build(0)(folder)
  make(1)
  expect(files()).toEqual(['page-0.js', 'page-1.js'])
  expect(existsSync(join(folder, 'client'))).toBe(true)
  make(2)
  expect(existsSync(join(folder, 'client'))).toBe(false)
})
