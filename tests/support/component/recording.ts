import { expect } from 'vitest'
import { page } from 'vitest/browser'

const RATE = 8000
const HEADER_BYTES = 44

/** Creates a silent recording and returns its URL. */
export function buildSound(seconds: number): string {
  const wav = new DataView(new ArrayBuffer(HEADER_BYTES + seconds * RATE))
  const write = (at: number, text: string) => new TextEncoder().encodeInto(text, new Uint8Array(wav.buffer, at))
  write(0, 'RIFF')
  wav.setUint32(4, wav.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  wav.setUint32(16, 16, true)
  wav.setUint16(20, 1, true)
  wav.setUint16(22, 1, true)
  wav.setUint32(24, RATE, true)
  wav.setUint32(28, RATE, true)
  wav.setUint16(32, 1, true)
  wav.setUint16(34, 8, true)
  write(36, 'data')
  wav.setUint32(40, seconds * RATE, true)
  new Uint8Array(wav.buffer, HEADER_BYTES).fill(128)
  return URL.createObjectURL(new Blob([wav], { type: 'audio/wav' }))
}

/** Returns the page's only audio element. */
export function audio(): HTMLAudioElement {
  const element = document.querySelector('audio')
  if (!element) throw new Error('Nothing plays')
  return element
}

/** Waits until playback advances, and expects that the recording isn't paused. */
export async function plays() {
  const from = audio().currentTime
  await expect.poll(() => audio().currentTime, { interval: 20 }).toBeGreaterThan(from + 0.1)
  expect(audio().paused).toBe(false)
}

/** Returns the button that plays an episode on its card: the only card of the page, or the one that contains a text. */
export const listenButton = (text: string | RegExp = /./) =>
  page
    .getByRole('article')
    .filter({ hasText: text })
    .getByRole('button', { name: /^(?:Listen|Continue)\b(?! to)/ })

export const player = page.getByRole('dialog', { name: 'Now Playing' })
export const dock = page.getByRole('region', { name: 'Player' })
