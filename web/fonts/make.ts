import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Generates `fraunces.woff2`, less than half the size of its package's file: one weight between the two used before, the optical sizes of
 * our titles, and the letters of Western European languages. Requires Debian's `fonttools` and `python3-brotli`; its output is committed.
 */
const WEIGHT = 460
const OPTICAL_SIZES = '16:72'
// Letters of other Latin alphabets are in the package's extended file, which browsers fetch when a page uses one of them.
const CHARACTERS =
  'U+20-7E,U+A0-A3,U+A5,U+A7,U+A9,U+AB,U+AE,U+B0-B4,U+B7,U+B9,U+BB-FF,U+131,U+152,U+153,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039,U+203A,U+20AC,U+2122,U+2212'

const source = createRequire(import.meta.url).resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2')
const folder = mkdtempSync(join(tmpdir(), 'lectern-fonts-'))
const instance = join(folder, 'instance.ttf')
try {
  run('varLib.instancer', source, `wght=${WEIGHT}`, `opsz=${OPTICAL_SIZES}`, '--output', instance, '--quiet')
  run(
    'subset',
    instance,
    `--unicodes=${CHARACTERS}`,
    '--layout-features=kern,liga',
    '--no-hinting',
    '--flavor=woff2',
    `--output-file=${join(import.meta.dirname, 'fraunces.woff2')}`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(...command: string[]) {
  execFileSync('fonttools', command, { stdio: 'inherit' })
}
