import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAskedCode, writeAskedCode } from './requested-code.ts'

const ASKED = { email: 'rudo@example.com', at: Date.parse('2026-11-20T10:00:00Z'), isSent: true }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.useFakeTimers({ now: ASKED.at })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a code that was asked for is gone on with as long as it is good, in its own form', () => {
  writeAskedCode('purchases', ASKED)
  vi.setSystemTime('2026-11-20T10:09:59Z')
  expect(readAskedCode('purchases')).toEqual(ASKED)
  expect(readAskedCode('password')).toBeUndefined()
  vi.setSystemTime('2026-11-20T10:10:00Z')
  expect(readAskedCode('purchases')).toBeUndefined()
})

test('one that was entered is forgotten', () => {
  writeAskedCode('password', ASKED)
  writeAskedCode('password', undefined)
  expect(readAskedCode('password')).toBeUndefined()
})

test('without storage, or with something else in it, there is none', () => {
  sessionStorage.setItem('code password', '{')
  expect(readAskedCode('password')).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  writeAskedCode('password', ASKED)
  expect(readAskedCode('password')).toBeUndefined()
})
