// @module-tag full
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ImportEvent, ImportRequest } from '#contracts/catalogue/import.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'
import { writeToken } from '#web/admin/kit/token.ts'
import { startResumableUpload } from '#web/admin/kit/upload/resumable-upload.ts'

vi.mock('#web/admin/kit/upload/resumable-upload.ts', () => ({
  startResumableUpload: vi.fn((file: File) => ({ finished: Promise.resolve(file.name.padEnd(32, 'x')), pause: () => undefined })),
}))

const lines = (...events: ImportEvent[]) => new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
const row = { type: 'row' as const, title: 'A book', problems: [] }

test('an import checks a table and its files, reports the rows, and imports the valid rows', async () => {
  const sent: ImportRequest[] = []
  const { answers } = openFakeApi({
    '/books': [],
    '/contact': { delivery: 'simulate' },
    'POST /imports': (_: URL, body: string) => {
      const request = JSON.parse(body) as ImportRequest
      sent.push(request)
      const problems = [{ field: 'price', message: 'Enter a price as a number, such as 4.50.' }]
      const report = { rows: 4, bad: 1, known: 2, added: request.dryRun ? 0 : 1, changed: 0 }
      const checked = [
        { ...row, row: 2, outcome: 'known' as const },
        { ...row, row: 5, outcome: 'known' as const, repeats: 4 },
        { ...row, row: 3, outcome: 'bad' as const, problems },
      ]
      return lines(...checked, ...(request.dryRun ? [] : [{ ...row, row: 4, outcome: 'added' as const }]), { type: 'done', report })
    },
  })
  await openAdminPage('/admin/books')
  await page.getByRole('link', { name: 'Import' }).click()
  const check = page.getByRole('button', { name: 'Check' })
  await expect.element(check).toBeDisabled()
  const files = [new File(['title'], 'books.csv'), new File(['%PDF-'], 'one.pdf')]
  await userEvent.upload(page.getByLabelText('Table and files'), files)
  await expect.element(page.getByText(/^books\.csv · 2 files/)).toBeVisible()
  await check.click()
  await expect.element(page.getByText('4 rows: 1 invalid, 2 existing or repeated, 1 can be imported.')).toBeVisible()
  await expect.element(page.getByText('Row 5 · A book · repeats row 4 and is skipped')).toBeVisible()
  await expect.element(page.getByText('price: Enter a price as a number, such as 4.50.')).toBeVisible()
  await expectToFitEachSize()
  expect(sent).toMatchObject([{ dryRun: true, files: [{ name: 'books.csv' }, { name: 'one.pdf' }] }])
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect.element(page.getByText('4 rows: 1 invalid, 2 existing or repeated, 1 imported, 0 changed.')).toBeVisible()
  expect(sent[1]).toMatchObject({ dryRun: false, skipBad: true })
  expect(vi.mocked(startResumableUpload)).toHaveBeenCalledTimes(2)

  await page.getByRole('button', { name: 'Import another table' }).click()
  await userEvent.upload(page.getByLabelText('Table and files'), files[0] as File)
  answers['POST /imports'] = lines({ type: 'failed', message: 'The table is empty.' })
  await check.click()
  await expect.element(page.getByText('The table is empty.')).toBeVisible()
  answers['POST /imports'] = Response.json({}, { status: 503 })
  await check.click()
  await expect.element(page.getByText(/Imported rows stay. Start again to continue/)).toBeVisible()
  takeErrors()
})

test('an import goes on when the session ends in another tab, which may sign in again, and its report stays until it is closed', async () => {
  const report = { rows: 1, bad: 0, known: 0, added: 1, changed: 0 }
  let finish: (response: Response) => void = () => undefined
  openFakeApi({ '/contact': { delivery: 'simulate' }, 'POST /imports': () => new Promise<Response>((resolve) => (finish = resolve)) })
  const { expectAddress } = await openAdminPage('/admin/import')
  await userEvent.upload(page.getByLabelText('Table and files'), new File(['title'], 'books.csv'))
  const notice = page.getByText(/^Your session has ended\. What is running on this page goes on/)
  const run = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    writeToken(null)
    await expect.element(notice).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Sign in in another tab' })).toHaveAttribute('href', '/admin/login')
    expect(page.getByRole('alertdialog').elements()).toEqual([])
  }
  await run('Check')
  writeToken('newer')
  await expect.element(notice).not.toBeInTheDocument()
  finish(lines({ ...row, row: 2, outcome: 'added' }, { type: 'done', report: { ...report, added: 0 } }))

  await run('Import 1 row')
  await expectAddress('/admin/import')
  finish(lines({ type: 'done', report }))
  await expect.element(page.getByText('1 row: 0 invalid, 0 existing or repeated, 1 imported, 0 changed.')).toBeVisible()
  await expect.element(notice).toBeVisible()
  await expectAddress('/admin/import')
  await page.getByRole('button', { name: 'Import another table' }).click()
  await expectAddress('/admin/login')
})
