import { expect, test } from 'vitest'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { type Acted, createPlaceTracker, isNewer, type PlaceTracker } from './place-tracker.ts'

/*
 * Model of two browsers with two tabs each, whose clocks differ by days, and of the server that shares the place of a purchase. A place is
 * the number of the act that led to it, so that a larger number is a newer act. An act that was stored is never replaced by an older one;
 * a tab without an act since its last save writes nothing.
 */
type Op =
  | { kind: 'open' | 'read' | 'turn' | 'resize' | 'letters' | 'hide' | 'close' | 'crash'; browser: number; tab: number }
  | { kind: 'share'; browser: number }
  | { kind: 'fetch'; browser: number }
  | { kind: 'clock'; browser: number; skew: number }
  | { kind: 'wait'; ms: number }

type Stored = Acted<number> & { shared: boolean }
type Browser = { skew: number; stored: Stored | undefined; tabs: (PlaceTracker<number> | undefined)[]; saved: number; writes: number }

const ofTab = fc.record({
  kind: fc.constantFrom('open', 'read', 'read', 'turn', 'resize', 'letters', 'hide', 'close', 'crash'),
  browser: fc.integer({ min: 0, max: 1 }),
  tab: fc.integer({ min: 0, max: 1 }),
})
const ofBrowser = fc.record({ kind: fc.constantFrom('share', 'fetch'), browser: fc.integer({ min: 0, max: 1 }) })
const wait = fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 100_000 }) })
const clock = fc.record({ kind: fc.constant('clock'), browser: fc.integer({ min: 0, max: 1 }), skew: fc.integer({ min: -1e9, max: 1e9 }) })
const history = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: ofTab },
    { weight: 3, arbitrary: ofBrowser },
    { weight: 1, arbitrary: wait },
    { weight: 1, arbitrary: clock },
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
)
const skews = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }))

test('in any history of acts the newest act that was stored wins, in a browser and across browsers, and layout writes nothing', {
  tags: ['property'],
}, () => {
  fc.assert(
    fc.property(history, skews, (ops, skew) => live(ops as Op[], skew)),
    { numRuns: longRuns(10_000) },
  )
})

function live(ops: Op[], skew: [number, number]): void {
  let now = 1e12
  let acts = 0
  const unsaved = new Map<PlaceTracker<number>, number>()
  /** Time of each act by the true clock */
  const times = new Map<number, number>()
  const browsers: Browser[] = skew.map((ms) => ({ skew: ms, stored: undefined, tabs: [], saved: 0, writes: 0 }))
  let server: { place: number; actedAt: number } | undefined

  function open(browser: Browser) {
    return createPlaceTracker<number>({
      now: () => now + browser.skew,
      read: () => browser.stored,
      write: (acted) => {
        browser.writes += 1
        browser.stored = { ...acted, shared: false }
        return true
      },
    })
  }

  function send(browser: Browser, { place, at }: Stored) {
    const actedAt = now - Math.max(0, now + browser.skew - at)
    if (server && actedAt < server.actedAt) return fetch(browser)
    server = { place, actedAt }
    if (browser.stored) browser.stored = { ...browser.stored, shared: true }
  }
  function fetch(browser: Browser) {
    if (!server) return
    const at = now + browser.skew - (now - server.actedAt)
    if (!isNewer(at, browser.stored, now + browser.skew)) return
    browser.stored = { place: server.place, at, shared: true }
    browser.saved = Math.max(browser.saved, server.place)
  }

  for (const op of ops) {
    // Each operation takes a moment.
    now += op.kind === 'wait' ? op.ms : 1
    if (op.kind === 'wait') continue
    const browser = browsers[op.browser] as Browser
    if (op.kind === 'share') {
      if (browser.stored && !browser.stored.shared) send(browser, browser.stored)
      continue
    }
    if (op.kind === 'fetch') {
      fetch(browser)
      continue
    }
    if (op.kind === 'clock') {
      // The age of an act is measured by one clock, so the clock is set while no act waits to be saved or sent.
      const isPending = browser.tabs.some((tab) => tab && unsaved.has(tab))
      if (!isPending && browser.stored?.shared !== false) browser.skew = op.skew
      continue
    }
    const tab = browser.tabs[op.tab]
    const before = browser.stored
    const { writes } = browser
    if (op.kind === 'open') {
      browser.tabs[op.tab] = open(browser)
      expect(browser.tabs[op.tab]?.shown()).toBe(before?.place)
    } else if (!tab) continue
    else if (op.kind === 'read') {
      acts += 1
      times.set(acts, now)
      tab.act(acts)
      unsaved.set(tab, acts)
      expect(tab.shown()).toBe(acts)
    } else if (op.kind === 'hide' || op.kind === 'close') {
      const act = unsaved.get(tab)
      tab.save()
      unsaved.delete(tab)
      if (act === undefined) expect(browser.stored).toBe(before)
      else browser.saved = Math.max(browser.saved, act)
      if (op.kind === 'close') browser.tabs[op.tab] = undefined
    } else if (op.kind === 'crash') browser.tabs[op.tab] = undefined
    else {
      // A turn of the phone, another size of the window or of the letters: the view returns to its place.
      const shown = tab.shown()
      expect(tab.shown()).toBe(shown)
      expect(browser.writes).toBe(writes)
    }
    expect(browser.stored?.place ?? 0).toBe(browser.saved)
    if (server) expect(Math.abs(server.actedAt - (times.get(server.place) ?? 0))).toBe(0)
  }
  // When both browsers share their places, both have the newest act that either stored.
  for (const browser of [...browsers, ...browsers]) {
    now += 1
    if (browser.stored && !browser.stored.shared) send(browser, browser.stored)
    fetch(browser)
  }
  const newest = Math.max(...browsers.map(({ saved }) => saved))
  for (const { stored } of browsers) expect(stored?.place ?? 0).toBe(newest)
}
