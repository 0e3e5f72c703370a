import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { loadToasts, toast } from './toast.ts'

/** Returns whether a toast covers the button. */
function isCovered(name: string): boolean {
  const notice = page.getByText('Failed to record the payment').element().getBoundingClientRect()
  const button = page.getByRole('button', { name }).element().getBoundingClientRect()
  return notice.top < button.bottom && notice.bottom > button.top && notice.left < button.right && notice.right > button.left
}

test('on a phone, a toast does not cover the buttons of a dialog', async () => {
  await loadToasts()
  await page.viewport(360, 740)
  await render(
    <>
      <Dialog open title="Paid in person" onClose={() => undefined}>
        <button type="button" className="mt-96 h-12 w-full">
          Cancel
        </button>
      </Dialog>
      <Toaster />
    </>,
  )
  toast.error('Failed to record the payment')
  await expect.element(page.getByText('Failed to record the payment')).toBeVisible()
  expect(isCovered('Cancel')).toBe(false)
  expect(isCovered('Close')).toBe(false)
})

test('on a phone, a toast does not cover buttons in a sticky action bar', async () => {
  await loadToasts()
  await page.viewport(360, 740)
  await render(
    <>
      <div data-action-bar="" className="fixed inset-x-0 bottom-0">
        <button type="button" className="h-12 w-full">
          Publish
        </button>
      </div>
      <Toaster />
    </>,
  )
  toast.error('Failed to record the payment')
  await expect.element(page.getByText('Failed to record the payment')).toBeVisible()
  expect(isCovered('Publish')).toBe(false)
})
