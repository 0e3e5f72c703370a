import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useEarlyUploads } from './use-early-uploads.ts'

type Sent = { field: string; size: number; onProgress: (sent: number) => void; finish: (id: string) => void; isCanceled: boolean }
const sent: Sent[] = []

vi.mock(import('./resumable-upload.ts'), () => ({
  startResumableUpload: (file, field, { onProgress }) => {
    const { promise: finished, resolve } = Promise.withResolvers<string>()
    const upload: Sent = { field, size: file.size, onProgress, finish: resolve, isCanceled: false }
    sent.push(upload)
    const cancel = () => {
      upload.isCanceled = true
    }
    return { finished, cancel, pause: () => {}, forget: () => {} }
  },
}))

test('two files of a form are uploaded at once with one progress, and replacing one leaves the other', async () => {
  const pdf = new File(['12345678'], 'book.pdf')
  const audio = new File(['1234'], 'book.mp3')
  const events = { onRefused: vi.fn(), onUploaded: vi.fn(async () => undefined) }
  const { result } = await renderHook(() =>
    useEarlyUploads(useForm<Record<string, File>>({ defaultValues: { pdf, audio } }), ['pdf', 'audio'], events),
  )
  const current = () => result.current
  await current().choose('pdf', pdf)
  await current().choose('audio', audio)
  expect(sent.map(({ field, isCanceled }) => [field, isCanceled])).toEqual([
    ['pdf', false],
    ['audio', false],
  ])
  sent[0]?.onProgress(6)
  sent[1]?.onProgress(2)
  await expect.poll(() => current().progress).toMatchObject({ sent: 8, total: 12 })

  sent[1]?.finish('b')
  await expect.poll(() => current().uploaded).toEqual({ audio })
  expect(current().progress).toMatchObject({ sent: 10, total: 12 })
  current().cancel('audio')
  expect(sent.map(({ isCanceled }) => isCanceled)).toEqual([false, true])

  const finished = current().finish([['pdf', pdf]], { onProgress: () => {}, signal: new AbortController().signal })
  sent[0]?.finish('a')
  expect(await finished).toEqual(new Map([['pdf', 'a']]))
  await expect.poll(() => current().progress).toBeNull()
  expect(events.onUploaded.mock.calls).toEqual([
    ['b', audio],
    ['a', pdf],
  ])
})
