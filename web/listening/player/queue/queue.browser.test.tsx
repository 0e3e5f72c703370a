import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { audio, buildSound, dock, listenButton, player, plays } from '#tests/support/component/recording.ts'

const PROGRAM = 'Ladies Empowerment'
const episode = (id: string, price = 0) =>
  buildPodcast({ id, slug: id, title: `Talk ${id}`, categories: [PROGRAM], duration: '2:00', durationSeconds: 120, price })
const episodes = [...'abcd'].map((id) => episode(id)).concat(episode('sold', 2))

const stored = () => (JSON.parse(localStorage.getItem('listeningQueue') ?? '[]') as { id: string }[]).map(({ id }) => id).join(' ')
const queue = (ids: string) =>
  localStorage.setItem('listeningQueue', JSON.stringify(ids.split(' ').map((id) => episodes.find((each) => each.id === id) ?? episode(id))))
const card = (id: string) => page.getByRole('article').filter({ hasText: `Talk ${id}` })
const menu = (id: string) => card(id).getByRole('button', { name: `More for Talk ${id}` })
const choose = async (id: string, entry: string) => {
  await menu(id).click()
  await card(id).getByRole('button', { name: entry, exact: true }).click()
}
const isPlaying = (id: string) => expect.element(player.getByRole('heading', { name: `Talk ${id}` })).toBeVisible()
const rows = player.getByRole('list', { name: 'Queue' }).getByRole('listitem')
const order = () =>
  rows
    .elements()
    .map((row) => row.querySelector('.line-clamp-2')?.textContent?.replace('Talk ', ''))
    .join(' ')
const openQueue = () => player.getByText('Queue', { exact: true }).click()

async function openPodcasts(answers: Record<string, unknown> = {}) {
  const sound = buildSound(120)
  const api = openFakeApi({
    '/podcasts': episodes,
    '/owned-items': { items: [] },
    ...Object.fromEntries(episodes.map((each) => [`/podcasts/${each.id}`, each])),
    ...Object.fromEntries(episodes.map(({ id }) => [`/podcasts/${id}/next`, { next: id === 'd' ? episode('c') : null }])),
    '/get-next-action': { action: 'view', url: sound },
    ...answers,
  })
  await openPage('/podcasts')
  return api
}
async function listen(id: string) {
  await listenButton(`Talk ${id}`).click()
  await isPlaying(id)
  await plays()
}
const end = () => {
  audio().currentTime = 119.7
}

