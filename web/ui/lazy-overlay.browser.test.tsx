import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { findViolations } from '#tests/support/component/accessibility.ts'
import { Button } from './button.tsx'
import { LazyOverlay } from './lazy-overlay.tsx'

type Loaded = { text: string }

const opener = page.getByRole('button', { name: 'Open' })
const screen = page.getByRole('alertdialog')

function Example({ load }: { load: () => Promise<Loaded> }) {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <h1>A page</h1>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <LazyOverlay load={load} onClose={() => setOpen(false)}>
          {({ text }) => <p>{text}</p>}
        </LazyOverlay>
      )}
    </main>
  )
}

async function openOverlay(load: () => Promise<Loaded>) {
  await render(<Example load={load} />)
  await opener.click()
}

test('an overlay whose code fails to load shows an error over the page, closes on Back, and loads when it is opened again', async () => {
  const load = vi.fn(async () => ({ text: 'The overlay' }))
  load.mockRejectedValueOnce(new Error('No connection'))
  load.mockRejectedValueOnce(new Error('No connection'))
  await openOverlay(load)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This could not be loaded. Check your connection.')
  expect(await findViolations()).toEqual([])
  history.back()
  await expect.element(screen).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  await opener.click()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The overlay')).toBeVisible()
  await expect.element(screen).not.toBeInTheDocument()
  expect(vi.mocked(console.warn).mock.calls.map(String)).toEqual(['Error: No connection', 'Error: No connection'])
  vi.mocked(console.warn).mockClear()
})

test('an overlay whose code is loading displays a loading message and can be closed', async () => {
  await openOverlay(() => new Promise(() => {}))
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading')
  expect(await findViolations()).toEqual([])
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(screen).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
