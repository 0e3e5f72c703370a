import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { findViolations } from '#tests/support/component/accessibility.ts'

const pageWith = (style: { color?: string; animation?: string }) => (
  <main>
    <h1>Title</h1>
    <p style={style}>Text</p>
  </main>
)

test('a violation of a page at rest is found, and one of a text that fades in is not', async () => {
  const { rerender } = await render(pageWith({ color: '#ddd' }))
  expect(await findViolations()).toEqual([expect.stringMatching(/^color-contrast: p/)])
  const style = document.createElement('style')
  style.textContent = '@keyframes fade { from { opacity: 0.1 } }'
  document.head.append(style)
  const finding = findViolations()
  await rerender(pageWith({ animation: 'fade 600ms' }))
  expect(await finding).toEqual([])
  style.remove()
})
