import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const save = page.getByRole('button', { name: 'Save changes' })
const question = page.getByRole('alertdialog')

async function edit(durationSeconds: number, duration: string) {
  const sent: Record<string, string>[] = []
  const episode = buildPodcast({ durationSeconds, duration })
  openFakeApi({
    '/podcasts': [episode],
    [`/podcasts/${episode.id}`]: { ...episode, chapters: [] },
    [`/podcasts/${episode.id}/file-chapters`]: [],
    [`PATCH /podcasts/${episode.id}`]: (_url: URL, body = '{}') => {
      sent.push(JSON.parse(body))
      return { ...episode, chapters: [] }
    },
  })
  return { sent, ...(await openAdminPage(`/admin/podcasts/${episode.id}/edit`)) }
}

test.each([
  ['Save 0:38', '0:38'],
  ['Save 45:30', '45:30'],
])('a duration that differs from the recording’s length asks which of them to save; “%s”', async (answer, duration) => {
  const { sent, expectAddress } = await edit(38.4, '0:38')
  await expect.element(page.getByText('The recording lasts 0:38.')).toBeVisible()
  await page.getByLabelText('Duration').fill('45:30')
  await save.click()
  await expect.element(question.getByText('Save a duration of 45:30?')).toBeVisible()
  await expectToFitEachSize()
  await question.getByRole('button', { name: answer }).click()
  await expectAddress('/admin/podcasts')
  expect(sent).toMatchObject([{ duration }])
})

test('a duration that differs from the length of the recording by a second or by two percent is saved without a question', async () => {
  const { sent, expectAddress } = await edit(3600, '1:00:00')
  await page.getByLabelText('Duration').fill('1:01:00')
  await save.click()
  await expectAddress('/admin/podcasts')
  expect(sent).toMatchObject([{ duration: '1:01:00' }])
})

test('the form names what is doubtful in a transcript, and asks for its encoding with a sample of the text', async () => {
  const episode = buildPodcast({ durationSeconds: 60, duration: '1:00' })
  openFakeApi({
    '/podcasts': [episode],
    [`/podcasts/${episode.id}`]: { ...episode, chapters: [] },
    [`/podcasts/${episode.id}/file-chapters`]: [],
  })
  await openAdminPage(`/admin/podcasts/${episode.id}/edit`)
  const choose = (bytes: BlobPart) => page.getByLabelText('Transcript').upload(new File([bytes], 'talk.srt'))
  await choose('1\n00:00:01,000 --> 00:00:02,000\nI <inaudible> it\n\n2\n00:05:00,000 --> 00:05:01,000\nLate\n')
  await expect.element(page.getByText('Line 3: “<inaudible>” stays as text.')).toBeVisible()
  await expect.element(page.getByText('One cue begins after the end of the recording (1:00), the first at 5:00.')).toBeVisible()
  await choose('1\n00:00:01,000 --> soon\nHello\n')
  await expect.element(page.getByText('Line 2: the times are invalid. Write them as 00:01:05.000 --> 00:01:08.500.')).toBeVisible()

  await choose(new Uint8Array([...'1\n00:00:01,000 --> 00:00:02,000\nBo'].map((character) => character.charCodeAt(0)).concat(0xbf, 0x65)))
  const encoding = page.getByLabelText('Encoding of the transcript')
  await expect.element(encoding).toBeVisible()
  await encoding.selectOptions('Central European')
  await expect.element(page.getByText(/wrong: Boże$/)).toBeVisible()
  await encoding.selectOptions('Western European')
  await expect.element(page.getByText(/wrong: Bo¿e$/)).toBeVisible()
  await expectToFitEachSize()
})
