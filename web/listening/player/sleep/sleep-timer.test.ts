import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '#web/lib/store.ts'
import { toast } from '#web/lib/toast.ts'
import type { SleepState } from './sleep-state.ts'
import { createSleepTimer } from './sleep-timer.ts'

vi.mock('#web/lib/toast.ts', () => ({ toast: Object.assign(vi.fn(), { remove: vi.fn() }) }))

const CHAPTERS = [0, 100, 200].map((start) => ({ start, title: `From ${start}` }))
const STEP_SECONDS = 0.25

/** Recording that plays as long as the test says. */
class Recording extends EventTarget {
  paused = false
  seeking = false
  currentTime = 0
  playbackRate = 1
  volume = 1
  length = 3000

  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }

  play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }

  seek(seconds: number) {
    this.currentTime = seconds
    this.dispatchEvent(new Event('seeked'))
  }

  /** Lets time pass, also while the recording is paused. */
  run(seconds: number) {
    for (let left = seconds; left > 0; left -= STEP_SECONDS) {
      vi.advanceTimersByTime(STEP_SECONDS * 1000)
      if (this.paused) continue
      this.currentTime += STEP_SECONDS * this.playbackRate
      this.dispatchEvent(new Event('timeupdate'))
    }
  }
}

function open({ chapters = CHAPTERS } = {}) {
  const recording = new Recording()
  const state = createStore<SleepState | undefined>(undefined)
  const controls = { seek: (seconds: number) => recording.seek(seconds), play: () => recording.play() }
  const timer = createSleepTimer(recording as unknown as HTMLAudioElement, {
    state,
    controls,
    recording: () => ({ length: recording.length, chapters }),
  })
  return { recording, state, timer }
}

/** Presses the button of the notice that is displayed. */
const pressMore = () => vi.mocked(toast).mock.lastCall?.[1]?.undo?.()

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(toast).mockClear()
})
afterEach(() => void vi.useRealTimers())

describe('a timer of minutes', () => {
  test('fades out at its end, pauses, and returns to where the fade began, at full volume', () => {
    const { recording, state, timer } = open()
    timer.start('minutes', 5)
    recording.run(279)
    expect(recording.volume).toBe(1)
    const volumes = [15, 10, 5].map((left) => {
      recording.run(300 - left - recording.currentTime)
      return recording.volume
    })
    expect(volumes).toEqual([...volumes].sort((one, other) => other - one))
    expect(volumes[0]).toBeLessThan(0.7)
    recording.run(5.25)
    // The device still has a moment of sound, which must not be loud.
    expect(recording.paused).toBe(true)
    expect(recording.volume).toBeLessThan(0.01)
    recording.run(1)
    expect(recording).toMatchObject({ paused: true, volume: 1 })
    expect(recording.currentTime).toBeCloseTo(280, 0)
    expect(state.get()).toEqual({ until: 'minutes', left: 0, stopped: true })
  })

  test('stands still while the recording is paused, and during a time without sound', () => {
    const { recording, state, timer } = open()
    timer.start('minutes', 10)
    recording.run(60)
    recording.pause()
    recording.run(3600)
    expect(state.get()?.left).toBe(540)
    recording.play()
    recording.run(60)
    vi.advanceTimersByTime(600_000)
    recording.run(60)
    expect(state.get()?.left).toBeGreaterThan(410)
    expect(recording.paused).toBe(false)
  })

  test('counts minutes of the listener at every speed, and goes on with the next recording', () => {
    const { recording, state, timer } = open()
    recording.playbackRate = 3
    timer.start('minutes', 5)
    recording.run(120)
    recording.dispatchEvent(new Event('ended'))
    recording.dispatchEvent(new Event('emptied'))
    recording.currentTime = 0
    recording.dispatchEvent(new Event('loadedmetadata'))
    recording.run(120)
    expect(state.get()?.left).toBeLessThanOrEqual(61)
    expect(recording.paused).toBe(false)
    recording.run(62)
    expect(recording.paused).toBe(true)
  })

  test('plays five minutes more when asked during the fade', () => {
    const { recording, state, timer } = open()
    timer.start('minutes', 5)
    recording.run(290)
    expect(recording.volume).toBeLessThan(1)
    pressMore()
    expect(recording).toMatchObject({ paused: false, volume: 1 })
    expect(state.get()).toEqual({ until: 'minutes', minutes: 5, left: 300 })
    recording.run(270)
    expect(recording).toMatchObject({ paused: false, volume: 1 })
    recording.run(31)
    expect(recording.paused).toBe(true)
  })

  test('plays five minutes more when asked after the sound has stopped', () => {
    const { recording, state, timer } = open()
    timer.start('minutes', 5)
    recording.run(301)
    expect(recording.paused).toBe(true)
    pressMore()
    expect(recording.paused).toBe(false)
    recording.run(60)
    expect(state.get()?.left).toBeLessThanOrEqual(241)
  })

  test('is over when the listener plays on by other means', () => {
    const { recording, state, timer } = open()
    timer.start('minutes', 5)
    recording.run(301)
    recording.play()
    expect(state.get()).toBeUndefined()
    recording.run(900)
    expect(recording.paused).toBe(false)
  })

  test('has full volume again when the listener pauses during the fade, and when the timer is turned off', () => {
    const { recording, timer } = open()
    timer.start('minutes', 5)
    recording.run(290)
    recording.pause()
    expect(recording.volume).toBe(1)
    recording.play()
    recording.run(1)
    expect(recording.volume).toBeLessThan(1)
    timer.cancel()
    expect(recording.volume).toBe(1)
    recording.run(60)
    expect(recording.paused).toBe(false)
  })
})

