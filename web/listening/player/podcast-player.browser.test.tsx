import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { audio, buildSound, dock, listenButton, player, plays } from '#tests/support/component/recording.ts'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const PROGRAM = 'Ladies Empowerment'
/** Request path of a recording that can't be played */
const REFUSED = '/api/media/refused.wav'

const draft = buildPodcast({ id: 'draft' })
const other = buildPodcast({ id: 'other', title: 'A second voice' })
const part = (number: string, price = 0) =>
  buildPodcast({ id: number, title: `Part ${number}`, categories: [PROGRAM], duration: '0:01', price })
const parts = [part('one'), part('two'), part('three', 1.5)]

type Requested = { productId: string }

/** Opens the podcast list. Recordings of the episodes in `parts` last less than a second; all other recordings last two minutes. */
async function openPodcasts(episodes: Podcast[], answers: Record<string, unknown> = {}) {
  const [long, short] = [buildSound(120), buildSound(0.4)]
  const api = openFakeApi({
    '/podcasts': episodes,
    '/owned-items': { items: [] },
    '/get-next-action': (_: URL, body: string) => {
      const { productId } = JSON.parse(body) as Requested
      const asked = episodes.find(({ id }) => id === productId)
      return asked?.price ? { action: `/checkout/of-${productId}` } : { action: 'view', url: asked?.duration === '0:01' ? short : long }
    },
    ...Object.fromEntries(episodes.map(({ id }, index) => [`/podcasts/${id}/next`, { next: episodes[index + 1] ?? null }])),
    // The request for the order stays pending, so that the checkout page remains in its loading state.
    ...Object.fromEntries(episodes.map(({ id }) => [`/orders/of-${id}`, () => new Promise(() => {})])),
    ...answers,
  })
  await openPage('/podcasts')
  return api
}

async function listen(title: string) {
  await listenButton(title).click()
  await expect.element(player).toBeVisible()
}

/** Focuses an element and presses a key on it. */
async function press(key: string, target: Locator) {
  await expect.element(target).toBeInTheDocument()
  target.element().focus()
  await userEvent.keyboard(key)
}
/** Returns a function that presses a media key of a headset. Called before the player opens. */
function listenToMediaKeys() {
  const handlers = vi.spyOn(navigator.mediaSession, 'setActionHandler')
  return (action: MediaSessionAction) => handlers.mock.calls.find(([name]) => name === action)?.[1]?.({ action })
}
const button = (name: string) => player.getByRole('button', { name, exact: true })
const ownTurn = player.getByRole('checkbox', { name: 'Autoplay next episode' })

test('an episode plays in the expanded and the docked player at each window size', { tags: ['full'] }, async () => {
  await openPodcasts([draft])
  await listen(draft.title)
  await plays()
  await expect.element(player.getByRole('link', { name: /Download/ })).toHaveAttribute('download')
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
  await button('Close').click()
  await expect.element(dock).toBeVisible()
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
    scrollTo(0, document.documentElement.scrollHeight)
    const bottom = page
      .getByText(/All rights reserved/)
      .element()
      .getBoundingClientRect().bottom
    // A pixel of tolerance is needed, since the scroll position is an integer, unlike the page height.
    expect(bottom).toBeLessThan(dock.element().getBoundingClientRect().top + 1)
  })
  await dock.getByRole('button', { name: /Open the player/ }).click()
  const slider = player.getByRole('slider', { name: 'Seek' })
  await expect.element(slider).toBeVisible()
  const { width, height } = slider.element().getBoundingClientRect()
  // Waits until the player's opening animation has ended.
  await slider.click({ position: { x: width * 0.6, y: height / 2 } })
  await expect.poll(() => audio().currentTime).toBeGreaterThan(60)
  await player.getByRole('combobox', { name: 'Speed' }).selectOptions('1.5×')
  expect(audio().playbackRate).toBe(1.5)
})

test('listening to a priced episode leads to its checkout', async () => {
  const api = await openPodcasts([buildPodcast({ id: 'sold', title: 'Phones and Friday', price: 1 })])
  await listenButton('Phones and Friday').click()
  await expect.poll(() => api.calls).toContainEqual(expect.stringContaining('/orders/of-sold'))
  await expect.element(player).not.toBeInTheDocument()
})

