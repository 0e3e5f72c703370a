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

test('pressing another mouse button beside a dialog does not close it', async () => {
  await render(<Example />)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.elementLocator(document.body).click({ position: { x: 5, y: 5 }, button: 'right', force: true })
  await expect.element(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible()
})

test('a dialog that the browser closes during an action is displayed again', async () => {
  let requests = 0
  await render(
    <Dialog open onClose={() => requests++} title="Saving">
      <p>Its text</p>
    </Dialog>,
  )
  const dialog = document.querySelector('dialog')
  dialog?.close()
  await expect.poll(() => requests).toBe(1)
  await expect.poll(() => dialog?.matches(':modal')).toBe(true)
})

test('a closing dialog stays visible until its animation has ended', async () => {
  await render(<Example />)
  await page.getByRole('button', { name: 'Open' }).click()
  const dialog = document.querySelector('dialog')
  await userEvent.keyboard('{Escape}')
  expect(dialog?.dataset.state).toBe('closed')
  expect(dialog && getComputedStyle(dialog).display).toBe('block')
  await expect.poll(() => dialog?.isConnected).toBe(false)
})

test('the controls of a closing dialog are neither focusable nor exposed to assistive technology', async () => {
  await render(<Example />)
  await page.getByRole('button', { name: 'Open' }).click()
  const dialog = document.querySelector('dialog')
  const close = dialog?.querySelector('button')
  await userEvent.keyboard('{Escape}')
  close?.focus()
  expect(document.activeElement).not.toBe(close)
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
  expect(dialog?.isConnected).toBe(true)
})

test('an open dialog darkens the page around it', async () => {
  await render(<Example />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible()
  const dialog = document.querySelector('dialog')
  expect(dialog && getComputedStyle(dialog).backgroundColor).toMatch(/0\.7\)$/)
})

test('the page does not scroll until the last open dialog is closed', async () => {
  const both = (first: boolean, second: boolean) => (
    <>
      <Dialog open={first} onClose={() => undefined} title="First">
        <p>Its text</p>
      </Dialog>
      <Dialog open={second} onClose={() => undefined} title="Second">
        <p>Its text</p>
      </Dialog>
    </>
  )
  const overflow = () => document.documentElement.style.overflow
  const { rerender } = await render(both(true, true))
  expect(overflow()).toBe('hidden')
  await rerender(both(true, false))
  expect(overflow()).toBe('hidden')
  await rerender(both(false, false))
  expect(overflow()).toBe('')
})