describe('a timer until the end of the chapter', () => {
  test.each([0.5, 1, 2, 3])('pauses exactly there at speed %s', (speed) => {
    const { recording, timer } = open()
    recording.playbackRate = speed
    timer.start('chapter')
    recording.run(99 / speed)
    // The last words of the chapter are heard at full volume, while more minutes are offered.
    expect(recording).toMatchObject({ paused: false, volume: 1 })
    expect(vi.mocked(toast).mock.lastCall?.[0]).toContain('end of the chapter')
    recording.run(6 / speed)
    expect(recording).toMatchObject({ paused: true, currentTime: 100, volume: 1 })
  })

  test('follows a change of speed', () => {
    const { recording, state, timer } = open()
    timer.start('chapter')
    recording.run(50)
    recording.playbackRate = 2
    recording.run(20)
    expect(state.get()?.left).toBeLessThanOrEqual(5)
    recording.run(6)
    expect(recording.currentTime).toBe(100)
  })

  test('means the chapter to which the listener jumps', () => {
    const { recording, timer } = open()
    timer.start('chapter')
    recording.run(98.5)
    recording.seek(120)
    recording.run(70)
    expect(recording).toMatchObject({ paused: false, volume: 1 })
    recording.run(20)
    expect(recording).toMatchObject({ paused: true, currentTime: 200 })
  })

  test('plays the next chapter when the listener plays on', () => {
    const { recording, timer } = open()
    timer.start('chapter')
    recording.run(101)
    recording.play()
    recording.run(30)
    expect(recording.paused).toBe(false)
    expect(recording.currentTime).toBeGreaterThan(125)
    // Browsers may report a position just before the one that was set.
    recording.seek(99.99)
    timer.start('chapter')
    recording.run(10)
    expect(recording.paused).toBe(false)
  })

  test.each(['chapter', 'recording'] as const)('in the last chapter, or until the end of the %s, nothing plays after the end', (until) => {
    const { recording, state, timer } = open()
    recording.currentTime = 2990
    timer.start(until)
    expect(state.get()?.left).toBe(10)
    // The length is an estimate: a recording that is longer is heard to its end.
    recording.run(15)
    expect(recording).toMatchObject({ paused: false, volume: 1 })
    recording.dispatchEvent(new Event('ended'))
    expect(state.get()).toEqual({ until, left: 0, stopped: true })
  })
})

test('a closed timer changes nothing', () => {
  const { recording, timer } = open()
  timer.start('minutes', 5)
  recording.run(290)
  timer.close()
  recording.run(60)
  expect(recording).toMatchObject({ paused: false, volume: 1 })
})