describe('when an episode has ended', () => {
  test('the next episode of the program is offered without playing it; for a priced episode, the offer opens the checkout', async () => {
    const api = await openPodcasts(parts)
    await listen('Part one')
    await expect.element(player.getByText(`Next in ${PROGRAM}`, { exact: true })).toBeVisible()
    const notice = player.getByRole('status').filter({ hasText: 'Next' })
    await expect.element(notice).toHaveTextContent(`Next in ${PROGRAM}: Part two`)
    await expect.element(player.getByRole('heading', { name: 'Part one' })).toBeVisible()
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
    await press('{Enter}', button('Listen Part two'))
    await expect.element(player.getByRole('heading', { name: 'Part two' })).toBeVisible()
    await expect.element(player.getByText('0:01 · $1.50')).toBeVisible()
    await expect.element(notice).toHaveTextContent(`Next in ${PROGRAM}: Part three, $1.50`)
    await button('Listen Part three').click()
    await expect.poll(() => api.calls).toContainEqual(expect.stringContaining('/orders/of-three'))
  })

  test('autoplay starts the next episode and keeps the player docked; a priced episode is only offered', {
    tags: ['full'],
  }, async () => {
    await page.viewport(1440, 900)
    const api = await openPodcasts([draft, ...parts])
    await listen(draft.title)
    await press(' ', ownTurn)
    await button('Close').click()
    await dock.getByRole('button', { name: 'Close the player' }).click()
    await listen('Part one')
    await expect.element(ownTurn).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await expect.element(dock.getByRole('button', { name: /Part two/ }).first()).toBeVisible()
    await expect.element(dock.getByText(`Next in ${PROGRAM}: Part three, $1.50`).first()).toBeVisible()
    await expect.element(player).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Podcasts' })).toBeVisible()
    expect(await findViolations()).toEqual([])
    await dock.getByRole('button', { name: 'Listen to the next episode, Part three' }).click()
    await expect.poll(() => api.calls).toContainEqual(expect.stringContaining('/orders/of-three'))
  })

  test('no next episode is offered after the last episode of a program', async () => {
    const last = part('last')
    const api = await openPodcasts([last, other], { '/podcasts/last/next': { next: null } })
    await listen(last.title)
    await expect.poll(() => api.calls).toContainEqual(expect.stringContaining('/podcasts/last/next'))
    await expect.element(button('Play')).toBeVisible()
    await expect.element(player.getByText(/^Next in/)).not.toBeInTheDocument()
  })
})

describe('media keys of a headset', () => {
  test('skip seconds in a recording without chapters, and lead to the next episode at its end', async () => {
    const key = listenToMediaKeys()
    const talk = buildPodcast({ id: 'talk', title: 'A long talk', categories: [PROGRAM], durationSeconds: 120 })
    await openPodcasts([talk, ...parts])
    await listen(talk.title)
    await plays()
    key('nexttrack')
    await expect.poll(() => audio().currentTime).toBeGreaterThan(30)
    key('previoustrack')
    await expect.poll(() => audio().currentTime).toBeLessThan(30)
    for (let count = 0; count < 3; count++) key('nexttrack')
    await expect.poll(() => audio().currentTime).toBeGreaterThan(90)
    key('nexttrack')
    await expect.element(player.getByRole('heading', { name: 'Part one' })).toBeVisible()
  })

  test('lead to chapters, and after the last one offer a priced next episode without opening its checkout or finishing this one', async () => {
    const key = listenToMediaKeys()
    const chapters = [0, 50, 80].map((start) => ({ start, title: `From ${start}` }))
    const talk = { ...part('talk'), duration: '2:00', durationSeconds: 120, chapters }
    const api = await openPodcasts([talk, part('sold', 1.5)])
    await listen('Part talk')
    await plays()
    key('nexttrack')
    await expect.poll(() => audio().currentTime).toBeGreaterThan(49)
    key('nexttrack')
    await expect.poll(() => audio().currentTime).toBeGreaterThan(79)
    key('previoustrack')
    await expect.poll(() => audio().currentTime).toBeLessThan(79)
    key('nexttrack')
    key('nexttrack')
    await expect.element(player.getByText('0:01 · $1.50')).toBeVisible()
    await plays()
    expect(api.calls).not.toContainEqual(expect.stringContaining('/orders/'))
    audio().pause()
    await expect.poll(() => JSON.parse(localStorage.getItem('listeningPositions') ?? '[]')).toMatchObject([{ episode: 'talk' }])
    expect(localStorage.getItem('listeningPositions')).not.toContain('finished')
  })
})

