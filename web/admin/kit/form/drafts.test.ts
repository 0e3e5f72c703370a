import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { dropDrafts, readDraft, writeDraft } from './drafts.ts'

afterEach(() => vi.unstubAllGlobals())

/** Replaces `localStorage` by a stub whose stored entries are own enumerable keys of the object, as in a browser. */
function stubStorage(kept: Record<string, string>) {
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  const storage = new Proxy(kept, { get: (target, key) => methods[key as keyof typeof methods] ?? target[String(key)] })
  vi.stubGlobal('localStorage', storage)
}

test('signing out deletes drafts but no other entries of the browser storage', () => {
  const kept = { theme: 'dark' }
  stubStorage(kept)
  writeDraft('grant', { values: { reason: 'Paid at the counter' } })
  expect(readDraft('grant')).toEqual({ values: { reason: 'Paid at the counter' } })
  dropDrafts()
  expect(readDraft('grant').values).toEqual({})
  expect(kept).toEqual({ theme: 'dark' })
})

test('without browser storage, reading and writing drafts does nothing and throws no error', () => {
  vi.stubGlobal('localStorage', undefined)
  writeDraft('grant', { values: { reason: 'x' } })
  dropDrafts()
  expect(readDraft('grant')).toEqual({ values: {} })
})

test('a draft expires after seven days', () => {
  stubStorage({})
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  writeDraft('grant', { values: { reason: 'x' } })
  vi.setSystemTime(6 * 86_400_000)
  expect(readDraft('grant').values).toEqual({ reason: 'x' })
  vi.setSystemTime(8 * 86_400_000)
  expect(readDraft('grant').values).toEqual({})
})