describe('the menu of an episode', () => {
  test('adds it to the queue as the next or the last one, and removes it, which can be undone', async () => {
    await openPodcasts()
    await choose('a', 'Add to queue')
    await choose('b', 'Add to queue')
    await choose('c', 'Play next')
    expect(stored()).toBe('c a b')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(stored()).toBe('a b')
    await choose('a', 'Remove from the queue')
    expect(stored()).toBe('b')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(stored()).toBe('a b')
  })

  test('is used by keyboard, and Escape, Back or a press beside it closes it', async () => {
    await openPodcasts()
    const entry = card('a').getByRole('button', { name: 'Play next' })
    await expect.element(menu('a')).toBeVisible()
    menu('a').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(entry).toBeVisible()
    expect(await findViolations()).toEqual([])
    for (const width of [320, 360, 768, 1440]) {
      await page.viewport(width, 740)
      const box = entry.element().getBoundingClientRect()
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
      expect(overflows()).toBe(false)
    }
    await page.viewport(360, 740)
    await userEvent.keyboard('{Tab}{Escape}')
    await expect.element(entry).not.toBeInTheDocument()
    await expect.element(menu('a')).toHaveFocus()
    await menu('a').click()
    await expect.element(entry).toBeVisible()
    history.back()
    await expect.element(entry).not.toBeInTheDocument()
    await menu('a').click()
    await expect.element(entry).toBeVisible()
    document.getElementById('main')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await expect.element(entry).not.toBeInTheDocument()
  })

  test('marks it as played and as not played, which its cover says', async () => {
    localStorage.setItem('listeningPositions', JSON.stringify([{ episode: 'b', seconds: 60, at: Date.now() }]))
    await openPodcasts()
    await expect.element(card('b').getByText('Begun, 1 minute left')).toBeInTheDocument()
    await choose('a', 'Mark as played')
    await expect.element(card('a').getByText('Played', { exact: true })).toBeVisible()
    expect(await findViolations()).toEqual([])
    await choose('a', 'Mark as not played')
    await expect.element(card('a').getByText('Played', { exact: true })).not.toBeInTheDocument()
    await choose('b', 'Add to queue')
    await choose('b', 'Mark as played')
    expect(stored()).toBe('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(card('b').getByText('Begun, 1 minute left')).toBeInTheDocument()
    expect(stored()).toBe('b')
  })
})

describe('when an episode has ended', () => {
  test('the queue plays on in its order, then the next episode of the program is offered', async () => {
    queue('b d')
    await openPodcasts()
    await listen('a')
    end()
    await isPlaying('b')
    await expect.poll(stored).toBe('d')
    await plays()
    end()
    await isPlaying('d')
    await expect.poll(() => localStorage.getItem('listeningQueue')).toBeNull()
    await plays()
    end()
    await expect.element(player.getByText(`Next in ${PROGRAM}`, { exact: true })).toBeVisible()
    await isPlaying('d')
  })

  test('a priced episode of the queue is offered and stays queued, and one that the site no longer has is passed over', async () => {
    queue('gone sold b')
    const api = await openPodcasts({ '/podcasts/gone': Response.json({ title: 'Gone', status: 404 }, { status: 404 }) })
    await listen('a')
    end()
    await expect.element(player.getByText('Next in your queue', { exact: true })).toBeVisible()
    await expect.element(player.getByText('2:00 · $2.00')).toBeVisible()
    await isPlaying('a')
    expect(stored()).toBe('sold b')
    expect(api.calls.join()).not.toContain('/orders/')
  })

  test('a queued episode plays that is chosen on its card, and leaves the queue', async () => {
    queue('b a c')
    await openPodcasts()
    await listen('a')
    await expect.poll(stored).toBe('b c')
  })
})

test('a queued episode returns to the queue if the listener chooses another one before its end, and is heard after that', async () => {
  queue('b c')
  await openPodcasts()
  await listen('a')
  end()
  await isPlaying('b')
  await expect.poll(stored).toBe('c')
  await plays()
  await userEvent.keyboard('{Escape}')
  await listen('d')
  await expect.poll(stored).toBe('b c')
  end()
  await isPlaying('b')
  await expect.poll(stored).toBe('c')
})

test('next on a headset leads to the queue in a recording without chapters', async () => {
  queue('b c')
  const handlers = new Map<string, MediaSessionActionHandler | null>()
  const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession)
  navigator.mediaSession.setActionHandler = (action, handler) => {
    handlers.set(action, handler)
    set(action, handler)
  }
  await openPodcasts()
  await listen('a')
  handlers.get('nexttrack')?.({ action: 'nexttrack' })
  await isPlaying('b')
  await expect.poll(stored).toBe('c')
  await plays()
  handlers.get('nexttrack')?.({ action: 'nexttrack' })
  await isPlaying('c')
  await expect.poll(stored).toBe('')
  Reflect.deleteProperty(navigator.mediaSession, 'setActionHandler')
})

