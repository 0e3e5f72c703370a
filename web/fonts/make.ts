import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Generates the fonts of the pages, smaller than the files of their packages: Fraunces in one weight and one optical size, Source Sans in
 * all weights, both without hints and unused layout features. Accented letters and rare signs are in files of their own, but for the fonts
 * that readers choose, which have one file each; letters of other Latin alphabets are in the packages' extended files. `theme.css` lists
 * the characters of each file, so that browsers fetch only those a page uses.
 * Requires Debian's `fonttools` and `python3-brotli`; the output is committed.
 */
const ENGLISH = 'U+20-7E,U+A0,U+A3,U+A9,U+B7,U+D7,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+20AC,U+2122,U+2212'
const ACCENTED = 'U+A1,U+A2,U+A4-A8,U+AA-B6,U+B8-D6,U+D8-FF,U+131,U+152,U+153,U+2039,U+203A'
const RARE_SIGNS = 'U+2BB,U+2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2009,U+200B,U+2032,U+2033,U+2044,U+2191,U+2193,U+2215'

const folder = mkdtempSync(join(tmpdir(), 'lectern-fonts-'))
try {
  const fraunces = join(folder, 'fraunces.ttf')
  fonttools('varLib.instancer', fontFile('fraunces/files/fraunces-latin-opsz-normal.woff2'), 'wght=460', 'opsz=36', '--output', fraunces)
  const sourceSans = fontFile('source-sans-3/files/source-sans-3-latin-wght-normal.woff2')
  writeSubset(fraunces, 'fraunces.woff2', ENGLISH, 'kern,liga')
  writeSubset(fraunces, 'fraunces-accented.woff2', ACCENTED, 'kern,liga')
  writeSubset(sourceSans, 'source-sans.woff2', ENGLISH, 'kern,liga,tnum')
  writeSubset(sourceSans, 'source-sans-accented.woff2', `${ACCENTED},${RARE_SIGNS}`, 'kern,liga,tnum')
  const literata = join(folder, 'literata.ttf')
  fonttools('varLib.instancer', fontFile('literata/files/literata-latin-wght-normal.woff2'), 'wght=400:700', '--output', literata)
  const atkinson = join(folder, 'atkinson.ttf')
  const atkinsonFile = 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
  fonttools('varLib.instancer', fontFile(atkinsonFile), 'wght=400:700', '--output', atkinson)
  const dyslexic = createRequire(import.meta.url).resolve('@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2')
  writeSubset(literata, 'literata.woff2', `${ENGLISH},${ACCENTED}`, 'kern,liga')
  writeSubset(atkinson, 'atkinson.woff2', `${ENGLISH},${ACCENTED}`, 'kern,liga')
  // The license reserves the name of OpenDyslexic for the unchanged font, so that the subset has none.
  writeSubset(dyslexic, 'dyslexic.woff2', `${ENGLISH},${ACCENTED}`, 'kern,liga', '--name-IDs=0')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function fontFile(path: string) {
  return createRequire(import.meta.url).resolve(`@fontsource-variable/${path}`)
}

function writeSubset(font: string, name: string, characters: string, features: string, ...more: string[]) {
  const options = [...more, `--unicodes=${characters}`, `--layout-features=${features}`, '--no-hinting', '--flavor=woff2']
  fonttools('subset', font, ...options, `--output-file=${join(import.meta.dirname, name)}`)
}

function fonttools(...command: string[]) {
  execFileSync('fonttools', command, { stdio: 'inherit' })
}