test('the player can be used by keyboard alone', async () => {
  await page.viewport(1440, 900)
  await openPodcasts([draft])
  const opener = listenButton(draft.title)
  await press('{Enter}', opener)
  await expect.element(player).toBeVisible()
  await plays()
  await userEvent.keyboard(' ')
  await expect.poll(() => audio().paused).toBe(true)
  await userEvent.keyboard('k')
  await expect.poll(() => audio().paused).toBe(false)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => audio().currentTime).toBeGreaterThan(30)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => audio().currentTime).toBeLessThan(30)
  const slider = player.getByRole('slider', { name: 'Seek' })
  await press('{PageUp}', slider)
  await expect.poll(() => audio().currentTime).toBeGreaterThan(60)
  // The slider's text must not change during playback, since screen readers would announce it every second.
  const told = slider.element().getAttribute('aria-valuetext')
  const later = audio().currentTime + 1.1
  await expect.poll(() => audio().currentTime).toBeGreaterThan(later)
  expect(slider.element().getAttribute('aria-valuetext')).toBe(told)
  await userEvent.keyboard('{Home}')
  await expect.poll(() => audio().currentTime).toBeLessThan(10)
  await press(' ', player.getByText('About this episode'))
  await expect.element(player.getByText('A talk.')).toBeVisible()
  expect(audio().paused).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(dock).toBeVisible()
  await expect.element(opener).toHaveFocus()
  expect(audio().paused).toBe(false)
  await press('{Enter}', dock.getByRole('button', { name: 'Close the player' }))
  await expect.poll(() => document.querySelector('audio')).toBeNull()
})

describe('when the signed URL of a recording is rejected', () => {
  test('the recording is requested again with a renewed URL and plays', async () => {
    let asked = 0
    const sound = buildSound(120)
    await openPodcasts([draft], {
      '/get-next-action': () => ({ action: 'view', url: ++asked === 1 ? REFUSED : sound }),
      '/media/refused.wav': new Response(null, { status: 403 }),
    })
    await listen(draft.title)
    await plays()
    expect(asked).toBe(2)
  })

  test('a failed renewal of a signed URL does not stop another episode that the visitor chose in the meantime', async () => {
    const held = Promise.withResolvers<Response>()
    let asked = 0
    const sound = buildSound(120)
    await openPodcasts([draft, other], {
      '/get-next-action': (_: URL, body: string) => {
        if ((JSON.parse(body) as Requested).productId === other.id) return { action: 'view', url: sound }
        return ++asked === 1 ? { action: 'view', url: REFUSED } : held.promise
      },
      '/media/refused.wav': new Response(null, { status: 403 }),
    })
    await listen(draft.title)
    await expect.poll(() => asked).toBe(2)
    await userEvent.keyboard('{Escape}')
    await listen(other.title)
    await plays()
    held.resolve(Response.json({}, { status: 503 }))
    await expect.poll(takeErrors).toEqual([expect.stringContaining('ApiError')])
    await plays()
    await expect.element(player.getByRole('alert')).not.toBeInTheDocument()
  })
})

