import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

const sources: Record<string, string> = import.meta.glob('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
const CLASSES = /(['"`])([^'"`]*\bline-clamp-\d[^'"`]*)\1/g
const classes = [...new Set(Object.values(sources).flatMap((source) => [...source.matchAll(CLASSES)].map(([, , found]) => found)))]
const LETTERS = 'gjpqyQ'

/** Returns by how many pixels descenders of the last line extend below the visible part of an element. */
function hiddenInk(element: Element): number {
  const { fontStyle, fontWeight, fontSize, fontFamily, lineHeight, paddingBottom } = getComputedStyle(element)
  const brush = document.createElement('canvas').getContext('2d')
  if (!brush) throw new Error('No canvas')
  brush.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  const { actualBoundingBoxDescent, fontBoundingBoxAscent, fontBoundingBoxDescent } = brush.measureText(LETTERS)
  const leading = Number.parseFloat(lineHeight) - fontBoundingBoxAscent - fontBoundingBoxDescent
  return actualBoundingBoxDescent - (fontBoundingBoxDescent + leading / 2 + Number.parseFloat(paddingBottom))
}

test('truncated text does not cut off the descenders of its last line', async () => {
  expect(classes.length).toBeGreaterThan(10)
  const { container } = await render(
    <div style={{ width: 300 }}>
      {classes.flatMap((each) => [
        <h3 key={`${each} h3`} className={each}>
          {LETTERS}
        </h3>,
        <p key={`${each} p`} className={each}>
          {LETTERS}
        </p>,
      ])}
    </div>,
  )
  await document.fonts.ready
  const cut = [...container.querySelectorAll('h3, p')].filter((element) => hiddenInk(element) > 0)
  expect(cut.map(({ className }) => className)).toEqual([])
})
