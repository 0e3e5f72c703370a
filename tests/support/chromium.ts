import { existsSync } from 'node:fs'

const PROGRAMS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Options without network traffic of the browser's own; also works as root */
export const CHROMIUM_OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
  '--autoplay-policy=no-user-gesture-required',
  // Most code runs a few times on a page that is soon closed, so unoptimized machine code is fastest.
  '--js-flags=--always-sparkplug',
]

/** Path of the browser for the tests. `npm test` installs one if none is found. */
export function chromiumPath(): string {
  return PROGRAMS.find((candidate) => candidate && existsSync(candidate)) ?? 'chromium'
}
