import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { LazyOverlay } from './lazy-overlay.tsx'

const code = { Overlay: () => <p>The overlay</p> }
const failure = page.getByText('This could not be loaded. Check your connection.')

function Example({ load }: { load: () => Promise<typeof code> }) {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <LazyOverlay load={load} hasUrl onClose={() => setOpen(false)}>
          {({ Overlay }) => <Overlay />}
        </LazyOverlay>
      )}
    </main>
  )
}

test('an overlay whose code fails to load says so over the page, closes, and loads on another try', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const load = vi.fn<() => Promise<typeof code>>().mockRejectedValue(new Error('did not load'))
  await render(<Example load={load} />)
  const opener = page.getByRole('button', { name: 'Open' })
  await opener.click()
  await expect.element(failure).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  await opener.click()
  await expect.element(failure).toBeVisible()
  load.mockResolvedValue(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The overlay')).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockClear()
})
