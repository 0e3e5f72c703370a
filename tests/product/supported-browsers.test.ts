import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData } from '@mdn/browser-compat-data'
import { expect, test } from 'vitest'
import { findUnsupportedCss } from '#scripts/support/unsupported-css.ts'

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** CSS features that the oldest browsers may ignore: the page stays readable and usable without them. */
const MAY_BE_DROPPED: Record<string, RegExp> = {
  'text-wrap': /./,
  hyphens: /./,
  'scrollbar-color': /./,
  'scrollbar-gutter': /./,
  'overscroll-behavior': /./,
  'overflow-anchor': /./,
  'content-visibility': /./,
  'contain-intrinsic-size': /./,
  'text-size-adjust': /./,
  'forced-color-adjust': /./,
  '-webkit-tap-highlight-color': /./,
  // Scaling is only used for hover effects and rotating arrows
  scale: /./,
  rotate: /./,
  ':open': /group-open/,
  ':popover-open': /group-open/,
  // Rules inside @property are repeated by Tailwind for browsers without support.
  '@property': /--tw-/,
  // Container sizes are only used for initials in place of a missing photo, and for sizes of placeholders
  'container-type': /./,
  '@container': /./,
  // In browsers without :has, toasts cover the player, a selected option has no tint beside its mark, and tools wrap in a low window.
  ':has': /data-dock|reading-list|reading-passage|reading-settings|has-checked|group\)|has-disabled/,
  scripting: /none/,
  // The unit `lh` (line height) is only used by Tailwind's base styles
  lh: /^min-height: 1lh$/,
  // Subgrids are only used for details of the admin area
  subgrid: /./,
  // Optional features: forced colors, dotted underlines of abbreviations, and selection of a whole address with one press
  'forced-colors': /./,
  dotted: /underline/,
  // Highlights have colors, and different underlines if the browser supports them.
  double: /underline/,
  wavy: /underline/,
  dashed: /underline/,
  all: /user-select/,
  // Search matches are highlighted if the browser supports it.
  ':highlight': /viewer-found/,
}

test('supported browsers understand every rule of the built style sheets except those that they may ignore', () => {
  // The style sheet of pdf.js is excluded, since it is third-party code.
  const files = globSync('build/current/client/assets/*.css').filter((file) => !file.includes('pdf-source'))
  expect(files.length).toBeGreaterThan(4)
  const dropped = files.flatMap((file) => findUnsupportedCss(readFileSync(file, 'utf8'), data))
  expect(dropped.filter(({ name, dropped }) => !MAY_BE_DROPPED[name]?.test(dropped))).toEqual([])
})

test('scripts and markup use only media queries that supported browsers understand', () => {
  const ranges = globSync('web/**/*.{ts,tsx}').flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?<!@media)\((width|height) ?[<>].*?rem/g) ?? [],
  )
  expect(ranges).toEqual([])
})

test('unsupported CSS values, selectors, at-rules and media queries are found, unless @supports or an older value covers them', () => {
  const find = (css: string) => findUnsupportedCss(css, data).map(({ name }) => name)
  expect(find('a { min-height: 50svh }')).toEqual(['svh'])
  expect(find('a { min-height: 50vh; min-height: 50svh }')).toEqual([])
  expect(find('a { translate: 1px; width: round(1px, 2px) }')).toEqual(['translate', 'round()'])
  expect(find('a:has(b) { color: red }')).toEqual([':has'])
  expect(find('@media (width >= 40rem) { a { color: red } }')).toEqual(['range'])
  expect(find('@media (min-width: 1rem) and (not (min-width: 2rem)) { a { color: red } }')).toEqual(['logic'])
  expect(find('@media not all and (min-width: 2rem) { a { color: oklch(1 1 1) } }')).toEqual(['oklch()'])
  expect(find('@supports (color: oklch(1 1 1)) { a { color: oklch(1 1 1) } }')).toEqual([])
  expect(find('@starting-style { a { overflow: clip } }')).toEqual(['@starting-style', 'clip'])
})
