import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Builds the fonts of share images and of typeset documents, from the fonts of the pages and from Noto fonts for Arabic and emoji. The
 * fonts are TrueType, since sharp's text engine can't read WOFF. The script needs Debian's `fonttools` and `python3-brotli`; its output is
 * committed.
 *
 * `npm install --no-save @fontsource/noto-naskh-arabic @fontsource/noto-emoji && node server/media/image/fonts/make.ts`
 */
const TITLE = ['wght=460', 'opsz=72']
const TEXT = ['wght=460']

const { resolve } = createRequire(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'lectern-fonts-'))
try {
  make(
    'fraunces',
    ['latin', 'latin-ext', 'vietnamese'].map((subset) => `@fontsource-variable/fraunces/files/fraunces-${subset}-opsz-normal.woff2`),
    TITLE,
  )
  make(
    'source-sans-3',
    ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'].map(
      (subset) => `@fontsource-variable/source-sans-3/files/source-sans-3-${subset}-wght-normal.woff2`,
    ),
    TEXT,
  )
  make('noto-naskh-arabic', ['@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-500-normal.woff2'])
  const emoji = join(resolve('@fontsource/noto-emoji/package.json'), '../files')
  make(
    'noto-emoji',
    readdirSync(emoji)
      .filter((file) => /^noto-emoji-\d+-400-normal\.woff2$/.test(file))
      .map((file) => join(emoji, file)),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Merges the files of a font family, one per script, into one font with fixed axis values. */
function make(name: string, sources: string[], axes: string[] = []) {
  const parts = sources.map((source, index) => {
    const part = join(folder, `${name}-${index}.ttf`)
    if (axes.length > 0) run('varLib.instancer', resolve(source), ...axes, '--static', '--output', part, '--quiet')
    else run('subset', resolve(source), '--unicodes=*', '--layout-features=*', '--no-hinting', `--output-file=${part}`)
    return part
  })
  const target = join(import.meta.dirname, `${name}.ttf`)
  run('merge', ...parts, `--output-file=${target}`)
}

function run(...command: string[]) {
  execFileSync('fonttools', command, { stdio: 'inherit' })
}
