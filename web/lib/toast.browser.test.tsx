import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clickAtOnce } from '#tests/support/component/click-at-once.ts'
import { toast, toastDeleted } from './toast.ts'

vi.mock('./toast-notices.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('toasts are displayed even if the code of the toast library fails to load', async () => {
  for (const message of ['The title could not be loaded. Try again.', 'Failed to determine next action, retry.']) {
    toast.error(message)
    await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  }
})

test('a deletion can be undone even if the code of the toast library fails to load', async () => {
  const undo = vi.fn()
  toastDeleted('Bookmark removed', undo)
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  clickAtOnce(page.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  await expect.element(page.getByText('Bookmark removed')).not.toBeInTheDocument()
})
