import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startAfterPaint } from './start-after-paint.ts'

test('a button pressed before hydration is marked as busy until the click is replayed', async () => {
  const [first, last] = ['Read', 'Listen'].map((textContent) =>
    Object.assign(document.createElement('button'), { type: 'button', textContent }),
  )
  if (!first || !last) return
  document.body.append(first, last)
  startAfterPaint(false)
  await userEvent.click(first)
  expect(first.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => Number(getComputedStyle(first).opacity)).toBeLessThan(1)
  await userEvent.click(last)
  expect([first, last].map((button) => button.getAttribute('aria-busy'))).toEqual([null, 'true'])
  const pressed = vi.fn()
  last.addEventListener('click', pressed)
  dispatchEvent(new Event('hydrated'))
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(last.hasAttribute('aria-busy')).toBe(false)
  for (const button of [first, last]) button.remove()
})
