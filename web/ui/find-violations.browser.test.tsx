import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { findViolations } from '#tests/support/component/accessibility.ts'

test('a violation of a page at rest is found, and one of a page that fades in is not', async () => {
  const { rerender } = await render(<img src="data:," />)
  expect(await findViolations()).toEqual([expect.stringMatching(/^image-alt: img/)])
  await rerender(<p style={{ animation: 'fade 600ms' }}>Text</p>)
  const style = document.createElement('style')
  style.textContent = '@keyframes fade { from { opacity: 0.1 } }'
  const finding = findViolations()
  document.head.append(style)
  expect(await finding).toEqual([])
  style.remove()
})