test('a lost connection displays an error beside the controls, and retrying plays from the position chosen in the meantime', async () => {
  let isLost = true
  const sound = buildSound(120)
  await openPodcasts([draft], {
    '/get-next-action': () => ({ action: 'view', url: isLost ? REFUSED : sound }),
    '/media/refused.wav': () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await listen(draft.title)
  await expect.element(player.getByRole('alert')).toMatchTextContent('The episode could not be played. Check your connection.')
  expect(await findViolations()).toEqual([])
  await button('Forward 30 seconds').click()
  await expect.element(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', expect.stringMatching(/^30 seconds/))
  isLost = false
  await button('Play').click()
  await plays()
  expect(audio().currentTime).toBeGreaterThan(30)
  await expect.element(player.getByRole('alert')).not.toBeInTheDocument()
})

describe('when a recording never gets a response', () => {
  afterEach(() => void vi.useRealTimers())
  const isLost = player.getByText('The episode could not be played. Check your connection.')
  /** Opens an episode whose recording sends nothing at the first request, and nothing at the first renewal of its URL. */
  async function listenInVain() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let asked = 0
    const [silent, sound] = [URL.createObjectURL(new MediaSource()), buildSound(120)]
    await openPodcasts([draft], {
      '/get-next-action': () => {
        asked++
        return asked === 2 ? new Promise(() => {}) : { action: 'view', url: asked === 1 ? silent : sound }
      },
    })
    await listen(draft.title)
    await vi.advanceTimersByTimeAsync(14_000)
    await expect.element(isLost).not.toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(2000)
    await expect.element(isLost).toBeVisible()
    await button('Try again').click()
    await expect.element(isLost).not.toBeInTheDocument()
    await expect.poll(() => asked).toBe(2)
    await vi.advanceTimersByTimeAsync(16_000)
    await expect.element(isLost).toBeVisible()
  }

  test.each([
    ['the line returns', async () => void window.dispatchEvent(new Event('online'))],
    ['the listener returns to the page', async () => void document.dispatchEvent(new Event('visibilitychange'))],
    ['the listener plays it', () => button('Play').click()],
    ['a headset plays it', async (press: (action: MediaSessionAction) => void) => press('play')],
  ])('it fails after fifteen seconds and is retried when %s', async (_, tryAgain) => {
    const press = listenToMediaKeys()
    await listenInVain()
    // Repeated, since the listeners for the events are added after the error is displayed.
    await expect.poll(() => tryAgain(press).then(() => isLost.query())).toBeNull()
    await plays()
  })
})

test.each([
  ['is told apart from a lost connection', 503, { action: 'view', url: REFUSED }, 'The recording can’t be sent at the moment.'],
  ['offers no retry when access has ended', 403, { action: '/checkout/one' }, 'You can no longer listen to this episode.'],
])('a rejected recording %s', async (_, status, renewal, message) => {
  let asked = 0
  await openPodcasts([draft], {
    '/get-next-action': () => (++asked === 1 ? { action: 'view', url: REFUSED } : renewal),
    '/media/refused.wav': new Response(null, { status }),
  })
  await listen(draft.title)
  await expect.element(player.getByRole('alert')).toMatchTextContent(message)
  await expect.element(button('Play')).toBeVisible()
  expect(button('Try again').query() === null).toBe(status === 403)
  takeErrors()
})

test('a recording that the browser can’t decode displays an error', async () => {
  await openPodcasts([draft], {
    '/get-next-action': { action: 'view', url: REFUSED },
    '/media/refused.wav': new Response(null, { status: 200 }),
  })
  await listen(draft.title)
  await expect.element(player.getByRole('alert')).toMatchTextContent('This browser can’t play this type of recording. Try another browser.')
})

test('the seek bar uses the duration measured by the server instead of the browser’s estimate', async () => {
  await openPodcasts([buildPodcast({ id: 'draft', durationSeconds: 75 })])
  await listen(draft.title)
  await plays()
  await expect
    .element(player.getByRole('slider', { name: 'Seek' }))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/of 1 minute 15 seconds$/))
})

test('when the browser blocks autoplay, the play button starts the episode', async () => {
  await openPodcasts([draft])
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(new DOMException('Not without a touch', 'NotAllowedError'))
  await listen(draft.title)
  await expect.element(button('Play')).toBeVisible()
  await expect.element(player.getByRole('alert')).not.toBeInTheDocument()
  await button('Play').click()
  await plays()
})

test('playback in another tab pauses playback in this tab, and starting playback notifies other tabs', async () => {
  const tab = new BroadcastChannel('playback')
  const told = vi.fn()
  tab.addEventListener('message', told)
  await openPodcasts([draft])
  await listen(draft.title)
  await plays()
  await expect.poll(() => told).toHaveBeenCalledTimes(1)
  tab.postMessage(null)
  await expect.poll(() => audio().paused).toBe(true)
  await button('Play').click()
  await plays()
  await expect.poll(() => told).toHaveBeenCalledTimes(2)
  tab.close()
})

describe('the place in an episode', () => {
  const stored = () => JSON.parse(localStorage.getItem('listeningPositions') ?? '[]')
  /** Stores a place as another tab does. */
  const hearElsewhere = (seconds: number) =>
    localStorage.setItem('listeningPositions', JSON.stringify([{ episode: 'draft', seconds, at: Date.now() }]))

  test('an idle tab that is hidden, left or closed keeps the place that was heard in another tab, and plays on from there', async () => {
    await openPodcasts([draft])
    await listen(draft.title)
    await plays()
    audio().pause()
    hearElsewhere(80)
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('pagehide'))
    expect(stored()).toMatchObject([{ episode: 'draft', seconds: 80 }])
    await button('Play').click()
    await expect.poll(() => audio().currentTime).toBeGreaterThan(79)
    hearElsewhere(100)
    await cleanup()
    expect(stored()).toMatchObject([{ episode: 'draft', seconds: 100 }])
  })

  test('behind the end of a shorter recording, which replaced the former one, starts that from its beginning and finishes nothing', async () => {
    hearElsewhere(170)
    await openPodcasts([buildPodcast({ id: 'draft', durationSeconds: 120 })])
    await listen(draft.title)
    await expect.element(page.getByText('This recording was replaced by a shorter one, and starts from the beginning.')).toBeVisible()
    await plays()
    expect(audio().currentTime).toBeLessThan(60)
    expect(stored()[0].finished).toBeUndefined()
  })
})
