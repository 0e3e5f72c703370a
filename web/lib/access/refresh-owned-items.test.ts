import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const answers: ((ids: string[] | null) => void)[] = []
const mark = vi.fn<(name: string, on: boolean) => void>()
let keep: typeof import('./refresh-owned-items.ts')
let items: typeof import('./owned-items.ts')

/** Each test imports a fresh module in a browser with a client id. */
beforeEach(async () => {
  stored.clear()
  stored.set('clientID', 'x'.repeat(32))
  answers.length = 0
  mark.mockClear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
  vi.stubGlobal('document', { querySelector: () => null, documentElement: { toggleAttribute: mark } })
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.push((ids) => resolve(ids ? Response.json({ items: ids.map((id) => ({ kind: 'book', id })) }) : Response.error()))
    return promise
  })
  vi.resetModules()
  keep = await import('./refresh-owned-items.ts')
  items = await import('./owned-items.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** Responds to a request for the owned items as soon as it is sent, which happens after the client id is available. */
const answer = async (ids: string[] | null, number = 0) => {
  await vi.waitUntil(() => answers.length > number, { timeout: 60_000 })
  answers[number]?.(ids)
}

test('the owned items in the response are stored, and the document gets the attribute that makes links for owners visible', async () => {
  items.trackOwnedItems()
  const asked = keep.refreshOwnedItems()
  await answer(['one', 'two'])
  await asked
  expect(items.ownedItems.read()).toBe('one two')
  expect(mark).toHaveBeenLastCalledWith('data-owner', true)
})

test('an outdated response with owned items is ignored', async () => {
  const asked = keep.refreshOwnedItems()
  keep.storeOwnedItems(['one'])
  await answer([])
  await asked
  expect(items.ownedItems.read()).toBe('one')
})

test('item cards share one request for the owned items, and send none once the response has arrived', async () => {
  items.trackOwnedItems()
  const asked = [keep.refreshOwnedItemsOnce(), keep.refreshOwnedItemsOnce()]
  await answer(['one'])
  await Promise.all(asked)
  await keep.refreshOwnedItemsOnce()
  expect(answers).toHaveLength(1)
})

test('a failed request leaves the stored list of owned items unchanged', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  keep.storeOwnedItems(['one'])
  const asked = keep.refreshOwnedItems()
  await answer(null)
  await asked
  expect(items.ownedItems.read()).toBe('one')
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})

test('after a failed request, the next item card sends a new request, and later cards wait for that request', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  items.trackOwnedItems()
  const failing = keep.refreshOwnedItemsOnce()
  await answer(null)
  await failing
  const asked = [keep.refreshOwnedItemsOnce(), keep.refreshOwnedItemsOnce().then(() => items.ownedItems.read())]
  await answer(['one'], 1)
  expect((await Promise.all(asked))[1]).toBe('one')
  expect(answers).toHaveLength(2)
  warned.mockRestore()
})

test('a browser may own items only if it has opened a priced item or paid on this site before', () => {
  expect(items.mayOwnItems()).toBe(false)
  keep.storeOwnedItems([])
  expect(items.mayOwnItems()).toBe(false)
  stored.set('email', 'rudo@reader.example')
  expect(items.mayOwnItems()).toBe(true)
  stored.delete('email')
  items.trackOwnedItems()
  expect(items.mayOwnItems()).toBe(true)
})
