import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

function Example() {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A dialog">
        <p>Its text</p>
      </Dialog>
    </main>
  )
}

test.each(['Escape', 'the close button', 'a click outside'])('a dialog closed by %s returns focus to its opener', async (way) => {
  await render(<Example />)
  await page.getByRole('button', { name: 'Open' }).click()
  const dialog = page.getByRole('dialog', { name: 'A dialog' })
  await expect.element(dialog).toBeVisible()
  if (way === 'Escape') await userEvent.keyboard('{Escape}')
  else if (way === 'the close button') await dialog.getByRole('button', { name: 'Close' }).click()
  else await page.elementLocator(document.body).click({ position: { x: 5, y: 5 }, force: true })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})