describe('the queue in the player', () => {
  test('is empty with an explanation, lists what is added, and is usable at each window size', async () => {
    await openPodcasts()
    await listen('a')
    await openQueue()
    await expect.element(player.getByText(/^Nothing is queued/)).toBeVisible()
    queue('b c sold')
    window.dispatchEvent(new StorageEvent('storage'))
    await expect.poll(order).toBe('b c sold')
    await inEachSize(async () => {
      expect(await findViolations()).toEqual([])
      expect(overflows()).toBe(false)
    })
    await player.getByRole('button', { name: /Listen to Talk c/ }).click()
    await isPlaying('c')
    await expect.poll(stored).toBe('b sold')
  })

  test('is reordered with the arrow keys, which moves the focus too and is announced', async () => {
    queue('b c d')
    await openPodcasts()
    await listen('a')
    await openQueue()
    const handle = player.getByRole('button', { name: 'Move Talk b' })
    await expect.element(handle).toBeVisible()
    handle.element().focus()
    const position = audio().currentTime
    await userEvent.keyboard('{ArrowDown}')
    expect(order()).toBe('c b d')
    await expect.element(player.getByText('Talk b is number 2 of 3')).toBeInTheDocument()
    await expect.element(handle).toHaveFocus()
    await userEvent.keyboard('{End}{ArrowDown}')
    expect(stored()).toBe('c d b')
    await userEvent.keyboard('{Home}')
    expect(stored()).toBe('b c d')
    await expect.element(handle).toHaveFocus()
    expect(audio().currentTime - position).toBeLessThan(10)
  })

  test('is reordered by dragging, for which the rows need not have the same height, and a canceled drag changes nothing', async () => {
    const long = { ...episode('c'), title: 'Talk c, whose title is so long that it has a second line on a phone' }
    queue('b d')
    localStorage.setItem('listeningQueue', JSON.stringify([episode('b'), long, episode('d')]))
    await openPodcasts()
    await listen('a')
    await openQueue()
    const handle = player.getByRole('button', { name: 'Move Talk b' })
    await expect.element(handle).toBeVisible()
    const list = player.getByRole('list', { name: 'Queue' }).element() as HTMLElement
    list.setPointerCapture = () => {}
    const bottom = () => list.lastElementChild?.getBoundingClientRect().bottom ?? 0
    const send = (target: Element, type: string, clientY: number) =>
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY, pointerId: 1, button: 0 }))

    send(handle.element(), 'pointerdown', 0)
    await expect.poll(() => list.querySelector('.shadow-float')).not.toBeNull()
    send(list, 'pointermove', bottom() - 2)
    await expect.poll(order).toMatch(/ d b$/)
    const middle = list.children[1]?.getBoundingClientRect().top ?? 0
    send(list, 'pointermove', middle + 4)
    await expect.poll(order).toMatch(/ b d$/)
    // The same position moves no row again, so that rows don't jump to and fro.
    for (let count = 0; count < 3; count++) {
      send(list, 'pointermove', middle + 4)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    expect(order()).toMatch(/ b d$/)
    send(list, 'pointercancel', 0)
    await expect.poll(order).toMatch(/^b /)
    expect(stored()).toBe('b c d')

    send(handle.element(), 'pointerdown', 0)
    await expect.poll(() => list.querySelector('.shadow-float')).not.toBeNull()
    send(list, 'pointermove', bottom() - 2)
    await expect.poll(order).toMatch(/ d b$/)
    send(list, 'pointerup', 0)
    await expect.poll(stored).toBe('c d b')
  })

  test('an episode is removed, the focus stays in the list, and the removal can be undone', async () => {
    queue('b c d')
    await openPodcasts()
    await listen('a')
    await openQueue()
    await player.getByRole('button', { name: 'Remove Talk c from the queue' }).click()
    expect(stored()).toBe('b d')
    await expect.element(player.getByRole('button', { name: 'Remove Talk d from the queue' })).toHaveFocus()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(order).toBe('b c d')
  })
})

test('the docked player goes on with the queue and stays docked', async () => {
  queue('b')
  await openPodcasts()
  await listen('a')
  await userEvent.keyboard('{Escape}')
  await expect.element(dock).toBeVisible()
  end()
  await expect.element(dock.getByRole('button', { name: /Talk b/ }).first()).toBeVisible()
  await expect.element(player).not.toBeInTheDocument()
})
