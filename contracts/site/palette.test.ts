import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { contrast, DEFAULT_COLORS, DEFAULT_PALETTE, paletteOf, paletteVariables } from './palette.ts'

/** Background and text colors that site owners can't change (`web/theme.css`, `site/art/program-colors.ts`). */
const PAPER = ['#ffffff', '#faf6ef', '#f1e9dc']
const COMPANIONS = ['#642735', '#4d2552', '#1f463d', '#24315c', '#16505c', '#5a3a1c']
const TEXT_ON_DARK = ['#ffffff', '#f3ead9', '#bdb6a8']
const TEXT_ON_LAMP = '#231a08'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('text meets WCAG AA and graphics have a contrast of 3:1 for any colors that the site owner chooses', () => {
  fc.assert(
    fc.property(color, color, (accent, dark) => {
      const palette = paletteOf({ accent, dark })
      const nights = [palette.night, palette['night-2']]
      const texts: [text: string, ground: string][] = [
        ...[...PAPER].map((ground): [string, string] => [palette['lamp-deep'], ground]),
        ...[...nights, ...COMPANIONS].map((ground): [string, string] => [palette['lamp-2'], ground]),
        ...nights.flatMap((ground) => TEXT_ON_DARK.map((text): [string, string] => [text, ground])),
        ...(['lamp-2', 'lamp-hover', 'lamp-active'] as const).map((ground): [string, string] => [TEXT_ON_LAMP, palette[ground]]),
      ]
      for (const [text, ground] of texts) expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      for (const ground of PAPER) expect(contrast(palette.lamp, ground)).toBeGreaterThanOrEqual(3)
      for (const shade of Object.values(palette)) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
    }),
  )
})

test('a brand color with enough contrast is used unchanged', () => {
  expect(paletteOf({ accent: '#7a1fa2', dark: '#0f2920' })).toMatchObject({ lamp: '#7a1fa2', 'lamp-deep': '#7a1fa2', night: '#0f2920' })
})

test('the default palette equals the colors of the stylesheet and needs no CSS variables', () => {
  expect(paletteOf(DEFAULT_COLORS)).toEqual(DEFAULT_PALETTE)
  expect(paletteVariables(DEFAULT_COLORS)).toBeUndefined()
  expect(paletteVariables({ ...DEFAULT_COLORS, accent: '#7a1fa2' })).toMatchObject({
    '--color-lamp': '#7a1fa2',
    '--color-night': '#171c28',
  })
})
